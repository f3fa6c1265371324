/** What waits for the worker: interactive work before background work, each kind in turn. */
import { AppError } from "#core/errors.ts";
import type { WorkerRequest, WorkerResult } from "./worker-protocol.ts";

export type Priority = "interactive" | "background";

/** Work in one or more steps; between two steps other work gets its turn. */
export interface Job {
  readonly priority: Priority;
  /** The next step, or null when none is left. */
  nextStep(): WorkerRequest | null;
  /** Takes the result of the step that was handed out last. */
  take(result: WorkerResult): void;
  finish(): void;
  fail(reason: unknown): void;
}

const RETRY_AFTER_SECONDS = 30;

export class WorkQueue {
  readonly #waitingMax: number;
  readonly #waiting: Readonly<Record<Priority, Job[]>> = { interactive: [], background: [] };

  /** `waitingMax` bounds each priority by itself: learning in the background never takes a caller's place. */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** Throws `service_unavailable` when too much waits already. */
  add(job: Job): void {
    const queue = this.#waiting[job.priority];
    if (queue.length >= this.#waitingMax) {
      throw new AppError("service_unavailable", "the queue in front of the model is full", {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    queue.push(job);
  }

  /** Back to the end of its queue, full or not: it was admitted before. */
  goOn(job: Job): void {
    this.#waiting[job.priority].push(job);
  }

  take(): Job | undefined {
    return this.#waiting.interactive.shift() ?? this.#waiting.background.shift();
  }

  /** False when it does not wait: it is being worked on, or done. */
  drop(job: Job): boolean {
    const queue = this.#waiting[job.priority];
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
    return at >= 0;
  }

  /** Empties the queue and returns what waited. */
  clear(): readonly Job[] {
    return [...this.#waiting.interactive.splice(0), ...this.#waiting.background.splice(0)];
  }
}
