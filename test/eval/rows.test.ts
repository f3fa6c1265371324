import { describe, expect, test } from "bun:test";
import type { Answer } from "../../scripts/eval/api-client.ts";
import { resultOf, without } from "../../scripts/eval/bfcl.ts";
import { resultOf as labelResultOf, plansFor } from "../../scripts/eval/labels.ts";
import { markdownOf } from "../../scripts/eval/report.ts";
import { inParallel, refusedResult, rowOf } from "../../scripts/eval/row.ts";

const TEST = {
  functions: [
    {
      name: "lamp",
      description: "Switches a lamp",
      parameters: {
        type: "dict",
        properties: { on: { type: "boolean" }, room: { type: "string", default: "hall" } },
        required: ["on"],
      },
    },
  ],
  groundTruth: [{ lamp: { on: [true], room: ["", "kitchen"] } }],
};

function resolved(tool: string, parameters: Answer["body"], defaults: readonly string[] = []): Answer {
  const metadata = { latency_ms: 3, defaults_applied: defaults };
  return { status: 200, body: { resolved: { tool, parameters }, metadata }, clientMs: 4 };
}

describe("a call", () => {
  test.each([
    { name: "right", answer: resolved("lamp", { on: true }), right: true, rightTool: true, rightWithoutDefaults: true },
    {
      name: "wrong value",
      answer: resolved("lamp", { on: false }),
      right: false,
      rightTool: true,
      rightWithoutDefaults: false,
    },
    { name: "no tool", answer: resolved("none", {}), right: false, rightTool: false, rightWithoutDefaults: false },
    {
      name: "a default that the ground truth does not allow",
      answer: resolved("lamp", { on: true, room: "hall" }, ["room"]),
      right: false,
      rightTool: true,
      rightWithoutDefaults: true,
    },
  ])("$name", ({ answer, right, rightTool, rightWithoutDefaults }) => {
    const expected = { right, rightTool, rightWithoutDefaults };
    expect(resultOf(TEST, answer)).toEqual({ ...expected, refused: null, clientMs: 4, serverMs: 3 });
  });

  test("that is not made is right where no tool fits", () => {
    const nothingFits = { ...TEST, groundTruth: [] };
    expect(resultOf(nothingFits, resolved("none", {}))).toMatchObject({ right: true, rightTool: true });
    expect(resultOf(nothingFits, resolved("lamp", { on: true }))).toMatchObject({ right: false, rightTool: false });
  });

  test("that the contract refuses is wrong, and says why", () => {
    const refused = { status: 400, body: { error: "validation_error" }, clientMs: 1 };
    expect(resultOf(TEST, refused)).toEqual(refusedResult("validation_error", "tools"));
  });

  test("is compared without defaults of nested parameters too, and stays as it is", () => {
    const parameters = { at: { city: "Rome", unit: "C" } };
    expect(without(parameters, ["at.unit", "gone.far"])).toEqual({ at: { city: "Rome" } });
    expect(parameters.at.unit).toBe("C");
  });
});

describe("labels", () => {
  const texts = ["cat", "dog", "oos"].flatMap((label) =>
    Array.from({ length: 120 }, (_, index) => ({ label, text: `${label} ${index}` })),
  );

  test("are tried with 0, 5, 10 and 50 examples a class on the same texts, out-of-scope texts apart", () => {
    const plans = plansFor("pets", texts, 40);
    expect(plans.map(({ classes, allowNone }) => [classes[0]?.examples?.length ?? 0, allowNone])).toEqual([
      [0, false],
      [5, false],
      [10, false],
      [50, false],
      [0, true],
      [50, true],
    ]);
    expect(plans[0]?.classes.map(({ label }) => label)).toEqual(["cat", "dog"]);
    const sizes = Object.entries(plans[5]?.tested ?? {}).map(([name, tested]) => [
      name,
      tested.length,
      tested[0]?.label,
    ]);
    expect(sizes).toEqual([
      [", in scope", 40, "cat"],
      [", out of scope", 40, "none"],
    ]);
    expect(plans[3]?.tested[""]).toEqual(plans[0]?.tested[""] ?? []);
  });

  test("are right when the first one is", () => {
    const answer = {
      status: 200,
      body: { classifications: [{ label: "cat" }], metadata: { latency_ms: 2 } },
      clientMs: 3,
    };
    expect(labelResultOf({ text: "miau", label: "cat" }, answer).right).toBe(true);
    expect(labelResultOf({ text: "wuff", label: "dog" }, answer).right).toBe(false);
  });
});

describe("the table", () => {
  const right = { right: true, rightTool: true, rightWithoutDefaults: true, clientMs: 10, serverMs: 8, refused: null };
  const row = rowOf("simple", [right, { ...right, right: false }, refusedResult("validation_error", "tools")]);

  test("counts a refused request as wrong, and names it", () => {
    expect(row.n).toBe(3);
    expect(row.accuracy?.share).toBeCloseTo(1 / 3);
    expect(row.toolAccuracy?.share).toBeCloseTo(2 / 3);
    expect(row.refused).toEqual({ validation_error: 1 });
    expect(row.clientMs).toEqual({ p50: 10, p99: 10 });
  });

  test("has a line for each row, dashes where there is nothing to say", () => {
    const labels = rowOf("pets", [{ ...right, rightTool: null, rightWithoutDefaults: null }]);
    const text = markdownOf({
      measuredAt: "2000-01-02T03:04:05Z",
      binary: "dragoman 9",
      model: "m",
      cores: 2,
      rows: [row, labels],
    });
    expect(text).toContain("| simple | 3 | 33.3 (6.1–79.2) | 66.7 | 66.7 | 10, 10 | 8, 8 | 1 validation_error |");
    expect(text).toContain("| pets | 1 | 100.0 (20.7–100.0) | – | – | 10, 10 | 8, 8 | 0 |");
  });
});

test("work in parallel keeps its order and its bound", async () => {
  let running = 0;
  let most = 0;
  const reports: number[] = [];
  const outcomes = await inParallel(
    [30, 1, 20, 1],
    2,
    async (ms) => {
      running += 1;
      most = Math.max(most, running);
      await Bun.sleep(ms);
      running -= 1;
      return ms * 2;
    },
    (done) => reports.push(done),
  );
  expect(outcomes).toEqual([60, 2, 40, 2]);
  expect(most).toBe(2);
  expect(reports).toEqual([1, 2, 3, 4]);
});
