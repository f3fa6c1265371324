import { AppError } from "#core/errors.ts";
import type { DraftCall } from "#core/ports/models.ts";
import { type Job, type Priority, WorkQueue } from "./work-queue.ts";
import type {
  EmbeddingNetwork,
  PlainCallRequest,
  WorkerAnswer,
  WorkerMessage,
  WorkerRequest,
  WorkerResult,
} from "./worker-protocol.ts";

export interface WorkerClientOptions {
  /** Where native libraries are unpacked; must allow execution. */
  readonly runtimeDir: string;
  /** Requests of each priority that may wait. */
  readonly queueMax: number;
  /** The worker's program; tests put a model of their own there. */
  readonly program?: string | URL;
}

/**
 * In the executable both entry points of the build, `src/main.ts` and this worker, are bundles of their own, and the
 * worker's keeps its place below `src`; under `bun run` it lies beside this file.
 */
const PROGRAM = new URL(
  import.meta.url.includes("/$bunfs/") ? "models/embedded/worker/worker.js" : "worker.ts",
  import.meta.url,
);

/** Texts embedded in one go, 2–10 ms each: an urgent request waits for the rest of one step at most. */
const STEP_TEXTS: Readonly<Record<Priority, number>> = { interactive: 8, background: 1 };
const CLOSE_MS_MAX = 3_000;
const RETRY_AFTER_SECONDS = 30;

/**
 * The only door to the worker. Models load in the background; what is asked meanwhile waits. A worker that dies takes
 * all work with it (`service_unavailable`) and is started anew, once.
 */
export class WorkerClient {
  readonly #options: WorkerClientOptions;
  readonly #queue: WorkQueue;
  readonly #ready = Promise.withResolvers<void>();
  #worker: Worker;
  #ended = Promise.withResolvers<void>();
  #isReady = false;
  #current: Job | null = null;
  #mayRestart = true;
  /** Why nothing can be answered any more. */
  #gone: AppError | null = null;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
    this.#queue = new WorkQueue(options.queueMax);
    // Whoever waits for `ready()` hears of the failure; nobody has to.
    this.#ready.promise.catch(() => {});
    this.#worker = this.#start();
  }

  /** Rejects with the reason, in words for people, when the models cannot be loaded. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** One vector per text, in order. */
  embed(network: EmbeddingNetwork, texts: readonly string[], priority: Priority): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    let asked = 0;
    return this.#run<readonly Float32Array[]>(priority, {
      nextStep: () => {
        const step = texts.slice(asked, asked + STEP_TEXTS[priority]);
        asked += step.length;
        return step.length === 0 ? null : { kind: "embed", network, texts: step };
      },
      take: (result) => vectors.push(...(result as readonly Float32Array[])),
      result: () => vectors,
    });
  }

  /** An aborted signal drops the request when it still waits, and its answer otherwise. */
  call(request: PlainCallRequest, signal: AbortSignal): Promise<DraftCall> {
    let isAsked = false;
    let draft: DraftCall | undefined;
    const work: Work<DraftCall> = {
      nextStep: () => {
        if (isAsked) return null;
        isAsked = true;
        return { kind: "call", request };
      },
      take: (result) => {
        draft = result as DraftCall;
      },
      result: () => draft as DraftCall,
    };
    return this.#run("interactive", work, signal);
  }

  /** Rejects what waits and ends the worker. */
  async close(): Promise<void> {
    this.#mayRestart = false;
    this.#fail(unavailable("the server is shutting down"));
    this.#post({ kind: "close" });
    // Ending a thread inside native code can take the process down: give it time to come out by itself.
    await Promise.race([this.#ended.promise, Bun.sleep(CLOSE_MS_MAX)]);
    this.#worker.terminate();
  }

  #run<Result>(priority: Priority, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const abort = () => {
      this.#queue.drop(job);
      reject(signal?.reason);
    };
    const job: Job = {
      priority,
      nextStep: work.nextStep,
      take: work.take,
      finish: () => {
        signal?.removeEventListener("abort", abort);
        resolve(work.result());
      },
      fail: (reason) => {
        signal?.removeEventListener("abort", abort);
        reject(reason);
      },
    };
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#gone) return Promise.reject(this.#gone);
    try {
      this.#queue.add(job);
    } catch (full) {
      return Promise.reject(full);
    }
    signal?.addEventListener("abort", abort, { once: true });
    this.#advance();
    return promise;
  }

  #advance(): void {
    while (this.#isReady && this.#current === null) {
      const job = this.#queue.take();
      if (!job) return;
      const step = job.nextStep();
      if (step === null) job.finish();
      else {
        this.#current = job;
        this.#post(step);
      }
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#options.program ?? PROGRAM);
    const ended = Promise.withResolvers<void>();
    this.#ended = ended;
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer>) => this.#hear(data));
    worker.addEventListener("error", (event) => this.#died(worker, event.message));
    worker.addEventListener("close", () => {
      ended.resolve();
      this.#died(worker, "it was ended");
    });
    worker.postMessage({ kind: "open", runtimeDir: this.#options.runtimeDir } satisfies WorkerMessage);
    return worker;
  }

  #post(message: WorkerMessage | WorkerRequest): void {
    this.#worker.postMessage(message);
  }

  #hear(answer: WorkerAnswer): void {
    if (answer.kind === "ready") {
      this.#isReady = true;
      this.#ready.resolve();
    } else if (answer.kind === "unusable") {
      this.#mayRestart = false;
      this.#ready.reject(new Error(answer.message));
      this.#fail(unavailable(answer.message));
    } else {
      const job = this.#current;
      this.#current = null;
      if (job && answer.kind === "failed") job.fail(new Error(`the embedded model failed: ${answer.message}`));
      else if (job && answer.kind === "unopened") job.fail(unavailable(answer.message, answer.reason));
      else if (job && answer.kind === "done") this.#took(job, answer.result);
    }
    this.#advance();
  }

  #took(job: Job, result: WorkerResult): void {
    job.take(result);
    this.#queue.goOn(job);
  }

  #died(worker: Worker, reason: string): void {
    if (worker !== this.#worker || this.#gone) return;
    this.#isReady = false;
    const failure = unavailable(`the embedded model's worker ended: ${reason}`);
    if (!this.#mayRestart) {
      this.#ready.reject(failure);
      this.#fail(failure);
      return;
    }
    this.#mayRestart = false;
    this.#rejectAll(failure);
    this.#worker = this.#start();
  }

  /** For good: whatever is asked from now on fails in the same way. */
  #fail(failure: AppError): void {
    this.#gone ??= failure;
    this.#isReady = false;
    this.#rejectAll(failure);
  }

  #rejectAll(failure: AppError): void {
    const current = this.#current;
    this.#current = null;
    current?.fail(failure);
    for (const job of this.#queue.clear()) job.fail(failure);
  }
}

/** What a job does; the client adds how it is queued and settled. */
interface Work<Result> {
  nextStep(): WorkerRequest | null;
  take(result: WorkerResult): void;
  result(): Result;
}

/** With a cause it goes to the log: something failed, beyond a server that starts, stops or is full. */
function unavailable(message: string, cause?: string): AppError {
  return new AppError("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}
