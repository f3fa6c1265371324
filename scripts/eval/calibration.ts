/** Whether confidence means what it says: of answers that are 80 % sure, 80 % should be right. */
import { type Line, plainLine } from "./line.ts";
import type { Verdict } from "./outcome.ts";

const BINS = 15;

/** Answers of about the same confidence. */
export interface Bin {
  readonly n: number;
  /** Mean, 0–1. */
  readonly confidence: number;
  /** Share of right ones, 0–1. */
  readonly right: number;
}

export interface Calibration {
  readonly family: string;
  readonly n: number;
  /** Expected calibration error, 0–1: the mean distance between confidence and share of right ones, by bin. */
  readonly error: number;
  readonly bins: readonly Bin[];
}

/** One for each family, in the order in which they first occur. */
export function calibrationsOf(verdicts: readonly Verdict[]): readonly Calibration[] {
  return [...Map.groupBy(verdicts, ({ family }) => family)].map(([family, own]) => {
    const bins = binsOf(own, BINS);
    const error = bins.reduce((sum, bin) => sum + bin.n * Math.abs(bin.confidence - bin.right), 0) / own.length;
    return { family, n: own.length, error, bins };
  });
}

/**
 * Bins of equal mass, by confidence; equal confidences stay in one bin, or the order of the tests would decide which of
 * them are right together.
 */
export function binsOf(verdicts: readonly Pick<Verdict, "confidence" | "right">[], count: number): readonly Bin[] {
  const sorted = verdicts.toSorted((one, other) => one.confidence - other.confidence);
  const cuts = Array.from({ length: count + 1 }, (_, index) => {
    let cut = Math.floor((index * sorted.length) / count);
    while (cut > 0 && cut < sorted.length && sorted[cut]?.confidence === sorted[cut - 1]?.confidence) cut += 1;
    return cut;
  });
  return cuts.slice(1).flatMap((end, index) => {
    const own = sorted.slice(cuts[index], end);
    if (own.length === 0) return [];
    const confidence = own.reduce((sum, verdict) => sum + verdict.confidence, 0) / own.length;
    return { n: own.length, confidence, right: own.filter(({ right }) => right).length / own.length };
  });
}

export function calibrationLine({ family, n, error }: Calibration): Line {
  return plainLine(`calibration, ${family}`, "expected calibration error", "error", n, error);
}
