import { Effort } from "../../access/effort.ts";
import type { Log } from "../../log.ts";

export interface VerificationOptions {
  /** The share of answers for other words that a model is asked about, 0–1. */
  readonly share: number;
  /** A number from 0 up to 1, evenly spread. */
  readonly random: () => number;
  /** Whether there is so much to do that verifying would be felt. */
  readonly isBusy: () => boolean;
  readonly log: Log;
}

/** Questions that are asked again at the same time, all apps together. */
const CONCURRENT_MAX = 1;
/** What waits beyond this is dropped: the share is for the long run. */
const WAITING_MAX = 16;

type Work = (signal: AbortSignal) => Promise<void>;

/** Asks again, in the background, what the cache answered. Nobody waits for it and nobody pays. */
export class Verification {
  readonly #options: VerificationOptions;
  readonly #waiting: Work[] = [];
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: VerificationOptions) {
    this.#options = options;
  }

  /** Takes a share of what is offered, and drops it where there is too much to do. */
  offer(work: Work): void {
    const { share, random, isBusy } = this.#options;
    if (this.#closing.signal.aborted || random() >= share) return;
    if (this.#waiting.length >= WAITING_MAX || isBusy()) return;
    this.#waiting.push(work);
    this.#start();
  }

  /** Resolves when all that was taken is done. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Drops what waits, aborts what runs, and waits for its end. */
  async close(): Promise<void> {
    this.#waiting.length = 0;
    this.#closing.abort();
    await this.idle();
  }

  #start(): void {
    if (this.#running.size >= CONCURRENT_MAX) return;
    const work = this.#waiting.shift();
    if (!work) return;
    const { signal } = this.#closing;
    const run = Effort.nobodys(() => work(signal)).catch((failure: unknown) => {
      if (!signal.aborted) this.#options.log(`an answer was not verified: ${String(failure)}`, { level: "warn" });
    });
    const done = run.finally(() => {
      this.#running.delete(done);
      this.#start();
    });
    this.#running.add(done);
  }
}
