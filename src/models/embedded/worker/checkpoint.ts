import type { WorkerControl } from "./worker-control.ts";

/** Work of one request in the worker, all its steps together; thousands of examples and tools take no more. */
export const REQUEST_WORK_MS_MAX = 3_000;
/** So much of a call is worked on while others wait, as long as most calls take; behind it, it makes way at every pass. */
const SHARE_MS = 25;

/** Thrown at a checkpoint: nobody waits for the answer any more, or it took more work than one request may. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";
  readonly isTooMuch: boolean;

  constructor(isTooMuch: boolean) {
    super(isTooMuch ? `the request took more than ${REQUEST_WORK_MS_MAX} ms of work` : "nobody waits for the answer");
    this.isTooMuch = isTooMuch;
  }
}

/** Thrown at a checkpoint: others are to have their turn, and the work goes on after them from what it has. */
export class PausedError extends Error {
  override readonly name = "PausedError";
}

/**
 * Where long work in the worker looks up: between two passes of a network and between two tools. Time is counted in
 * milliseconds of the thread's own work: what neighbours on the machine take from it is not the request's.
 */
export class Checkpoint {
  readonly #control: WorkerControl;
  readonly #workMs: () => number;
  #begunMs = 0;
  /** What the request took in the steps before. */
  #beforeMs = 0;
  #mayPause = false;
  /** Passes of the step that is under way. */
  #passes = 0;

  constructor(control: WorkerControl, workMs: () => number) {
    this.#control = control;
    this.#workMs = workMs;
  }

  /** A step begins. `workedMs`: what its request took before; `mayPause`: whether it can go on where it was left. */
  begin({ workedMs, mayPause }: { readonly workedMs: number; readonly mayPause: boolean }): void {
    this.#begunMs = this.#workMs();
    this.#beforeMs = workedMs;
    this.#mayPause = mayPause;
    this.#passes = 0;
    this.#control.beat();
  }

  /** What the step took so far. */
  get workedMs(): number {
    return this.#workMs() - this.#begunMs;
  }

  /** Throws a `StoppedError` when the step is to end, a `PausedError` when it is to make way. */
  pass(): void {
    this.look();
    if (this.#isToMakeWay()) throw new PausedError();
    this.#passes += 1;
  }

  /** As `pass`, where what was made so far would be lost: it makes no way. */
  look(): void {
    this.#control.beat();
    if (this.#control.isStopped) throw new StoppedError(false);
    if (this.#requestMs > REQUEST_WORK_MS_MAX) throw new StoppedError(true);
  }

  get #requestMs(): number {
    return this.#beforeMs + this.workedMs;
  }

  /** Never before the first pass of a step: with each step a call comes nearer to its end. */
  #isToMakeWay(): boolean {
    if (!this.#mayPause || this.#passes === 0) return false;
    const { wanted } = this.#control;
    return wanted === "soon" || (wanted === "in turn" && this.#requestMs >= SHARE_MS);
  }
}

/** Milliseconds that this thread has worked. */
export function threadWorkMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
