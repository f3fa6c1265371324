/** Leaves a model server alone that fails, and looks now and then whether it is back. */
import type { Log } from "#core/log.ts";
import { BackendFailure } from "../backend/backend-failure.ts";

export interface BreakerOptions {
  readonly monotonicMs: () => number;
  /** Called with what is to be said when it opens and when it closes. */
  readonly log: Log;
  readonly changed?: (state: "closed" | "open") => void;
}

/** How one question to the server ended. `neither`: the server is not to blame, nor proved to be well. */
export type Outcome = "succeeded" | "failed" | "neither";

/** What is remembered of the past. */
const OUTCOMES_MAX = 20;
/** As few failures as these are no pattern. */
const FAILURES_MIN = 5;
const FAILED_SHARE_MIN = 0.5;
const OPEN_MS_FIRST = 1_000;
const OPEN_MS_MAX = 30_000;

/**
 * Closed, it lets everything through. When at least half of the last questions failed it opens, and everything fails at
 * once. After a while it lets one question through: if that succeeds it closes, else it stays open twice as long.
 */
export class CircuitBreaker {
  readonly #options: BreakerOptions;
  readonly #outcomes: boolean[] = [];
  #openMs = OPEN_MS_FIRST;
  /** Null while closed. */
  #openUntilMs: number | null = null;
  #isProbing = false;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  /** The one who is let through says afterwards, exactly once, how it ended. Throws `bad_gateway` while open. */
  admit(): (outcome: Outcome) => void {
    if (this.#openUntilMs === null) return (outcome) => this.#take(outcome);
    if (this.#isProbing || this.#options.monotonicMs() < this.#openUntilMs) {
      throw new BackendFailure(
        "unreachable",
        "the model server failed too often just now; it is left alone for a moment",
      );
    }
    this.#isProbing = true;
    return (outcome) => this.#takeProbe(outcome);
  }

  #take(outcome: Outcome): void {
    // What was begun before it opened says nothing new.
    if (outcome === "neither" || this.#openUntilMs !== null) return;
    this.#outcomes.push(outcome === "succeeded");
    if (this.#outcomes.length > OUTCOMES_MAX) this.#outcomes.shift();
    // Nothing opens it but a failure.
    if (outcome === "succeeded") return;
    const failures = this.#outcomes.filter((succeeded) => !succeeded).length;
    if (failures >= FAILURES_MIN && failures >= this.#outcomes.length * FAILED_SHARE_MIN) this.#open();
  }

  #takeProbe(outcome: Outcome): void {
    this.#isProbing = false;
    if (outcome === "neither") return;
    if (outcome === "failed") {
      this.#openMs = Math.min(this.#openMs * 2, OPEN_MS_MAX);
      this.#open();
      return;
    }
    this.#openUntilMs = null;
    this.#openMs = OPEN_MS_FIRST;
    this.#outcomes.length = 0;
    this.#options.changed?.("closed");
    this.#options.log("the model server answers again");
  }

  #open(): void {
    if (this.#openUntilMs === null) {
      this.#options.changed?.("open");
      this.#options.log("the model server fails: it is left alone, and tried now and then", { level: "error" });
    }
    this.#openUntilMs = this.#options.monotonicMs() + this.#openMs;
  }
}
