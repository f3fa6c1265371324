/** One line of the table: a figure with its interval. */
import { type Share, type Sureness, shareOf } from "#core/examination/statistics.ts";
import { type Counts, f1Of, rankingOf } from "./statistics.ts";

/**
 * `share`: 0–1, more is better. `conditional`: a share of tests that the model itself picked, by what it answered; it
 * may fall because the model answers more. `error`: 0–1, less is better. `conditional error`: an error among tests that
 * the model picked. `milliseconds`: less is better, by machine. `detail`: a share that others consist of, of so few
 * tests that one of them moves it; it stands in a table of its own.
 */
export type LineKind = "share" | "conditional" | "error" | "conditional error" | "milliseconds" | "detail";

export interface Line {
  /** What was tested, as in "BFCL simple_python". */
  readonly part: string;
  /** What was counted, as in "exact call". */
  readonly measure: string;
  readonly kind: LineKind;
  /** Tests, or requests. */
  readonly n: number;
  /** Null where nothing could be measured. */
  readonly value: number | null;
  /** The 95 % interval; null where the kind has none. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Unique in a table, and the same from run to run. */
export function keyOf({ part, measure }: Pick<Line, "part" | "measure">): string {
  return `${part}: ${measure}`;
}

/** The share of true verdicts, with its Wilson interval. */
export function shareLine(part: string, measure: string, verdicts: readonly boolean[]): Line {
  const share = shareOf(verdicts.filter((verdict) => verdict).length, verdicts.length);
  return { part, measure, kind: "share", n: verdicts.length, ...figureOf(share) };
}

/** F1 over what was found, missed and made up in each test, with its bootstrap interval. */
export function f1Line(part: string, measure: string, tests: readonly Counts[]): Line {
  return { part, measure, kind: "share", n: tests.length, ...figureOf(f1Of(tests)) };
}

/** The same figure, of tests that the model picked. */
export function conditional(line: Line): Line {
  return asKind("conditional", line);
}

/** The same figure, read in another way. */
export function asKind(kind: LineKind, line: Line): Line {
  return { ...line, kind };
}

/** How often a right answer is surer than a wrong one, of tests that the model picked; with its bootstrap interval. */
export function rankingLine(part: string, measure: string, answers: readonly Sureness[]): Line {
  return { part, measure, kind: "conditional", n: answers.length, ...figureOf(rankingOf(answers)) };
}

/** A figure without an interval. */
export function plainLine(part: string, measure: string, kind: LineKind, n: number, value: number | null): Line {
  return { part, measure, kind, n, value, low: null, high: null };
}

function figureOf(share: Share | null): Pick<Line, "value" | "low" | "high"> {
  return { value: share?.share ?? null, low: share?.low ?? null, high: share?.high ?? null };
}
