import { ApiTimeoutError } from "./errors.ts";

/** Ends one attempt when its caller aborts or its time is over. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timeoutMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** @param caller the signal of whoever made the call. */
  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#caller = caller;
    if (caller?.aborted) this.#onAbort();
    else caller?.addEventListener("abort", this.#onAbort, { once: true });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The time begins anew. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, this.#timeoutMs);
  }

  /** The time stands still until `restart`. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Nothing is waited for any more, and what is under way ends. */
  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#onAbort);
    this.#controller.abort();
  }

  /** What a failure under this deadline of the call to `where` really is: the caller's reason, a time-out, or itself. */
  reasonFor(failure: unknown, where: string): unknown {
    if (this.#caller?.aborted) return this.#caller.reason;
    return this.#isOver ? new ApiTimeoutError(`${where}: no answer within ${this.#timeoutMs} ms`, false) : failure;
  }

  readonly #onAbort = () => this.#controller.abort(this.#caller?.reason);
}
