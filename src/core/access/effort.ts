import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../ports/clock.ts";

const ambient = new AsyncLocalStorage<Effort | null>();

/**
 * What one request, or one item of a batch, has taken of the processor: the milliseconds in which the server's own thread
 * checked, compiled or read something for it and nobody else was served, and what a model says that it spent. Waiting
 * counts nothing: a slow disk or a slow model server is nobody's fault.
 */
export class Effort {
  readonly #clock: Pick<Clock, "monotonicMs">;
  #spentMs = 0;
  #isMeasuring = false;
  #listener: ((ms: number) => void) | null = null;

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** The effort of the request that is being worked on; null outside of one. */
  static current(): Effort | null {
    return ambient.getStore() ?? null;
  }

  /**
   * Does one of the questions of a request, such as a case of a test, on an account of its own: what one question may take is counted
   * for each. All of it is the request's as well, where there is one.
   */
  static question<Result>(work: () => Result): Result {
    const request = Effort.current();
    if (request === null) return work();
    const own = new Effort(request.#clock);
    own.#listener = (ms) => request.add(ms);
    return own.run(work);
  }

  /** Does work that nobody waits for on nobody's account: whose request happened to begin it is chance. */
  static nobodys<Result>(work: () => Result): Result {
    return ambient.run(null, work);
  }

  /** Does the work, and whatever it begins, on this account. */
  run<Result>(work: () => Result): Result {
    return ambient.run(this, work);
  }

  /** Does the work and counts what it takes until it returns. What is measured inside of it is counted once. */
  measure<Result>(work: () => Result): Result {
    if (this.#isMeasuring) return work();
    const startedMs = this.#clock.monotonicMs();
    this.#isMeasuring = true;
    try {
      return work();
    } finally {
      this.#isMeasuring = false;
      this.add(this.#clock.monotonicMs() - startedMs);
    }
  }

  add(ms: number): void {
    if (this.#listener) this.#listener(ms);
    else this.#spentMs += ms;
  }

  /** `wasted` hears at once what was spent so far, and later what comes to light when nobody waits any more. */
  fail(wasted: (ms: number) => void): void {
    wasted(this.#spentMs);
    this.#spentMs = 0;
    this.#listener = wasted;
  }
}

/** Does the work on the account of the request that is being worked on, where there is one. */
export function measured<Result>(work: () => Result): Result {
  const effort = Effort.current();
  return effort ? effort.measure(work) : work();
}
