import { describe, expect, test } from "bun:test";
import { accepted, type Baseline, checkSizes, fallenBelow } from "../../scripts/eval/baseline.ts";
import { conditional, type Line, plainLine } from "../../scripts/eval/line.ts";

const SIZES = { limit: 1_000, nluppFolds: 3 };
const ABOUT = { measuredAt: "2000-01-02T03:04:05Z", binary: "dragoman 9", model: "m", sizes: SIZES };

function share(value: number | null, measure = "right"): Line {
  return plainLine("pets", measure, "share", 100, value);
}

function baselineOf(...lines: readonly Line[]): Baseline {
  return accepted(null, { ...ABOUT, parts: { labels: lines } });
}

describe("against the accepted figures", () => {
  const before = baselineOf(share(0.8), plainLine("calibration, pets", "error", "error", 100, 0.05));

  test.each([
    { name: "better", right: 0.9, error: 0.01, fallen: 0 },
    { name: "worse by one point", right: 0.79, error: 0.06, fallen: 0 },
    { name: "a share worse by more", right: 0.7899, error: 0.05, fallen: 1 },
    { name: "an error larger by more", right: 0.8, error: 0.0602, fallen: 1 },
  ])("$name", ({ right, error, fallen }) => {
    const lines = [share(right), plainLine("calibration, pets", "error", "error", 100, error)];
    expect(fallenBelow(before, SIZES, { labels: lines })).toHaveLength(fallen);
  });

  test("a line that fell is named with both figures", () => {
    expect(fallenBelow(baselineOf(share(0.8)), SIZES, { labels: [share(0.5)] })).toEqual([
      "pets: right: 80.0 before, 50.0 now",
    ]);
  });

  test("a line that is gone, or has no figure, fell", () => {
    expect(fallenBelow(before, SIZES, { labels: [share(null)] })).toHaveLength(2);
  });

  test("parts that did not run say nothing, nor do lines that were never accepted", () => {
    expect(fallenBelow(before, SIZES, { calls: [share(0)] })).toEqual([]);
    expect(fallenBelow(baselineOf(share(0.8)), SIZES, { labels: [share(0.8), share(0, "new")] })).toEqual([]);
  });

  test("figures of other sizes do not compare", () => {
    const other = { limit: 10, nluppFolds: 3 };
    expect(() => checkSizes(before, other)).toThrow("--limit 1000 --nlupp-folds 3");
    expect(() => fallenBelow(before, other, {})).toThrow();
  });
});

describe("accepting", () => {
  const before = baselineOf(share(0.8));

  test("takes the figures of this run, and leaves those of other parts", () => {
    const after = accepted(before, { ...ABOUT, parts: { calls: [share(0.3)] } });
    expect(after.parts).toEqual({ labels: { "pets: right": 0.8 }, calls: { "pets: right": 0.3 } });
    expect(accepted(after, { ...ABOUT, parts: { labels: [share(0.7)] } }).parts.labels).toEqual({ "pets: right": 0.7 });
  });

  test("begins anew when the sizes are others", () => {
    const sizes = { limit: 5, nluppFolds: 1 };
    const after = accepted(before, { ...ABOUT, sizes, parts: { calls: [share(0.3)] } });
    expect(after).toMatchObject({ sizes, parts: { calls: { "pets: right": 0.3 } } });
    expect(after.parts.labels).toBeUndefined();
  });

  test("leaves out latency, shares of what the model picked, and what was not measured", () => {
    const slow = plainLine("latency", "p50", "milliseconds", 9, 12);
    const detail = { ...share(0.5, "right, of two"), kind: "detail" as const };
    const parts = { latency: [slow], labels: [share(null), detail, conditional(share(0.5, "right among answered"))] };
    expect(accepted(null, { ...ABOUT, parts }).parts).toEqual({});
  });
});
