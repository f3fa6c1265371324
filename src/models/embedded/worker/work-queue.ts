/** What waits for the worker: interactive work before background work, the apps of each in turns by work done. */
import type { Effort } from "#core/access/effort.ts";
import { AppError } from "#core/errors.ts";
import { Turns, type Waiting } from "#core/turns.ts";
import { RecentWork } from "./recent-work.ts";
import type { Wanted } from "./worker-control.ts";
import type { StepAnswer, WorkerRequest } from "./worker-protocol.ts";

export type Priority = "interactive" | "background";

/** Work in one or more steps; between two steps other work gets its turn. */
export interface Job extends Waiting {
  readonly priority: Priority;
  /** On whose account it is, should the request fail; null for nobody's. */
  readonly effort: Effort | null;
  /** Whether it was finished or has failed: nobody waits for the rest of it. */
  isOver: boolean;
  nextStep(): WorkerRequest;
  /** Takes the answer to the step that was handed out last. True when no step is left. */
  take(answer: StepAnswer): boolean;
  finish(): void;
  /** Once it is over it only lets go of what was begun. */
  fail(reason: unknown): void;
}

export interface QueueLimits {
  /** Of each priority by itself: learning in the background never takes a caller's place. */
  readonly jobsMax: number;
  readonly jobsPerAppMax: number;
  /** Milliseconds, from any beginning. */
  readonly monotonicMs: () => number;
}

/** Texts that wait are kept in memory: so much of each priority, and of each app in it. */
const BYTES_MAX = 67_108_864;
const BYTES_PER_APP_MAX = 16_777_216;
/** The server's own work is bounded with all of it. */
const SERVER = "";
/** Background work that waited for so long has one step before whoever asks. */
const BACKGROUND_WAITS_MS_MAX = 1_000;
const RETRY_AFTER_SECONDS = 30;

export class WorkQueue {
  readonly #limits: QueueLimits;
  readonly #waiting: Readonly<Record<Priority, Turns<Job>>> = { interactive: new Turns(), background: new Turns() };
  readonly #recent: RecentWork;
  /** When background work had its last step, or began to wait for one. */
  #backgroundSinceMs = Number.NEGATIVE_INFINITY;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#recent = new RecentWork(limits.monotonicMs);
  }

  /**
   * Throws `service_unavailable` when too much waits already: of the app, or of all. In a queue that is full the app
   * with most waiting makes room for others.
   */
  add(job: Job): void {
    const { jobsMax, jobsPerAppMax } = this.#limits;
    const turns = this.#waiting[job.priority];
    const isOwn = job.app === SERVER;
    if (!isOwn && (turns.jobsOf(job.app) >= jobsPerAppMax || turns.bytesOf(job.app) + job.bytes > BYTES_PER_APP_MAX))
      throw full("too many requests of this app wait for the model");
    while (turns.jobs >= jobsMax || (turns.jobs > 0 && turns.bytes + job.bytes > BYTES_MAX)) {
      const longest = turns.longest() ?? job.app;
      if (turns.jobsOf(longest) <= turns.jobsOf(job.app) + 1) throw full("the queue in front of the model is full");
      turns.dropLast(longest)?.fail(full("the queue in front of the model is full, most of it of this app"));
    }
    this.#push(job);
  }

  /** Back to its app's queue, full or not: it was admitted before. */
  goOn(job: Job): void {
    this.#push(job);
  }

  take(): Job | undefined {
    const { interactive, background } = this.#waiting;
    const job = this.#isBackgroundDue() ? background.take() : (interactive.take() ?? background.take());
    if (job?.priority === "background") this.#backgroundSinceMs = this.#limits.monotonicMs();
    return job;
  }

  /** The app whose interactive work `take` would give; undefined where it would give none. */
  nextApp(): string | undefined {
    return this.#isBackgroundDue() ? undefined : this.#waiting.interactive.next();
  }

  /** Whether the app had much of the worker lately, and wants more. */
  isFlooded(app: string): boolean {
    return app !== SERVER && this.#waiting.interactive.jobsOf(app) > 0 && this.#recent.isMuch(app);
  }

  /** A step of the job took so much of the worker's time. */
  worked({ app, priority }: Job, ms: number): void {
    this.#waiting[priority].worked(app, ms);
    if (priority === "interactive") this.#recent.worked(app, ms);
  }

  /** Whether what is worked on is to let others pass. An app that floods does so at once: it keeps the worker busy anyway. */
  wanted({ app, priority }: Job): Wanted {
    const { interactive } = this.#waiting;
    const isWanted = priority === "background" ? interactive.jobs > 0 : interactive.hasOthersThan(app);
    if (!isWanted) return "no";
    return priority === "interactive" && this.isFlooded(app) ? "soon" : "in turn";
  }

  /** False when it does not wait: it is being worked on, or done. */
  drop(job: Job): boolean {
    return this.#waiting[job.priority].drop(job);
  }

  /** Empties the queue and returns what waited. */
  clear(): readonly Job[] {
    return [...this.#waiting.interactive.clear(), ...this.#waiting.background.clear()];
  }

  #isBackgroundDue(): boolean {
    const { background } = this.#waiting;
    return background.jobs > 0 && this.#limits.monotonicMs() - this.#backgroundSinceMs >= BACKGROUND_WAITS_MS_MAX;
  }

  #push(job: Job): void {
    if (job.priority === "background" && this.#waiting.background.jobs === 0)
      this.#backgroundSinceMs = Math.max(this.#backgroundSinceMs, this.#limits.monotonicMs());
    this.#waiting[job.priority].add(job);
  }
}

function full(message: string): AppError {
  return new AppError("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
