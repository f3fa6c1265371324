/** What the admin page shows first, put together of what is counted and of what is known of apps and of other nodes. */
import type { Config } from "#config";
import type { Heartbeat } from "#core/nodes/heartbeat.ts";
import { AttentionList } from "#core/overview/attention.ts";
import type { Overview } from "#core/overview/overview.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { NodeFigures, NodeStore } from "#core/ports/node-store.ts";
import { METRICS } from "#metrics/definitions.ts";
import { freeBytes } from "#metrics/readings.ts";
import { RecentTallies } from "#metrics/recent-tallies.ts";
import { addedUp, figuresOf } from "#metrics/tally.ts";
import type { Wired } from "./services.ts";

export interface OverviewParts extends Pick<Wired["services"], "cacheReports" | "readiness" | "tally" | "tenants"> {
  readonly cache: Wired["cache"];
  readonly config: Pick<Config, "dataDir" | "plans">;
  readonly clock: Clock;
  readonly nodes: Pick<NodeStore, "list">;
  /** Of this node. */
  readonly heartbeat: Pick<Heartbeat, "id" | "name">;
}

/** Counts from now on; `close` ends that. */
export function openOverview({ tally, readiness, cache, config, clock, nodes, ...parts }: OverviewParts): {
  readonly overview: () => Promise<Overview>;
  /** Of this node, for all others. */
  readonly figures: () => NodeFigures;
  close(): void;
} {
  const since = clock.now();
  const { id, name } = parts.heartbeat;
  const recent = new RecentTallies({ tally, clock });
  const attention = new AttentionList({
    ...parts,
    plans: config.plans,
    waitsFor: () => {
      const state = readiness();
      return state.ready ? null : state.waitingFor;
    },
    diskFreeBytes: () => freeBytes(config.dataDir),
    openBreakers: () => tally().openBreakers,
    lastHour: () => recent.lastHour(),
    clock,
  });
  const overview = async (): Promise<Overview> => {
    // What this one has counted is newer here than what it said of itself.
    const known = await nodes.list();
    const others = known.filter((node) => !node.isGone && node.id !== id);
    const together = (which: "lastHour" | "total") =>
      figuresOf(
        addedUp(
          recent[which](),
          others.map(({ figures }) => figures[which]),
        ),
      );
    return {
      node: name,
      nodes: others.length + 1,
      since: Math.min(since, ...others.map(({ startedAt }) => startedAt)),
      total: together("total"),
      lastHour: together("lastHour"),
      recent: recent.moments(),
      wrongHits: METRICS.dragoman_cache_error_ratio.labels.path.map((path) => {
        const { error, interval } = cache.errorOn(path);
        return { path, likely: error, between: interval };
      }),
      attention: await attention.list(known.filter(({ isGone }) => isGone).map((node) => node.name)),
    };
  };
  const figures = (): NodeFigures => {
    const { user, system } = process.cpuUsage();
    return {
      total: recent.total(),
      lastHour: recent.lastHour(),
      lastMinute: recent.lastMinute(),
      minutes: recent.minutes(),
      inFlight: tally().inFlight,
      memoryBytes: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / 1_000_000,
    };
  };
  return { overview, figures, close: recent.begin() };
}
