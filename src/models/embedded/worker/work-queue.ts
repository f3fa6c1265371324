/** What waits for the worker: whoever asks before comparisons, and both before background work, the apps of each in turns by work done. */
import type { Effort } from "#core/access/effort.ts";
import { AppError } from "#core/errors.ts";
import { Turns, type Waiting } from "#core/turns.ts";
import { RecentWork } from "./recent-work.ts";
import type { Wanted } from "./worker-control.ts";
import type { StepAnswer, WorkerRequest } from "./worker-protocol.ts";

export type Priority = "interactive" | "compared" | "background";
/** The first comes first; the others make way for it. */
const PRIORITIES = ["interactive", "compared", "background"] as const satisfies readonly Priority[];

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
/** Work of these priorities that waited for so long has one step before whoever asks. */
const WAITS_MS_MAX = { compared: 100, background: 1_000 } as const;
type Patient = keyof typeof WAITS_MS_MAX;
const RETRY_AFTER_SECONDS = 30;

export class WorkQueue {
  readonly #limits: QueueLimits;
  readonly #waiting: Readonly<Record<Priority, Turns<Job>>> = {
    interactive: new Turns(),
    compared: new Turns(),
    background: new Turns(),
  };
  readonly #recent: RecentWork;
  /** When work of each had its last step, or began to wait for one. */
  readonly #sinceMs: Record<Patient, number> = {
    compared: Number.NEGATIVE_INFINITY,
    background: Number.NEGATIVE_INFINITY,
  };

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
    const due = this.#due();
    if (due) this.#sinceMs[due] = this.#limits.monotonicMs();
    if (due) return this.#waiting[due].take();
    for (const priority of PRIORITIES) {
      const job = this.#waiting[priority].take();
      if (job && priority !== "interactive") this.#sinceMs[priority] = this.#limits.monotonicMs();
      if (job) return job;
    }
    return undefined;
  }

  /** The app whose interactive work `take` would give; undefined where it would give none. */
  nextApp(): string | undefined {
    return this.#due() ? undefined : this.#waiting.interactive.next();
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
    if (priority === "interactive") {
      if (!interactive.hasOthersThan(app)) return "no";
      return this.isFlooded(app) ? "soon" : "in turn";
    }
    // Nobody waits for what a comparison is told next: whoever asks meanwhile waits for one pass.
    return interactive.jobs === 0 ? "no" : priority === "compared" ? "soon" : "in turn";
  }

  /** False when it does not wait: it is being worked on, or done. */
  drop(job: Job): boolean {
    return this.#waiting[job.priority].drop(job);
  }

  /** Empties the queue and returns what waited. */
  clear(): readonly Job[] {
    return PRIORITIES.flatMap((priority) => this.#waiting[priority].clear());
  }

  /** What waited too long for those that come before it. */
  #due(): Patient | undefined {
    const nowMs = this.#limits.monotonicMs();
    const isDue = (priority: Patient) =>
      this.#waiting[priority].jobs > 0 && nowMs - this.#sinceMs[priority] >= WAITS_MS_MAX[priority];
    return (["background", "compared"] as const).find(isDue);
  }

  #push(job: Job): void {
    const { priority } = job;
    if (priority !== "interactive" && this.#waiting[priority].jobs === 0)
      this.#sinceMs[priority] = Math.max(this.#sinceMs[priority], this.#limits.monotonicMs());
    this.#waiting[priority].add(job);
  }
}

function full(message: string): AppError {
  return new AppError("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
