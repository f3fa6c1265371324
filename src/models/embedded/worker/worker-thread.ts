/** The worker's thread: started, watched, and started again when it ends or is stuck. */
import { AppError } from "#core/errors.ts";
import { type Wanted, WorkerControl } from "./worker-control.ts";
import type { StepAnswer, WorkerAnswer, WorkerMessage, WorkerRequest } from "./worker-protocol.ts";

export interface WorkerThreadOptions {
  /** Where native libraries are unpacked; must allow execution. */
  readonly runtimeDir: string;
  /** The worker's program; tests put a model of their own there. */
  readonly program?: string | URL | undefined;
  /** A step that passes no checkpoint for so long is stuck, and the thread is ended. */
  readonly stuckMs?: number | undefined;
  /** Between two starts, where it ended by itself or was stuck. */
  readonly restartPauseMs?: number | undefined;
}

/** Who works with the thread. */
export interface ThreadUser {
  /** The models are there: steps may be posted, one at a time. */
  opened(): void;
  answered(answer: StepAnswer): void;
  /** What was posted gets no answer. The thread may be back later. */
  lost(failure: AppError): void;
}

/**
 * In the executable both entry points of the build, `src/main.ts` and this worker, are bundles of their own, and the
 * worker's keeps its place below `src`; under `bun run` it lies beside this file.
 */
const PROGRAM = new URL(
  import.meta.url.includes("/$bunfs/") ? "models/embedded/worker/worker.js" : "worker.ts",
  import.meta.url,
);

/** The longest way between two checkpoints, a pass of a network, takes 30 ms; on the busiest machine not a hundred times that. */
const STUCK_MS = 10_000;
/** It is looked for the worker's beat so often while a step is under way. */
const LOOKS_PER_STUCK = 10;
/** After so many looks without a beat the server says that it is not ready. */
const LOOKS_UNREADY = 3;
const RESTART_PAUSE_MS = 5_000;
/** Loading models cannot be interrupted; a step ends at its next checkpoint. */
const CLOSE_LOADING_MS_MAX = 3_000;
const CLOSE_BUSY_MS_MAX = 800;
const RETRY_AFTER_SECONDS = 30;

export class WorkerThread {
  readonly #options: WorkerThreadOptions;
  readonly #user: ThreadUser;
  readonly #ready = Promise.withResolvers<void>();
  #control = new WorkerControl();
  #worker: Worker;
  #ended = Promise.withResolvers<void>();
  /** When it was last started again. */
  #restartedMs = Number.NEGATIVE_INFINITY;
  #isOpen = false;
  #wasOpen = false;
  #isBusy = false;
  #watch: Timer | null = null;
  #restart: Timer | null = null;
  /** Looks since the last beat. */
  #silentLooks = 0;
  #beatsSeen = 0;
  /** Why nothing can be posted; for ever, or until it is started again. */
  #refusal: AppError | null = null;
  #isForGood = false;

  constructor(options: WorkerThreadOptions, user: ThreadUser) {
    this.#options = options;
    this.#user = user;
    // Whoever waits for `ready()` hears of the failure; nobody has to.
    this.#ready.promise.catch(() => {});
    this.#worker = this.#start();
  }

  /** Resolves when it was first open. Rejects with the reason, in words for people, when the models cannot be loaded. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether a step may be posted. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** What whoever asks now is told; null where it may wait for an answer. */
  get refusal(): AppError | null {
    return this.#refusal;
  }

