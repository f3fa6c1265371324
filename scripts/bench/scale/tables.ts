/** What `docs/explanation/scale.md` shows: tables and pictures, all of one file of figures and of what is assumed here. */
import { type Assumed, type Outcome, simulated } from "./cluster.ts";
import { type Costs, costsOf, type Figures } from "./costs.ts";
import { kept } from "./entries.ts";
import { chartSvg } from "./picture.ts";

/** A network within a data centre, and a disk that says of a write when it will last. */
const MACHINES = { roundtripMs: 0.5, diskMs: 1 };
const APPS = 1_000;
/** How busy nodes are to be: the rest is for the model, for peaks, and for a node that is lost. */
const NODE_BUSY = 0.6;
const SEED = 28;
/** Of each simulation: enough for a 99th percentile. */
const REQUESTS = 30_000;
const SECONDS_MIN = 0.5;
/** An answer from memory that takes longer is not at wire speed any more. */
const P99_MS_MAX = 50;
/** Rates that are tried one after another differ by so much. */
const STEP = 1.15;

const RATES = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];
const POSTGRES_CORES = [2, 4, 8, 16];
const ENTRIES = [100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
const NODES_WITH_ENTRIES = 10;
/** The default of `cache.memory_bytes_max`, and what a larger machine may give. */
const NODE_BYTES = 512 * 2 ** 20;
const LARGE_NODE_BYTES = 32 * 2 ** 30;

/** By rate, with eight processors for Postgres. */
export function ratesTable(figures: Figures): string {
  const costs = costsOf(figures);
  return table(
    ["answers a second", "nodes", "charges in a turn", "of Postgres's processors busy", "p50", "p99"],
    RATES.map((perSecond) => {
      const nodes = nodesFor(perSecond, 8, costs);
      const outcome = outcomeOf({ perSecond, postgresCores: 8, apps: APPS }, costs);
      const busy = (8 * outcome.postgresBusy).toFixed(1);
      return [
        whole(perSecond),
        whole(nodes),
        outcome.chargesPerTurn.toFixed(1),
        busy,
        ms(outcome.p50Ms),
        ms(outcome.p99Ms),
      ];
    }),
  );
}

/** How far one Postgres goes. */
export function edgesTable(figures: Figures, postgresCores: readonly number[] = POSTGRES_CORES): string {
  const costs = costsOf(figures);
  return table(
    ["processors of Postgres", "answers a second, 1,000 apps", "nodes", "Postgres busy", "answers a second, one app"],
    postgresCores.map((cores) => {
      const many = edgeOf(cores, APPS, costs);
      const one = edgeOf(cores, 1, costs);
      const { postgresBusy } = outcomeOf({ perSecond: many, postgresCores: cores, apps: APPS }, costs);
      return [whole(cores), whole(many), whole(nodesFor(many, cores, costs)), percent(postgresBusy), whole(one)];
    }),
  );
}

/** What kept answers take, with ten nodes. */
export function entriesTable(figures: Figures): string {
  return table(
    [
      "answers kept",
      "on Postgres's disk",
      "of that indexes",
      "in memory of 512 MiB",
      "the same, sticky",
      "of 32 GiB, sticky",
    ],
    ENTRIES.map((entries) => {
      const small = kept(entries, figures, NODES_WITH_ENTRIES, NODE_BYTES);
      const large = kept(entries, figures, NODES_WITH_ENTRIES, LARGE_NODE_BYTES);
      const shares = [small.onOneNodeShare, small.onAllNodesShare, large.onAllNodesShare];
      return [whole(entries), gigabytes(small.diskBytes), gigabytes(small.indexBytes), ...shares.map(percent)];
    }),
  );
}

/** By their names in `docs/explanation/pictures`. */
export function pictures(figures: Figures): Readonly<Record<string, string>> {
  const costs = costsOf(figures);
  const outcomes = RATES.map((perSecond) => ({
    perSecond,
    byCores: POSTGRES_CORES.map((postgresCores) => outcomeOf({ perSecond, postgresCores, apps: APPS }, costs)),
  }));
  const eight = POSTGRES_CORES.indexOf(8);
  const work = chartSvg({
    title: "Processors that are busy",
    xTitle: "answers from memory a second",
    xTicks: [100, 1_000, 10_000, 100_000],
    yTicks: [0.01, 0.1, 1, 10, 100],
    lines: [
      {
        name: "of all nodes",
        points: outcomes.map(({ perSecond }) => [perSecond, (perSecond * costs.nodeUs) / 1e6]),
      },
      {
        name: "of Postgres",
        points: outcomes.map(({ perSecond, byCores }) => [perSecond, 8 * (byCores[eight] as Outcome).postgresBusy]),
      },
    ],
  });
  const waits = chartSvg({
    title: "99th percentile of an answer from memory, milliseconds",
    xTitle: "answers from memory a second",
    xTicks: [100, 1_000, 10_000, 100_000],
    yTicks: [1, 10, 100, 1_000],
    lines: POSTGRES_CORES.map((cores, index) => ({
      name: `Postgres with ${cores}`,
      points: outcomes.map(({ perSecond, byCores }) => [perSecond, Math.min(1e9, (byCores[index] as Outcome).p99Ms)]),
    })),
  });
  return { "scale-work.svg": work, "scale-waits.svg": waits };
}

interface Load {
  readonly perSecond: number;
  readonly postgresCores: number;
  readonly apps: number;
}

function outcomeOf({ perSecond, postgresCores, apps }: Load, costs: Costs): Outcome {
  const assumed: Assumed = { ...MACHINES, nodes: nodesFor(perSecond, postgresCores, costs), postgresCores, apps };
  const seconds = Math.max(SECONDS_MIN, REQUESTS / perSecond);
  return simulated(assumed, costs, { perSecond, seconds, seed: SEED });
}

/** As many as Postgres has processors at least: a node has one turn under way, which is one process there. */
function nodesFor(perSecond: number, postgresCores: number, { nodeUs }: Costs): number {
  return Math.max(postgresCores, Math.ceil((perSecond * nodeUs) / 1e6 / NODE_BUSY));
}

/** The highest rate of those tried at which answers come in time. */
function edgeOf(postgresCores: number, apps: number, costs: Costs): number {
  let edge = RATES[0] as number;
  for (;;) {
    const perSecond = round(edge * STEP);
    if (outcomeOf({ perSecond, postgresCores, apps }, costs).p99Ms > P99_MS_MAX) return edge;
    edge = perSecond;
  }
}

/** To two digits. */
function round(value: number): number {
  return Number(value.toPrecision(2));
}

/** In Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "--:")), ...rows.map(line)].join("\n");
}

function whole(value: number): string {
  return value.toLocaleString("en");
}

function ms(value: number): string {
  return value > P99_MS_MAX ? `over ${P99_MS_MAX} ms` : `${value.toFixed(1)} ms`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toLocaleString("en", { maximumSignificantDigits: 2 })} GB`;
}
