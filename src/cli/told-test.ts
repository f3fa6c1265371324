/** What a test comes to, for whoever writes it down. */
import type { Outcome } from "#core/examination/outcome.ts";
import type { Comparison, Report } from "#core/examination/test-report.ts";

/** What is known of one model once all cases were asked of it. */
export interface Tested {
  readonly report: Report;
  readonly outcomes: readonly Outcome[];
  /** Under which the history of the sets has it. */
  readonly runId: string;
}

/** A bar, and whether it is met. */
export interface Gate {
  readonly gate: "min_accuracy" | "max_wrong" | "all_answered";
  /** Of the model that was asked for by name; null for the sets' own. */
  readonly backend: string | null;
  /** What is met or not, in words. */
  readonly says: string;
  readonly ok: boolean;
}

/** All that is told of a test, in every form. */
export interface Told {
  readonly tested: readonly Tested[];
  readonly comparison: Comparison | null;
  readonly gates: readonly Gate[];
  /** Where each case was written. */
  readonly places: readonly string[];
}
