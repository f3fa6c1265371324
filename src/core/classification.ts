import { type Class, type ClassificationSetDefinition, checkedClasses, NO_LABEL } from "./classification-set.ts";
import { AppError } from "./errors.ts";
import type { Trace } from "./feedback.ts";
import type { JsonObject } from "./json.ts";
import type { Learning } from "./learning.ts";
import { LIMITS } from "./limits.ts";
import type { LanguageModel, ClassifyRequest as ModelRequest } from "./ports/models.ts";
import type { Registry } from "./registry.ts";
import { timedOut } from "./resolution.ts";
import { type CacheHit, type CacheMode, entryOf, partitionOf, type SemanticCache } from "./semantic-cache.ts";
import type { Principal } from "./tenant.ts";
import { checkedText } from "./text.ts";

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
  readonly model: string;
  readonly trace: Trace;
}

type Answer = Pick<Classification, "classifications" | "model">;

export interface ClassifierOptions {
  readonly sets: Registry<"classification_set">;
  readonly cache: SemanticCache;
  readonly learning: Learning;
  readonly model: LanguageModel;
  readonly timeoutMs: number;
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
    const findSimilar = this.#options.learning.findSimilarInline(inline);
    const answer = await this.#ask(data, definition, { findSimilar, learned: null }, signal);
    return classificationOf(answer, data, null, null);
  }

  async #bySet(
    principal: Principal,
    signature: string,
    data: string,
    cacheMode: CacheMode,
    signal: AbortSignal,
  ): Promise<Classification> {
    const { sets, cache, learning, model } = this.#options;
    const { contentHash, definition } = await sets.find(principal.app, signature);
    const { classes, ...options } = definition;
    const partition = partitionOf(principal.app, {
      operation: "classify",
      contentHashes: [contentHash],
      options,
      banks: [],
      persona: null,
      context: null,
      history: [],
      model: model.id,
    });

    const entry = entryOf(partition, data);
    const hit = cacheMode.read ? await cache.find(partition, data) : null;
    const known = hit && (hit.answer as unknown as Answer);
    // Without extraction the part is the whole text as it was sent; a part found by extraction must stand in it.
    if (known && (!options.enableExtraction || known.classifications.every(({ text }) => data.includes(text)))) {
      const classifications = options.enableExtraction
        ? known.classifications
        : known.classifications.map((classification) => ({ ...classification, text: data }));
      return classificationOf({ ...known, classifications }, data, hit, entry);
    }

    // Asked first: an answer given on the way there must not outlive it.
    const isLearned = learning.learn(principal.app, contentHash, classes) === null;
    const findSimilar = learning.findSimilar(principal.app, contentHash, classes);
    const learned = learning.learned(principal.app, contentHash);
    const answer = await this.#ask(data, definition, { findSimilar, learned }, signal);
    if (cacheMode.write && isLearned) {
      // Extraction answers with parts of the text, so only a text written the same way may have its answer.
      const copied = options.enableExtraction ? data : null;
      await cache.remember(partition, data, answer as unknown as JsonObject, copied);
    }
    return classificationOf(answer, data, null, entry);
  }

  async #ask(
    data: string,
    definition: ClassificationSetDefinition,
    examples: Pick<ModelRequest, "findSimilar" | "learned">,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { model, timeoutMs } = this.#options;
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
    return { classifications, model: model.id };
  }
}

function classificationOf(answer: Answer, data: string, hit: CacheHit | null, entry: Trace["entry"]): Classification {
  const { classifications, model } = answer;
  return {
    classifications,
    model,
    source: hit?.source ?? "model",
    cache: hit && { similarity: hit.similarity, ageSeconds: hit.ageSeconds, reused: hit.reused },
    trace: { entry, text: data, answer: { labels: classifications.map(({ label }) => label) } },
  };
}
