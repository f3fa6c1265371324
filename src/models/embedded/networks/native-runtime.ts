/** The ONNX runtime as the library that its makers build for a system. */
import { isMainThread } from "node:worker_threads";
import { Tensor } from "onnxruntime-common";
import { loadAddon, type PackedAddon } from "../../packed-addon.ts";
import type { InferenceSession, OnnxRuntime } from "./inference-session.ts";
import type { Weights } from "./packed-weights.ts";

/** A session before it has a network. */
interface AddonSession extends InferenceSession {
  loadModel(
    model: ArrayBuffer,
    offset: number,
    length: number,
    options: {
      readonly intraOpNumThreads: number;
      readonly interOpNumThreads: number;
      readonly graphOptimizationLevel: "all";
    },
  ): void;
}

interface OnnxAddon {
  initOrtOnce(logLevel: number, tensorClass: typeof Tensor, mainThread: boolean): void;
  readonly InferenceSession: new () => AddonSession;
}

const LOG_ERRORS = 3;

/** Unpacks and starts the ONNX runtime. Throws an Error that names the folder and the setting when it cannot. */
export function openNativeRuntime(packed: PackedAddon, runtimeDir: string, weights: Weights): OnnxRuntime {
  const addon = loadAddon(packed, runtimeDir) as OnnxAddon;
  addon.initOrtOnce(LOG_ERRORS, Tensor, isMainThread);
  return {
    async open(modelPath) {
      const session = new addon.InferenceSession();
      // One thread: with more, neighbours on shared cores made it slower, not faster.
      const threads = { intraOpNumThreads: 1, interOpNumThreads: 1 };
      const options = { ...threads, graphOptimizationLevel: "all" as const };
      // The runtime copies what it needs of it.
      await weights.use(modelPath, (model) => session.loadModel(model, 0, model.byteLength, options));
      return session;
    },
  };
}
