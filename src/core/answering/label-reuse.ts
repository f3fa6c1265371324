/** When labels are given again, and what is made of them for other words. */
import type { Class, ClassificationSetDefinition } from "../classification-set.ts";
import { NO_LABEL } from "../classification-set.ts";
import { isJsonObject, isListOf, isNumber, isText, type JsonValue } from "../json.ts";
import type { ReuseSubject } from "../ports/answers.ts";
import type { StoredDefinition } from "../ports/definition-store.ts";
import type { LanguageModel } from "../ports/models.ts";
import type { IsWord } from "../reading/slips.ts";
import type { FindNearest, Knowledge, Proposal } from "../semantic-cache/knowledge.ts";
import { knowledgeOfLabels } from "../semantic-cache/open-knowledge.ts";
import { type Partition, partitionOf } from "../semantic-cache/partition.ts";
import type { Question } from "../semantic-cache/question.ts";
import type { Reuse } from "../semantic-cache/reuse.ts";
import { type AskedIn, sayingLanguage } from "../spoken-language/asked-in.ts";
import type { AppId, Instant } from "../tenant.ts";

/** A part of a text, and its label. A type, as all that is stored: so the compiler sees that it is JSON. */
export type LabelledText = {
  /** The part of the data that the label is for. */
  readonly text: string;
  readonly label: string;
  readonly confidence: number;
};

/** What the cache keeps. */
export type LabelAnswer = {
  readonly classifications: readonly LabelledText[];
  /** The model that answered. */
  readonly model: string;
};

/** A text, with all that its labels depend on. */
export interface LabelQuestion extends Question {
  readonly app: AppId;
  readonly model: LanguageModel;
  readonly set: StoredDefinition<"classification_set">;
  readonly askedIn: AskedIn;
}

export function labelQuestion(
  app: AppId,
  model: LanguageModel,
  set: StoredDefinition<"classification_set">,
  { data, at, askedIn }: { readonly data: string; readonly at: Instant; readonly askedIn: AskedIn },
): LabelQuestion {
  return { app, model, set, partition: partitionFor(app, model, set, askedIn), sentence: data, now: at, askedIn };
}

/** How labels are given again. */
export class LabelReuse implements Reuse<LabelAnswer, LabelQuestion> {
  readonly #isWord: IsWord;

  /** `isWord`: whether a word is one of the language; others may be slips of the finger. */
  constructor(isWord: IsWord) {
    this.#isWord = isWord;
  }

  read(stored: JsonValue | undefined): LabelAnswer | null {
    return isLabelAnswer(stored) ? stored : null;
  }

  /** A part found by extraction must stand in the text. */
  fits({ set, sentence }: LabelQuestion, { classifications }: LabelAnswer): boolean {
    return !set.definition.enableExtraction || classifications.every(({ text }) => sentence.includes(text));
  }

  async mayReuse(): Promise<boolean> {
    return true;
  }

  openKnowledge(_: LabelQuestion, findNearest: FindNearest): Knowledge {
    return knowledgeOfLabels(findNearest, this.#isWord);
  }

  derive({ set, sentence }: LabelQuestion, proposal: Proposal, known: LabelAnswer): LabelAnswer | null {
    const label = labelAt(set.definition, proposal.class);
    const [only] = known.classifications;
    if (label === undefined || !only || proposal.call) return null;
    return { ...known, classifications: [{ text: sentence, label, confidence: only.confidence }] };
  }

  subjectOf({ set }: LabelQuestion): ReuseSubject {
    return { contentHash: set.contentHash, name: "" };
  }

  nameOf({ set }: LabelQuestion, position: number | null): string {
    return set.definition.classes[position ?? -1]?.label ?? NO_LABEL;
  }
}

/** Undefined for what was not offered: a position beyond the classes, or none where one has to fit. */
function labelAt(
  { classes, allowNone }: Pick<ClassificationSetDefinition, "allowNone"> & { readonly classes: readonly Class[] },
  position: number | null,
): string | undefined {
  if (position === null) return allowNone ? NO_LABEL : undefined;
  return classes[position]?.label;
}

function partitionFor(
  app: AppId,
  model: LanguageModel,
  { contentHash, definition }: StoredDefinition<"classification_set">,
  askedIn: AskedIn,
): Partition {
  const { classes: _, backend: __, ...options } = definition;
  return partitionOf(app, {
    operation: "classify",
    contentHashes: [contentHash],
    // Left out where nobody says it: what was answered before anybody could is still known.
    options: { ...options, ...sayingLanguage(askedIn) },
    banks: [],
    persona: null,
    context: null,
    history: [],
    model: model.id,
  });
}

function isLabelAnswer(stored: JsonValue | undefined): stored is LabelAnswer {
  return isJsonObject(stored) && isText(stored.model) && isListOf(stored.classifications, isLabelledText);
}

function isLabelledText(value: JsonValue): value is LabelledText {
  return isJsonObject(value) && isText(value.text) && isText(value.label) && isNumber(value.confidence);
}
