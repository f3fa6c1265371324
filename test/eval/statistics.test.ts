import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { percentile, shareOf } from "#core/examination/statistics.ts";
import { f1Of, meanOf, rankingOf } from "../../scripts/eval/statistics.ts";

describe("a share with its interval", () => {
  test.each([
    // Published examples of the Wilson score interval.
    { right: 81, tests: 263, low: 0.2553, high: 0.3662 },
    { right: 0, tests: 20, low: 0, high: 0.1611 },
    { right: 1, tests: 29, low: 0.0061, high: 0.1718 },
    { right: 20, tests: 20, low: 0.8389, high: 1 },
  ])("$right of $tests", ({ right, tests, low, high }) => {
    const share = shareOf(right, tests);
    expect(share?.share).toBe(right / tests);
    expect(share?.low).toBeCloseTo(low, 4);
    expect(share?.high).toBeCloseTo(high, 4);
  });

  test("of nothing is nothing; more right ones than tests are a mistake", () => {
    expect(shareOf(0, 0)).toBeNull();
    expect(() => shareOf(3, 2)).toThrow(RangeError);
  });

  test("lies inside its interval, which shrinks with more tests", () => {
    const counts = fc
      .nat({ max: 500 })
      .chain((tests) => fc.record({ tests: fc.constant(tests + 1), right: fc.nat({ max: tests + 1 }) }));
    fc.assert(
      fc.property(counts, ({ right, tests }) => {
        const few = shareOf(right, tests);
        const many = shareOf(right * 4, tests * 4);
        if (!few || !many) throw new Error("tests were counted");
        expect(few.low).toBeLessThanOrEqual(few.share + 1e-12);
        expect(few.high).toBeGreaterThanOrEqual(few.share - 1e-12);
        expect(many.high - many.low).toBeLessThan(few.high - few.low);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a percentile", () => {
  test.each([
    { values: [3, 1, 2], percent: 50, expected: 2 },
    { values: [1, 2, 3, 4], percent: 50, expected: 2 },
    { values: [10, 9], percent: 99, expected: 10 },
    { values: [7], percent: 50, expected: 7 },
    { values: [100, 20], percent: 50, expected: 20 },
    { values: [], percent: 50, expected: null },
  ])("p$percent of $values is $expected", ({ values, percent, expected }) => {
    expect(percentile(values, percent)).toBe(expected);
  });

  test("p99 of 1 to 1,000 is 990", () => {
    expect(
      percentile(
        Array.from({ length: 1_000 }, (_, index) => index + 1),
        99,
      ),
    ).toBe(990);
  });
});

describe("F1", () => {
  const right = { hits: 2, spurious: 0, missed: 0 };
  const half = { hits: 1, spurious: 1, missed: 1 };

  test("is over all tests together", () => {
    expect(f1Of([right, half])?.share).toBeCloseTo(6 / 8);
    expect(f1Of([{ hits: 0, spurious: 0, missed: 3 }])?.share).toBe(0);
  });

  test("says nothing where nothing was given or wanted", () => {
    expect(f1Of([])).toBeNull();
    expect(f1Of([{ hits: 0, spurious: 0, missed: 0 }])).toBeNull();
  });

  test("has an interval that holds it, is narrower for more tests, and is the same each time", () => {
    const few = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? right : half));
    const many = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? right : half));
    const width = (tests: typeof few) => {
      const figure = f1Of(tests);
      if (!figure) throw new Error("no figure");
      expect(figure.low).toBeLessThan(figure.share);
      expect(figure.high).toBeGreaterThan(figure.share);
      return figure.high - figure.low;
    };
    expect(width(many)).toBeLessThan(width(few) / 3);
    expect(f1Of(few)).toEqual(f1Of(few));
  });
});

describe("how often a right answer is surer than a wrong one", () => {
  const sure = (confidence: number, right: boolean) => ({ confidence, right });

  test.each([
    { name: "always", answers: [sure(0.9, true), sure(0.1, false), sure(0.8, true)], share: 1 },
    { name: "never", answers: [sure(0.1, true), sure(0.9, false)], share: 0 },
    { name: "equally sure", answers: [sure(0.5, true), sure(0.5, false), sure(0.5, false)], share: 0.5 },
    {
      name: "in three of four pairs",
      answers: [0.9, 0.4].map((at) => sure(at, true)).concat(sure(0.5, false), sure(0.1, false)),
      share: 0.75,
    },
  ])("$name", ({ answers, share }) => {
    expect(rankingOf(answers)?.share).toBeCloseTo(share, 12);
  });

  test("is nothing where all are right, or none is", () => {
    expect(rankingOf([sure(0.5, true), sure(0.4, true)])).toBeNull();
    expect(rankingOf([])).toBeNull();
  });

  test("is the share of pairs, counted one by one", () => {
    const answers = fc.array(fc.record({ confidence: fc.integer({ min: 0, max: 4 }), right: fc.boolean() }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(answers, (all) => {
        const pairs = all
          .filter(({ right }) => right)
          .flatMap((right) => all.filter((one) => !one.right).map((wrong) => right.confidence - wrong.confidence));
        if (pairs.length === 0) return;
        const won = pairs.filter((apart) => apart > 0).length + pairs.filter((apart) => apart === 0).length / 2;
        expect(rankingOf(all)?.share).toBeCloseTo(won / pairs.length, 12);
      }),
      { numRuns: 50 },
    );
  });
});

test("a mean has a standard error of two values or more", () => {
  expect(meanOf([])).toBeNull();
  expect(meanOf([3])).toEqual({ mean: 3, standardError: null });
  // Standard deviation 2 over four values.
  expect(meanOf([1, 1, 5, 5])).toEqual({ mean: 3, standardError: Math.sqrt(16 / 3 / 4) });
});
