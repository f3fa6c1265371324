import { describe, expect, test } from "bun:test";
import { type Check, Doctor } from "#core/doctor/doctor.ts";
import { modelChecks } from "#core/doctor/model-checks.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";

const clock: Clock = { now: () => Date.UTC(2026, 10, 15), monotonicMs: () => 0 };
const said = { well: "well", means: "it means", advice: "do this" };

function aCheck(problems: readonly string[], repair?: Check["repair"]): Check {
  return { name: "ledger", examine: async () => ({ ...said, problems }), ...(repair && { repair }) };
}

describe("the doctor", () => {
  test("says what was found, what it means and what to do", async () => {
    expect(await new Doctor([aCheck([]), aCheck(["one", "two"])]).examine()).toEqual([
      { check: "ledger", ok: true, found: "well", means: null, advice: null, repaired: null },
      { check: "ledger", ok: false, found: "one; two", means: "it means", advice: "do this", repaired: null },
    ]);
  });

  test("shows the first ten of many problems, and how many more there are", async () => {
    const [found] = await new Doctor([aCheck(Array.from({ length: 1_000 }, (_, index) => `p${index}`))]).examine();
    expect(found?.found).toEndWith("p8; p9; and 990 more");
  });

  test("goes on after a check that failed", async () => {
    const failing: Check = { name: "disk", examine: () => Promise.reject(new Error("EIO")) };
    const found = await new Doctor([failing, aCheck([])]).examine();
    expect(found.map(({ check, ok, found: words }) => [check, ok, words])).toEqual([
      ["disk", false, "EIO"],
      ["ledger", true, "well"],
    ]);
  });

  test("repairs only when it is asked to, only what is wrong, and looks again", async () => {
    const problems = ["one"];
    const repair = async () => {
      problems.length = 0;
      return "gone";
    };
    const never = () => Promise.reject(new Error("nothing was wrong"));
    const doctor = new Doctor([aCheck(problems, repair), aCheck([], never)]);
    expect((await doctor.examine()).map(({ ok }) => ok)).toEqual([false, true]);
    expect(await doctor.repair()).toMatchObject([
      { ok: true, found: "well", repaired: "gone (before: one)" },
      { ok: true, repaired: null },
    ]);
  });

  test("says that a repair failed, and that the problem is still there", async () => {
    const doctor = new Doctor([aCheck(["one"], () => Promise.reject(new Error("EPERM")))]);
    expect(await doctor.repair()).toMatchObject([
      { ok: false, found: "one; it could not be repaired: EPERM", advice: "do this", repaired: null },
    ]);
  });
});

describe("a real question to the models", () => {
  const unit = (dimensions: number) => new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
  const embedderOf = (vector: Float32Array): Embedder => ({
    id: "e",
    dimensions: 4,
    embed: async (texts) => texts.map(() => vector),
  });
  const modelOf = (tool: number | null): LanguageModel => ({
    id: "m",
    call: async () => {
      const rest = { spans: {}, dependsOnClock: false, usedMemories: [], text: null };
      return { tool, parameters: {}, confidence: 1, ...rest };
    },
    classify: () => Promise.reject(new Error("not asked")),
    ready: async () => {},
  });
  const examine = (vector: Float32Array, tool: number | null) => {
    const embedders = { embedder: embedderOf(vector), labelEmbedder: embedderOf(unit(4)) };
    return new Doctor(modelChecks({ model: modelOf(tool), ...embedders, clock, timeoutMs: 1_000 })).examine();
  };

  test("is answered sensibly by models that are sound", async () => {
    expect((await examine(unit(4), 0)).map(({ check, ok }) => [check, ok])).toEqual([
      ["embedder", true],
      ["labels", true],
      ["model", true],
    ]);
  });

  test.each([
    ["too long", unit(4).map((value) => value * 2), "vector 1 has the length 2, not 1"],
    ["of other dimensions", unit(5), "vector 1 has 5 numbers, not 4"],
    ["no numbers", new Float32Array(4).fill(Number.NaN), "vector 1 has the length NaN, not 1"],
  ])("finds vectors that are %s", async (_, vector, words) => {
    expect((await examine(vector, 0))[0]).toMatchObject({ ok: false, found: expect.stringContaining(words) });
  });

  test.each([1, null])("finds a model that chooses %p", async (tool) => {
    expect((await examine(unit(4), tool))[2]).toMatchObject({ check: "model", ok: false });
  });
});
