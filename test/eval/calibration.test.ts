import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { binsOf } from "#core/examination/calibration.ts";
import { calibrationLine, calibrationsOf } from "../../scripts/eval/calibration.ts";
import { reliabilityDiagram } from "../../scripts/eval/reliability-diagram.ts";

/** `right` of `n` answers, all as sure. */
function answers(family: string, confidence: number, right: number, n: number) {
  return Array.from({ length: n }, (_, index) => ({ family, confidence, right: index < right }));
}

describe("the expected calibration error", () => {
  test("is nothing when confidence means what it says", () => {
    const [calibration] = calibrationsOf(answers("calls", 1, 30, 30));
    expect(calibration).toMatchObject({ family: "calls", n: 30, error: 0 });
  });

  test("is the distance between confidence and right answers, by the mass of the bins", () => {
    const sure = answers("calls", 0.9, 20, 20);
    const unsure = answers("calls", 0.2, 0, 10);
    const [calibration] = calibrationsOf([...sure, ...unsure]);
    expect(calibration?.error).toBeCloseTo((20 * 0.1 + 10 * 0.2) / 30);
  });

  test("does not hang on the order of answers that are as sure as each other", () => {
    expect(calibrationsOf(answers("calls", 0.5, 15, 30))[0]?.error).toBe(0);
  });

  test("is of each family by itself, and is a line where less is better", () => {
    const calibrations = calibrationsOf([...answers("calls", 1, 0, 5), ...answers("labels", 1, 5, 5)]);
    expect(calibrations.map(calibrationLine)).toMatchObject([
      { part: "calibration, calls", kind: "error", value: 1, n: 5 },
      { part: "calibration, labels", kind: "error", value: 0, n: 5 },
    ]);
  });

  test("has bins of equal mass that lose no answer and go upwards", () => {
    const verdict = fc.record({ confidence: fc.double({ min: 0, max: 1, noNaN: true }), right: fc.boolean() });
    const options = { minLength: 1, maxLength: 80, selector: ({ confidence }: { confidence: number }) => confidence };
    fc.assert(
      fc.property(fc.uniqueArray(verdict, options), (verdicts) => {
        const bins = binsOf(verdicts, 15);
        const sizes = bins.map(({ n }) => n);
        expect(sizes.reduce((sum, n) => sum + n, 0)).toBe(verdicts.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        const confidences = bins.map(({ confidence }) => confidence);
        expect(confidences.every((value, index) => value >= (confidences[index - 1] ?? 0))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the reliability diagram", () => {
  const diagram = reliabilityDiagram([
    {
      family: "calls <all>",
      n: 30,
      error: 0.123,
      bins: [
        { n: 15, confidence: 0, right: 0 },
        { n: 15, confidence: 1, right: 0.5 },
      ],
    },
  ]);

  test("has a point for each bin, sure to the right and right upwards", () => {
    const points = [...diagram.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    expect(points).toHaveLength(2);
    const [[left, bottom], [right, middle]] = points as [[number, number], [number, number]];
    expect(right - left).toBe(240);
    expect(bottom - middle).toBe(120);
  });

  test("is well-formed, and says what it is of", () => {
    expect(diagram).toContain("calls &lt;all&gt;");
    expect(diagram).toContain("n = 30, expected calibration error 12.3 %");
    expect(diagram.trim()).toMatch(/^<svg [\s\S]*<\/svg>$/);
  });
});
