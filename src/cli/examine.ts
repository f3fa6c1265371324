import { resolve } from "node:path";
import { loadConfig, readTrustedFile } from "#config";
import { casesIn, type WrittenCase } from "#core/examination/case-file.ts";
import { checkFitting } from "#core/examination/examiner.ts";
import { comparisonJson, reportJson } from "#core/examination/report-json.ts";
import { testCaseIn } from "#core/examination/test-case.ts";
import { comparisonOf, type Report, reportOf } from "#core/examination/test-report.ts";
import type { JsonObject } from "#core/json.ts";
import { outcomesOf, taughtCases } from "./asked-cases.ts";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { nameOf, readText, refuseUnwritable, replaceFile, writeNewFile } from "./exchange-file.ts";
import { withSetsMeant } from "./meant-sets.ts";
import { refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { countsOn } from "./progress.ts";
import { junitOf } from "./report-junit.ts";
import { reportPage } from "./report-page.ts";
import { comparisonText, percent, reportText } from "./report-text.ts";
import { shareIn } from "./shares.ts";
import type { Terminal } from "./terminal.ts";
import { testHistory } from "./test-history.ts";
import { backendsIn, setsOfKind, type TestedSets, targetIn } from "./tested-sets.ts";
import type { Gate, Tested, Told } from "./told-test.ts";

/**
 * How often a set is right: `test SET [CASES] --app ID`, with the bars and the files that the table of commands names; with `--history` how
 * often it was.
 */
export const examine: Run = async (invocation, terminal) => {
  const { operands, options, switches, json } = invocation;
  if (switches.has("history")) return testHistory(invocation, terminal);
  const bars = barsIn(invocation);
  const named = targetIn(invocation);
  const backends = backendsIn(invocation, 2);
  const files = [options.html, options.junit].flatMap((file) => file ?? []);
  if (new Set(files.map((file) => resolve(file))).size < files.length) {
    throw misused("--html and --junit name the same file, and are two", { see: invocation.command.name });
  }
  for (const file of files) refuseUnwritable(file, switches.has("force"));
  const { config } = loadConfig({
    flags: { data: options.data, config: options.config },
    // Models are asked as it says, which may be to start a program or to send a key.
    readFile: readTrustedFile,
  });
  refuseMissingFolder(config.dataDir);
  const file = operands.CASES ?? null;
  const text = file === null ? null : await readText(file);
  const access = new OperatorAccess(config, terminal, { asksModels: true });
  const tested: Tested[] = [];
  let cases: readonly WrittenCase[];
  try {
    const target = await withSetsMeant(access, named, terminal);
    const read = text === null ? null : casesOfFile(nameOf(file ?? ""), text, target);
    for (const note of read?.notes ?? []) terminal.err(`${note}\n`);
    cases = read?.cases ?? (await someTaughtCases(access, target));
    if (file === null) terminal.err(TAUGHT_ALONE);
    const sets = await setsIn(access, target, cases, file, terminal);
    // What was taught of a tool that is gone is a miss, and no mistake in a file.
    const lenient = file === null ? { lenient: true } : {};
    for (const backend of backends.length === 0 ? [null] : backends) {
      const say = countsOn(terminal, backend === null ? "tested" : `tested with ${backend}`);
      const { kind, signatures } = sets;
      const asked = await outcomesOf(access, { ...target, kind, backend, ...lenient }, cases, say);
      tested.push({ report: reportOf({ kind, signatures, backend }, asked.outcomes), ...asked });
    }
  } finally {
    await access.close();
  }
  const places = cases.map(({ place }) => place);
  const gates = tested.flatMap(({ report }) => gatesOf(report, bars));
  const [first, second] = tested;
  const comparison = first && second ? comparisonOf(first.outcomes, second.outcomes) : null;
  const told = { tested, comparison, gates, places };
  write(options.html, () => reportPage(told), switches.has("force"), terminal);
  write(options.junit, () => junitOf(told), switches.has("force"), terminal);
  terminal.out(json ? `${JSON.stringify(jsonOf(told))}\n` : textOf(told, terminal));
  return gates.every(({ ok }) => ok) ? 0 : 1;
};

/** Whoever sees 100 % there is not to think that the set is as good. */
const TAUGHT_ALONE =
  "These are the sentences that the set was taught, and it is to answer them so: cases in a file say how it does with others.\n";

async function someTaughtCases(access: OperatorAccess, target: JsonObject): Promise<readonly WrittenCase[]> {
  const cases = await taughtCases(access, target);
  if (cases.length > 0) return cases;
  throw new Failure("the set was taught no cases: name a file of them as CASES, or teach it some");
}

function casesOfFile(file: string, text: string, { sets }: JsonObject): ReturnType<typeof casesIn> {
  const signatures = (Array.isArray(sets) ? sets : []).map(String);
  try {
    return casesIn(text, signatures);
  } catch (failure) {
    throw new Failure(`${file}: ${failure instanceof Error ? failure.message : failure}`, failure);
  }
}

async function setsIn(
  access: OperatorAccess,
  target: JsonObject,
  written: readonly WrittenCase[],
  file: string | null,
  terminal: Terminal,
): Promise<TestedSets> {
  const read = written.map(({ json, place }) => testCaseIn(json, () => place));
  const kind = read[0]?.kind === "labels" ? "classification_set" : "toolset";
  const sets = await setsOfKind(access, target, kind, terminal);
  if (file !== null) checkFitting(read, sets, (index) => () => `${nameOf(file)}, ${written[index]?.place}`);
  return sets;
}

interface Bars {
  /** 0–1; null where none was named. */
  readonly minAccuracy: number | null;
  readonly maxWrong: number | null;
}

function barsIn(invocation: Invocation): Bars {
  return { minAccuracy: shareIn(invocation, "min-accuracy"), maxWrong: shareIn(invocation, "max-wrong") };
}

/** The share itself is held against a bar, not its interval: whoever wants to be sure sets it higher, or writes more cases. */
function gatesOf(report: Report, { minAccuracy, maxWrong }: Bars): readonly Gate[] {
  const { backend } = report;
  const of = backend === null ? "" : `${backend}: `;
  const gates: Gate[] = [];
  if (minAccuracy !== null) {
    const { share } = report.accuracy;
    const ok = share >= minAccuracy;
    const says = `${of}${percent(share)} are right, and ${percent(minAccuracy)} have to be`;
    gates.push({ gate: "min_accuracy", backend, says, ok });
  }
  if (maxWrong !== null) {
    const { share } = report.wrong;
    const ok = share <= maxWrong;
    const says = `${of}${percent(share)} are wrongly carried out, and ${percent(maxWrong)} may be`;
    gates.push({ gate: "max_wrong", backend, says, ok });
  }
  const { failed } = report.verdicts;
  if (failed > 0) gates.push({ gate: "all_answered", backend, says: `${of}${failed} got no answer`, ok: false });
  return gates;
}

function write(file: string | undefined, make: () => string, replaces: boolean, terminal: Terminal): void {
  if (file === undefined) return;
  if (replaces) replaceFile(file, make());
  else writeNewFile(file, make());
  terminal.err(`Written to ${file}.\n`);
}

function jsonOf({ tested, comparison, gates, places }: Told): object {
  const [first, second] = tested.map(({ report }) => report.backend ?? "");
  return {
    ok: gates.every(({ ok }) => ok),
    gates,
    reports: tested.map(({ report, runId }) => ({ run_id: runId, ...reportJson(report, places) })),
    comparison: comparison && comparisonJson(comparison, [first ?? "", second ?? ""]),
  };
}

function textOf({ tested, comparison, gates, places }: Told, terminal: Terminal): string {
  const reports = tested.map(({ report }) => reportText(report, places, terminal.columns));
  const compared = comparison
    ? [
        comparisonText(
          comparison,
          tested.map(({ report }) => report),
          places,
        ),
      ]
    : [];
  const bars = gates.map(({ ok, says }) => `${ok ? "met" : "MISSED"}: ${says}\n`).join("");
  return [...reports, ...compared, ...(bars === "" ? [] : [bars])].join("\n");
}
