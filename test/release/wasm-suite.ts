/** The ONNX runtime as WebAssembly, which systems without a native one have, against Python's onnxruntime on the embedders. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  LABEL_EMBEDDER_PATH,
  SENTENCE_EMBEDDER_PATH,
  TOKENIZER_PATH,
} from "#models/embedded/networks/network-files.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWasmRuntime } from "#models/embedded/networks/wasm-runtime.ts";
import { WordPiece } from "#models/embedded/networks/wordpiece.ts";
import labels from "../models/label-embedder-floats.json";
import sentences from "../models/sentence-embedder-floats.json";

const PARTS = join(import.meta.dir, "../../dist/release-tools/portable/node_modules/onnxruntime-web/dist");
/** Of single numbers of a vector: WebAssembly has no 8-bit dot products, and rounds the floats between them otherwise, by 8.4e-3 at most. */
const GAP_MAX = 1e-2;

const runtime = openWasmRuntime(async () => {
  const { default: start } = await import(join(PARTS, "ort-wasm-simd-threaded.mjs"));
  const wasmBinary = await Bun.file(join(PARTS, "ort-wasm-simd-threaded.wasm")).arrayBuffer();
  return start({ numThreads: 1, wasmBinary });
});
const tokenizer = new WordPiece(await Bun.file(TOKENIZER_PATH).json());

describe.each([
  { name: "sentence", path: SENTENCE_EMBEDDER_PATH, reference: sentences },
  { name: "label", path: LABEL_EMBEDDER_PATH, reference: labels },
])("the $name embedder", async ({ path, reference }) => {
  const model = new SentenceModel(await runtime.open(path), tokenizer);

  test.each(reference.cases)("embeds as Python does: $text", ({ text, vector: wanted }) => {
    const vector = model.embed(text);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    const gaps = wanted.map((value, at) => Math.abs(value - (vector[at] ?? Number.NaN)));
    expect(Math.max(...gaps)).toBeLessThan(GAP_MAX);
  });
});

test("a network that is none is said in the runtime's words", async () => {
  expect(runtime.open(join(import.meta.dir, "wasm-suite.ts"))).rejects.toThrow(
    /the ONNX runtime cannot read a network: /,
  );
});
