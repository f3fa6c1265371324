import type { Log } from "../../log.ts";

/** What goes on behind answers that are out. Nobody waits for it; what fails is told in the log and lost. */
export class Background {
  readonly #log: Log;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Log) {
    this.#log = log;
  }

  begin(work: () => Promise<void>): void {
    const done = work()
      .catch((failure: unknown) => {
        this.#log(`the cache did not learn from an answer: ${String(failure)}`, { level: "warn" });
      })
      .finally(() => {
        this.#running.delete(done);
      });
    this.#running.add(done);
  }

  /** Resolves when nothing goes on, what began meanwhile included. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
