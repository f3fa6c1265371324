/** What became of the questions to one model server, for its owner to see. Nothing of the questions is kept. */
export class ServerHistory {
  readonly #monotonicMs: () => number;
  #answeredAtMs: number | null = null;
  #isFailing = false;
  #failed: { readonly atMs: number; readonly words: string } | null = null;
  #leftAloneSinceMs: number | null = null;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  answered(): void {
    this.#answeredAtMs = this.#monotonicMs();
    this.#isFailing = false;
  }

  /** @param words as the log has them. */
  failed(words: string): void {
    this.#failed = { atMs: this.#monotonicMs(), words };
    this.#isFailing = true;
  }

  breakerChanged(state: "closed" | "open"): void {
    this.#leftAloneSinceMs = state === "open" ? this.#monotonicMs() : null;
  }

  /** How it stands, each moment as milliseconds of the monotonic clock; null for what has not been. */
  get standing(): ServerStanding {
    const [answeredAtMs, leftAloneSinceMs] = [this.#answeredAtMs, this.#leftAloneSinceMs];
    return { answeredAtMs, isFailing: this.#isFailing, failed: this.#failed, leftAloneSinceMs };
  }
}

export interface ServerStanding {
  /** The last time that it answered. */
  readonly answeredAtMs: number | null;
  /** Whether the last call failed. */
  readonly isFailing: boolean;
  /** The last time that one did. */
  readonly failed: { readonly atMs: number; readonly words: string } | null;
  /** Since when it is asked only now and then, because it failed too often. */
  readonly leftAloneSinceMs: number | null;
}
