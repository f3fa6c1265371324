import type { Embedder } from "../../ports/models.ts";

/** Sentences that wait: what comes beyond them is embedded when its partition is read again. */
const WAITING_MAX = 5_000;

/**
 * Embeds what was learned, one sentence after the other: many answers at once would otherwise fill the embedder's queue,
 * and those that found no room there were not known until the next start.
 */
export class LearnedVectors {
  readonly #embedder: Embedder;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** The unit vector of a sentence; null when too many wait or it is closed. Rejects as the embedder does. */
  of(sentence: string): Promise<Float32Array | null> {
    if (this.#waiting >= WAITING_MAX) return Promise.resolve(null);
    this.#waiting += 1;
    const made = this.#last.then(async () => {
      if (this.#isClosed) return null;
      const [vector] = await this.#embedder.embed([sentence], "background");
      return vector ?? null;
    });
    const done = () => {
      this.#waiting -= 1;
    };
    this.#last = made.then(done, done);
    return made;
  }

  /** Nothing more is embedded; whoever waits gets null. */
  close(): void {
    this.#isClosed = true;
  }
}
