/** The ONNX runtime of the embedded models, out of the executable: the native one, or where there is none, as WebAssembly. */
import { readFileSync } from "node:fs";
import type { PackedAddon } from "../../packed-addon.ts";
import type { OnnxRuntime } from "./inference-session.ts";
import { openNativeRuntime } from "./native-runtime.ts";
import { PLAIN_WEIGHTS } from "./packed-weights.ts";
import { type OrtFactory, openWasmRuntime } from "./wasm-runtime.ts";

/** As `scripts/models/pack-native.ts` packed it, for the system that the executable is for. */
export type PackedRuntime =
  | { readonly kind: "native"; readonly addon: PackedAddon }
  | { readonly kind: "wasm"; readonly packedPath: string; readonly loadGlue: () => Promise<{ default: OrtFactory }> };

/**
 * Starts it; `weights` has the networks. A native one is unpacked first: throws an Error that names the folder and the setting when it
 * cannot be.
 */
export function openOnnxRuntime(packed: PackedRuntime, runtimeDir: string, weights = PLAIN_WEIGHTS): OnnxRuntime {
  if (packed.kind === "native") return openNativeRuntime(packed.addon, runtimeDir, weights);
  return openWasmRuntime(async () => {
    const glue = await packed.loadGlue();
    const binary = Bun.zstdDecompressSync(readFileSync(packed.packedPath));
    return glue.default({ numThreads: 1, wasmBinary: new Uint8Array(binary).buffer });
  }, weights);
}
