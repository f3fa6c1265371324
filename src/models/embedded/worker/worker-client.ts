import { Effort } from "#core/access/effort.ts";
import { AskedLately } from "#core/asked-lately.ts";
import { AppError } from "#core/errors.ts";
import type { DraftCall } from "#core/ports/models.ts";
import type { AppId } from "#core/tenant.ts";
import { turn } from "#core/turn.ts";
import { REQUEST_WORK_MS_MAX, StoppedError } from "./checkpoint.ts";
import { type Job, type Priority, WorkQueue } from "./work-queue.ts";
import type { EmbeddingNetwork, PlainCallRequest, StepAnswer } from "./worker-protocol.ts";
import { unavailable, WorkerThread, type WorkerThreadOptions } from "./worker-thread.ts";

export interface WorkerClientOptions extends WorkerThreadOptions {
  /** Requests of each priority that may wait. */
  readonly queueMax: number;
  /** Of these, one app's. */
  readonly queuePerAppMax: number;
}

/** Whose work it is, and until when. */
export interface EmbedOptions {
  readonly priority: Priority;
  readonly app?: AppId | undefined;
  /** Aborted: what is left of the work is dropped. */
  readonly signal?: AbortSignal | undefined;
}

/** Characters embedded in one go, or one text of more: others wait for the rest of one step at most, 5–30 ms. */
const STEP_UNITS_MAX: Readonly<Record<Priority, number>> = { interactive: 128, compared: 128, background: 1 };
/** A pass of a network takes as long for a shorter text. */
const TEXT_UNITS_MIN = 64;
const BYTES_PER_UNIT = 2;

/** Behind a step of an app that floods the worker rests so many times as long, where another app asked lately. */
const RESTS_PER_WORK = 1;
const REST_MS_MAX = 50;

/**
 * The only door to the worker. Models load in the background; what is asked meanwhile waits, each app for its turn. A
 * worker that dies or is stuck takes all work with it (`service_unavailable`) and is started anew.
 */
export class WorkerClient {
  readonly #queue: WorkQueue;
  readonly #thread: WorkerThread;
  /** What requests have had of the worker, in milliseconds of its work. */
  readonly #worked = new WeakMap<Effort, number>();
  readonly #lately: AskedLately;
  #current: Job | null = null;
  /** Until when that app's next step waits, unless it is another one's turn. */
  #rest: { readonly app: string; readonly untilMs: number } | null = null;
  #resting: ReturnType<typeof setTimeout> | null = null;
  /** When its step was handed out. */
  #postedMs = 0;
  #calls = 0;

