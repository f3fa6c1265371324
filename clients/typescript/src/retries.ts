/** When a call that failed is made again, by the contract's rules, and after how long. */
import type { Clock } from "./clock.ts";
import { ApiConnectionError, ApiError } from "./errors.ts";

/** As the contract has it (section 7, rule 3). */
const PASSING_STATUSES: readonly number[] = [429, 500, 502, 503];
/** A proxy waited for the server in vain. */
const GATEWAY_TIMEOUT = 504;
const FIRST_WAIT_MS = 500;
const WAIT_MS_MAX = 8_000;
/** The longest that the server's `Retry-After` is waited for: its windows are minutes. What asks for more is thrown at once. */
export const RETRY_AFTER_SECONDS_MAX = 60;

/** The attempts at one call. */
export class Attempts {
  readonly #clock: Clock;
  readonly #isRepeatable: boolean;
  readonly #retriesMax: number;
  #made = 0;

  /** @param isRepeatable whether doing the call twice does and costs no more than once. */
  constructor(clock: Clock, isRepeatable: boolean, retriesMax: number) {
    this.#clock = clock;
    this.#isRepeatable = isRepeatable;
    this.#retriesMax = retriesMax;
  }

  /** Milliseconds to wait before the next attempt. Throws the failure where there is to be none. */
  waitMsAfter(failure: unknown): number {
    const asked = failure instanceof ApiError ? (failure.retryAfterSeconds ?? 0) : 0;
    if (this.#made >= this.#retriesMax || asked > RETRY_AFTER_SECONDS_MAX || !this.#mayPass(failure)) throw failure;
    const backoffMs = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** this.#made);
    this.#made += 1;
    // Spread, so that all who were refused together do not come back together.
    const spreadMs = backoffMs * (0.5 + this.#clock.random() / 2);
    return asked > 0 ? asked * 1_000 + this.#clock.random() * FIRST_WAIT_MS : spreadMs;
  }

  /** A call that may have been done, and charged, is made again only where that does no harm. */
  #mayPass(failure: unknown): boolean {
    if (failure instanceof ApiConnectionError) return this.#isRepeatable || failure.wasNeverSent;
    if (!(failure instanceof ApiError)) return false;
    const isPassing = PASSING_STATUSES.includes(failure.status);
    return this.#isRepeatable ? isPassing || failure.status === GATEWAY_TIMEOUT : isPassing && failure.isOfServer;
  }
}
