import { AppError } from "../errors.ts";
import { growingCache } from "../growing-cache.ts";
import type { Clock } from "../ports/clock.ts";
import { NOBODY, type Observer } from "../ports/observer.ts";
import type { AppId } from "../tenant.ts";

/** Who is counted: an app, or a client address where there is no app yet. */
export type Subject = AppId | `address:${string}`;

const MINUTE_MS = 60_000;
/** Whoever wasted nothing for longest is forgotten first, in their favour. About 100 bytes each. */
const SUBJECTS_MAX = 50_000;

interface Wasted {
  /** Milliseconds of work, as of `atMs`. */
  readonly ms: number;
  /** On the monotonic clock. */
  readonly atMs: number;
}

export interface FailedWorkOptions {
  /** What may be wasted in a minute, in milliseconds of work; 0: nothing is counted. */
  readonly msPerMinute: number;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly observer?: Observer;
}

/**
 * Work on requests that were charged nothing: only success is, so without this a request that is made to fail late would
 * cost its sender nothing. A bucket for each that drains by `msPerMinute` in a minute; while it holds more than that, the
 * next requests are refused. In memory, and of this process alone: a restart forgives.
 */
export class FailedWork {
  readonly #options: Required<FailedWorkOptions>;
  readonly #wasted = growingCache<Subject, Wasted>(SUBJECTS_MAX);

  constructor(options: FailedWorkOptions) {
    this.#options = { observer: NOBODY, ...options };
  }

  /** Adds what a failed request took. */
  add(subject: Subject, ms: number): void {
    const { msPerMinute, clock, observer } = this.#options;
    if (ms <= 0) return;
    observer.workWasted(kindOf(subject), ms);
    if (msPerMinute > 0) this.#wasted.set(subject, { ms: this.#left(subject) + ms, atMs: clock.monotonicMs() });
  }

  /** Whether `check` would throw. */
  isOver(subject: Subject): boolean {
    return this.#overMs(subject) > 0;
  }

  /** Throws `too_many_requests` when the subject has wasted too much; the time to wait is that until it has not. */
  check(subject: Subject): void {
    const { msPerMinute, observer } = this.#options;
    const overMs = this.#overMs(subject);
    if (overMs <= 0) return;
    observer.wasteRefused(kindOf(subject));
    const retryAfterSeconds = Math.max(1, Math.ceil((overMs * MINUTE_MS) / msPerMinute / 1_000));
    throw new AppError(
      "too_many_requests",
      `too much work went into requests that failed, more than ${msPerMinute} ms in a minute: ` +
        `mend them, and try again in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    );
  }

  #overMs(subject: Subject): number {
    return this.#left(subject) - this.#options.msPerMinute;
  }

  /** What has not drained yet, in milliseconds of work; 0 where nothing is counted. */
  #left(subject: Subject): number {
    const wasted = this.#wasted.get(subject);
    if (!wasted) return 0;
    const { msPerMinute, clock } = this.#options;
    return Math.max(0, wasted.ms - ((clock.monotonicMs() - wasted.atMs) * msPerMinute) / MINUTE_MS);
  }
}

function kindOf(subject: Subject): "address" | "app" {
  return subject.startsWith("address:") ? "address" : "app";
}
