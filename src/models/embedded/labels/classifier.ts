import type { Class } from "#core/classification-set.ts";
import { FairCache } from "#core/fair-cache.ts";
import type {
  Background,
  ClassesAsBytes,
  ClassifyRequest,
  DraftLabel,
  EmbeddedExample,
  Embedder,
  LearnedClasses,
} from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import type { AppId } from "#core/tenant.ts";
import { turn } from "#core/turn.ts";
import { NEIGHBOURS } from "./class-evidence.ts";
import { textsOf, textsOfSet } from "./class-texts.ts";
import { learn } from "./class-training.ts";
import { type Clause, clausesOf, wordsIn } from "./clauses.ts";
import { deniedLabels } from "./denied-labels.ts";
import { type LabelScore, meanVector, scoreLabels } from "./label-scores.ts";
import { LabelWords } from "./label-words.ts";
import { learnedAsBytes } from "./learned-bytes.ts";
import { LearnedLabels } from "./learned-labels.ts";

/** Under this no class fits, where the set allows that. */
const FITS_MIN = 0.5;
/** A part with fewer words says too little to stand alone. */
const PART_WORDS_MIN = 2;
/** A part that is less surely of one class says nothing by itself: it belongs to its neighbour. */
const PART_SURE_MIN = 0.35;
/** Of one class and no other, that is sure enough, however far it is from what its description says. */
const PART_PLAIN_MIN = 0.9;
/** Kept as they come: who was given up, or asked too much, goes on from there when it asks again. */
const CLASSES_AT_ONCE = 64;
/** A longer part is not read again as a whole, which costs most and says no more than its parts said. In UTF-16 code units. */
const JOINED_UNITS_MAX = 400;
/** 3 kB each: two embedders' vectors, side by side. */
const CLASS_VECTORS_MAX = 4_096;
/** Up to 1 MB each, for sets of the most classes. */
const LABEL_WORDS_MAX = 32;

type Embeds = Pick<Background, "embed">;

interface Part {
  readonly span: Clause;
  readonly score: LabelScore;
}

/**
 * Labels from embeddings: from what was learned of the owner's examples; until that is done, and where there are
 * none, from nearness to the classes' names and descriptions and to the examples known so far.
 */
