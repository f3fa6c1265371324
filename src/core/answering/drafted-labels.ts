import { type ClassificationSetDefinition, NO_LABEL } from "../classification-set.ts";
import { AppError } from "../errors.ts";
import type { DraftLabel, LanguageModel } from "../ports/models.ts";
import type { Asked } from "../semantic-cache/question.ts";
import { type NamedRunnerUp, namedRunnerUp } from "./afresh.ts";
import type { LabelAnswer } from "./label-reuse.ts";

/** What a model said of a text, part by part. */
export interface Drafted {
  readonly drafts: readonly DraftLabel[];
  /** All examples were learned when it was asked. */
  readonly isLearned: boolean;
  readonly modelMs: number;
}

/** What a model said, with labels for positions. Throws `llm_processing_error` for a class that was not offered. */
export function checkedDrafts(
  model: LanguageModel,
  data: string,
  { classes, enableExtraction }: ClassificationSetDefinition,
  drafts: readonly DraftLabel[],
): Omit<Asked<LabelAnswer>, "mayKeep" | "modelMs"> {
  const classifications = drafts.map(({ span, class: position, confidence }) => {
    const label = position === null ? NO_LABEL : classes[position]?.label;
    if (label === undefined) throw new AppError("llm_processing_error", "the model chose a class that was not offered");
    return { text: data.slice(span.start, span.end), label, confidence };
  });
  const [first] = drafts;
  // What was said of one of several parts says nothing of a text like all of it.
  const isWhole = drafts.length === 1 && classifications[0]?.text.trim() === data.trim();
  return {
    answer: { classifications, model: first?.model ?? model.id },
    said: isWhole && first ? { class: first.class } : { labels: classifications.map(({ label }) => label) },
    lesson: isWhole && first ? { kind: "label", class: first.class } : null,
    // Extraction answers with parts of the text, so only a text written the same way may have its answer.
    copied: enableExtraction ? data : null,
    dependsOnClock: false,
    modelCost: first?.usage?.money ?? 0,
  };
}

/** Of several parts nobody can say what comes next to all of them. */
export function runnerUpIn(
  drafts: readonly DraftLabel[],
  { classes }: ClassificationSetDefinition,
): NamedRunnerUp | null {
  if (drafts.length !== 1) return null;
  return namedRunnerUp(
    drafts[0]?.runnerUp,
    classes.map(({ label }) => label),
    NO_LABEL,
  );
}