  constructor({ queueMax, queuePerAppMax, ...options }: WorkerClientOptions) {
    const monotonicMs = () => performance.now();
    this.#lately = new AskedLately({ monotonicMs });
    this.#queue = new WorkQueue({ jobsMax: queueMax, jobsPerAppMax: queuePerAppMax, monotonicMs });
    this.#thread = new WorkerThread(options, {
      opened: () => this.#advance(),
      answered: (answer) => this.#hear(answer),
      lost: (failure) => this.#rejectAll(failure),
    });
  }

  /** Rejects with the reason, in words for people, when the models cannot be loaded. */
  ready(): Promise<void> {
    return this.#thread.ready();
  }

  /** Null when it answers; else why not, in words. */
  standing(): string | null {
    return this.#thread.standing();
  }

  /** One vector per text, in order. */
  embed(
    network: EmbeddingNetwork,
    texts: readonly string[],
    { priority, app, signal }: EmbedOptions,
  ): Promise<readonly Float32Array[]> {
    if (texts.length === 0) return Promise.resolve([]);
    const vectors: Float32Array[] = [];
    return this.#run<readonly Float32Array[]>(
      { priority, app, signal, units: unitsOf(texts) },
      {
        nextStep: () => ({ kind: "embed", network, texts: firstOf(texts, vectors.length, STEP_UNITS_MAX[priority]) }),
        take: (answer) => {
          vectors.push(...(resultOf(answer) as readonly Float32Array[]));
          return vectors.length === texts.length;
        },
        result: () => vectors,
        giveUp: () => {},
      },
    );
  }

  /** An aborted signal drops the request when it still waits, and stops it otherwise. */
  call(request: PlainCallRequest, signal: AbortSignal): Promise<DraftCall> {
    this.#calls += 1;
    const id = this.#calls;
    let isPaused = false;
    let draft: unknown;
    const units = unitsOf([request.tools, request.query, request.context ?? ""]);
    const priority = request.askedAgain === "compared" ? "compared" : "interactive";
    return this.#run<DraftCall>(
      { priority, app: request.app, signal, units },
      {
        nextStep: () => (isPaused ? { kind: "goOn", id } : { kind: "call", id, request }),
        take: (answer) => {
          isPaused = answer.kind === "paused";
          draft = resultOf(answer);
          return !isPaused;
        },
        result: () => draft as DraftCall,
        giveUp: () => {
          if (isPaused) this.#thread.forget(id);
        },
      },
    );
  }

  /** Rejects what waits and ends the worker. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  #run<Result>({ priority, app, signal, units }: Asking, work: Work<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#thread.refusal) return Promise.reject(this.#thread.refusal);
    const end = () => {
      job.isOver = true;
      signal?.removeEventListener("abort", abort);
    };
    const fail = (reason: unknown) => {
      end();
      work.giveUp();
      reject(reason);
    };
    const abort = () => {
      if (!this.#queue.drop(job) && this.#current === job) this.#thread.stop();
      fail(signal?.reason);
    };
    const finish = () => {
      end();
      resolve(work.result());
    };
    const { nextStep, take } = work;
    // What is learned later is not what the request cost that it was begun with.
    const effort = priority === "background" ? null : Effort.current();
    if (this.#isSpent(effort)) return Promise.reject(tooMuch());
    const asked = { app: app ?? "", priority, bytes: units * BYTES_PER_UNIT, effort };
    const job: Job = { ...asked, isOver: false, nextStep, take, finish, fail };
    try {
      this.#queue.add(job);
    } catch (full) {
      return Promise.reject(full);
    }
    signal?.addEventListener("abort", abort, { once: true });
    if (priority === "interactive") this.#lately.asked(job.app);
    if (this.#current) this.#thread.giveWay(this.#queue.wanted(this.#current));
    this.#advance();
    return promise;
  }

  #advance(): void {
    if (!this.#thread.isOpen || this.#current !== null || this.#isToRest()) return;
    const job = this.#queue.take();
    if (!job) return;
    this.#current = job;
    this.#postedMs = performance.now();
    this.#thread.post(job.nextStep());
    this.#thread.giveWay(this.#queue.wanted(job));
  }

  /** Then it is looked again when the rest is over, or when somebody asks. */
  #isToRest(): boolean {
    if (this.#rest === null || this.#queue.nextApp() !== this.#rest.app) return false;
    const leftMs = this.#rest.untilMs - performance.now();
    if (leftMs <= 0) return false;
    this.#resting ??= setTimeout(() => {
      this.#resting = null;
      this.#advance();
    }, leftMs);
    return true;
  }

  /** An app that floods leaves the worker free half of the time for whoever else is there, and comes now and then. */
  #letRest({ app, priority }: Job, workedMs: number): void {
    const isFlood = priority === "interactive" && this.#queue.isFlooded(app) && this.#lately.othersThan(app);
    const restMs = Math.min(REST_MS_MAX, RESTS_PER_WORK * workedMs);
    this.#rest = isFlood ? { app, untilMs: performance.now() + restMs } : null;
  }

  #hear(answer: StepAnswer): void {
    const job = this.#current;
    this.#current = null;
    if (job) {
      this.#took(job, answer);
      this.#letRest(job, answer.workedMs);
    }
    if (job && this.#mayGoOn(job)) void turn().then(() => this.#advance());
    else this.#advance();
  }

  /**
   * Whoever asked for a vector asks for a call next, in this very turn, and would wait for a step of somebody else: so the worker
   * waits a moment before it takes that up.
   */
  #mayGoOn(job: Job): boolean {
    return job.isOver && job.priority === "interactive" && this.#queue.wanted(job) !== "no";
  }

  #took(job: Job, answer: StepAnswer): void {
    this.#queue.worked(job, answer.workedMs);
    if (job.effort) {
      job.effort.add(answer.workedMs);
      this.#worked.set(job.effort, (this.#worked.get(job.effort) ?? 0) + answer.workedMs);
    }
    if (answer.kind === "failed") job.fail(new Error(`the embedded model failed: ${answer.message}`));
    else if (answer.kind === "unopened") job.fail(unavailable(answer.message, answer.reason));
    // Whoever stopped it has heard of that; else it was too much.
    else if (answer.kind === "stopped") job.fail(new AppError("bad_gateway", answer.message));
    else if (job.take(answer)) job.finish();
    else if (job.isOver) job.fail(null);
    else if (this.#isSpent(job.effort)) job.fail(tooMuch());
    else this.#queue.goOn(job);
  }

  /** Whether the request had all the work that one may have, of all its calls and texts together. */
  #isSpent(effort: Effort | null): boolean {
    return effort !== null && (this.#worked.get(effort) ?? 0) > REQUEST_WORK_MS_MAX;
  }

  #rejectAll(failure: AppError): void {
    const current = this.#current;
    this.#current = null;
    // What a thread did that does not answer any more, nobody else knows: it cost all who wait here that long.
    current?.effort?.add(performance.now() - this.#postedMs);
    current?.fail(failure);
    for (const job of this.#queue.clear()) job.fail(failure);
  }
}

function tooMuch(): AppError {
  return new AppError("bad_gateway", new StoppedError(true).message);
}

interface Asking extends EmbedOptions {
  /** UTF-16 code units that it holds while it waits. */
  readonly units: number;
}

/** What a job does; the client adds how it is queued and settled. */
interface Work<Result> extends Pick<Job, "nextStep" | "take"> {
  result(): Result;
  /** Nobody wants the rest of it. */
  giveUp(): void;
}

function resultOf(answer: StepAnswer): unknown {
  return answer.kind === "done" ? answer.result : undefined;
}

/** From a place on, as many texts as have so many units together, and at least one where there is any. */
function firstOf(texts: readonly string[], from: number, unitsMax: number): readonly string[] {
  const unitsAt = (at: number) => Math.max(TEXT_UNITS_MIN, texts[at]?.length ?? 0);
  let to = from + 1;
  let units = unitsAt(from);
  while (to < texts.length && units + unitsAt(to) <= unitsMax) {
    units += unitsAt(to);
    to += 1;
  }
  return texts.slice(from, to);
}

function unitsOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
