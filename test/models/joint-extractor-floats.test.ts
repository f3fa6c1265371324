/**
 * The product's own runtime against Python's onnxruntime, on the weights that ship and on a processor of the same
 * arithmetic. joint-extractor-floats.json was made by scripts/train/reference.py, which says what the two are; with every
 * change of the weights it has to be made anew on a processor of each.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "#core/json.ts";
import { JointModel, type ParameterReading } from "#models/embedded/networks/joint-model.ts";
import { JOINT_EXTRACTOR_PATH, ONNX_RUNTIME } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import reference from "./joint-extractor-floats.json";

const GAP_MAX = 1e-3;

const scratch = mkdtempSync(join(tmpdir(), "floats-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const runtime = openOnnxRuntime(ONNX_RUNTIME, scratch);
const reading = await openWordReading();
const model = new JointModel(await runtime.open(JOINT_EXTRACTOR_PATH), reading);

/** x86 without VNNI adds pairs of products of bytes in 16 bits, which saturates; all others are exact. */
const isSaturating = process.arch === "x64" && !/\bavx(?:512)?_vnni\b/.test(readFileSync("/proc/cpuinfo", "utf8"));

type Case = (typeof reference.cases)[number];

function readingOf({ text, tool }: Case) {
  const properties: JsonObject = Object.fromEntries(
    tool.params.map((parameter) => [
      parameter.name,
      {
        type: parameter.type,
        description: parameter.description,
        ...("options" in parameter && { enum: parameter.options }),
      },
    ]),
  );
  const parameters = parametersOf({ type: "object", properties });
  return model.read(text, { name: tool.name, description: tool.description, parameters });
}

/** All numbers of one parameter, in the order of the reference. */
function numbersOf(read: Omit<ParameterReading, "parameter">): readonly number[] {
  const { stated, truth, choices, startLog, endLog, inside } = read;
  return [stated, truth, ...choices, ...startLog, ...endLog, ...inside];
}

describe("the joint extractor", () => {
  test("is the one that the reference was made with", async () => {
    const bytes = await Bun.file(JOINT_EXTRACTOR_PATH).bytes();
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(reference.model);
  });

  test.each(reference.cases)("reads as Python does: $text", (given) => {
    const read = readingOf(given);
    const repeated = isSaturating ? given.readings.saturating : given.readings.exact;
    const wanted = repeated.parameters.map((parameter) =>
      numbersOf({
        ...parameter,
        startLog: Float64Array.from(parameter.startLog),
        endLog: Float64Array.from(parameter.endLog),
        inside: Float64Array.from(parameter.inside),
      }),
    );
    const found = read.parameters.map(numbersOf);
    expect(found.map(({ length }) => length)).toEqual(wanted.map(({ length }) => length));
    const gaps = found.flatMap((numbers, parameter) =>
      numbers.map((number, at) => Math.abs(number - (wanted[parameter]?.[at] ?? Number.NaN))),
    );
    expect(Math.max(Math.abs(read.relevance - repeated.relevance), ...gaps)).toBeLessThan(GAP_MAX);
  });
});
