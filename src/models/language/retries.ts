/** Tries again what may succeed the second time, and not so often that trying becomes the trouble. */
import { BackendFailure } from "../backend/backend-failure.ts";

export interface RetryOptions {
  readonly monotonicMs: () => number;
  /** Rejects with the signal's reason when that is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0–1. */
  readonly random: () => number;
}

/** Of the traffic, what may be tried again. */
const BUDGET_SHARE = 0.1;
/** Retries that may be saved up: a short outage after a long calm. */
const BUDGET_MAX = 10;
const TRIES_MAX = 3;
const WAIT_MS_FIRST = 200;
/** Before the deadline this much must be left for the answer, or trying again is no use. */
const ANSWER_MS_MIN = 50;

export class Retries {
  readonly #options: RetryOptions;
  #budget = 1;

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** Rejects with the last failure. `deadlineMs` is on the clock of the options. */
  async run<Result>(deadlineMs: number, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    this.#budget = Math.min(this.#budget + BUDGET_SHARE, BUDGET_MAX);
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (failure) {
        const waitMs = tries < TRIES_MAX ? this.#waitMs(failure, tries) : null;
        const leftMs = deadlineMs - this.#options.monotonicMs();
        if (waitMs === null || waitMs + ANSWER_MS_MIN > leftMs || this.#budget < 1) throw failure;
        this.#budget -= 1;
        await this.#options.sleep(waitMs, signal);
      }
    }
  }

  /** Null for what would fail again. */
  #waitMs(failure: unknown, tries: number): number | null {
    if (!(failure instanceof BackendFailure) || !RETRIED.has(failure.kind)) return null;
    const waitMs = WAIT_MS_FIRST * 2 ** (tries - 1);
    const jittered = waitMs * (0.5 + this.#options.random() / 2);
    return failure.retryAfterMs === null ? jittered : failure.retryAfterMs + jittered / 4;
  }
}
const RETRIED: ReadonlySet<string> = new Set(["unreachable", "rate_limited", "overloaded"]);
