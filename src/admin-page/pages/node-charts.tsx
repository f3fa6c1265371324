import type { NodesWire } from "#http/schemas/known-nodes.ts";
import { count, milliseconds } from "../figures.ts";
import { Chart } from "../parts/chart.tsx";
import { texts } from "../texts/texts.ts";

type Node = NodesWire["data"][number];
type Minute = Node["minutes"][number];

/** As many lines as there are colours. */
const COLORS = ["--chart-1", "--chart-2", "--chart-3", "--chart-4"] as const;
const MINUTE_SECONDS = 60;

/** What each running node did in the last hour, side by side. */
export function NodeCharts({ of }: { readonly of: readonly Node[] }) {
  const { nodes } = texts.value;
  const shown = busiest(of);
  const length = Math.max(...shown.map(({ minutes }) => minutes.length), 0);
  if (length === 0) return null;
  const endedAt = Math.max(...shown.map(({ heard_at }) => Date.parse(heard_at))) / 1_000;
  const times = Array.from({ length }, (_, at) => endedAt - (length - 1 - at) * MINUTE_SECONDS);
  const seriesOf = (pick: (minute: Minute) => number | null) =>
    shown.map((node, at) => {
      const known = node.minutes.map(pick);
      // Who started later has nothing to show at first.
      const before = new Array<null>(length - known.length).fill(null);
      return { name: toldApart(node, shown), color: COLORS[at] ?? COLORS[0], values: [...before, ...known] };
    });
  const isAll = shown.length === of.filter(isRunning).length;
  return (
    <section>
      <h3>{nodes.byMinute}</h3>
      <p class="hint">{isAll ? nodes.eachMinute : nodes.busiest(count(shown.length))}</p>
      <div class="charts">
        <Chart
          title={nodes.requestsChart}
          times={times}
          written={count}
          isWhole
          series={seriesOf(({ requests }) => requests)}
        />
        <Chart
          title={nodes.failedChart}
          times={times}
          written={count}
          isWhole
          series={seriesOf(({ failed }) => failed)}
        />
        <Chart
          title={nodes.latencyChart}
          times={times}
          written={milliseconds}
          series={seriesOf(({ p95_ms }) => p95_ms)}
        />
      </div>
    </section>
  );
}

function isRunning({ state }: Node): boolean {
  return state !== "gone";
}

/** Two may have the same name. */
function toldApart({ name, address }: Node, nodes: readonly Node[]): string {
  return nodes.filter((node) => node.name === name).length > 1 ? `${name} (${address})` : name;
}

/** In the order in which they are listed, so that a line keeps its colour while the same ones are busy. */
function busiest(nodes: readonly Node[]): readonly Node[] {
  const running = nodes.filter(isRunning);
  const most = running.toSorted((one, other) => hourOf(other) - hourOf(one)).slice(0, COLORS.length);
  return running.filter((node) => most.includes(node));
}

function hourOf({ minutes }: Node): number {
  return minutes.reduce((sum, { requests }) => sum + requests, 0);
}
