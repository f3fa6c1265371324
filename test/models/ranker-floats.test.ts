/** The product's runtime makes of the ranker what Python's makes of it: the layout, the words and the arithmetic are the same. */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { ONNX_RUNTIME, RANKER_PATH } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { RANKED_MAX, RankingModel } from "#models/embedded/networks/ranking-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import reference from "./ranker-floats.json";

/** Other processors sum in another order, which the rounding to bytes makes larger. */
const isOfTheReference = process.platform === "linux" && /\bavx512_vnni\b/.test(readFileSync("/proc/cpuinfo", "utf8"));
const GAP_MAX = isOfTheReference ? 1e-2 : 1e-1;

const scratch = mkdtempSync(join(tmpdir(), "ranker-floats-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const runtime = openOnnxRuntime(ONNX_RUNTIME, scratch);
const model = new RankingModel(await runtime.open(RANKER_PATH), await openWordReading());

function readable({ name, description, parameters }: (typeof reference.cases)[number]["tools"][number]): ReadableTool {
  const properties = Object.fromEntries(parameters.map((parameter) => [parameter, { type: "string" }]));
  return { name, description, parameters: parametersOf({ type: "object", properties }) };
}

describe("the ranker", () => {
  test("is the one that the reference was made with", async () => {
    const bytes = await Bun.file(RANKER_PATH).bytes();
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(reference.model);
  });

  test.each(reference.cases)("ranks as Python does: $sentence", ({ sentence, tools, scores }) => {
    const ranks = model.rank(sentence, tools.map(readable));
    const all = Math.log(scores.reduce((sum, [rank = 0]) => sum + Math.exp(rank), 0));
    const gaps = ranks.flatMap(({ ofChoice, asked }, at) => {
      const [rank = Number.NaN, isAsked = Number.NaN] = scores[at] ?? [];
      return [Math.abs(ofChoice - (rank - all)), Math.abs(asked - isAsked)];
    });
    expect(ranks).toHaveLength(tools.length);
    expect(Math.max(...gaps)).toBeLessThan(GAP_MAX);
  });

  test("shares the choice out among the tools that stand there", () => {
    const tools = Array.from({ length: RANKED_MAX }, (_, at) => ({
      name: `tool_${at}`,
      description: "",
      parameters: [],
    }));
    const shares = model.rank("anything at all", tools).map(({ ofChoice }) => Math.exp(ofChoice));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
  });

  test("ranks no tools where there are none", () => {
    expect(model.rank("anything at all", [])).toEqual([]);
  });

  test("reads whatever text there is, however long, and no more tools than it has room for", () => {
    const long = "x ".repeat(5_000);
    const tools = Array.from({ length: RANKED_MAX + 3 }, (_, at) => ({
      name: `${long}${at}`,
      description: long,
      parameters: [],
    }));
    expect(model.rank(long, tools)).toHaveLength(RANKED_MAX);
  });
});
