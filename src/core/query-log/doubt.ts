/** Why an answer is worth a look. */
import { NO_TOOL } from "../toolset.ts";
import type { KeptRow, LoggedQuestion } from "./logged-row.ts";

/** In the order in which they are told. */
export const REASONS = [
  "negative_feedback",
  "disagreement",
  "low_confidence",
  "small_margin",
  "missing_parameters",
  "none",
] as const;
export type Reason = (typeof REASONS)[number];

/** Under it an answer is unsure: the other answers together are likelier. */
export const LOW_CONFIDENCE = 0.5;
/** Under it the runner-up could as well have been the answer. */
export const SMALL_MARGIN = 0.2;
/** What each says against an answer, at most; several add up as chances do. */
const WEIGHTS: Readonly<Record<Reason, number>> = {
  negative_feedback: 1,
  disagreement: 0.9,
  low_confidence: 0.8,
  small_margin: 0.7,
  missing_parameters: 0.5,
  none: 0.3,
};

/** What of the answer itself is a reason. What an owner taught is none. */
export function reasonsOf({ confidence, runnerUp, missing, answer, source }: LoggedQuestion): readonly Reason[] {
  if (source === "taught") return [];
  const found = {
    negative_feedback: false,
    disagreement: false,
    low_confidence: confidence < LOW_CONFIDENCE,
    small_margin: runnerUp !== null && runnerUp.margin < SMALL_MARGIN,
    missing_parameters: missing.length > 0,
    none: isNone(answer),
  };
  return REASONS.filter((reason) => found[reason]);
}

/** 0–1, of the answer by itself; 0 where nothing speaks against it. */
export function doubtOf(question: LoggedQuestion): number {
  return doubtBy(reasonsOf(question), question);
}

/** 0–1: the chance that one of the reasons is a good one, if each were as good as its weight says. */
export function doubtBy(
  reasons: readonly Reason[],
  { confidence, runnerUp }: Pick<KeptRow["question"], "confidence" | "runnerUp">,
): number {
  const shares: Partial<Record<Reason, number>> = {
    // From half at the border to all of it.
    low_confidence: 1 - confidence / LOW_CONFIDENCE / 2,
    small_margin: 1 - (runnerUp?.margin ?? 0) / SMALL_MARGIN / 2,
  };
  const right = reasons.reduce((left, reason) => left * (1 - WEIGHTS[reason] * (shares[reason] ?? 1)), 1);
  return 1 - right;
}

function isNone({ tool, labels }: LoggedQuestion["answer"]): boolean {
  return tool === NO_TOOL || (Array.isArray(labels) && labels.includes(NO_TOOL));
}
