/**
 * The thread in which all models live: running one blocks for 5–40 ms, which must never hold up the server. More
 * workers would not help: two on two cores gained nothing and cost 170 MB.
 */
import { messageOf } from "#core/errors.ts";
import { JointModel } from "../networks/joint-model.ts";
import { LateModel } from "../networks/late-model.ts";
import { openOnnxRuntime } from "../networks/native-runtime.ts";
import {
  JOINT_EXTRACTOR_PATH,
  LABEL_EMBEDDER_PATH,
  ONNX_RUNTIME,
  SENTENCE_EMBEDDER_PATH,
  TOKENIZER_PATH,
} from "../networks/network-files.ts";
import { SentenceModel } from "../networks/sentence-model.ts";
import { WordPiece } from "../networks/wordpiece.ts";
import { ToolCaller } from "../tool-caller.ts";
import { answerTo, type WorkerModels } from "./worker-answers.ts";
import type { WorkerAnswer, WorkerMessage, WorkerRequest } from "./worker-protocol.ts";

declare const self: Worker & { close(): void };

let models: WorkerModels | null = null;

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
    const labels = new LateModel({
      name: "the label embedder",
      path: LABEL_EMBEDDER_PATH,
      needs: "90 MB of memory",
      open: async (path) => new SentenceModel(await runtime.open(path), tokenizer),
      monotonicMs: () => performance.now(),
    });
    models = { sentences, labels, caller: new ToolCaller(joint, sentences) };
    return { kind: "ready" };
  } catch (failure) {
    return { kind: "unusable", message: messageOf(failure) };
  }
}

async function handled(request: WorkerRequest): Promise<WorkerAnswer> {
  return models ? answerTo(request, models) : { kind: "failed", message: "asked before the models were opened" };
}
