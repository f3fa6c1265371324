/** What comes of work in steps, all of them taken one behind the other. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Work that is done already, as work in steps. */
// biome-ignore lint/correctness/useYield: no step is left.
export function* done<Result>(result: Result): Generator<void, Result> {
  return result;
}
