import type { Class } from "#core/classification-set.ts";
import type { ClassifyRequest, DraftLabel, Embedder, Span } from "#core/ports.ts";
import { type Clause, clausesOf, wordsIn } from "./clauses.ts";
import { type LabelScore, meanVector, scoreLabels, textsOf } from "./label-scores.ts";

const NEIGHBOURS = 20;
/** Under this no class fits, where the set allows that. */
const FITS_MIN = 0.5;
/** A part with fewer words says too little to stand alone. */
const PART_WORDS_MIN = 2;
/** A part within a sentence that is less like any class belongs to its neighbour. */
const PART_FITS_MIN = 0.4;
/** 1.5 kB each. */
const CLASS_VECTORS_MAX = 4_096;

interface Part {
  readonly span: Clause;
  readonly score: LabelScore;
}

/** Labels from sentence embeddings: nearness to the classes' names and descriptions, and to the owner's examples. */
export class LabelClassifier {
  readonly #embedder: Embedder;
  /** By the class's texts, least recently used first. */
  readonly #classVectors = new Map<string, Float32Array>();

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  async classify(request: ClassifyRequest, signal: AbortSignal): Promise<readonly DraftLabel[]> {
    const score = await this.#scorer(request, signal);
    const whole = { start: 0, end: request.text.length, startsSentence: true };
    const clauses = request.extraction ? clausesOf(request.text) : [whole];
    const parts = await Promise.all(clauses.map(async (span) => ({ span, score: await score(span) })));
    return (await joined(request.text, parts, score)).map(
      ({ span: { start, end }, score: { class: best, confidence, fits } }) => {
        const span = { start, end };
        if (request.allowNone && fits < FITS_MIN) return { span, class: null, confidence: 1 - fits };
        return { span, class: best, confidence: request.allowNone ? confidence * fits : confidence };
      },
    );
  }

  async #scorer(request: ClassifyRequest, signal: AbortSignal): Promise<(span: Span) => Promise<LabelScore>> {
    const { classes, text, findSimilar } = request;
    const classVectors = await this.#vectorsOf(classes);
    const taught = classes.filter(({ examples }) => examples !== undefined && examples.length > 0);
    const examples = taught.reduce((sum, taughtClass) => sum + (taughtClass.examples?.length ?? 0), 0);
    const examplesPerClass = examples / Math.max(1, taught.length);
    return async (span) => {
      signal.throwIfAborted();
      const part = text.slice(span.start, span.end);
      const [[vector], similar] = await Promise.all([this.#embedder.embed([part]), findSimilar(part, NEIGHBOURS)]);
      return scoreLabels(vector as Float32Array, classVectors, similar, examplesPerClass);
    };
  }

  async #vectorsOf(classes: readonly Class[]): Promise<readonly Float32Array[]> {
    const keyed = classes.map((given) => ({ key: JSON.stringify(textsOf(given)), texts: textsOf(given) }));
    const missing = keyed.filter(({ key }) => !this.#classVectors.has(key));
    const vectors = await this.#embedder.embed(missing.flatMap(({ texts }) => texts));
    let taken = 0;
    const fresh = new Map<string, Float32Array>();
    for (const { key, texts } of missing) {
      fresh.set(key, meanVector(vectors.slice(taken, taken + texts.length)));
      taken += texts.length;
    }
    return keyed.map(({ key }) => this.#remember(key, (fresh.get(key) ?? this.#classVectors.get(key)) as Float32Array));
  }

  #remember(key: string, vector: Float32Array): Float32Array {
    this.#classVectors.delete(key);
    this.#classVectors.set(key, vector);
    for (const oldest of this.#classVectors.keys()) {
      if (this.#classVectors.size <= CLASS_VECTORS_MAX) break;
      this.#classVectors.delete(oldest);
    }
    return vector;
  }
}

/** The parts with what belongs together put together, from left to right; that is scored anew. */
async function joined(
  text: string,
  parts: readonly Part[],
  score: (span: Span) => Promise<LabelScore>,
): Promise<readonly Part[]> {
  const kept: Part[] = [];
  for (const part of parts) {
    const before = kept.at(-1);
    if (!before || !belongTogether(text, before, part)) {
      kept.push(part);
      continue;
    }
    const span = { ...before.span, end: part.span.end };
    kept[kept.length - 1] = { span, score: await score(span) };
  }
  return kept;
}

function belongTogether(text: string, before: Part, part: Part): boolean {
  if (before.score.class === part.score.class || isTooShort(text, before) || isTooShort(text, part)) return true;
  return !part.span.startsSentence && (isUnsure(before) || isUnsure(part));
}

function isTooShort(text: string, { span }: Part): boolean {
  return wordsIn(text.slice(span.start, span.end)) < PART_WORDS_MIN;
}

function isUnsure({ score }: Part): boolean {
  return score.fits < PART_FITS_MIN;
}
