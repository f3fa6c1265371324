/** What the worker answers once its models are there: whatever is asked, and whatever goes wrong, one answer. */
import { type LateModel, ModelNotOpenedError } from "../networks/late-model.ts";
import type { SentenceModel } from "../networks/sentence-model.ts";
import type { OngoingCall, ToolCaller } from "../tool-caller.ts";
import { type Checkpoint, PausedError, StoppedError } from "./checkpoint.ts";
import type { StepAnswer, StepOutcome, WorkerRequest, WorkerResult } from "./worker-protocol.ts";

type TextModel = Pick<SentenceModel, "embed">;

export interface WorkerModels {
  readonly sentences: TextModel;
  /** Opened by the first text that wants a label, 0.05 s: who never classifies pays no memory for it. */
  readonly labels: LateModel<TextModel>;
  readonly caller: Pick<ToolCaller, "begin">;
  /** What stands in front of every pass of their networks. */
  readonly checkpoint: Pick<Checkpoint, "begin" | "workedMs">;
}

interface Begun {
  readonly call: OngoingCall;
  workedMs: number;
}

/** One step after the other; calls that made way are kept until they go on. */
export class WorkerAnswers {
  readonly #models: WorkerModels;
  readonly #paused = new Map<number, Begun>();

  constructor(models: WorkerModels) {
    this.#models = models;
  }

  async to(request: WorkerRequest): Promise<StepAnswer> {
    const { checkpoint } = this.#models;
    const begun = this.#callOf(request);
    checkpoint.begin({ workedMs: begun?.workedMs ?? 0, mayPause: begun !== undefined });
    const outcome = await this.#outcomeOf(request, begun);
    const { workedMs } = checkpoint;
    if (begun && request.kind !== "embed") {
      begun.workedMs += workedMs;
      if (outcome.kind === "paused") this.#paused.set(request.id, begun);
      else this.#paused.delete(request.id);
    }
    return { ...outcome, workedMs };
  }

  /** Nobody waits for that call any more. */
  forget(id: number): void {
    this.#paused.delete(id);
  }

  #callOf(request: WorkerRequest): Begun | undefined {
    if (request.kind === "call") return { call: this.#models.caller.begin(request.request), workedMs: 0 };
    return request.kind === "goOn" ? this.#paused.get(request.id) : undefined;
  }

  async #outcomeOf(request: WorkerRequest, begun: Begun | undefined): Promise<StepOutcome> {
    try {
      return { kind: "done", result: await this.#resultOf(request, begun) };
    } catch (failure) {
      return outcomeOfFailure(failure);
    }
  }

  async #resultOf(request: WorkerRequest, begun: Begun | undefined): Promise<WorkerResult> {
    if (request.kind !== "embed") {
      if (!begun) throw new Error("the call is not there to go on");
      return begun.call.answer();
    }
    const { labels, sentences } = this.#models;
    const model = request.network === "labels" ? await labels.get() : sentences;
    return request.texts.map((text) => model.embed(text));
  }
}

function outcomeOfFailure(failure: unknown): StepOutcome {
  if (failure instanceof PausedError) return { kind: "paused" };
  if (failure instanceof StoppedError)
    return { kind: "stopped", isTooMuch: failure.isTooMuch, message: failure.message };
  if (failure instanceof ModelNotOpenedError)
    return { kind: "unopened", message: failure.message, reason: failure.reason };
  return { kind: "failed", message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure) };
}
