import { describe, expect, test } from "bun:test";
import { barFor, reaches } from "../../scripts/eval/bars.ts";
import { evaluationOf } from "../../scripts/eval/evaluation.ts";
import { f1Line, type Line, plainLine, shareLine } from "../../scripts/eval/line.ts";
import { optionsFrom, PARTS } from "../../scripts/eval/options.ts";
import { NOTHING } from "../../scripts/eval/outcome.ts";
import { inParallel } from "../../scripts/eval/parallel.ts";
import { markdownOf } from "../../scripts/eval/report.ts";

const ABOUT = { measuredAt: "2000-01-02T03:04:05Z", binary: "dragoman 9", model: "m", cores: 2, tookSeconds: 600 };

function outcome(...lines: readonly Line[]) {
  return { ...NOTHING, lines };
}

describe("the table", () => {
  const { report } = evaluationOf(
    ABOUT,
    new Map([
      [
        "bfcl",
        {
          ...outcome(shareLine("BFCL multiple", "exact call", [true, false, false])),
          refused: { "BFCL multiple: validation_error": 1 },
        },
      ],
      ["snips", outcome(f1Line("SNIPS zero-shot", "slot F1", []))],
      ["latency", outcome(plainLine("latency, 1 tool", "p50", "milliseconds", 200, 12.34))],
    ]),
  );
  const table = markdownOf(report);

  test("has a line for each figure, with its interval, and what it has to reach", () => {
    expect(table).toContain("| BFCL multiple | exact call | 3 | 33.3 (6.1–79.2) | 64.0 | 72.0 | not reached |");
    expect(table).toContain("| latency, 1 tool | p50 | 200 | 12.3 ms | 15.0 ms | 10.0 ms | reached |");
  });

  test("has a dash where nothing was measured, and reaches nothing there", () => {
    expect(table).toContain("| SNIPS zero-shot | slot F1 | 0 | – | 50.0 | 65.0 |  |");
  });

  test("says when, with what, and what was refused", () => {
    expect(table).toContain("Measured 2000-01-02 with dragoman 9, model m, 2 cores, in 10 minutes");
    expect(table).toContain("Refused: BFCL multiple: validation_error 1.");
  });

  test("has a line for the calibration only when everything ran that it rests on", () => {
    const sure = { ...NOTHING, verdicts: [{ family: "tool calls", confidence: 0.75, right: true }] };
    const all = new Map((["bfcl", "snips", "banking77", "clinc150"] as const).map((part) => [part, sure]));
    expect(evaluationOf(ABOUT, all).report.parts.calibration).toMatchObject([{ n: 4, value: 0.25 }]);
    const some = evaluationOf(ABOUT, new Map([["bfcl", sure]])).report;
    expect(some.parts.calibration).toBeUndefined();
    expect(some.calibrations).toHaveLength(1);
  });
});

describe("what a part consists of", () => {
  const few = { ...shareLine("home", "right", [true, false]), kind: "detail" as const };
  const sure = { ...shareLine("home", "wrong where sure", [false]), kind: "detail" as const };
  const { report } = evaluationOf(
    ABOUT,
    new Map([["everyday", outcome(shareLine("all", "right", [true, false]), few, sure)]]),
  );
  const table = markdownOf(report);

  test("stands in a table of its own, a row for each, beside the totals", () => {
    expect(table).toContain("| % | n | right | wrong where sure |");
    expect(table).toContain("| all | 2 | 50.0 (9.5–90.5) |  |");
    expect(table).toContain("| home | 2 | 50.0 (9.5–90.5) | 0.0 (0.0–79.3) of 1 |");
  });

  test("is no line of the table above it", () => {
    expect(table.split("\n").filter((line) => line.startsWith("| home | right"))).toEqual([]);
    expect(table).toContain("| all | right | 2 | 50.0 (9.5–90.5) |");
  });
});

describe("a bar", () => {
  test("is reached from above by a share, from below by a time", () => {
    expect(reaches({ kind: "share", value: 0.64 }, { bar: 0.64, stretch: null })).toBe(true);
    expect(reaches({ kind: "share", value: 0.63 }, { bar: 0.64, stretch: null })).toBe(false);
    expect(reaches({ kind: "milliseconds", value: 14 }, { bar: 15, stretch: null })).toBe(true);
    expect(reaches({ kind: "milliseconds", value: 16 }, { bar: 15, stretch: null })).toBe(false);
    expect(reaches({ kind: "conditional error", value: 0.05 }, { bar: 0.04, stretch: null })).toBe(false);
  });

  test("is not there for every line", () => {
    expect(barFor({ part: "BFCL multiple", measure: "right tool" })).toBeNull();
  });
});

describe("the options", () => {
  test("have defaults for all but the data", () => {
    expect(optionsFrom(["--data", "sets"])).toMatchObject({
      data: "sets",
      parts: [...PARTS],
      limit: 1_000,
      nluppFolds: 20,
      baseline: null,
    });
    expect(() => optionsFrom([])).toThrow("--data");
  });

  test("need no data for everyday requests of another folder", () => {
    const options = optionsFrom(["--everyday", "trades", "--held-back", "20", "--against", "before.json"]);
    expect(options.everyday).toEqual({ folder: "trades", heldBack: 20, against: "before.json" });
    expect(optionsFrom(["--data", "sets"]).everyday).toBeNull();
  });

  test.each([
    { args: ["--everyday", "trades", "--held-back", "some"], says: "at least 0" },
    { args: ["--everyday", "trades", "--accept"], says: "--everyday" },
    { args: ["--held-back", "3"], says: "--everyday" },
    { args: ["--parts", "bfcl,poems"], says: "--parts poems" },
    { args: ["--limit", "0"], says: "--limit 0" },
    { args: ["--limit", "few"], says: "--limit few" },
    { args: ["--nlupp-folds", "21"], says: "at most 20" },
    { args: ["--compare", "--accept"], says: "one of them" },
  ])("$args are refused", ({ args, says }) => {
    expect(() => optionsFrom(["--data", "sets", ...args])).toThrow(says);
  });

  test("choose parts, and what to do about the accepted figures", () => {
    const options = optionsFrom(["--", "--data", "sets", "--parts", "snips,bfcl,snips", "--compare"]);
    expect(options).toMatchObject({ parts: ["snips", "bfcl"], baseline: "compare" });
    expect(optionsFrom(["--data", "sets", "--accept"]).baseline).toBe("accept");
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
