import { type Class, type ClassificationSetDefinition, checkedClasses, NO_LABEL } from "../classification-set.ts";
import { AppError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Clock } from "../ports/clock.ts";
import type { LanguageModel, ClassifyRequest as ModelRequest } from "../ports/models.ts";
import type { StoredDefinition } from "../ports/storage.ts";
import type { IsWord } from "../reading/slips.ts";
import type { Explanation } from "../semantic-cache/explanation.ts";
import { knowledgeOfLabels } from "../semantic-cache/open-knowledge.ts";
import { partitionOf } from "../semantic-cache/partition.ts";
import type { Asked, Question } from "../semantic-cache/question.ts";
import type { CacheHit, CacheMode, Given, SemanticCache } from "../semantic-cache/semantic-cache.ts";
import type { Learning } from "../sets/learning.ts";
import type { Registry } from "../sets/registry.ts";
import { type Backends, modelFor } from "../sets/set-backend.ts";
import type { AppId, Principal } from "../tenant.ts";
import { checkedText } from "../text.ts";
import type { Trace } from "./feedback.ts";
import { timedOut } from "./resolution.ts";

/** The text, and exactly one of a set's signature and inline classes. */
export interface ClassifyRequest {
  readonly data: string;
  readonly classificationSet?: string;
  readonly classes?: readonly Class[];
  /** Goes with inline classes only; a set has its own. */
  readonly enableExtraction?: boolean;
}

export interface LabelledText {
  /** The part of the data that the label is for. */
  readonly text: string;
  readonly label: string;
  readonly confidence: number;
}

export interface Classification {
  readonly classifications: readonly LabelledText[];
  readonly source: "exact_cache" | "semantic_cache" | "model";
  readonly cache: Pick<CacheHit, "similarity" | "ageSeconds" | "reused"> | null;
  /** Why the cache did or did not answer; null where nobody asked. */
  readonly explanation: Explanation | null;
  readonly model: string;
  readonly trace: Trace;
}

type Answer = Pick<Classification, "classifications" | "model">;

export interface ClassifierOptions {
  readonly sets: Registry<"classification_set">;
  readonly cache: SemanticCache;
  readonly learning: Learning;
  readonly backends: Backends;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Whether a word is one of the language; others may be slips of the finger. */
  readonly isWord: IsWord;
}

/** Gives a text its label, or each of its parts. */
export class Classifier {
  readonly #options: ClassifierOptions;

  constructor(options: ClassifierOptions) {
    this.#options = options;
  }

  /** Throws `bad_request`, `validation_error`, `not_found` for an unknown set, or what the model throws. */
  async classify(
    principal: Principal,
    request: ClassifyRequest,
    cacheMode: CacheMode,
    signal: AbortSignal,
  ): Promise<Classification> {
    const { classificationSet, classes } = request;
    if ((classificationSet === undefined) === (classes === undefined)) {
      throw new AppError("bad_request", "send exactly one of `classification_set` and `classes`");
    }
    if (classificationSet !== undefined && request.enableExtraction !== undefined) {
      throw new AppError("bad_request", "`enable_extraction` goes with inline `classes`: a set has its own");
    }
    const data = checkedText("data", request.data, { min: 1, max: LIMITS.dataCharactersMax });
    if (classificationSet !== undefined) return this.#bySet(principal, classificationSet, data, cacheMode, signal);
    const inline = checkedClasses(classes ?? []);
    const definition = { classes: inline, enableExtraction: request.enableExtraction ?? false, allowNone: false };
    const findSimilar = this.#options.learning.findSimilarInline(principal.app, inline);
    const model = this.#options.backends.model(null);
    const examples = { app: principal.app, findSimilar, learned: null };
    const { answer } = await this.#ask(model, data, definition, examples, signal);
    return classificationOf({ answer, hit: null, entry: null, reuse: null }, data, null);
  }

