/**
 * The thread in which all models live: running one blocks for 5–40 ms, which must never hold up the server. More
 * workers would not help: two on two cores gained nothing and cost 170 MB.
 */
import {
  JOINT_EXTRACTOR_PATH,
  LABEL_EMBEDDER_PATH,
  ONNX_RUNTIME,
  SENTENCE_EMBEDDER_PATH,
  TOKENIZER_PATH,
} from "./assets.ts";
import { JointModel } from "./joint-model.ts";
import { openOnnxRuntime } from "./native-runtime.ts";
import { SentenceModel } from "./sentence-model.ts";
import { ToolCaller } from "./tool-caller.ts";
import { WordPiece } from "./wordpiece.ts";
import type { WorkerAnswer, WorkerMessage, WorkerRequest, WorkerResult } from "./worker-protocol.ts";

declare const self: Worker & { close(): void };

interface Models {
  readonly sentences: SentenceModel;
  /** Opened by the first text that wants a label, 0.05 s: who never classifies pays no memory for it. */
  readonly labels: () => Promise<SentenceModel>;
  readonly caller: ToolCaller;
}

let models: Models | null = null;

self.onmessage = async ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === "close") self.close();
  else answer(data.kind === "open" ? await opened(data.runtimeDir) : await handled(data));
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
    let labelModel: Promise<SentenceModel> | undefined;
    const openLabels = async () => new SentenceModel(await runtime.open(LABEL_EMBEDDER_PATH), tokenizer);
    models = { sentences, labels: () => (labelModel ??= openLabels()), caller: new ToolCaller(joint, sentences) };
    return { kind: "ready" };
  } catch (failure) {
    return { kind: "unusable", message: failure instanceof Error ? failure.message : String(failure) };
  }
}

async function handled(request: WorkerRequest): Promise<WorkerAnswer> {
  try {
    if (!models) throw new Error("asked before the models were opened");
    return { kind: "done", result: await resultOf(request, models) };
  } catch (failure) {
    return { kind: "failed", message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure) };
  }
}

async function resultOf(request: WorkerRequest, { sentences, labels, caller }: Models): Promise<WorkerResult> {
  if (request.kind === "call") return caller.call(request.request);
  const model = request.network === "labels" ? await labels() : sentences;
  return request.texts.map((text) => model.embed(text));
}
