/** What the worker answers once its models are there: whatever is asked, and whatever goes wrong, one answer. */
import { type LateModel, ModelNotOpenedError } from "../networks/late-model.ts";
import type { SentenceModel } from "../networks/sentence-model.ts";
import type { ToolCaller } from "../tool-caller.ts";
import type { WorkerAnswer, WorkerRequest, WorkerResult } from "./worker-protocol.ts";

type TextModel = Pick<SentenceModel, "embed">;

export interface WorkerModels {
  readonly sentences: TextModel;
  /** Opened by the first text that wants a label, 0.05 s: who never classifies pays no memory for it. */
  readonly labels: LateModel<TextModel>;
  readonly caller: Pick<ToolCaller, "call">;
}

export async function answerTo(request: WorkerRequest, models: WorkerModels): Promise<WorkerAnswer> {
  try {
    return { kind: "done", result: await resultOf(request, models) };
  } catch (failure) {
    if (failure instanceof ModelNotOpenedError)
      return { kind: "unopened", message: failure.message, reason: failure.reason };
    return { kind: "failed", message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure) };
  }
}

async function resultOf(request: WorkerRequest, { sentences, labels, caller }: WorkerModels): Promise<WorkerResult> {
  if (request.kind === "call") return caller.call(request.request);
  const model = request.network === "labels" ? await labels.get() : sentences;
  return request.texts.map((text) => model.embed(text));
}
