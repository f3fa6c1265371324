/** Many cases, asked some at a time: as many as take about so long, so that it is seen how far it is. */
import type { WrittenCase } from "./case-file.ts";

const STEP_MS = 1_000;

export interface StepBounds {
  readonly casesMax: number;
  /** Of the JSON of the cases of one step; a case that is longer is one by itself. */
  readonly charactersMax: number;
  /** Of a clock that only goes on. */
  readonly monotonicMs: () => number;
}

/**
 * Does the work of each step, one after the other. `from`: the position of its first case. `say` is told after each how many are done.
 * Rejects with what the work rejects with, and goes on no further.
 */
export async function inSteps(
  cases: readonly WrittenCase[],
  { casesMax, charactersMax, monotonicMs }: StepBounds,
  say: (done: number, of: number) => void,
  work: (step: readonly WrittenCase["json"][], from: number) => Promise<void>,
): Promise<void> {
  let count = 1;
  for (let done = 0; done < cases.length; ) {
    const step = stepOf(cases, { from: done, count, charactersMax });
    const startedMs = monotonicMs();
    await work(step, done);
    const tookMs = monotonicMs() - startedMs;
    count = Math.max(1, Math.min(casesMax, 2 * count, Math.floor((count * STEP_MS) / tookMs)));
    done += step.length;
    say(done, cases.length);
  }
}

function stepOf(
  cases: readonly WrittenCase[],
  { from, count, charactersMax }: { readonly from: number; readonly count: number; readonly charactersMax: number },
): readonly WrittenCase["json"][] {
  const step: WrittenCase["json"][] = [];
  let characters = 0;
  for (const { json } of cases.slice(from, from + count)) {
    characters += JSON.stringify(json).length;
    if (step.length > 0 && characters > charactersMax) break;
    step.push(json);
  }
  return step;
}
