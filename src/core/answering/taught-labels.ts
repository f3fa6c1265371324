/** What an owner taught, as the label of a text: of the same words as it stands, of others where the rules of reuse allow it. */
import { type ClassificationSetDefinition, NO_LABEL } from "../classification-set.ts";
import { sameWordsOf } from "../semantic-cache/words/same-words.ts";
import type { CaseBook, PlacedCase, TaughtBy } from "../teaching/case-book.ts";
import type { Instant } from "../tenant.ts";
import type { LabelAnswer } from "./label-reuse.ts";
import { TAUGHT } from "./taught-calls.ts";

export interface TaughtLabel {
  readonly answer: LabelAnswer;
  readonly by: TaughtBy;
}

/** Of the text's very words; null where none was taught. */
export function labelForWords(set: ClassificationSetDefinition, cases: CaseBook, text: string): TaughtLabel | null {
  const placed = cases.same(sameWordsOf(text));
  return placed && labelled(set, placed, { text, similarity: 1, confidence: 1 });
}

const SCORE_MIN = 0.5;

/** Of other words than were taught; null where none can be shown to be right. */
export function labelForOthers(
  set: ClassificationSetDefinition,
  cases: CaseBook,
  asked: { readonly sentence: string; readonly vector: Float32Array; readonly now: Instant },
): TaughtLabel | null {
  const { sentence: text, vector, now } = asked;
  const { proposal, placed } = cases.consider(text, vector, now) ?? {};
  if (!proposal || !placed || proposal.score < SCORE_MIN) return null;
  return labelled(set, placed, { text, similarity: proposal.similarity, confidence: proposal.score });
}

function labelled(
  { classes }: ClassificationSetDefinition,
  { taught, positions: [position] }: PlacedCase,
  {
    text,
    similarity,
    confidence,
  }: Pick<TaughtBy, "similarity"> & { readonly text: string; readonly confidence: number },
): TaughtLabel {
  const label = position === undefined ? NO_LABEL : (classes[position]?.label ?? NO_LABEL);
  const answer = { classifications: [{ text, label, confidence }], model: TAUGHT };
  return { answer, by: { case: taught.id, similarity } };
}
