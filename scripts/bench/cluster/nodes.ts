/**
 * What one, two and three nodes take that share a Postgres and a Valkey, with the embedded model and without: exact hits, and questions that a
 * model has to answer; then nodes with a processor of their own each, beside what the sum on `docs/explanation/scale.md` says of them.
 *
 *     bun run build && bun scripts/bench/cluster/nodes.ts [--rounds N] [--seconds N] [--write]
 *
 * Some four minutes on two processors; Postgres, Redis or Valkey, `wrk` and `taskset` have to be installed. `--write` puts the figures into
 * `scripts/bench/cluster/measured-nodes.json`, and what comes of them into `docs/measurements/cluster-cost.md`, `docs/explanation/scale.md` and its picture.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { RunningServer } from "../../dragoman-process.ts";
import { writeTables } from "../pages.ts";
import { costsOf, type Figures } from "../scale/costs.ts";
import { askAgain, askNew } from "./nodes/asking.ts";
import { type NodesFigures, type NodesRow, PLACINGS, type PlacedRow } from "./nodes/figures.ts";
import { idleOf, summaryOf, type Use, useOf } from "./nodes/measuring.ts";
import { nodesOf, place } from "./nodes/placing.ts";
import { type Cluster, type Model, startCluster, startEngines } from "./nodes/running.ts";
import { NODES_PICTURE, nodesPicture, nodesTable, placedTable } from "./nodes/tables.ts";
import { APPS } from "./sides.ts";

const ROOT = join(import.meta.dir, "../../..");
const NODES_MAX = 3;
/** Requests at once for each node: enough for a turn to be as full as it gets, and what a model works through without refusing any. */
const IN_FLIGHT = { again: 250, new: 4 } as const;
/** Questions to each node. The model inside takes some 50 ms of a processor for one. */
const QUESTIONS: Readonly<Record<Model, number>> = { embedded: 40, served: 300 };
/** Of each node, in pieces: the runtime compiles what it runs often. A busy machine need not come so far. */
const WARM_UP_ANSWERS = 40_000;
const WARM_UP_SECONDS = 2;
const WARM_UP_TIMES_MAX = 6;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    write: { type: "boolean", default: false },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

await using closing = new AsyncDisposableStack();
const engines = await startEngines(closing);

/** Of each model: rows for one node, two and three, taken in turns. */
async function rowsOf(model: Model, known: readonly string[]): Promise<[readonly NodesRow[], readonly string[]]> {
  await using cluster = await startCluster(engines, { count: NODES_MAX, model, hasValkey: true }, known);
  await warmUp(cluster);
  const idle = await idleOf(cluster.nodes, engines);
  const loads = Array.from({ length: NODES_MAX }, (_, at) => cluster.nodes.slice(0, at + 1)).flatMap((nodes) =>
    (["again", "new"] as const).map((asks) => ({ nodes, asks, uses: [] as Use[] })),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const { nodes, asks, uses } of round % 2 === 0 ? loads : loads.toReversed()) {
      const ask = () =>
        asks === "again" ? askAgainOf(nodes, cluster) : askNew(nodes, cluster, IN_FLIGHT.new, QUESTIONS[model]);
      uses.push(await useOf(nodes, engines, idle, ask));
    }
  }
  const rows = loads.map(({ nodes, asks, uses }) => {
    const load = { nodes: nodes.length, model, asks, in_flight: IN_FLIGHT[asks] };
    return { ...load, ...summaryOf(uses) };
  });
  return [rows, cluster.authorizations];
}

/** Without Valkey, which the sum does not know. */
async function placedRows(known: readonly string[]): Promise<readonly PlacedRow[]> {
  await using cluster = await startCluster(engines, { count: 2, model: "embedded", hasValkey: false }, known);
  await warmUp(cluster);
  const idle = await idleOf(cluster.nodes, engines);
  const all = PLACINGS.map((placing) => ({
    placing,
    nodes: cluster.nodes.slice(0, nodesOf(placing)),
    uses: [] as Use[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { placing, nodes, uses } of round % 2 === 0 ? all : all.toReversed()) {
      const beside = [...engines.postgres.pids(), process.pid];
      place(placing, { nodes: nodes.map(({ pid }) => pid), beside });
      uses.push(await useOf(nodes, engines, idle, () => askAgainOf(nodes, cluster)));
    }
  }
  return all.map(({ placing, uses }) => {
    const {
      valkey_cpu_us: _,
      engines_to_node: __,
      engines_to_node_from: ___,
      engines_to_node_to: ____,
      ...rest
    } = summaryOf(uses);
    return { placing, ...rest };
  });
}

function askAgainOf(nodes: readonly RunningServer[], cluster: Cluster) {
  return askAgain(nodes, cluster, IN_FLIGHT.again, seconds);
}

async function warmUp(cluster: Cluster): Promise<void> {
  for (const node of cluster.nodes) {
    let answers = 0;
    for (let time = 0; time < WARM_UP_TIMES_MAX && answers < WARM_UP_ANSWERS; time += 1) {
      const { counts } = await askAgain([node], cluster, IN_FLIGHT.again, WARM_UP_SECONDS);
      answers += counts[0] ?? 0;
    }
  }
  await askNew(cluster.nodes, cluster, 1, IN_FLIGHT.new);
}

const [embedded, authorizations] = await rowsOf("embedded", []);
const [served] = await rowsOf("served", authorizations);
const placed = await placedRows(authorizations);
const { stdout: head } = Bun.spawnSync(["git", "rev-parse", "--short=12", "HEAD"], { stderr: "ignore" });
const figures: NodesFigures = {
  measured_at: new Date().toISOString(),
  commit: head.toString().trim(),
  processor: cpus()[0]?.model ?? "?",
  cores: cpus().length,
  apps: APPS,
  rounds,
  rows: [...embedded, ...served],
  placed,
};
const costs = costsOf(JSON.parse(readFileSync(join(ROOT, "scripts/bench/cluster/measured.json"), "utf8")) as Figures);
console.log(`${nodesTable(figures)}\n\n${placedTable(figures, costs)}`);
if (values.write) {
  const measured = join(ROOT, "scripts/bench/cluster/measured-nodes.json");
  writeFileSync(measured, `${JSON.stringify(figures, null, 2)}\n`);
  // As the gate wants it: short lists stand in one line.
  Bun.spawnSync([process.execPath, "x", "biome", "format", "--write", measured], {
    stdout: "ignore",
    stderr: "inherit",
  });
  writeTables(ROOT, "docs/measurements/cluster-cost.md", [nodesTable(figures)]);
  writeTables(ROOT, "docs/explanation/scale.md", [placedTable(figures, costs)]);
  writeFileSync(join(ROOT, NODES_PICTURE), nodesPicture(figures, costs));
}
