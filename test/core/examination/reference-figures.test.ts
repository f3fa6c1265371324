/** Our figures beside those of scikit-learn, SciPy and statsmodels, which `scripts/eval/reference-figures.py` wrote down. */
import { describe, expect, test } from "bun:test";
import { calibrationOf } from "#core/examination/calibration.ts";
import { scoresOf } from "#core/examination/scores.ts";
import { mcnemarExact, shareOf } from "#core/examination/statistics.ts";
import figures from "./reference-figures.json";

const DIGITS = 10;

describe("scores are scikit-learn's", () => {
  test.each(figures.scores.map((one, index) => [index, one] as const))("of the predictions %d", (_, known) => {
    const pairs = known.expected.map((expected, at) => [expected, known.given[at] ?? ""] as const);
    const { names, macro, micro, confusion } = scoresOf(pairs);
    expect(names.map(({ name }) => name)).toEqual(known.names);
    expect(names.map(({ expected }) => expected)).toEqual(known.support);
    for (const [at, { precision, recall, f1 }] of names.entries()) {
      expect(precision).toBeCloseTo(known.precision[at] as number, DIGITS);
      expect(recall).toBeCloseTo(known.recall[at] as number, DIGITS);
      expect(f1).toBeCloseTo(known.f1[at] as number, DIGITS);
    }
    for (const [own, theirs] of [
      [macro, known.macro],
      [micro, known.micro],
    ] as const) {
      const values = [own.precision, own.recall, own.f1];
      for (const [at, value] of values.entries()) expect(value).toBeCloseTo(theirs[at] as number, DIGITS);
    }
    expect(micro.recall).toBeCloseTo(known.accuracy, DIGITS);
    const matrix = known.names.map(() => known.names.map(() => 0));
    for (const { expected, given, count } of confusion) {
      const row = matrix[known.names.indexOf(expected)] as number[];
      row[known.names.indexOf(given)] = count;
    }
    expect(matrix).toEqual(known.matrix);
  });
});

test.each(figures.calibrations.map((one) => [one.confidence.length, one] as const))(
  "the expected calibration error of %d answers",
  (_, { confidence, right, error, masses }) => {
    const curve = calibrationOf(confidence.map((value, at) => ({ confidence: value, right: right[at] === true })));
    expect(curve?.error).toBeCloseTo(error, DIGITS);
    expect(curve?.bins.map(({ n }) => n)).toEqual(masses);
  },
);

test("Wilson's interval is statsmodels'", () => {
  for (const [right = 0, tests = 0, low = 0, high = 0] of figures.wilson) {
    const share = shareOf(right, tests);
    expect(share?.low).toBeCloseTo(low, DIGITS);
    expect(share?.high).toBeCloseTo(high, DIGITS);
  }
});

test("McNemar's exact test is SciPy's and statsmodels'", () => {
  for (const [first = 0, second = 0, pValue = 0] of figures.mcnemar) {
    const ratio = pValue === 0 ? 1 : mcnemarExact(first, second) / pValue;
    expect(Math.abs(ratio - 1)).toBeLessThan(1e-8);
  }
});
