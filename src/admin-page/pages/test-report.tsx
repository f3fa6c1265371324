import type { CountedJson, ReportJson } from "#core/examination/report-json.ts";
import type { RunJson } from "#core/examination/run-json.ts";
import { count, milliseconds, moment, money, percent } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { PartHeading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Table } from "../parts/table.tsx";
import { Tile } from "../parts/tile.tsx";
import { command } from "../server.ts";
import { nameOf } from "../set-kind.ts";
import { texts } from "../texts/texts.ts";
import { Matrix } from "./confusion-matrix.tsx";
import { MissedCases } from "./missed-cases.tsx";
import { ReliabilityCurve } from "./reliability-curve.tsx";

/** A test that was made, as it is kept. */
export function TestRunView({ app, id }: { readonly app: string; readonly id: string }) {
  const loaded = useLoaded(() => command<RunJson>("test.show", { app_id: app, run_id: id }), [app, id]);
  return <Loading of={loaded}>{(run) => <ReportView app={app} run={run} />}</Loading>;
}

function ReportView({ app, run }: { readonly app: string; readonly run: RunJson }) {
  const { tests } = texts.value;
  const { report, at, by } = run;
  const { calibration, cases, examples, models, verdicts } = report;
  const wrong = cases - verdicts.right;
  return (
    <section class="answer" aria-labelledby="report">
      <PartHeading id="report">{tests.report(report.sets.join(", "))}</PartHeading>
      <p class="hint">
        {tests.head(count(cases), models.join(", ") || tests.nobody)} <time dateTime={at}>{moment(at)}</time> · {by}
      </p>
      <Headline report={report} />
      {examples > 0 && <p class="notice">{tests.examples(count(examples))}</p>}
      <h3>{tests.matrix}</h3>
      <Matrix names={report.scores.names} confusion={report.confusion} />
      {calibration && (
        <>
          <h3>{tests.reliability}</h3>
          <ReliabilityCurve {...calibration} />
        </>
      )}
      <h3>{report.kind === "toolset" ? tests.byTool : tests.byLabel}</h3>
      <NameTable report={report} />
      <h3>{tests.misses}</h3>
      {wrong === 0 ? (
        <p class="well">{tests.allRight}</p>
      ) : (
        <MissedCases app={app} kind={report.kind} sets={report.sets} misses={report.misses} />
      )}
      {report.misses.length < wrong && <p class="hint">{tests.notKept(count(wrong - report.misses.length))}</p>}
    </section>
  );
}

function Headline({ report }: { readonly report: ReportJson }) {
  const { tests } = texts.value;
  const { accuracy, choice, wrong, kind, scores, calibration, latency_ms: latency, cost } = report;
  const between = ({ count: counted, of, low, high }: CountedJson) =>
    tests.between(count(counted), count(of), percent(low), percent(high));
  return (
    <dl class="tiles">
      <Tile name={tests.right} hint={between(accuracy)}>
        {percent(accuracy.share)}
      </Tile>
      {kind === "toolset" && (
        <Tile name={tests.rightTool} hint={between(choice)}>
          {percent(choice.share)}
        </Tile>
      )}
      <Tile name={tests.wronglyDone} hint={between(wrong)}>
        {percent(wrong.share)}
      </Tile>
      <Tile name={tests.macroF1} hint={tests.macroHint}>
        {percent(scores.macro.f1)}
      </Tile>
      {calibration && (
        <Tile name={tests.calibrationError} hint={tests.calibrationHint}>
          {percent(calibration.error)}
        </Tile>
      )}
      {latency && (
        <Tile name={tests.latency} hint={tests.percentiles(milliseconds(latency.p95), milliseconds(latency.p99))}>
          {milliseconds(latency.p50)}
        </Tile>
      )}
      {cost && (
        <Tile name={tests.cost} hint={tests.tokens(count(cost.input_tokens), count(cost.output_tokens))}>
          {money(cost.money)}
        </Tile>
      )}
    </dl>
  );
}

/** The worst first. */
function NameTable({ report: { kind, scores } }: { readonly report: ReportJson }) {
  const { tests } = texts.value;
  const worst = scores.names.toSorted((one, other) => one.f1 - other.f1 || other.expected - one.expected);
  return (
    <Table
      caption={kind === "toolset" ? tests.byTool : tests.byLabel}
      rows={worst}
      keyOf={({ name }) => name}
      columns={[
        { title: kind === "toolset" ? tests.tool : tests.label, cell: ({ name }) => <code>{nameOf(name)}</code> },
        { title: tests.expected, isNumber: true, cell: ({ expected }) => count(expected) },
        { title: tests.came, isNumber: true, cell: ({ given }) => count(given) },
        { title: tests.precision, isNumber: true, cell: ({ precision }) => percent(precision) },
        { title: tests.recall, isNumber: true, cell: ({ recall }) => percent(recall) },
        { title: "F1", isNumber: true, cell: ({ f1 }) => percent(f1) },
      ]}
    />
  );
}
