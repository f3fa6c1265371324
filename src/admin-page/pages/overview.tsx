import { useState } from "preact/hooks";
import type { OverviewWire } from "#http/schemas/admin-overview.ts";
import { bytes, count, duration, milliseconds, moment, money, percent } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { Chart } from "../parts/chart.tsx";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Table } from "../parts/table.tsx";
import { Tile } from "../parts/tile.tsx";
import { addressOf } from "../route.ts";
import { ask } from "../server.ts";
import { texts } from "../texts/texts.ts";
import { Nodes } from "./nodes.tsx";

/** As long as a moment of the charts is. */
const LOOK_MS = 10_000;
const SOURCES = ["exact_cache", "semantic_cache", "taught", "model"] as const;
const COLORS = ["--chart-1", "--chart-2", "--chart-3", "--chart-4"] as const;

type Figures = OverviewWire["total"];

/** What the server does, and what needs somebody. */
export function Page() {
  const { pages } = texts.value;
  const loaded = useLoaded(() => ask<OverviewWire>("GET", "/overview"), [], LOOK_MS);
  return (
    <>
      <Heading lead={loaded.value && lead(loaded.value)}>{pages.overview}</Heading>
      <Loading of={loaded}>
        {(found) => (
          <>
            <AttentionList attention={found.attention} />
            <FiguresOf found={found} />
            {isCluster(found) && <Nodes asked={found.node} />}
            <WrongHits found={found} />
          </>
        )}
      </Loading>
    </>
  );
}

/** Of one server nothing is said of nodes, unless one is gone. */
function isCluster({ nodes, attention }: OverviewWire): boolean {
  return nodes > 1 || attention.some(({ code }) => code === "node_gone");
}

function lead({ since, nodes }: OverviewWire): string {
  const { overview } = texts.value;
  return nodes > 1 ? overview.sinceOfAll(count(nodes), moment(since)) : overview.since(moment(since));
}

/** What is of the node that was asked alone: behind a balancer it is another one each time. */
function ofNode(words: string, found: OverviewWire): string {
  return isCluster(found) ? texts.value.overview.ofNode(words, found.node) : words;
}

