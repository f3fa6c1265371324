/** Where the embedded files can be opened: inside the executable, or in the repository under `bun run` and `bun test`. */

import jointExtractor from "#data/models/joint-extractor-int8.onnx" with { type: "file" };
import labelEmbedder from "#data/models/label-embedder-int8.onnx" with { type: "file" };
import ranker from "#data/models/ranker-int8.onnx" with { type: "file" };
import readBack from "#data/models/read-back-int8.onnx" with { type: "file" };
import sentenceEmbedder from "#data/models/sentence-embedder-int8.onnx" with { type: "file" };
import tokenizer from "#data/models/tokenizer.json" with { type: "file" };
import toolSearchMaps from "#data/models/tool-search-maps.bin" with { type: "file" };
import wordVectors from "#data/models/word-vectors-int8.bin" with { type: "file" };
import runtimeManifest from "../../../../dist/native/onnxruntime.json";
import runtimeAddon from "../../../../dist/native/onnxruntime-addon.zst" with { type: "file" };
import runtimeLibrary from "../../../../dist/native/onnxruntime-library.zst" with { type: "file" };
import type { PackedAddon } from "../../packed-addon.ts";
import type { PackedRuntime } from "./onnx-runtime.ts";

export const SENTENCE_EMBEDDER_PATH: string = sentenceEmbedder;
export const LABEL_EMBEDDER_PATH: string = labelEmbedder;
export const JOINT_EXTRACTOR_PATH: string = jointExtractor;
export const READ_BACK_PATH: string = readBack;
export const RANKER_PATH: string = ranker;
export const WORD_VECTORS_PATH: string = wordVectors;
export const TOOL_SEARCH_MAPS_PATH: string = toolSearchMaps;
export const TOKENIZER_PATH: string = tokenizer;

/** Of these and others that a build packs, only what sets them apart is in the executable: `scripts/models/pack-weights.ts`. */
export const SHARED_WEIGHTS: Readonly<Record<string, string>> = {
  "joint-extractor-int8.onnx": jointExtractor,
  "sentence-embedder-int8.onnx": sentenceEmbedder,
};

const PACKED_PATHS = [runtimeAddon, runtimeLibrary];

/** The ONNX runtime as `scripts/models/pack-native.ts` packed it. */
export const ONNX_RUNTIME: PackedRuntime =
  runtimeManifest.kind === "wasm"
    ? {
        kind: "wasm",
        packedPath: runtimeLibrary,
        loadGlue: () => import("../../../../dist/native/onnxruntime-glue.js"),
      }
    : { kind: "native", addon: packedAddon() };

/** The addon first, then the library that it loads. */
function packedAddon(): PackedAddon {
  const archives = runtimeManifest.archives.map((files, index) => ({ packedPath: PACKED_PATHS[index] ?? "", files }));
  return { name: `onnxruntime-${runtimeManifest.version}`, archives };
}
