/** How the check of the decoder's prices judges: by sources that had no part in choosing the value. */
import { describe, expect, test } from "bun:test";
import { judgedCall, pointsOf } from "../../scripts/train/prices/asked.ts";
import { TODAY, triedValues } from "../../scripts/train/prices/trials.ts";
import { type Findings, judged, type PointsBySource } from "../../scripts/train/prices/verdicts.ts";

/** The second of three values is today's. */
const MIDDLE = 1;

function judgedBy(points: PointsBySource, others: Partial<Findings> = {}) {
  return judged({ points, costs: [10, 10, 10], today: MIDDLE, sentences: 100, ...others });
}

describe("a price", () => {
  test("moves when what is best elsewhere is better on each source left out", () => {
    const points = [4, 5, 6, 7].map((gain) => [50, 60, 60 + gain / 2]);
    const found = judgedBy(points);
    expect(found).toMatchObject({ verdict: "moves", best: 2, gain: 2.75, lossMax: 0, spread: 12.75, spreadMax: 13.5 });
    expect(found.low).toBeGreaterThanOrEqual(2);
    expect(found.high).toBeLessThanOrEqual(3.5);
  });

  test("holds when one source alone would have it otherwise", () => {
    const points = [
      [60, 60, 60],
      [60, 60, 60],
      [60, 60, 60],
      [60, 60, 70],
    ];
    // It alone chooses that value, and the others gain nothing by it; left out, nothing chooses it.
    expect(judgedBy(points)).toMatchObject({ verdict: "holds", best: 2, gain: 0 });
  });

  test("holds when a source loses more than a point by what all others gain", () => {
    const points = [...Array.from({ length: 20 }, () => [60, 60, 65]), [60, 60, 58.5]];
    const found = judgedBy(points);
    expect(found.low).toBeGreaterThan(0);
    expect(found).toMatchObject({ verdict: "holds", best: 2, lossMax: 1.5 });
  });

  test("holds when what is right more often is bought with wrong calls", () => {
    const points = [4, 5, 6, 7].map((gain) => [50, 60, 60 + gain]);
    expect(judgedBy(points, { costs: [9, 10, 9] })).toMatchObject({ verdict: "moves", costs: -1 });
    expect(judgedBy(points, { costs: [9, 10, 12] })).toMatchObject({ verdict: "holds", costs: 2 });
  });

  test("holds when today's value is as good as any", () => {
    const points = [
      [60, 62, 62],
      [50, 52, 52],
    ];
    expect(judgedBy(points)).toMatchObject({ verdict: "holds", best: MIDDLE, gain: 0, low: 0, high: 0 });
  });

  test("is flat when hardly a sentence depends on it", () => {
    const points = [
      [60, 60, 60.5],
      [60, 60, 60.5],
    ];
    expect(judgedBy(points, { sentences: 4 }).verdict).toBe("flat");
    expect(judgedBy(points, { sentences: 5 }).verdict).toBe("moves");
  });
});

test("today's value is among those that are tried, between less and more", () => {
  for (const values of [triedValues(2.5, "log-odds"), triedValues(0.02, "probability")]) {
    const [today = 0, first = 0, last = 0] = [values[TODAY], values[0], values.at(-1)];
    expect(first < today && today < last && last <= 2 * 2.5).toBe(true);
  }
  expect(triedValues(0.02, "probability")[TODAY]).toBe(0.02);
  expect(triedValues(-4, "log-odds")).toEqual([-0, -2, -3, -4, -5, -6, -8]);
});

test("points are the share of right calls, and F1 of slots", () => {
  expect(pointsOf([true, true, false, true].map((isRight) => judgedCall(isRight, false)))).toBe(75);
  expect(pointsOf([{ hits: 3, spurious: 1, missed: 1 }])).toBe(75);
  expect(pointsOf([])).toBe(0);
  expect(judgedCall(false, true).cost).toBeLessThan(judgedCall(false, false).cost);
  expect(judgedCall(true, false).cost).toBe(0);
});
