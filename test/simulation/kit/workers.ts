import { replace } from "./replacing.ts";
import type { Scheduler } from "./scheduler.ts";

/** Until a worker has read a file, in milliseconds. */
const WORK_MS_MAX = 6;

interface Told {
  readonly data: unknown;
}

/** What a module for a worker sets and calls. */
const thread: { onmessage: ((message: Told) => void) | null; postMessage: (data: unknown) => void } =
  globalThis as never;

/**
 * Workers do their work in this thread, each piece of it in one event: a module for a worker has to be imported by whoever needs it,
 * once, and there may be one of them.
 */
export function takeWorkers(scheduler: Scheduler, random: { next(): number }): void {
  class SimulatedWorker {
    onmessage: ((message: Told) => void) | null = null;
    onerror: ((failure: { readonly message: string }) => void) | null = null;
    #isOver = false;

    postMessage(data: unknown): void {
      scheduler.at(random.next() * WORK_MS_MAX, "worker", () => {
        if (this.#isOver) return;
        const answers: unknown[] = [];
        thread.postMessage = (answer) => void answers.push(answer);
        thread.onmessage?.({ data });
        for (const answer of answers) this.onmessage?.({ data: answer });
      });
    }

    terminate(): void {
      this.#isOver = true;
    }
  }
  replace(globalThis, { Worker: SimulatedWorker });
}
