/** What a part of the evaluation gives: lines of the table, and what other parts work on. */
import type { JsonObject } from "#core/json.ts";
import type { Answer } from "./api-client.ts";
import type { GroundTruth, ScoredCall } from "./bfcl-scoring.ts";
import type { Line } from "./line.ts";

/** How sure the server was of a choice, and whether it was right. */
export interface Verdict {
  /** What is calibrated together, as in "tool calls". */
  readonly family: string;
  /** 0–1. */
  readonly confidence: number;
  readonly right: boolean;
}

/** One tool call as it was asked for and as it came: what the classes of errors are counted from. */
export interface SavedAnswer {
  readonly part: string;
  readonly query: string;
  readonly wanted: GroundTruth;
  /** The schema of the wanted tool's parameters; null where no tool fits. */
  readonly schema: JsonObject | null;
  /** Null when no call was made. */
  readonly given: ScoredCall | null;
  /** Why the contract refused the request, as the error's code; null when it was answered. */
  readonly refused: string | null;
  readonly confidence: number;
  readonly right: boolean;
}

export interface Outcome {
  readonly lines: readonly Line[];
  readonly verdicts: readonly Verdict[];
  readonly answers: readonly SavedAnswer[];
  /** Requests that the contract refused, by part and error code: they count as wrong. */
  readonly refused: Readonly<Record<string, number>>;
}

export const NOTHING: Outcome = { lines: [], verdicts: [], answers: [], refused: {} };

export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    lines: outcomes.flatMap(({ lines }) => lines),
    verdicts: outcomes.flatMap(({ verdicts }) => verdicts),
    answers: outcomes.flatMap(({ answers }) => answers),
    refused: Object.fromEntries(outcomes.flatMap(({ refused }) => Object.entries(refused))),
  };
}

/** How often each code stands among the results of a part, as in `{"BFCL multiple: validation_error": 2}`. */
export function refusalsOf(
  part: string,
  results: readonly { readonly refused: string | null }[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { refused } of results) {
    if (refused !== null) counts[`${part}: ${refused}`] = (counts[`${part}: ${refused}`] ?? 0) + 1;
  }
  return counts;
}

/** The error's code out of an answer that is none. */
export function refusalIn(answer: Answer): string {
  const { error } = answer.body;
  return typeof error === "string" ? error : `status_${answer.status}`;
}