function AttentionList({ attention }: Pick<OverviewWire, "attention">) {
  const { overview } = texts.value;
  if (attention.length === 0) return <p class="well">{overview.allWell}</p>;
  return (
    <section class="attention" aria-labelledby="attention">
      <h2 id="attention">{overview.attention}</h2>
      <ul>
        {attention.map((one) => (
          <li key={`${one.code} ${one.app} ${one.subject}`}>
            {one.app === null ? told(one) : <a href={addressOf("apps", { app: one.app })}>{told(one)}</a>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function told({ code, subject, amount }: OverviewWire["attention"][number]): string {
  const written = code === "disk_low" ? bytes : code.startsWith("app_") ? count : percent;
  return texts.value.attention[code]({ subject: subject ?? "", amount: amount === null ? "" : written(amount) });
}

function FiguresOf({ found }: { readonly found: OverviewWire }) {
  const { overview, sources } = texts.value;
  const [period, setPeriod] = useState<"last_hour" | "total">("last_hour");
  const figures = found[period];
  const asked = SOURCES.reduce((sum, source) => sum + figures.answers[source], 0);
  return (
    <section>
      <fieldset class="choice">
        <legend class="unseen">{overview.period}</legend>
        {(["last_hour", "total"] as const).map((name) => (
          <label key={name}>
            <input type="radio" name="period" checked={period === name} onChange={() => setPeriod(name)} />
            {name === "total" ? overview.total : overview.lastHour}
          </label>
        ))}
      </fieldset>
      <Tiles figures={figures} asked={asked} />
      <Live found={found} />
      <h2>{overview.sources}</h2>
      <Table
        caption={overview.sources}
        rows={SOURCES}
        keyOf={(source) => source}
        columns={[
          { title: overview.source, cell: (source) => sources[source] },
          { title: overview.count, isNumber: true, cell: (source) => count(figures.answers[source]) },
          {
            title: overview.share,
            isNumber: true,
            cell: (source) => (asked === 0 ? "–" : percent(figures.answers[source] / asked)),
          },
        ]}
      />
    </section>
  );
}

function Tiles({ figures, asked }: { readonly figures: Figures; readonly asked: number }) {
  const { overview } = texts.value;
  const { requests, refused, failed, answers, latency_ms: latency } = figures;
  const remembered = asked - answers.model;
  const hasMoney = figures.saved_money > 0 || figures.spent_money > 0;
  return (
    <dl class="tiles">
      <Tile name={overview.requests} hint={overview.refusedAndFailed(count(refused), count(failed))}>
        {count(requests)}
      </Tile>
      <Tile name={overview.fromMemory} hint={overview.ofQuestions(count(asked))}>
        {asked === 0 ? "–" : percent(remembered / asked)}
      </Tile>
      <Tile
        name={overview.latency}
        hint={
          latency ? overview.percentiles(milliseconds(latency.p95), milliseconds(latency.p99)) : overview.noQuestions
        }
      >
        {latency ? milliseconds(latency.p50) : "–"}
      </Tile>
      <Tile name={overview.saved} hint={overview.savedHint}>
        {duration(figures.saved_seconds)}
      </Tile>
      {hasMoney && (
        <Tile name={overview.money} hint={overview.spent(money(figures.spent_money))}>
          {money(figures.saved_money)}
        </Tile>
      )}
    </dl>
  );
}

function Live({ found }: { readonly found: OverviewWire }) {
  const { overview, sources } = texts.value;
  const { recent: moments } = found;
  const times = moments.map(({ at }) => Date.parse(at) / 1_000);
  const isQuiet = moments.every(({ requests }) => requests === 0);
  return (
    <section>
      <h2>{ofNode(overview.live, found)}</h2>
      <p class="hint">
        {isQuiet ? `${overview.quiet} ` : overview.perMoment}
        {isQuiet && <a href={addressOf("playground")}>{overview.quietHint}</a>}
      </p>
      <div class="charts">
        <Chart
          title={overview.requestsChart}
          times={times}
          written={count}
          isWhole
          series={[
            { name: overview.ok, color: "--chart-1", values: moments.map(served) },
            { name: overview.refused, color: "--chart-4", values: moments.map(({ refused }) => refused) },
            { name: overview.failed, color: "--bad", values: moments.map(({ failed }) => failed) },
          ]}
        />
        <Chart
          title={overview.answersChart}
          times={times}
          written={count}
          isWhole
          series={SOURCES.map((source, index) => ({
            name: sources[source],
            color: COLORS[index] ?? COLORS[0],
            values: moments.map(({ answers }) => answers[source]),
          }))}
        />
        <Chart
          title={overview.latencyChart}
          times={times}
          written={milliseconds}
          series={[
            {
              name: overview.half,
              color: "--chart-1",
              values: moments.map(({ latency_ms }) => latency_ms?.p50 ?? null),
            },
            {
              name: overview.most,
              color: "--chart-4",
              values: moments.map(({ latency_ms }) => latency_ms?.p95 ?? null),
            },
          ]}
        />
      </div>
    </section>
  );
}

function served({ requests, refused, failed }: OverviewWire["recent"][number]): number {
  return requests - refused - failed;
}

function WrongHits({ found }: { readonly found: OverviewWire }) {
  const { overview, paths } = texts.value;
  return (
    <section>
      <h2>{ofNode(overview.wrongHits, found)}</h2>
      <p class="hint">{overview.wrongHitsLead}</p>
      <Table
        caption={overview.wrongHits}
        rows={found.wrong_hits}
        keyOf={({ path }) => path}
        columns={[
          { title: overview.way, cell: ({ path }) => paths[path] },
          {
            title: overview.likely,
            isNumber: true,
            cell: ({ likely }) => (likely === null ? overview.shut : percent(likely)),
          },
          {
            title: overview.between,
            isNumber: true,
            cell: ({ between }) => (between === null ? "–" : between.map(percent).join(" – ")),
          },
        ]}
      />
    </section>
  );
}
