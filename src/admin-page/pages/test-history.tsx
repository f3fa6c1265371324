import { useState } from "preact/hooks";
import type { RunHeadJson } from "#core/examination/run-json.ts";
import { count, exactMoment, percent } from "../figures.ts";
import { Chart } from "../parts/chart.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { addressOf, goTo } from "../route.ts";
import { texts } from "../texts/texts.ts";

/** Of a content hash, enough to tell sets apart. */
const HASH_CHARACTERS = 8;

interface TestHistoryProps {
  /** What the address of the page names already. */
  readonly here: Readonly<Record<string, string>>;
  /** Newest first. */
  readonly runs: readonly RunHeadJson[];
  /** The id of the one that is shown. */
  readonly shown: string | null;
}

/** The tests of before: over time, each to be looked at, two to be compared. */
export function TestHistory({ here, runs, shown }: TestHistoryProps) {
  const { tests } = texts.value;
  return (
    <section aria-labelledby="history">
      <h2 id="history">{tests.history}</h2>
      {runs.length === 0 && <Empty hint={tests.noHistoryHint}>{tests.noHistory}</Empty>}
      {runs.length > 1 && <OverTime runs={runs} />}
      {runs.length > 0 && <RunTable here={here} runs={runs} shown={shown} />}
      {runs.length > 1 && <CompareForm here={here} runs={runs} />}
    </section>
  );
}

function OverTime({ runs }: Pick<TestHistoryProps, "runs">) {
  const { tests } = texts.value;
  const oldestFirst = runs.toReversed();
  return (
    <Chart
      title={tests.overTime}
      times={oldestFirst.map(({ at }) => Date.parse(at) / 1_000)}
      written={percent}
      max={1}
      series={[
        { name: tests.right, color: "--chart-1", values: oldestFirst.map(({ accuracy }) => accuracy.share) },
        { name: tests.wronglyDone, color: "--bad", values: oldestFirst.map(({ wrong }) => wrong.share) },
      ]}
    />
  );
}

function RunTable({ here, runs, shown }: TestHistoryProps) {
  const { tests } = texts.value;
  return (
    <Table
      caption={tests.history}
      rows={runs}
      keyOf={({ run_id }) => run_id}
      columns={[
        {
          title: tests.when,
          cell: ({ run_id, at }) => (
            <a href={addressOf("tests", { ...here, run: run_id })} aria-current={run_id === shown ? "true" : undefined}>
              <time dateTime={at}>{exactMoment(at)}</time>
            </a>
          ),
        },
        { title: tests.who, cell: ({ by }) => by },
        { title: tests.casesColumn, isNumber: true, cell: ({ cases }) => count(cases) },
        { title: tests.right, isNumber: true, cell: ({ accuracy }) => percent(accuracy.share) },
        { title: tests.wronglyDone, isNumber: true, cell: ({ wrong }) => percent(wrong.share) },
        { title: tests.model, cell: ({ models }) => models.join(", ") || tests.nobody },
        {
          title: tests.content,
          cell: ({ content_hashes: hashes }) => <code>{hashes.map(shortened).join(" ")}</code>,
        },
      ]}
    />
  );
}

function shortened(hash: string): string {
  return hash.replace(/^sha256:/, "").slice(0, HASH_CHARACTERS);
}

/** The two newest, unless others are chosen. */
function CompareForm({ here, runs }: Pick<TestHistoryProps, "here" | "runs">) {
  const { tests } = texts.value;
  const [before, setBefore] = useState(runs[1]?.run_id ?? "");
  const [after, setAfter] = useState(runs[0]?.run_id ?? "");
  const submit = (event: Event) => {
    event.preventDefault();
    goTo("tests", { ...here, run: after, beside: before });
  };
  const select = (label: string, value: string, choose: (id: string) => void) => (
    <label>
      {label}{" "}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {runs.map(({ run_id, at, accuracy }) => (
          <option key={run_id} value={run_id}>
            {exactMoment(at)}, {percent(accuracy.share)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form class="deeds" onSubmit={submit} aria-label={tests.compare}>
      {select(tests.before, before, setBefore)}
      {select(tests.after, after, setAfter)}
      <button type="submit" disabled={before === after}>
        {tests.compare}
      </button>
    </form>
  );
}
