/** What the admin page shows first, put together of what is counted and of what is known of apps. */
import type { Config } from "#config";
import { AttentionList } from "#core/overview/attention.ts";
import type { Overview } from "#core/overview/overview.ts";
import type { Clock } from "#core/ports/clock.ts";
import { METRICS } from "#metrics/definitions.ts";
import { freeBytes } from "#metrics/readings.ts";
import { RecentTallies } from "#metrics/recent-tallies.ts";
import { tallyOf } from "#metrics/tally.ts";
import type { Wired } from "./services.ts";

export interface OverviewParts
  extends Pick<Wired["services"], "cacheReports" | "metricsSnapshot" | "readiness" | "tenants"> {
  readonly cache: Wired["cache"];
  readonly config: Pick<Config, "dataDir" | "plans">;
  readonly clock: Clock;
}

/** Counts from now on; `close` ends that. */
export function openOverview({ metricsSnapshot, readiness, cache, config, clock, ...parts }: OverviewParts): {
  readonly overview: () => Promise<Overview>;
  close(): void;
} {
  const since = clock.now();
  const tally = () => tallyOf(metricsSnapshot());
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
  const overview = async (): Promise<Overview> => ({
    since,
    total: recent.total(),
    lastHour: recent.lastHour(),
    recent: recent.moments(),
    wrongHits: METRICS.dragoman_cache_error_ratio.labels.path.map((path) => {
      const { error, interval } = cache.errorOn(path);
      return { path, likely: error, between: interval };
    }),
    attention: await attention.list(),
  });
  return { overview, close: recent.begin() };
}
