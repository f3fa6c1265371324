import type { WorkerControl } from "./worker-control.ts";

/** Work of one request in the worker, all its steps together; thousands of examples and tools take no more. */
export const REQUEST_WORK_MS_MAX = 3_000;
/** So much of a call is worked on at once while others wait: as long as two passes of a network. */
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
  #mayTakeMs = Number.POSITIVE_INFINITY;
  #mayPause = false;

  constructor(control: WorkerControl, workMs: () => number) {
    this.#control = control;
    this.#workMs = workMs;
  }

  /** A step begins. `workedMs`: what its request took before; `mayPause`: whether it can go on where it was left. */
  begin({ workedMs, mayPause }: { readonly workedMs: number; readonly mayPause: boolean }): void {
    this.#begunMs = this.#workMs();
    this.#mayTakeMs = REQUEST_WORK_MS_MAX - workedMs;
    this.#mayPause = mayPause;
    this.#control.beat();
  }

  /** What the step took so far. */
  get workedMs(): number {
    return this.#workMs() - this.#begunMs;
  }

  /** Throws a `StoppedError` when the step is to end, a `PausedError` when it is to make way. */
  pass(): void {
    this.look();
    if (this.#mayPause && this.#control.isToGiveWay && this.workedMs >= SHARE_MS) throw new PausedError();
  }

  /** As `pass`, where what was made so far would be lost: it makes no way. */
  look(): void {
    this.#control.beat();
    if (this.#control.isStopped) throw new StoppedError(false);
    if (this.workedMs > this.#mayTakeMs) throw new StoppedError(true);
  }
}

/** Milliseconds that this thread has worked. */
export function threadWorkMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
