/**
 * The product's own runtime against Python's onnxruntime, on both embedders that ship. sentence-embedder-floats.json and
 * label-embedder-floats.json were made by scripts/train/embedder/reference.py, and are made anew with every change of the weights.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  LABEL_EMBEDDER_PATH,
  ONNX_RUNTIME,
  SENTENCE_EMBEDDER_PATH,
  TOKENIZER_PATH,
} from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { WordPiece } from "#models/embedded/networks/wordpiece.ts";
import labels from "./label-embedder-floats.json";
import sentences from "./sentence-embedder-floats.json";

/**
 * The references are of a processor with AVX-512 and VNNI. Products of bytes are nearly the same on every other; floats between
 * them are rounded differently, which bytes make coarser: by 3.1e-3 at most under an emulated Haswell.
 */
const isOfTheReference = process.platform === "linux" && /\bavx512_vnni\b/.test(readFileSync("/proc/cpuinfo", "utf8"));
const GAP_MAX = isOfTheReference ? 1e-3 : 5e-3;

const scratch = mkdtempSync(join(tmpdir(), "embedder-floats-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const runtime = openOnnxRuntime(ONNX_RUNTIME, scratch);
const tokenizer = new WordPiece(await Bun.file(TOKENIZER_PATH).json());

describe.each([
  { name: "sentence", path: SENTENCE_EMBEDDER_PATH, reference: sentences },
  { name: "label", path: LABEL_EMBEDDER_PATH, reference: labels },
])("the $name embedder", async ({ path, reference }) => {
  const model = new SentenceModel(await runtime.open(path), tokenizer);

  test("is the one that the reference was made with", async () => {
    const bytes = await Bun.file(path).bytes();
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(reference.model);
  });

  test.each(reference.cases)("embeds as Python does: $text", ({ text, vector: wanted }) => {
    const vector = model.embed(text);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    const gaps = wanted.map((value, at) => Math.abs(value - (vector[at] ?? Number.NaN)));
    expect(Math.max(...gaps)).toBeLessThan(GAP_MAX);
  });
});
