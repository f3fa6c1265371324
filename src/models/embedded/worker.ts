/**
 * The thread in which both models live: running one blocks for 5–40 ms, which must never hold up the server. More
 * workers would not help: two on two cores gained nothing and cost 170 MB.
 */
import { JOINT_EXTRACTOR_PATH, ONNX_RUNTIME, SENTENCE_EMBEDDER_PATH, TOKENIZER_PATH } from "./assets.ts";
import { JointModel } from "./joint-model.ts";
import { openOnnxRuntime } from "./native-runtime.ts";
import { SentenceModel } from "./sentence-model.ts";
import { ToolCaller } from "./tool-caller.ts";
import { WordPiece } from "./wordpiece.ts";
import type { WorkerAnswer, WorkerMessage, WorkerRequest, WorkerResult } from "./worker-protocol.ts";

declare const self: Worker & { close(): void };

interface Models {
  readonly sentences: SentenceModel;
  readonly caller: ToolCaller;
}

let models: Models | null = null;

self.onmessage = async ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === "close") self.close();
  else answer(data.kind === "open" ? await opened(data.runtimeDir) : handled(data));
};

function answer(message: WorkerAnswer): void {
  self.postMessage(message);
}

async function opened(runtimeDir: string): Promise<WorkerAnswer> {
  try {
    const runtime = openOnnxRuntime(ONNX_RUNTIME, runtimeDir);
    const tokenizer = new WordPiece(await Bun.file(TOKENIZER_PATH).json());
    const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), tokenizer);
    const joint = new JointModel(await runtime.open(JOINT_EXTRACTOR_PATH), tokenizer);
    models = { sentences, caller: new ToolCaller(joint, sentences) };
    return { kind: "ready" };
  } catch (failure) {
    return { kind: "unusable", message: failure instanceof Error ? failure.message : String(failure) };
  }
}

function handled(request: WorkerRequest): WorkerAnswer {
  try {
    if (!models) throw new Error("asked before the models were opened");
    return { kind: "done", result: resultOf(request, models) };
  } catch (failure) {
    return { kind: "failed", message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure) };
  }
}

function resultOf(request: WorkerRequest, { sentences, caller }: Models): WorkerResult {
  return request.kind === "embed" ? request.texts.map((text) => sentences.embed(text)) : caller.call(request.request);
}
