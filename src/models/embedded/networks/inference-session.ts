/** What a runtime of networks is to those who have one run, whichever it is. */
import type { Tensor } from "onnxruntime-common";

export interface InferenceSession {
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
