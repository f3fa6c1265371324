/**
 * What an exact hit costs a node of a cluster and its Postgres, in turns with the executable on its embedded storage: milliseconds on a processor
 * of each process, statements, bytes of log. `bun scripts/bench/cluster/main.ts [--seconds N] [--rounds N] [--write FILE]`, after `bun run build`.
 * `--in-flight 8,16` measures so many in the place of what the page shows, of one app, or of `--apps 16` in turn; `--valkey` puts a Valkey beside each Postgres. `--before EXECUTABLE --before-schema N` takes another
 * build along, on a Postgres of its own with its version of the schema. With `--apart` Postgres runs on the second of two processors and all
 * else on the first. Of `scripts/bench/cluster/measured.json`, which `--write` may name, `bun scripts/bench/scale/main.ts` puts the tables
 * into the pages.
 *
 * Both answer the same question from memory over HTTP, everything on, to `wrk`. Postgres is one of its own that waits for its disk. How busy
 * the machine is hardly changes what is counted; it does change p99, which is why the sides take turns.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { percentile } from "#core/examination/statistics.ts";
import { SCHEMA_VERSION } from "#storage/cluster/migrations.ts";
import { cpuStopwatch } from "../process-usage.ts";
import { wrk } from "../wrk.ts";
import { pin } from "./nodes/placing.ts";
import type { PostgresWatcher } from "./postgres-usage.ts";
import { APPS, type ClusterSide, type Side, startClusterSide, startEmbeddedSide } from "./sides.ts";
import { entrySize } from "./sizes.ts";

/** So many requests at once, of so many apps in turn. */
const LOADS = [
  { inFlight: 1, apps: 1 },
  { inFlight: 32, apps: 1 },
  { inFlight: 64, apps: 1 },
  { inFlight: 500, apps: 1 },
  { inFlight: 500, apps: APPS },
];
const WARM_UP_SECONDS = 4;
/** What a process runs without requests is no request's. Of some times the middle one: Postgres may vacuum in one of them. */
const IDLE_MS = 2_000;
const IDLE_TIMES = 3;
/** See issue 28: of a node against the embedded storage, of Postgres against a node, of p99 with 32 connections. */
const BARS = { node_to_embedded: 1.3, postgres_to_node: 0.2, p99_to_embedded: 3, charges_per_statement: 50 };

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "5" },
    "in-flight": { type: "string" },
    apps: { type: "string", default: "1" },
    valkey: { type: "boolean", default: false },
    apart: { type: "boolean", default: false },
    write: { type: "string" },
    before: { type: "string" },
    "before-schema": { type: "string", default: String(SCHEMA_VERSION) },
  },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const inFlight = values["in-flight"]?.split(",").map((each) => ({ inFlight: Number(each), apps: Number(values.apps) }));
const measuredLoads = inFlight ?? LOADS;
const otherBuild =
  values.before === undefined ? null : { executable: values.before, schema: Number(values["before-schema"]) };

interface OfSide {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** All threads of the executable, for one answer. */
  readonly node_cpu_us: number;
}

interface OfCluster extends OfSide {
  readonly postgres_cpu_us: number;
  /** 0 where there is none. */
  readonly valkey_cpu_us: number;
  readonly statements_per_request: number;
  readonly wal_bytes_per_request: number;
}

type LoadOfSide = Readonly<(typeof LOADS)[number]>;

function loadOf(load: Side["load"], { inFlight, apps }: LoadOfSide) {
  return { ...load, authorizations: load.authorizations.slice(0, apps), connections: inFlight };
}

/** Milliseconds on a processor for each second without a request. */
interface Idle {
  readonly node: number;
  readonly postgres: number;
}

async function idleOf({ pid }: Side, postgres?: PostgresWatcher): Promise<Idle> {
  const times: Idle[] = [];
  for (let time = 0; time < IDLE_TIMES; time += 1) {
    const before = await postgres?.use();
    const elapsedMs = cpuStopwatch(pid);
    await Bun.sleep(IDLE_MS);
    const node = (elapsedMs() * 1_000) / IDLE_MS;
    const after = await postgres?.use();
    times.push({ node, postgres: (((after?.cpuMs ?? 0) - (before?.cpuMs ?? 0)) * 1_000) / IDLE_MS });
  }
  return mediansOf(times);
}

async function ofSide({ pid, load }: Side, how: LoadOfSide, idle: Idle) {
  const elapsedMs = cpuStopwatch(pid);
  const { count, perSecond, p50Ms, p99Ms } = await wrk(loadOf(load, how), seconds);
  const rest = { per_second: perSecond, p50_ms: p50Ms, p99_ms: p99Ms };
  return { count, ...rest, node_cpu_us: microsecondsEach(elapsedMs(), idle.node, count) };
}

function microsecondsEach(ms: number, idleMsPerSecond: number, count: number): number {
  return (Math.max(0, ms - idleMsPerSecond * seconds) * 1_000) / count;
}

async function ofCluster(side: ClusterSide, how: LoadOfSide, idle: Idle): Promise<OfCluster> {
  const before = await side.postgres.use();
  const elapsedOfValkeyMs = side.valkey ? cpuStopwatch(side.valkey.pid()) : () => 0;
  const { count, ...measured } = await ofSide(side, how, idle);
  const after = await side.postgres.use();
  return {
    ...measured,
    postgres_cpu_us: microsecondsEach(after.cpuMs - before.cpuMs, idle.postgres, count),
    valkey_cpu_us: (elapsedOfValkeyMs() * 1_000) / count,
    statements_per_request: (after.turns - before.turns) / count,
    wal_bytes_per_request: (after.walBytes - before.walBytes) / count,
  };
}

