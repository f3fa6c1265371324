/** Whether confidence means what it says: of answers that are 80 % sure, 80 % should be right. */
import { type CalibrationCurve, calibrationIn } from "#core/examination/calibration.ts";
import { type Line, plainLine } from "./line.ts";
import type { Verdict } from "./outcome.ts";

const BINS = 15;

export interface Calibration extends CalibrationCurve {
  readonly family: string;
  readonly n: number;
}

/** One for each family, in the order in which they first occur. */
export function calibrationsOf(verdicts: readonly Verdict[]): readonly Calibration[] {
  return [...Map.groupBy(verdicts, ({ family }) => family)].flatMap(([family, own]) => {
    const curve = calibrationIn(BINS, own);
    return curve ? [{ family, n: own.length, ...curve }] : [];
  });
}

export function calibrationLine({ family, n, error }: Calibration): Line {
  return plainLine(`calibration, ${family}`, "expected calibration error", "error", n, error);
}
