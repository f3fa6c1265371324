/** Cases, asked of a set by whoever does an operator's commands. */
import type { WrittenCase } from "#core/examination/case-file.ts";
import { isOutcome, type Outcome } from "#core/examination/outcome.ts";
import { isJsonObject, isListOf, type JsonObject } from "#core/json.ts";
import { Failure } from "./command.ts";
import type { OperatorAccess } from "./operator-access.ts";

/** Cases that one command carries: as many as take about so long, so that it is seen how far it is. */
const STEP_MS = 1_000;
const STEP_CASES_MAX = 500;
/** Of the JSON of the cases of one command, far from what the control socket takes. */
const STEP_CHARACTERS_MAX = 4_000_000;

/** Some at a time, so that it is seen how far it is, and no message is too large. */
export async function outcomesOf(
  access: OperatorAccess,
  target: JsonObject,
  cases: readonly WrittenCase[],
  say: (done: number, of: number) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let count = 1;
  while (outcomes.length < cases.length) {
    const step = stepOf(cases, outcomes.length, count);
    const startedMs = performance.now();
    const result = await access.run("examine", { ...target, cases: step });
    const some = isJsonObject(result) && isListOf(result.outcomes, isOutcome) ? result.outcomes : [];
    if (some.length !== step.length) throw new Failure("the running server did not answer as one of this version does");
    outcomes.push(...some);
    const tookMs = performance.now() - startedMs;
    count = Math.max(1, Math.min(STEP_CASES_MAX, 2 * count, Math.floor((count * STEP_MS) / tookMs)));
    say(outcomes.length, cases.length);
  }
  return outcomes;
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