  async #bySet(
    principal: Principal,
    signature: string,
    data: string,
    cacheMode: CacheMode,
    signal: AbortSignal,
  ): Promise<Classification> {
    const set = await this.#options.sets.find(principal.app, signature);
    const model = modelFor([set], this.#options.backends);
    const given = await this.#options.cache.answer(this.#question(principal.app, model, set, data), cacheMode, signal);
    const explanation = cacheMode.explain ? await given.explain() : null;
    // Without extraction the part is the whole text as it was sent.
    const answer = set.definition.enableExtraction
      ? given.answer
      : ofWholeText(given.answer as unknown as Answer, data);
    return classificationOf({ ...given, answer: answer as unknown as Answer }, data, explanation);
  }

  /** The text as the cache sees it. */
  #question(
    app: AppId,
    model: LanguageModel,
    { contentHash, definition }: StoredDefinition<"classification_set">,
    data: string,
  ): Question {
    const { learning, clock, isWord } = this.#options;
    const { classes, backend: _, ...options } = definition;
    const subject = { contentHash, name: "" };
    const partition = partitionOf(app, {
      operation: "classify",
      contentHashes: [contentHash],
      options,
      banks: [],
      persona: null,
      context: null,
      history: [],
      model: model.id,
    });
    return {
      partition,
      sentence: data,
      now: clock.now(),
      openKnowledge: (findNearest) => knowledgeOfLabels(findNearest, isWord),
      mayReuse: async () => true,
      // A part found by extraction must stand in the text.
      fits: (known) =>
        !options.enableExtraction ||
        (known as unknown as Answer).classifications.every(({ text }) => data.includes(text)),
      derive: (proposal, known) => {
        const position = proposal.class;
        const label = position === null ? (options.allowNone ? NO_LABEL : undefined) : classes[position]?.label;
        const [only] = (known as unknown as Answer).classifications;
        if (label === undefined || !only || proposal.call) return null;
        return { ...known, classifications: [{ text: data, label, confidence: only.confidence }] };
      },
      subjectOf: () => subject,
      shown: ({ class: position, labels }) =>
        labels === undefined ? { label: classes[position as number]?.label ?? NO_LABEL } : { labels },
      ask: async (signal) => {
        // Asked first: an answer given on the way there must not outlive it.
        const isLearned = learning.learn(app, contentHash, classes) === null;
        const findSimilar = learning.findSimilar(app, contentHash, classes);
        const learned = learning.learned(app, contentHash);
        const asked = await this.#ask(model, data, definition, { app, findSimilar, learned }, signal);
        // What another model said in its place is for as long as that takes.
        const isOwn = asked.answer.model === model.id;
        return { ...asked, answer: asked.answer as unknown as JsonObject, mayKeep: isOwn && isLearned };
      },
    };
  }

  async #ask(
    model: LanguageModel,
    data: string,
    definition: ClassificationSetDefinition,
    examples: Pick<ModelRequest, "app" | "findSimilar" | "learned">,
    signal: AbortSignal,
  ): Promise<Omit<Asked, "answer" | "mayKeep"> & { readonly answer: Answer }> {
    const { timeoutMs } = this.#options;
    const { classes, enableExtraction: extraction, allowNone } = definition;
    const deadline = AbortSignal.timeout(timeoutMs);
    const drafts = await model
      .classify({ text: data, classes, extraction, allowNone, ...examples }, AbortSignal.any([signal, deadline]))
      .catch((failure: unknown) => {
        throw deadline.aborted ? timedOut(timeoutMs, failure) : failure;
      });
    const classifications = drafts.map(({ span, class: position, confidence }) => {
      const label = position === null ? NO_LABEL : classes[position]?.label;
      if (label === undefined)
        throw new AppError("llm_processing_error", "the model chose a class that was not offered");
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
      copied: extraction ? data : null,
      dependsOnClock: false,
      modelCost: first?.usage?.money ?? 0,
    };
  }
}

function ofWholeText(answer: Answer, data: string): Answer {
  return { ...answer, classifications: answer.classifications.map((part) => ({ ...part, text: data })) };
}

function classificationOf(
  given: Pick<Given, "hit" | "reuse"> & Pick<Trace, "entry"> & { readonly answer: Answer },
  data: string,
  explanation: Explanation | null,
): Classification {
  const { hit, entry, reuse } = given;
  const { classifications, model } = given.answer;
  return {
    classifications,
    model,
    source: hit?.source ?? "model",
    cache: hit && { similarity: hit.similarity, ageSeconds: hit.ageSeconds, reused: hit.reused },
    explanation,
    trace: { entry, text: data, answer: { labels: classifications.map(({ label }) => label) }, reuse },
  };
}
