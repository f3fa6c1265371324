import type { LogSync } from "./log-sync.ts";

/** Those who wait for one commit: it is done, and not yet on the disk for certain. */
export interface Waiting {
  onDisk(): void;
  failed(cause: unknown): void;
}

/**
 * Tells whoever waits for a commit when it is on the disk. One look at the disk is for all that was committed before it began; what
 * is committed meanwhile waits for the next.
 */
export class DiskWait {
  readonly #sync: LogSync;
  readonly #ended: () => void;
  #waiting: Waiting[] = [];
  #isUnderWay = false;

  /** `ended`: called whenever the disk has answered, before anybody is told. */
  constructor(sync: LogSync, ended: () => void) {
    this.#sync = sync;
    this.#ended = ended;
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (!this.#isUnderWay) this.#begin();
  }

  /** Waits in this turn. Throws what the system said where it could not do it, after all were told who wait for no look yet. */
  now(one: Waiting): void {
    const waiting = [...this.#take(), one];
    try {
      this.#sync.now();
    } catch (cause) {
      for (const each of waiting) each.failed(cause);
      throw cause;
    }
    for (const each of waiting) each.onDisk();
  }

  close(): void {
    this.#sync.close();
  }

  #begin(): void {
    this.#isUnderWay = true;
    const waiting = this.#take();
    this.#sync.begin((failure) => {
      this.#isUnderWay = false;
      // What waits for this may be written now, and be under way while these are answered.
      this.#ended();
      for (const one of waiting) {
        if (failure) one.failed(failure);
        else one.onDisk();
      }
      if (this.#waiting.length > 0 && !this.#isUnderWay) this.#begin();
    });
  }

  #take(): readonly Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
