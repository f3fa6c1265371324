/** What comes of work in steps, all of them taken one behind the other. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
