/** The ONNX runtime of the embedded models, out of the executable. */
import { isMainThread } from "node:worker_threads";
import { Tensor } from "onnxruntime-common";
import { loadAddon, type PackedAddon } from "../../packed-addon.ts";

export interface InferenceSession {
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
  /** Blocks the thread. `wanted` has the names of the outputs as keys. */
  run(
    inputs: Readonly<Record<string, Tensor>>,
    wanted: Readonly<Record<string, null>>,
    options: Readonly<Record<string, never>>,
  ): Readonly<Record<string, { readonly data: Float32Array; readonly dims: readonly number[] }>>;
}

export interface OnnxRuntime {
  /** A session with one thread of its own. */
  open(modelPath: string): Promise<InferenceSession>;
}

interface OnnxAddon {
  initOrtOnce(logLevel: number, tensorClass: typeof Tensor, mainThread: boolean): void;
  readonly InferenceSession: new () => InferenceSession;
}

const LOG_ERRORS = 3;

/** Unpacks and starts the ONNX runtime. Throws an Error that names the folder and the setting when it cannot. */
export function openOnnxRuntime(packed: PackedAddon, runtimeDir: string): OnnxRuntime {
  const addon = loadAddon(packed, runtimeDir) as OnnxAddon;
  addon.initOrtOnce(LOG_ERRORS, Tensor, isMainThread);
  return {
    async open(modelPath) {
      const model = await Bun.file(modelPath).arrayBuffer();
      const session = new addon.InferenceSession();
      // One thread: with more, neighbours on shared cores made it slower, not faster.
      const threads = { intraOpNumThreads: 1, interOpNumThreads: 1 };
      session.loadModel(model, 0, model.byteLength, { ...threads, graphOptimizationLevel: "all" });
      return session;
    },
  };
}
