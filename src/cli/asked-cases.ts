/** Cases, asked of a set by whoever does an operator's commands. */
import type { WrittenCase } from "#core/examination/case-file.ts";
import { isOutcome, type Outcome } from "#core/examination/outcome.ts";
import { COMPARED_PER_PASS } from "#core/examination/proposals.ts";
import { isJsonObject, isListOf, type JsonObject } from "#core/json.ts";
import { Failure } from "./command.ts";
import type { OperatorAccess } from "./operator-access.ts";

/** Cases that one command carries: as many as take about so long, so that it is seen how far it is. */
const STEP_MS = 1_000;
const STEP_CASES_MAX = 500;
/** Of the JSON of the cases of one command, far from what the control socket takes. */
const STEP_CHARACTERS_MAX = 4_000_000;

type Say = (done: number, of: number) => void;

/** Some at a time, so that it is seen how far it is, and no message is too large. */
export async function outcomesOf(
  access: OperatorAccess,
  target: JsonObject,
  cases: readonly WrittenCase[],
  say: Say,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  await inSteps(cases, STEP_CASES_MAX, say, async (step) => {
    outcomes.push(...(await examined(access, target, step)));
  });
  return outcomes;
}

/** The same of two targets, which are asked the same sentences in turns: what the first had embedded is there for the second. */
export async function outcomesOfBoth(
  access: OperatorAccess,
  targets: readonly [JsonObject, JsonObject],
  cases: readonly WrittenCase[],
  say: Say,
): Promise<readonly [readonly Outcome[], readonly Outcome[]]> {
  const [one, other]: [Outcome[], Outcome[]] = [[], []];
  await inSteps(cases, COMPARED_PER_PASS, say, async (step) => {
    one.push(...(await examined(access, { ...targets[0], compared: true }, step)));
    other.push(...(await examined(access, { ...targets[1], compared: true }, step)));
  });
  return [one, other];
}

async function inSteps(
  cases: readonly WrittenCase[],
  stepMax: number,
  say: Say,
  work: (step: readonly JsonObject[]) => Promise<void>,
): Promise<void> {
  let count = 1;
  for (let done = 0; done < cases.length; ) {
    const step = stepOf(cases, done, count);
    const startedMs = performance.now();
    await work(step);
    const tookMs = performance.now() - startedMs;
    count = Math.max(1, Math.min(stepMax, 2 * count, Math.floor((count * STEP_MS) / tookMs)));
    done += step.length;
    say(done, cases.length);
  }
}

async function examined(
  access: OperatorAccess,
  target: JsonObject,
  step: readonly JsonObject[],
): Promise<readonly Outcome[]> {
  const result = await access.run("examine", { ...target, cases: step });
  const some = isJsonObject(result) && isListOf(result.outcomes, isOutcome) ? result.outcomes : [];
  if (some.length === step.length) return some;
  throw new Failure("the running server did not answer as one of this version does");
}

function stepOf(cases: readonly WrittenCase[], from: number, count: number): readonly JsonObject[] {
  const step: JsonObject[] = [];
  let characters = 0;
  for (const { json } of cases.slice(from, from + count)) {
    characters += JSON.stringify(json).length;
    if (step.length > 0 && characters > STEP_CHARACTERS_MAX) break;
    step.push(json);
  }
  return step;
}
