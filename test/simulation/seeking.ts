/** Whether runs find a bug that is planted in them: a run that ends for another reason has not. */

export interface Sought {
  readonly name: string;
  /** What is true no more. */
  readonly breaks: string;
  /** In the words of the check that is there for it. Whatever else a run ends with is no finding. */
  readonly reports: RegExp;
}

/** Of a run: how many steps it had, and what ended it; null where it found nothing wrong. */
export interface Ended {
  readonly steps: number;
  readonly violation: string | null;
}

export interface Finding {
  /** "malformed": a patch that does not fit, is no code or no SQL, or by which each run ends for a reason that is not the one that is named. */
  readonly verdict: "found" | "missed" | "malformed";
  /** Those of all runs together. */
  readonly steps: number;
  /** What the last run that did not end well ended with. */
  readonly words: string;
}

/** What says that a text is no code or no SQL, or names what there is not. */
const NO_CODE = /syntax error|SyntaxError|ReferenceError|TypeError|does not exist|\b42[67]\w{2}\b/;

/** Runs from the first on, so many at most, until one finds it. `run` rejects where it could not be run at all. */
export async function seek(
  { reports }: Sought,
  run: (nth: number) => Promise<Ended>,
  runsMax: number,
): Promise<Finding> {
  let [steps, otherwise, words] = [0, 0, ""];
  for (let nth = 0; nth < runsMax; nth += 1) {
    const ended = await run(nth).catch((failure: unknown) => ({ steps: 0, violation: null, failure }));
    if ("failure" in ended) return { verdict: "malformed", steps, words: String(ended.failure) };
    steps += ended.steps;
    const { violation } = ended;
    if (violation === null) continue;
    words = violation;
    if (reports.test(violation)) return { verdict: "found", steps, words };
    if (NO_CODE.test(violation)) return { verdict: "malformed", steps, words };
    otherwise += 1;
  }
  return { verdict: otherwise === runsMax ? "malformed" : "missed", steps, words };
}
