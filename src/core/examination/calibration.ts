/** Whether confidence means what it says: of answers that are 80 % sure, 80 % should be right. */
import type { Sureness } from "./statistics.ts";

/** Bins of a curve. */
const BINS_MAX = 15;
/** In a bin of fewer the share of right ones says little. */
const PER_BIN_MIN = 10;

/** Answers of about the same confidence. */
export interface Bin {
  readonly n: number;
  /** Mean, 0–1. */
  readonly confidence: number;
  /** Share of right ones, 0–1. */
  readonly right: number;
}

export interface CalibrationCurve {
  /** Expected calibration error, 0–1: the mean distance between confidence and share of right ones, by bin, each by its mass. */
  readonly error: number;
  readonly bins: readonly Bin[];
}

/** In 15 bins of equal mass, of few answers in fewer: ten answers a bin. Null without answers. */
export function calibrationOf(answers: readonly Sureness[]): CalibrationCurve | null {
  if (answers.length === 0) return null;
  const count = Math.max(1, Math.min(BINS_MAX, Math.floor(answers.length / PER_BIN_MIN)));
  return calibrationIn(count, answers);
}

/** In so many bins of equal mass. Null without answers. */
export function calibrationIn(count: number, answers: readonly Sureness[]): CalibrationCurve | null {
  if (answers.length === 0) return null;
  const bins = binsOf(answers, count);
  const error = bins.reduce((sum, bin) => sum + bin.n * Math.abs(bin.confidence - bin.right), 0) / answers.length;
  return { error, bins };
}

/**
 * Bins of equal mass, by confidence; equal confidences stay in one bin, or the order of the tests would decide which of
 * them are right together.
 */
export function binsOf(answers: readonly Sureness[], count: number): readonly Bin[] {
  const sorted = answers.toSorted((one, other) => one.confidence - other.confidence);
  const cuts = Array.from({ length: count + 1 }, (_, index) => {
    let cut = Math.floor((index * sorted.length) / count);
    while (cut > 0 && cut < sorted.length && sorted[cut]?.confidence === sorted[cut - 1]?.confidence) cut += 1;
    return cut;
  });
  return cuts.slice(1).flatMap((end, index) => {
    const own = sorted.slice(cuts[index], end);
    if (own.length === 0) return [];
    const confidence = own.reduce((sum, answer) => sum + answer.confidence, 0) / own.length;
    return { n: own.length, confidence, right: own.filter(({ right }) => right).length / own.length };
  });
}
