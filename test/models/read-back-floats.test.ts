/**
 * The product's own runtime against Python's onnxruntime, on the read-back that ships. read-back-floats.json was made by
 * scripts/train/read-back/reference.py, and is made anew with every change of the weights.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ONNX_RUNTIME, READ_BACK_PATH } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { ReadBackModel } from "#models/embedded/networks/read-back-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import reference from "./read-back-floats.json";

/**
 * Of log-odds. The reference is of a processor with AVX-512 and VNNI; products of bytes are the same on every other, floats
 * between them are rounded differently.
 */
const isOfTheReference = process.platform === "linux" && /\bavx512_vnni\b/.test(readFileSync("/proc/cpuinfo", "utf8"));
const GAP_MAX = isOfTheReference ? 1e-2 : 1e-1;

const scratch = mkdtempSync(join(tmpdir(), "read-back-floats-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const runtime = openOnnxRuntime(ONNX_RUNTIME, scratch);
const reading = await openWordReading();
const model = new ReadBackModel(await runtime.open(READ_BACK_PATH), reading);

describe("the read-back", () => {
  test("is the one that the reference was made with", async () => {
    const bytes = await Bun.file(READ_BACK_PATH).bytes();
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(reference.model);
  });

  test.each(reference.cases)("judges as Python does: $text", ({ text, tool, said, open, verdict }) => {
    expect(Math.abs(model.verdict(text, { tool, said, open }) - verdict)).toBeLessThan(GAP_MAX);
  });
});