  /** Null when it answers; else why not, in words. */
  standing(): string | null {
    if (this.#refusal) return this.#refusal.message;
    if (!this.#isOpen) return this.#wasOpen ? "the embedded model is being started again" : "the model is loading";
    return this.#silentLooks >= LOOKS_UNREADY ? "the embedded model does not answer" : null;
  }

  /** Only while it is open and has answered what was posted before. */
  post(step: WorkerRequest): void {
    this.#control.begin();
    this.#isBusy = true;
    this.#post(step);
    this.#watch ??= this.#watching();
  }

  /** The step under way is to end at its next checkpoint; it is answered all the same. */
  stop(): void {
    this.#control.stop();
  }

  /** The step under way is to let others pass, if it can and if anybody wants that. */
  giveWay(wanted: Wanted): void {
    if (wanted !== "no") this.#control.giveWay(wanted);
  }

  forget(id: number): void {
    if (this.#isOpen) this.#post({ kind: "forget", id });
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    const failure = unavailable("the server is shutting down");
    this.#isForGood = true;
    this.#refusal ??= failure;
    if (this.#restart) clearTimeout(this.#restart);
    this.#user.lost(failure);
    this.#control.stop();
    this.#post({ kind: "close" });
    // Ending a thread inside native code can take the process down: give it time to come out by itself.
    await Promise.race([this.#ended.promise, Bun.sleep(this.#isOpen ? CLOSE_BUSY_MS_MAX : CLOSE_LOADING_MS_MAX)]);
    this.#isOpen = false;
    this.#stopWatching();
    this.#worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#options.program ?? PROGRAM);
    const ended = Promise.withResolvers<void>();
    this.#ended = ended;
    // One that is ended may go on for a while: what it says there is heard no more.
    this.#control = new WorkerControl();
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer>) => {
      if (worker === this.#worker) this.#hear(data);
    });
    worker.addEventListener("error", (event) => this.#died(worker, `it ended: ${event.message}`));
    worker.addEventListener("close", () => {
      ended.resolve();
      this.#died(worker, "it was ended");
    });
    const { runtimeDir } = this.#options;
    worker.postMessage({ kind: "open", runtimeDir, control: this.#control.shared } satisfies WorkerMessage);
    return worker;
  }

  #post(message: WorkerMessage): void {
    this.#worker.postMessage(message);
  }

  #hear(answer: WorkerAnswer): void {
    if (answer.kind === "ready") this.#opened();
    else if (answer.kind === "unusable") this.#unusable(answer.message);
    else {
      this.#isBusy = false;
      this.#silentLooks = 0;
      this.#user.answered(answer);
    }
  }

  #opened(): void {
    if (this.#isForGood) return;
    this.#isOpen = true;
    this.#wasOpen = true;
    this.#ready.resolve();
    this.#user.opened();
  }

  /** What could be opened once may be again, when there is memory for it. */
  #unusable(message: string): void {
    if (this.#wasOpen) {
      this.#died(this.#worker, message);
      return;
    }
    this.#isForGood = true;
    this.#refusal = unavailable(message);
    this.#ready.reject(new Error(message));
    this.#user.lost(this.#refusal);
  }

  #died(worker: Worker, reason: string): void {
    if (worker !== this.#worker || this.#isForGood) return;
    const failure = unavailable("the embedded model's worker is started again", reason);
    this.#isOpen = false;
    this.#isBusy = false;
    this.#stopWatching();
    this.#user.lost(failure);
    if (this.#restart) return;
    const pauseMs = this.#restartedMs + (this.#options.restartPauseMs ?? RESTART_PAUSE_MS) - performance.now();
    if (pauseMs <= 0) this.#startAgain();
    else {
      // What is asked meanwhile is refused at once: it may end like the last one.
      this.#refusal = failure;
      this.#restart = setTimeout(() => this.#startAgain(), pauseMs);
    }
  }

  #startAgain(): void {
    this.#restart = null;
    this.#refusal = null;
    this.#restartedMs = performance.now();
    this.#worker = this.#start();
  }

  /** While a step is under way. A look that comes late, because the machine slept, counts as one. */
  #watching(): Timer {
    const everyMs = (this.#options.stuckMs ?? STUCK_MS) / LOOKS_PER_STUCK;
    this.#beatsSeen = this.#control.beats;
    const timer = setInterval(() => this.#look(), everyMs);
    timer.unref();
    return timer;
  }

  #look(): void {
    const { beats } = this.#control;
    if (!this.#isBusy) {
      this.#stopWatching();
      return;
    }
    this.#silentLooks = beats === this.#beatsSeen ? this.#silentLooks + 1 : 0;
    this.#beatsSeen = beats;
    if (this.#silentLooks < LOOKS_PER_STUCK) return;
    const worker = this.#worker;
    this.#died(worker, "it was stuck");
    worker.terminate();
  }

  #stopWatching(): void {
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
    this.#silentLooks = 0;
  }
}

/** With a cause it goes to the log: something failed, beyond a server that starts, stops or is full. */
export function unavailable(message: string, cause?: string): AppError {
  return new AppError("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

/** For whoever has no answer when the time is over. @param within how long that was, in words. @param standing why nobody is answered; null where others are. */
export function tooLate(within: string, standing: string | null): AppError {
  const why = standing ?? "it has more to do than it can";
  return unavailable(`the embedded model did not answer ${within}: ${why}`);
}
