/** What `docs/measurements/cluster-cost.md` and `docs/explanation/scale.md` show of nodes that were measured. */
import type { Costs } from "../../scale/costs.ts";
import { chartSvg } from "../../scale/picture.ts";
import { table } from "../../scale/tables.ts";
import type { NodesFigures, NodesRow, Placing } from "./figures.ts";
import { postgresUs, predicted } from "./predicted.ts";

/** Of a Postgres of its own; Valkey and a node are one thread each. */
const POSTGRES_PROCESSORS = 8;
/** In any currency. */
const PROCESSOR_HOUR_PRICE = 0.05;
const SECONDS_OF_HOUR = 3_600;

export const NODES_PICTURE = "docs/explanation/pictures/scale-nodes.svg";

const MODELS: Readonly<Record<NodesRow["model"], string>> = { embedded: "embedded", served: "a server's" };
const PLACES: Readonly<Record<Placing, string>> = {
  one: "one node on the first processor, all else on the second",
  "two on one": "two nodes on the first processor, all else on the second",
  two: "a node on each processor, all else on both",
};

/** Of one, two and three nodes. */
export function nodesTable({ rows }: Pick<NodesFigures, "rows">): string {
  return table(
    [
      "asked",
      "model",
      "nodes",
      "answers a second",
      "each node, µs",
      "Postgres, µs",
      "Valkey, µs",
      "both of the nodes",
      "answers in a turn",
      "full first",
      "a million answers",
      "processors of others",
    ],
    rows.map((row) => [
      row.asks === "again" ? "the same again" : "something new",
      MODELS[row.model],
      `${row.nodes}`,
      rate(row.per_second),
      row.node_cpu_us.map(micros).join(", "),
      micros(row.postgres_cpu_us),
      micros(row.valkey_cpu_us),
      `${share(row.engines_to_node)} (${share(row.engines_to_node_from)} to ${share(row.engines_to_node_to)})`,
      inTurn(row),
      fullFirst(row),
      `${whole(processorSeconds(row))} s, ${priceOf(row)}`,
      row.processors_of_others.toFixed(2),
    ]),
  );
}

/** Beside what the sum says of them. */
export function placedTable({ placed, apps }: NodesFigures, costs: Costs): string {
  return table(
    [
      "where",
      "answers a second",
      "the sum",
      "for a second on a processor",
      "the sum",
      "each node, µs",
      "the sum",
      "Postgres, µs",
      "the sum",
      "client, µs",
      "answers in a turn",
      "processors of others",
    ],
    placed.map((row) => {
      const sum = predicted(costs, row, apps);
      return [
        PLACES[row.placing],
        `${rate(row.per_second)} (${rate(row.per_second_from)} to ${rate(row.per_second_to)})`,
        rate(sum.perSecond),
        rate(row.per_second / row.processors),
        rate(sum.perProcessorSecond),
        row.node_cpu_us.map(micros).join(", "),
        micros(costs.nodeUs),
        micros(row.postgres_cpu_us),
        micros(postgresUs(costs, row.charges_per_turn, apps)),
        micros(row.client_cpu_us),
        inTurn(row),
        row.processors_of_others.toFixed(2),
      ];
    }),
  );
}

/** Answers from memory by nodes: what each would do on a processor of its own, and what two processors do for all. */
export function nodesPicture({ rows, placed, apps }: NodesFigures, costs: Costs): string {
  const again = rows.filter(({ asks, model }) => asks === "again" && model === "embedded");
  const most = Math.max(2, ...again.map(({ nodes }) => nodes));
  const own = Array.from({ length: most }, (_, at): readonly [number, number] => [
    at + 1,
    ((at + 1) * 1e6) / costs.nodeUs,
  ]);
  const shared = again.map(({ nodes, client_cpu_us: client, valkey_cpu_us: valkey, charges_per_turn: charges }) => {
    const us = costs.nodeUs + postgresUs(costs, charges, apps) + client + valkey;
    // A node does one thing at a time, so one alone leaves the second processor to the others.
    return [nodes, Math.min((nodes * 1e6) / costs.nodeUs, 2e6 / us)] as const;
  });
  const apart = placed.filter(({ placing }) => placing !== "two on one");
  return chartSvg({
    title: "Answers from memory a second, by processors",
    xTitle: "nodes",
    xTicks: own.map(([nodes]) => nodes),
    yTicks: [1_000, 10_000, 100_000],
    lines: [
      { name: "one each, the sum", points: own },
      { name: "two for all, the sum", points: shared },
      { name: "two for all, seen", points: again.map(({ nodes, per_second: perSecond }) => [nodes, perSecond]) },
      {
        name: "placed, seen",
        points: apart.map(({ placing, per_second: perSecond }) => [placing === "two" ? 2 : 1, perSecond]),
      },
    ],
  });
}

/** Seconds on a processor for a million answers, of nodes, Postgres and Valkey. */
function processorSeconds({
  node_cpu_us: ofNodes,
  postgres_cpu_us: postgres,
  valkey_cpu_us: valkey,
}: NodesRow): number {
  return meanOf(ofNodes) + postgres + valkey;
}

function priceOf(row: NodesRow): string {
  return ((processorSeconds(row) * PROCESSOR_HOUR_PRICE) / SECONDS_OF_HOUR).toPrecision(2);
}

/** With more of such nodes, each on a processor of its own, and Postgres with so many: whose processors are full first, and from how many nodes on. */
function fullFirst({ node_cpu_us: ofNodes, postgres_cpu_us: postgres, valkey_cpu_us: valkey }: NodesRow): string {
  const node = meanOf(ofNodes);
  const ofPostgres = Math.ceil((node * POSTGRES_PROCESSORS) / postgres);
  const ofValkey = Math.ceil(node / valkey);
  return ofValkey < ofPostgres ? `nodes; Valkey from ${ofValkey}` : `nodes; Postgres from ${ofPostgres}`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What a model answers is reserved in one and charged in another. */
function inTurn({ charges_per_turn: charges }: Pick<NodesRow, "charges_per_turn">): string {
  return charges.toFixed(charges < 10 ? 1 : 0);
}

function micros(value: number): string {
  return value >= 100 ? whole(value) : value.toFixed(1);
}

function rate(value: number): string {
  return value >= 100 ? whole(value) : value.toFixed(1);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function share(value: number): string {
  return value.toFixed(2);
}
