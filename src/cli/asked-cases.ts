/** Cases, asked of a set by whoever does an operator's commands. */
import type { WrittenCase } from "#core/examination/case-file.ts";
import { inSteps } from "#core/examination/case-steps.ts";
import { isOutcome, type Outcome } from "#core/examination/outcome.ts";
import { COMPARED_PER_PASS } from "#core/examination/proposals.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "#core/json.ts";
import { Failure } from "./command.ts";
import type { OperatorAccess } from "./operator-access.ts";

/** Cases of one command. Their JSON is far from what the control socket takes. */
const STEP = { casesMax: 500, charactersMax: 4_000_000, monotonicMs: () => performance.now() };

type Say = (done: number, of: number) => void;

/** What came of a test, and under which id the history has it. */
export interface AskedCases {
  readonly outcomes: readonly Outcome[];
  readonly runId: string;
}

/** Some at a time, so that it is seen how far it is, and no message is too large. The test is in the history then. */
export async function outcomesOf(
  access: OperatorAccess,
  target: JsonObject,
  cases: readonly WrittenCase[],
  say: Say,
): Promise<AskedCases> {
  const outcomes: Outcome[] = [];
  const { app_id, sets, kind, backend } = target;
  const opened = await access.run("test.open", { app_id, sets, kind, backend, cases: cases.length });
  const open_run = isJsonObject(opened) ? opened.open_run : null;
  await inSteps(cases, STEP, say, async (step, from) => {
    outcomes.push(...(await examined(access, { ...target, open_run, from }, step)));
  });
  const run = await access.run("test.close", { app_id, open_run });
  if (!isJsonObject(run) || !isText(run.run_id ?? null)) throw anotherVersion();
  return { outcomes, runId: String(run.run_id) };
}

/** The same of two targets, which are asked the same sentences in turns: what the first had embedded is there for the second. */
export async function outcomesOfBoth(
  access: OperatorAccess,
  targets: readonly [JsonObject, JsonObject],
  cases: readonly WrittenCase[],
  say: Say,
): Promise<readonly [readonly Outcome[], readonly Outcome[]]> {
  const [one, other]: [Outcome[], Outcome[]] = [[], []];
  // Of one moment: "tomorrow" is no change.
  const compared = { compared: Date.now() };
  await inSteps(cases, { ...STEP, casesMax: COMPARED_PER_PASS }, say, async (step) => {
    one.push(...(await examined(access, { ...targets[0], ...compared }, step)));
    other.push(...(await examined(access, { ...targets[1], ...compared }, step)));
  });
  return [one, other];
}

async function examined(
  access: OperatorAccess,
  target: JsonObject,
  step: readonly JsonObject[],
): Promise<readonly Outcome[]> {
  const result = await access.run("examine", { ...target, cases: step });
  const some = isJsonObject(result) && isListOf(result.outcomes, isOutcome) ? result.outcomes : [];
  if (some.length === step.length) return some;
  throw anotherVersion();
}

/** What the sets were taught, which is right for them. */
export async function taughtCases(access: OperatorAccess, target: JsonObject): Promise<readonly WrittenCase[]> {
  const { app_id, sets, kind } = target;
  const result = await access.run("test.cases", { app_id, sets, kind });
  if (isJsonObject(result) && isListOf(result.cases, isWrittenCase)) return result.cases;
  throw anotherVersion();
}

function isWrittenCase(value: JsonValue): value is { readonly json: JsonObject; readonly place: string } {
  return isJsonObject(value) && isJsonObject(value.json) && isText(value.place ?? null);
}

function anotherVersion(): Failure {
  return new Failure("the running server did not answer as one of this version does");
}
