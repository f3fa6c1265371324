/** What comes of work in steps, all of them taken one behind the other. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Whether others are to have their turn, told of each piece of work how much it was: behind every `size` of it. */
export function pacedBy(size: number): (done: number) => boolean {
  let since = 0;
  return (done) => {
    since += done;
    if (since < size) return false;
    since = 0;
    return true;
  };
}

/** Work that is done already, as work in steps. */
// biome-ignore lint/correctness/useYield: no step is left.
export function* done<Result>(result: Result): Generator<void, Result> {
  return result;
}