export class LabelClassifier {
  readonly classesAsBytes: ClassesAsBytes;
  readonly #embedder: Embedder;
  /** By the class's texts. */
  readonly #classVectors = new FairCache<Float32Array>({ weightMax: CLASS_VECTORS_MAX, monotonicMs });
  /** Of the classes of one list, in its order, by the list's id: whoever asks the same set again has them at once. */
  readonly #setVectors = new FairCache<readonly Float32Array[]>({
    weightMax: CLASS_VECTORS_MAX,
    weigh: ({ length }) => length,
    monotonicMs,
  });
  readonly #ids = new WeakMap<readonly Class[], string>();
  #idsGiven = 0;
  /** By all labels of a set. */
  readonly #labelWords = new FairCache<LabelWords>({ weightMax: LABEL_WORDS_MAX, monotonicMs });

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
    this.classesAsBytes = learnedAsBytes(embedder.id);
  }

  async classify(request: ClassifyRequest, signal: AbortSignal): Promise<readonly DraftLabel[]> {
    const learned = request.learned instanceof LearnedLabels ? request.learned : null;
    if (learned?.allowsSeveral && request.extraction) {
      const several = await this.#several(request, learned, signal);
      if (several.length > 0) return several;
    }
    const score = learned ? this.#learnedScorer(request, learned, signal) : await this.#scorer(request, signal);
    const whole = { start: 0, end: request.text.length, startsSentence: true };
    const clauses = request.extraction && !learned?.allowsSeveral ? clausesOf(request.text) : [whole];
    const parts = await Promise.all(clauses.map(async (span) => ({ span, score: await score(span) })));
    return (await joined(request.text, parts, score)).map(({ span: { start, end }, score }) => ({
      span: { start, end },
      ...labelledBy(score, request.allowNone),
    }));
  }

  /** As `LanguageModel.learnClasses`. */
  async learnClasses(
    classes: readonly Class[],
    examples: readonly EmbeddedExample[],
    background: Background,
  ): Promise<LearnedClasses> {
    // Not remembered here: they are kept with the examples' own, for the app that they belong to.
    const vectors = await vectorsFor(textsOfSet(classes), background);
    const labels = classes.map((given, c) => ({
      text: textsOf(given).join(" "),
      vector: vectors[c] as Float32Array,
    }));
    const steps = learn({ labels, examples });
    for (;;) {
      const step = steps.next();
      if (step.done) return new LearnedLabels(step.value);
      await background.rest();
    }
  }

  /** Every label that the text has, each with the part of the text that speaks for it most, in the text's order. */
  async #several(
    { text, findSimilar, app }: ClassifyRequest,
    learned: LearnedLabels,
    signal: AbortSignal,
  ): Promise<readonly DraftLabel[]> {
    signal.throwIfAborted();
    const embedder = this.#embedderFor(app, signal);
    const [[vector], similar] = await Promise.all([embedder.embed([text]), findSimilar(text, NEIGHBOURS, signal)]);
    const named = learned.named({ text, vector: vector as Float32Array, similar });
    const spans = clausesOf(text).filter((span) => wordsIn(text.slice(span.start, span.end)) > 0);
    if (spans.length < 2 || named.length === 0) {
      return named.map((label) => ({ span: { start: 0, end: text.length }, ...label }));
    }
    signal.throwIfAborted();
    const texts = spans.map(({ start, end }) => text.slice(start, end));
    const vectors = await embedder.embed(texts);
    const leanings = texts.map((part, index) =>
      learned.leanings({ text: part, vector: vectors[index] as Float32Array }),
    );
    const placed = named.map((label) => {
      const leaning = (index: number) => leanings[index]?.[label.class] ?? 0;
      const best = spans.reduce((top, _, index) => (leaning(index) > leaning(top) ? index : top), 0);
      const { start, end } = spans[best] as Clause;
      return { span: { start, end }, ...label };
    });
    return placed.sort((one, other) => one.span.start - other.span.start);
  }

  #learnedScorer(
    { text, findSimilar, app }: ClassifyRequest,
    learned: LearnedLabels,
    signal: AbortSignal,
  ): (span: Span) => Promise<LabelScore> {
    const embedder = this.#embedderFor(app, signal);
    return async ({ start, end }) => {
      signal.throwIfAborted();
      const part = text.slice(start, end);
      const [[vector], similar] = await Promise.all([embedder.embed([part]), findSimilar(part, NEIGHBOURS, signal)]);
      return learned.score({ text: part, vector: vector as Float32Array, similar });
    };
  }

  async #scorer(request: ClassifyRequest, signal: AbortSignal): Promise<(span: Span) => Promise<LabelScore>> {
    const { classes, text, findSimilar, app } = request;
    const embedder = this.#embedderFor(app, signal);
    const classVectors = await this.#vectorsOf(classes, embedder, app ?? "");
    // Each of these takes some milliseconds for hundreds of classes, on the thread that serves everybody.
    if (classes.length > CLASSES_AT_ONCE) await turn();
    const labels = classes.map(({ label }) => label);
    const labelWords = this.#wordsOf(labels, app ?? "");
    const taught = classes.filter(({ examples }) => examples !== undefined && examples.length > 0);
    const examples = taught.reduce((sum, taughtClass) => sum + (taughtClass.examples?.length ?? 0), 0);
    const examplesPerClass = examples / Math.max(1, taught.length);
    return async (span) => {
      signal.throwIfAborted();
      const part = text.slice(span.start, span.end);
      const [[vector], similar] = await Promise.all([embedder.embed([part]), findSimilar(part, NEIGHBOURS, signal)]);
      if (classes.length > CLASSES_AT_ONCE) await turn();
      const likeness = labelWords.likenessTo(part);
      const denied = deniedLabels(part, labels);
      return scoreLabels({ vector: vector as Float32Array, likeness, similar, denied }, classVectors, examplesPerClass);
    };
  }

  #embedderFor(app: AppId | undefined, signal: AbortSignal): Embeds {
    return { embed: (texts) => this.#embedder.embed(texts, "interactive", app, signal) };
  }

  async #vectorsOf(classes: readonly Class[], embedder: Embeds, app: string): Promise<readonly Float32Array[]> {
    const id = this.#idOf(classes);
    const known = this.#setVectors.get(app, id);
    if (known) return known;
    const vectors = await this.#vectorsByText(classes, embedder, app);
    this.#setVectors.set(app, id, vectors);
    return vectors;
  }

  /** A definition is the same list of classes for as long as it is held. */
  #idOf(classes: readonly Class[]): string {
    const known = this.#ids.get(classes);
    if (known !== undefined) return known;
    this.#idsGiven += 1;
    const id = `${this.#idsGiven}`;
    this.#ids.set(classes, id);
    return id;
  }

  async #vectorsByText(classes: readonly Class[], embedder: Embeds, app: string): Promise<readonly Float32Array[]> {
    const named = textsOfSet(classes).map((texts) => ({ name: JSON.stringify(texts), texts }));
    // Taken before anything is waited for: meanwhile others may drive them out.
    const vectors = new Map(named.map(({ name }) => [name, this.#classVectors.get(app, name)]));
    const missing = named.filter(({ name }) => vectors.get(name) === undefined);
    for (let from = 0; from < missing.length; from += CLASSES_AT_ONCE) {
      const some = missing.slice(from, from + CLASSES_AT_ONCE);
      const made = await vectorsFor(
        some.map(({ texts }) => texts),
        embedder,
      );
      for (const [index, { name }] of some.entries()) {
        const vector = made[index] as Float32Array;
        vectors.set(name, vector);
        this.#classVectors.set(app, name, vector);
      }
    }
    return named.map(({ name }) => vectors.get(name) as Float32Array);
  }

  #wordsOf(labels: readonly string[], app: string): LabelWords {
    const key = JSON.stringify(labels);
    const words = this.#labelWords.get(app, key) ?? new LabelWords(labels);
    this.#labelWords.set(app, key, words);
    return words;
  }
}