/** The median of each field. */
function mediansOf<Figures extends object>(all: readonly Figures[]): Figures {
  const fields = Object.keys(all[0] ?? {}) as (keyof Figures)[];
  const median = (field: keyof Figures) =>
    percentile(
      all.map((each) => Number(each[field])),
      50,
    ) ?? Number.NaN;
  return Object.fromEntries(fields.map((field) => [field, median(field)])) as Figures;
}

async function measure(how: LoadOfSide) {
  const alone: OfSide[] = [];
  const clustered: OfCluster[] = [];
  const earlier: OfCluster[] = [];
  const takes = [
    async () => {
      const { count: _, ...measured } = await ofSide(embedded, how, idle.embedded);
      alone.push(measured);
    },
    async () => void clustered.push(await ofCluster(cluster, how, idle.cluster)),
    ...(before ? [async () => void earlier.push(await ofCluster(before, how, idle.cluster))] : []),
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const take of round % 2 === 0 ? takes : takes.toReversed()) await take();
  }
  const { inFlight, apps } = how;
  return {
    ...{ in_flight: inFlight, apps, embedded: mediansOf(alone) },
    ...{ cluster: mediansOf(clustered), ratios: ratiosOf(clustered, alone) },
    ...(before ? { before: mediansOf(earlier), ratios_before: ratiosOf(earlier, alone) } : {}),
  };
}

/** Medians of what was measured in the same round, with the least and the most of the one that a bar is missed by. */
function ratiosOf(clustered: readonly OfCluster[], alone: readonly OfSide[]) {
  const ratios = clustered.map((of, round) => {
    const base = alone[round] as OfSide;
    return {
      node_to_embedded: of.node_cpu_us / base.node_cpu_us,
      postgres_to_node: of.postgres_cpu_us / of.node_cpu_us,
      both_to_node: (of.postgres_cpu_us + of.valkey_cpu_us) / of.node_cpu_us,
      p99_to_embedded: of.p99_ms / base.p99_ms,
    };
  });
  const spread = ratios.map(({ postgres_to_node: ratio }) => ratio).toSorted((one, other) => one - other);
  return { ...mediansOf(ratios), postgres_to_node_from: spread.at(0), postgres_to_node_to: spread.at(-1) };
}

type Measured = Awaited<ReturnType<typeof measure>>;

function linesOf({
  in_flight,
  apps,
  embedded,
  cluster,
  ratios,
  before,
  ratios_before: ratiosBefore,
}: Measured): string {
  const load = `${in_flight} in flight of ${apps} apps`;
  const now = lineOf(load, embedded, cluster, ratios);
  return before && ratiosBefore ? `${lineOf(`${load}, before`, embedded, before, ratiosBefore)}\n${now}` : now;
}

function lineOf(load: string, embedded: OfSide, cluster: OfCluster, ratios: Measured["ratios"]): string {
  const us = (value: number) => `${value.toFixed(1)} us`;
  return [
    `${load}: node ${us(cluster.node_cpu_us)} (embedded ${us(embedded.node_cpu_us)}, ${ratios.node_to_embedded.toFixed(2)} times)`,
    `Postgres ${us(cluster.postgres_cpu_us)} (${ratios.postgres_to_node.toFixed(2)} of the node's, ${ratios.postgres_to_node_from?.toFixed(2)} to ${ratios.postgres_to_node_to?.toFixed(2)})`,
    ...(values.valkey ? [`Valkey ${us(cluster.valkey_cpu_us)} (both ${ratios.both_to_node.toFixed(2)})`] : []),
    `${(1 / cluster.statements_per_request).toFixed(1)} charges a statement`,
    `${cluster.wal_bytes_per_request.toFixed(0)} bytes of log`,
    `${cluster.per_second.toFixed(0)}/s (embedded ${embedded.per_second.toFixed(0)})`,
    `p99 ${cluster.p99_ms.toFixed(2)} ms (embedded ${embedded.p99_ms.toFixed(2)}, ${ratios.p99_to_embedded.toFixed(2)} times)`,
  ].join(", ");
}

function origin() {
  const { stdout } = Bun.spawnSync(["git", "rev-parse", "--short=12", "HEAD"], { stderr: "ignore" });
  const [processor] = cpus();
  const machine = { processor: processor?.model ?? "?", cores: cpus().length };
  return { measured_at: new Date().toISOString(), commit: stdout.toString().trim(), bun: Bun.version, ...machine };
}

await using embedded = await startEmbeddedSide();
await using cluster = await startClusterSide({ hasValkey: values.valkey });
await using before = otherBuild && (await startClusterSide({ build: otherBuild, hasValkey: values.valkey }));
for (const side of [embedded, cluster, ...(before ? [before] : [])]) {
  for (const how of measuredLoads) await wrk(loadOf(side.load, how), WARM_UP_SECONDS);
}
if (values.apart) {
  // What the client starts runs where the client does.
  for (const pid of [process.pid, embedded.pid, cluster.pid]) pin(pid, "0");
  for (const pid of cluster.postgres.pids()) pin(pid, "1");
}
const idle = { embedded: await idleOf(embedded), cluster: await idleOf(cluster, cluster.postgres) };
const loads: Measured[] = [];
for (const how of measuredLoads) {
  const load = await measure(how);
  loads.push(load);
  console.log(linesOf(load));
}
const entry = await entrySize(cluster);
console.log(`an entry of the cache: ${entry.rows_per_entry} rows, ${entry.bytes_per_entry.toFixed(0)} bytes`);
const version = await cluster.postgres.number("SELECT current_setting('server_version_num')::integer");
const figures = {
  ...origin(),
  postgres: version,
  rounds,
  seconds,
  bars: BARS,
  idle_cpu_ms_per_second: idle,
  loads,
  entry,
};
if (values.write) writeFileSync(values.write, `${JSON.stringify(figures, null, 2)}\n`);
