import type { Clock } from "./ports/clock.ts";

/** For so long after its last request an app counts as one that may ask again any moment. */
const LATELY_MS = 1_000;

/** Who asked lately: whoever works long for one app looks whether there is another one that would have to wait. */
export class AskedLately {
  readonly #clock: Pick<Clock, "monotonicMs">;
  /** The app that asked last, and when another one did: on the clock. */
  #lastApp: string | null = null;
  #lastMs = Number.NEGATIVE_INFINITY;
  #otherMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** The app asks now. */
  asked(app: string): void {
    if (this.#lastApp !== app) this.#otherMs = this.#lastMs;
    this.#lastApp = app;
    this.#lastMs = this.#clock.monotonicMs();
  }

  /** Whether any app but this one asked in the last second. */
  othersThan(app: string): boolean {
    const othersMs = this.#lastApp === app ? this.#otherMs : this.#lastMs;
    return this.#clock.monotonicMs() - othersMs < LATELY_MS;
  }
}