/** The class or none, and what of these comes next. */
function labelledBy(score: LabelScore, allowNone: boolean): Omit<DraftLabel, "span"> {
  const fits = allowNone ? score.fits : 1;
  const none = { of: null, probability: 1 - fits };
  const best = { of: score.class, probability: score.confidence * fits };
  const { next } = score;
  const isNone = allowNone && fits < FITS_MIN;
  const given = isNone ? none : best;
  const others = [
    ...(next ? [{ of: next.class, probability: next.confidence * fits }] : []),
    ...(isNone ? [best] : allowNone ? [none] : []),
  ];
  const [first, ...rest] = others;
  const likeliest = first && rest.reduce((top, other) => (other.probability > top.probability ? other : top), first);
  return {
    class: given.of,
    confidence: given.probability,
    ...(likeliest && {
      runnerUp: { of: likeliest.of, margin: Math.max(0, given.probability - likeliest.probability) },
    }),
  };
}

function monotonicMs(): number {
  return performance.now();
}

/** One vector for each class, from its texts. */
async function vectorsFor(classes: readonly (readonly string[])[], embedder: Embeds): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embed(classes.flat());
  let taken = 0;
  return classes.map(({ length }) => {
    taken += length;
    return length === 1 ? (vectors[taken - 1] as Float32Array) : meanVector(vectors.slice(taken - length, taken));
  });
}

/**
 * The parts with what belongs together put together, from left to right; that is scored anew. Those of one class first: a part
 * that says little goes with the neighbour that it is like.
 */
async function joined(
  text: string,
  parts: readonly Part[],
  score: (span: Span) => Promise<LabelScore>,
): Promise<readonly Part[]> {
  let known = parts;
  for (const belongTogether of [areOfOneClass, needEachOther]) {
    const kept: Part[] = [];
    for (const part of known) {
      const before = kept.at(-1);
      if (!before || !belongTogether(text, before, part)) {
        kept.push(part);
        continue;
      }
      const span = { ...before.span, end: part.span.end };
      const together = span.end - span.start > JOINED_UNITS_MAX ? before.score : await score(span);
      kept[kept.length - 1] = { span, score: joinedScore(before.score, part.score, together) };
    }
    known = kept;
  }
  return known;
}

/** What is said surely by one of two parts is not unsaid by the other, which says nothing by itself. */
function joinedScore(before: LabelScore, part: LabelScore, together: LabelScore): LabelScore {
  return [before, part].reduce((best, own) => (sureness(own) > sureness(best) ? own : best), together);
}

function areOfOneClass(_: string, before: Part, part: Part): boolean {
  return before.score.class === part.score.class;
}

function needEachOther(text: string, before: Part, part: Part): boolean {
  const pair = [before, part];
  return areOfOneClass(text, before, part) || pair.some((one) => isTooShort(text, one) || isUnsure(one));
}

function isTooShort(text: string, { span }: Part): boolean {
  return wordsIn(text.slice(span.start, span.end)) < PART_WORDS_MIN;
}

function isUnsure({ score }: Part): boolean {
  return sureness(score) < PART_SURE_MIN && score.confidence < PART_PLAIN_MIN;
}

function sureness({ confidence, fits }: LabelScore): number {
  return confidence * fits;
}
