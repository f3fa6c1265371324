import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { judgedLabels, VERDICTS } from "#core/examination/case-judging.ts";
import type { Outcome } from "#core/examination/outcome.ts";
import { reportJson } from "#core/examination/report-json.ts";
import { scoresOf } from "#core/examination/scores.ts";
import { mcnemarExact, shareOf } from "#core/examination/statistics.ts";
import { comparisonOf, reportOf } from "#core/examination/test-report.ts";

const HEAD = { kind: "classification_set", signatures: ["moods-v1"], backend: null } as const;

function outcome(expected: string, given: string | null, confidence = 0.5): Outcome {
  const isAnswered = given !== null;
  return {
    sentence: `${expected} or ${given}`,
    expected: [{ name: expected, parameters: null }],
    given: isAnswered ? [{ name: given, call: null }] : [],
    judgement: isAnswered ? judgedLabels([expected], [given]) : { verdict: "failed", error: null, pairs: [] },
    confidence: isAnswered ? confidence : null,
    runnerUp: null,
    failure: isAnswered ? null : { code: "bad_gateway", message: "away" },
    latencyMs: 1,
    usage: null,
    model: isAnswered ? "m" : null,
    isExample: false,
  };
}

const names = fc.constantFrom("a", "b", "c", "none");
const outcomes = fc.array(
  fc
    .tuple(names, fc.option(names, { freq: 5 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map((one) => outcome(...one)),
  { minLength: 1, maxLength: 60 },
);

describe("a report", () => {
  test("counts every case once, and tells all but the right ones", () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        const report = reportOf(HEAD, all);
        const { verdicts, accuracy, choice, wrong, misses, scores } = report;
        expect(VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0)).toBe(all.length);
        expect(accuracy.count).toBe(verdicts.right);
        expect(choice.count).toBe(verdicts.right);
        expect(wrong.count).toBe(verdicts.wrong);
        expect(misses.length).toBe(all.length - verdicts.right);
        expect(misses.every(({ position, sentence }) => all[position]?.sentence === sentence)).toBe(true);
        const pairs = scores.confusion.reduce((sum, { count }) => sum + count, 0);
        expect(pairs).toBe(all.length - verdicts.failed);
        expect(report.calibration === null).toBe(verdicts.failed === all.length);
        expect(JSON.parse(JSON.stringify(reportJson(report)))).toMatchObject({ cases: all.length });
      }),
      { numRuns: 100 },
    );
  });

  test("does not hang on the order of the cases", () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        const { misses: _, models: _models, calibration: one, ...report } = reportOf(HEAD, all);
        const { misses: _1, models: _2, calibration: other, ...turned } = reportOf(HEAD, all.toReversed());
        expect(turned).toEqual(report);
        expect(other?.error ?? 0).toBeCloseTo(one?.error ?? 0, 10);
      }),
      { numRuns: 100 },
    );
  });

  test("of nothing is none", () => {
    expect(() => reportOf(HEAD, [])).toThrow("nothing was tested");
  });
});

describe("scores", () => {
  test("are shares, and the mean of the names stands between the best and the worst", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, names), { minLength: 1, maxLength: 60 }), (pairs) => {
        const { names: scored, macro, micro } = scoresOf(pairs);
        const f1 = scored.map((name) => name.f1);
        expect(macro.f1).toBeGreaterThanOrEqual(Math.min(...f1) - 1e-12);
        expect(macro.f1).toBeLessThanOrEqual(Math.max(...f1) + 1e-12);
        expect(micro.recall).toBeCloseTo(pairs.filter(([one, other]) => one === other).length / pairs.length, 12);
        expect([micro.precision, micro.f1]).toEqual([micro.recall, micro.recall]);
      }),
    );
  });
});

describe("an interval", () => {
  test("holds its share, stays between 0 and 1, and gets narrower with more tests", () => {
    const counts = fc
      .integer({ min: 1, max: 5_000 })
      .chain((tests) => fc.tuple(fc.integer({ min: 0, max: tests }), fc.constant(tests)));
    fc.assert(
      fc.property(counts, ([right, tests]) => {
        const { share = -1, low = -1, high = -1 } = shareOf(right, tests) ?? {};
        expect(low).toBeLessThanOrEqual(share + 1e-12);
        expect(high).toBeGreaterThanOrEqual(share - 1e-12);
        expect(Math.min(low, 1 - high)).toBeGreaterThanOrEqual(0);
        const wider = shareOf(10 * right, 10 * tests);
        expect((wider?.high ?? 0) - (wider?.low ?? 0)).toBeLessThan(high - low);
      }),
    );
  });
});

describe("a comparison", () => {
  test("has each case in one of four, and is the same from the other side", () => {
    const two = fc.array(fc.tuple(names, names, names), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(two, (cases) => {
        const first = cases.map(([expected, given]) => outcome(expected, given));
        const second = cases.map(([expected, _, given]) => outcome(expected, given));
        const one = comparisonOf(first, second);
        const other = comparisonOf(second, first);
        expect(one.both + one.onlyFirst + one.onlySecond + one.neither).toBe(cases.length);
        expect([other.onlyFirst, other.onlySecond, other.pValue]).toEqual([one.onlySecond, one.onlyFirst, one.pValue]);
        expect(one.apart.length).toBe(one.onlyFirst + one.onlySecond);
      }),
    );
  });

  test("leaves out what one of the two gave no answer to: a server that is away is no worse a model", () => {
    const first = ["a", "a", "b", null].map((given) => outcome("a", given));
    const second = [null, "a", "a", null].map((given) => outcome("a", given));
    const { both, onlyFirst, onlySecond, neither, unanswered, pValue, apart } = comparisonOf(first, second);
    expect([both, onlyFirst, onlySecond, neither, unanswered]).toEqual([1, 0, 1, 0, 2]);
    expect([pValue, apart.map(({ position }) => position)]).toEqual([1, [2]]);
  });

  test("of other cases is none", () => {
    expect(() => comparisonOf([outcome("a", "a")], [])).toThrow(RangeError);
  });

  test("McNemar's test is a probability that falls as the two fall apart", () => {
    expect(mcnemarExact(0, 0)).toBe(1);
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (one, other) => {
        const pValue = mcnemarExact(one, other);
        expect(pValue).toBeGreaterThan(0);
        expect(pValue).toBeLessThanOrEqual(1);
        if (one > other) expect(mcnemarExact(one + 1, other)).toBeLessThanOrEqual(pValue + 1e-12);
      }),
    );
  });
});
