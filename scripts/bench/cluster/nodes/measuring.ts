/** What nodes, Postgres, Valkey and the client have used while somebody asks. */
import { readFileSync } from "node:fs";
import { percentile } from "#core/examination/statistics.ts";
import type { RunningServer } from "../../../dragoman-process.ts";
import { cpuStopwatch } from "../../process-usage.ts";
import type { Asked } from "./asking.ts";
import type { Engines } from "./running.ts";

/** The kernel's unit in /proc/stat, on every Linux of today. */
const TICK_MS = 10;
/** Of its first line, behind the name: waiting for a disk is no work, nor is nothing. */
const IDLE_FIELDS = [3, 4];
const IDLE_TIMES = 3;
const IDLE_MS = 1_000;

/** Of one time. */
export interface Use {
  readonly per_second: number;
  readonly node_cpu_us: readonly number[];
  readonly postgres_cpu_us: number;
  readonly valkey_cpu_us: number;
  readonly client_cpu_us: number;
  readonly processors: number;
  readonly processors_of_others: number;
  readonly charges_per_turn: number;
  readonly engines_to_node: number;
}

/** Milliseconds on a processor for each second in which nobody asks: no answer's. */
export interface Idle {
  readonly node: number;
  readonly postgres: number;
  readonly valkey: number;
}

/** Of some seconds the middle one: Postgres may vacuum in one of them. */
export async function idleOf(nodes: readonly RunningServer[], { postgres, valkey }: Engines): Promise<Idle> {
  const times: Idle[] = [];
  for (let time = 0; time < IDLE_TIMES; time += 1) {
    const [ofNodes, ofValkey] = [nodes.map(({ pid }) => cpuStopwatch(pid)), cpuStopwatch(valkey.pid())];
    const [before, startedAt] = [await postgres.use(), performance.now()];
    await Bun.sleep(IDLE_MS);
    const [after, seconds] = [await postgres.use(), (performance.now() - startedAt) / 1_000];
    times.push({
      node: sumOf(ofNodes.map((elapsedMs) => elapsedMs())) / nodes.length / seconds,
      postgres: (after.cpuMs - before.cpuMs) / seconds,
      valkey: ofValkey() / seconds,
    });
  }
  const of = (pick: (idle: Idle) => number) => percentile(times.map(pick), 50) ?? 0;
  return { node: of(({ node }) => node), postgres: of((idle) => idle.postgres), valkey: of((idle) => idle.valkey) };
}

/** @param ask resolves when all is answered */
export async function useOf(
  nodes: readonly RunningServer[],
  { postgres, valkey }: Engines,
  idle: Idle,
  ask: () => Promise<Asked>,
): Promise<Use> {
  const [ofNodes, ofValkey] = [nodes.map(({ pid }) => cpuStopwatch(pid)), cpuStopwatch(valkey.pid())];
  const [before, busyBefore, startedAt] = [await postgres.use(), busyMs(), performance.now()];
  const { counts, perSecond, clientCpuMs } = await ask();
  const wallMs = performance.now() - startedAt;
  const [after, busy] = [await postgres.use(), busyMs() - busyBefore];
  const ran = (ms: number, idleMsPerSecond: number) => Math.max(0, ms - (idleMsPerSecond * wallMs) / 1_000);
  const nodesMs = ofNodes.map((elapsedMs) => ran(elapsedMs(), idle.node));
  const [postgresMs, valkeyMs] = [ran(after.cpuMs - before.cpuMs, idle.postgres), ran(ofValkey(), idle.valkey)];
  const count = sumOf(counts);
  const allMs = sumOf(nodesMs) + postgresMs + valkeyMs + clientCpuMs;
  return {
    per_second: perSecond,
    node_cpu_us: nodesMs.map((ms, at) => (ms * 1_000) / (counts[at] ?? 0)),
    postgres_cpu_us: (postgresMs * 1_000) / count,
    valkey_cpu_us: (valkeyMs * 1_000) / count,
    client_cpu_us: (clientCpuMs * 1_000) / count,
    processors: allMs / wallMs,
    processors_of_others: Math.max(0, busy - allMs) / wallMs,
    charges_per_turn: count / (after.turns - before.turns),
    engines_to_node: (postgresMs + valkeyMs) / sumOf(nodesMs),
  };
}

/** Medians, with the least and the most of what varies. */
export function summaryOf(uses: readonly Use[]) {
  const of = (pick: (use: Use) => number, percent = 50) => percentile(uses.map(pick), percent) ?? Number.NaN;
  return {
    per_second: of((use) => use.per_second),
    per_second_from: of((use) => use.per_second, 0),
    per_second_to: of((use) => use.per_second, 100),
    node_cpu_us: (uses[0]?.node_cpu_us ?? []).map((_, at) => of((use) => use.node_cpu_us[at] ?? Number.NaN)),
    postgres_cpu_us: of((use) => use.postgres_cpu_us),
    valkey_cpu_us: of((use) => use.valkey_cpu_us),
    client_cpu_us: of((use) => use.client_cpu_us),
    processors: of((use) => use.processors),
    processors_of_others: of((use) => use.processors_of_others),
    charges_per_turn: of((use) => use.charges_per_turn),
    engines_to_node: of((use) => use.engines_to_node),
    engines_to_node_from: of((use) => use.engines_to_node, 0),
    engines_to_node_to: of((use) => use.engines_to_node, 100),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** That all processors have run since the machine was started. */
function busyMs(): number {
  const [first = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
  const fields = first.trim().split(/\s+/).slice(1).map(Number);
  // What guests ran is in the first two already.
  return TICK_MS * fields.slice(0, 8).reduce((sum, each, at) => sum + (IDLE_FIELDS.includes(at) ? 0 : each), 0);
}
