/**
 * The product's own runtime against Python's onnxruntime, on the label embedder that ships. label-embedder-floats.json was made
 * by scripts/train/embedder/reference.py, and is made anew with every change of the weights.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LABEL_EMBEDDER_PATH, ONNX_RUNTIME, TOKENIZER_PATH } from "#models/embedded/assets.ts";
import { openOnnxRuntime } from "#models/embedded/native-runtime.ts";
import { SentenceModel } from "#models/embedded/sentence-model.ts";
import { WordPiece } from "#models/embedded/wordpiece.ts";
import reference from "./label-embedder-floats.json";

/** Products of bytes are the same on every processor; floats between them are rounded differently, which bytes make coarser. */
const GAP_MAX = 3e-3;

const scratch = mkdtempSync(join(tmpdir(), "label-floats-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const runtime = openOnnxRuntime(ONNX_RUNTIME, scratch);
const tokenizer = new WordPiece(await Bun.file(TOKENIZER_PATH).json());
const model = new SentenceModel(await runtime.open(LABEL_EMBEDDER_PATH), tokenizer);

describe("the label embedder", () => {
  test("is the one that the reference was made with", async () => {
    const bytes = await Bun.file(LABEL_EMBEDDER_PATH).bytes();
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(reference.model);
  });

  test.each(reference.cases)("embeds as Python does: $text", ({ text, vector: wanted }) => {
    const vector = model.embed(text);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    const gaps = wanted.map((value, at) => Math.abs(value - (vector[at] ?? Number.NaN)));
    expect(Math.max(...gaps)).toBeLessThan(GAP_MAX);
  });
});
