import type { Class } from "../classification-set.ts";
import { AppError, messageOf } from "../errors.ts";
import { FairCache } from "../fair-cache.ts";
import type { ContentHash } from "../json.ts";
import type { Log } from "../log.ts";
import type { DefinitionStore } from "../ports/definition-store.ts";
import type { EmbeddedExample, Embedder, FindSimilar, LanguageModel, LearnedClasses } from "../ports/models.ts";
import type { NeighbourIndex, NeighbourIndexes } from "../ports/neighbours.ts";
import type { SharedLearning } from "../ports/shared-learning.ts";
import type { AppId } from "../tenant.ts";
import { turn } from "../turn.ts";
import { embeddingKeyOf } from "./embedding-key.ts";
import type { KeptVectors } from "./kept-vectors.ts";
import { LessonLines, type Queued } from "./lesson-lines.ts";
import { madeOnce } from "./made-once.ts";
import { classesIn, type Phrase, phrasesOf, type Teachable } from "./phrases.ts";

/** Learned sets kept in memory, all apps together. Of one that goes the embeddings stay in the store. */
const LEARNED_SETS_MAX = 256;
/** The same for their examples: about 1.5 kB each in memory, those of classes, with the vectors of two embedders, 3 kB. */
const LEARNED_EXAMPLES_MAX = 200_000;
/** Texts embedded between two writes. */
const CHUNK_TEXTS = 32;
/** Embeddings put into the index of nearest neighbours between two chances to rest. */
const ADDED_PER_REST = 4;
/** For so long after a question the next one is expected, and learning makes way. */
const ASKED_LATELY_MS = 150;
/** While there are questions, learning rests this many times as long as it worked. */
const RESTS_PER_WORK = 5;
/** Waiting for a question to be answered counts as work too: it must not make rests ever longer. */
const REST_MS_MAX = 50;
/**
 * Inline definitions are learned while the caller waits. So many UTF-16 code units take some 0.5 s, an example counting as
 * 28 more: 64 of the usual length. What goes beyond is left out.
 */
const INLINE_UNITS_MAX = 5_200;
const INLINE_EXAMPLE_UNITS = 28;
const INLINE_EXAMPLES_MAX = 64;
/** After a failure the next look-up of the set tries again, but not sooner. */
const RETRY_AFTER_MS = 10_000;

export interface Progress {
  readonly done: number;
  readonly total: number;
}

interface Lesson extends Queued {
  readonly contentHash: ContentHash;
  readonly embedder: Embedder;
  readonly phrases: readonly Phrase[];
  /** What the phrases are examples of, where the model learns more from them than their embeddings. */
  readonly classes: readonly Class[] | null;
  readonly index: NeighbourIndex;
  /** Phrases behind the index's ids: those learned so far. */
  readonly learned: Phrase[];
  /** Their embeddings, until the model has learned the classes. */
  vectors: Float32Array[];
  learnedClasses: LearnedClasses | null;
  failedAtMs: number | null;
  finished: PromiseWithResolvers<void>;
}

/** What can be searched of a lesson. */
interface Known extends Pick<Lesson, "embedder" | "index"> {
  readonly learned: readonly Phrase[];
}

export interface LearningOptions {
  /** What the examples of tools are compared by, and those of classes. */
  readonly embedders: { readonly tools: Embedder; readonly classes: Embedder };
  readonly vectors: Pick<KeptVectors, "announce" | "read" | "sweepSoon" | "write">;
  /** What other processes with the same apps have learned, and are learning. */
  readonly shared: SharedLearning;
  readonly definitions: Pick<DefinitionStore, "holds">;
  readonly indexes: NeighbourIndexes;
  /** Whoever answers, and may make more of the examples of classes than their embeddings. */
  readonly model?: Pick<LanguageModel, "classesAsBytes" | "learnClasses">;
  readonly monotonicMs: () => number;
  readonly log: Log;
}

/**
 * Learns the owners' examples in the background: their embeddings, kept over restarts, in an index of nearest neighbours,
 * and then what the model makes of them all. Makes way while there are questions.
 */
export class Learning {
  readonly #options: LearningOptions;
  /** By content. */
  readonly #lessons: FairCache<Lesson>;
  readonly #lines = new LessonLines<Lesson>((app, lesson) => this.#learn(app, lesson));
  #askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: LearningOptions) {
    this.#options = options;
    this.#lessons = new FairCache({
      weightMax: LEARNED_EXAMPLES_MAX,
      weigh: ({ phrases }) => Math.max(phrases.length, LEARNED_EXAMPLES_MAX / LEARNED_SETS_MAX),
      monotonicMs: options.monotonicMs,
      drivenOut: ({ gone }) => gone.abort(GONE),
    });
  }

  /** Before a set is stored, in the same turn: what it teaches may be there already, and is not to be swept out. */
  announce(app: AppId, taught: readonly Teachable[]): void {
    this.#options.vectors.announce(app, taught);
  }

  /**
   * A set with this content was replaced or deleted. Where no other has it, it is learned no further, and what it alone
   * used goes in the background. Never rejects.
   */
  async forget(app: AppId, contentHash: ContentHash): Promise<void> {
    const { definitions, shared, vectors, log } = this.#options;
    // Whoever cannot be asked now cannot be read either: it stays until it is driven out.
    const isHeld = await definitions.holds(app, contentHash).catch(() => true);
    if (!isHeld) {
      this.#lessons.peek(app, contentHash)?.gone.abort(GONE);
      this.#lessons.delete(app, contentHash);
      await shared.forget(app, contentHash).catch((failure: unknown) => {
        log(`what was learned of a replaced set stays for now: ${messageOf(failure)}`, { level: "warn" });
      });
    }
    vectors.sweepSoon(app);
  }

  /** Begins to learn the examples, or goes on, without waiting. Null when there is nothing left to learn. */
  learn(app: AppId, contentHash: ContentHash, taught: readonly Teachable[]): Progress | null {
    const lesson = this.#lesson(app, contentHash, taught);
    const total = lesson?.phrases.length ?? countOf(taught);
    if (total === 0 || (lesson && isDone(lesson))) return null;
    return { done: Math.min(lesson?.learned.length ?? 0, total - 1), total };
  }

  /** What the model made of all the examples; null until it has, and where it makes nothing of them. */
  learned(app: AppId, contentHash: ContentHash): LearnedClasses | null {
    return this.#lessons.peek(app, contentHash)?.learnedClasses ?? null;
  }

  /** The examples nearest to a text among those learned so far. */
  findSimilar(app: AppId, contentHash: ContentHash, taught: readonly Teachable[]): FindSimilar {
    this.#askedAtMs = this.#options.monotonicMs();
    const lesson = this.#lesson(app, contentHash, taught);
    return lesson === null ? async () => [] : this.#findIn(lesson, app);
  }

  /** The same for definitions that came with the request: learned at once, kept nowhere. */
  findSimilarInline(app: AppId, taught: readonly Teachable[]): FindSimilar {
    this.#askedAtMs = this.#options.monotonicMs();
    const phrases = firstOf(phrasesOf(taught));
    if (phrases.length === 0) return async () => [];
    const embedder = this.#embedderOf(taught);
    const index = this.#options.indexes.create(embedder.dimensions);
    let learned: Promise<void> | undefined;
    const learn = async (signal?: AbortSignal) => {
      const texts = phrases.map((phrase) => phrase.text);
      const vectors = await embedder.embed(texts, "interactive", app, signal);
      for (const [position, vector] of vectors.entries()) index.add(position, vector);
    };
    const find = this.#findIn({ index, learned: phrases, embedder }, app);
    return async (text, count, signal) => {
      learned ??= learn(signal);
      await learned;
      return find(text, count, signal);
    };
  }

  /** Resolves when everything begun is learned or has failed. */
  idle(): Promise<void> {
    return this.#lines.idle();
  }

  #findIn(lesson: Known, app: AppId): FindSimilar {
    return async (text, count, signal) => {
      if (lesson.index.size === 0) return [];
      const [vector] = await lesson.embedder.embed([text], "interactive", app, signal);
      if (!vector) throw new Error("the embedder returned nothing for one text");
      return lesson.index.nearest(vector, count).flatMap(({ id, similarity }) => {
        const phrase = lesson.learned[id];
        return phrase ? [{ ...phrase, similarity }] : [];
      });
    };
  }

  /** Null where there is nothing to learn, or no room to begin. */
  #lesson(app: AppId, contentHash: ContentHash, taught: readonly Teachable[]): Lesson | null {
    const known = this.#lessons.get(app, contentHash);
    if (known) {
      if (known.failedAtMs !== null && this.#options.monotonicMs() - known.failedAtMs > RETRY_AFTER_MS) {
        known.failedAtMs = null;
        known.finished = Promise.withResolvers();
        this.#lines.add(app, known);
      }
      return known;
    }
    const units = unitsOf(taught);
    if (units === 0 || !this.#lines.hasRoom(app, units)) return null;
    const phrases = phrasesOf(taught);
    const embedder = this.#embedderOf(taught);
    const lesson: Lesson = {
      contentHash,
      embedder,
      phrases,
      classes: this.#options.model?.learnClasses ? classesIn(taught) : null,
      index: this.#options.indexes.create(embedder.dimensions),
      learned: [],
      vectors: [],
      learnedClasses: null,
      failedAtMs: null,
      units,
      gone: new AbortController(),
      finished: Promise.withResolvers(),
    };
    this.#lessons.set(app, contentHash, lesson);
    this.#lines.add(app, lesson);
    return lesson;
  }

  async #learn(app: AppId, lesson: Lesson): Promise<void> {
    try {
      await this.#work(app, lesson);
    } catch (failure) {
      if (lesson.gone.signal.aborted) return;
      lesson.failedAtMs = this.#options.monotonicMs();
      const reason = messageOf(failure);
      this.#options.log(`examples were not learned, and will be tried again: ${reason}`, { level: "warn" });
    }
  }

  async #work(app: AppId, lesson: Lesson): Promise<void> {
    const { signal } = lesson.gone;
    const rest = this.#resting(signal);
    while (lesson.learned.length < lesson.phrases.length) {
      const chunk = lesson.phrases.slice(lesson.learned.length, lesson.learned.length + CHUNK_TEXTS);
      const vectors = await this.#vectorsOf(
        app,
        lesson,
        chunk.map(({ text }) => text),
      );
      await rest();
      for (const [position, vector] of vectors.entries()) {
        lesson.index.add(lesson.learned.length, vector);
        lesson.learned.push(chunk[position] as Phrase);
        if (lesson.classes) lesson.vectors.push(vector);
        // In a large index each takes up to a millisecond of the thread that answers.
        if (position % ADDED_PER_REST === ADDED_PER_REST - 1) await rest();
      }
    }
    if (isDone(lesson) || !lesson.classes) return;
    const examples = lesson.learned.map((phrase, ordinal) => ({
      ...phrase,
      vector: lesson.vectors[ordinal] as Float32Array,
    }));
    lesson.learnedClasses = await this.#learnedClasses(app, lesson, lesson.classes, examples);
    lesson.vectors = [];
  }

  /** By this process, or taken from another that has learned them. */
  async #learnedClasses(
    app: AppId,
    lesson: Lesson,
    classes: readonly Class[],
    examples: readonly EmbeddedExample[],
  ): Promise<LearnedClasses | null> {
    const { shared, model } = this.#options;
    const { contentHash, gone } = lesson;
    const learn = async () => {
      const learned = await model?.learnClasses?.(classes, examples, {
        rest: this.#resting(gone.signal),
        embed: (texts) => this.#embedded(app, lesson, texts),
      });
      return learned ?? null;
    };
    const asBytes = model?.classesAsBytes;
    if (!asBytes) return learn();
    const fit = { contentHash, maker: asBytes.id };
    return madeOnce({
      ...{ learning: shared, app, key: `classes ${asBytes.id} ${contentHash}`, signal: gone.signal },
      find: async () => {
        const bytes = await shared.find(app, fit);
        return bytes && asBytes.read(bytes);
      },
      make: async () => {
        const learned = await learn();
        if (learned) await shared.keep(app, fit, asBytes.write(learned));
        return learned;
      },
    });
  }

  /** Written in chunks: what was made before a failure or a stop is not made again. */
  async #embedded(app: AppId, lesson: Lesson, texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += CHUNK_TEXTS)
      vectors.push(...(await this.#vectorsOf(app, lesson, texts.slice(from, from + CHUNK_TEXTS))));
    return vectors;
  }

  /** Of texts that other processes may need as well. Rejects when the set is gone. */
  async #vectorsOf(app: AppId, lesson: Lesson, texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { vectors: kept, shared: learning } = this.#options;
    const { embedder, contentHash, gone } = lesson;
    const keyed = texts.map((text) => ({ text, key: embeddingKeyOf(text) }));
    const byKey = new Map(keyed.map(({ text, key }) => [key, text]));
    const known = new Map<string, Float32Array>();
    const find = async () => {
      const missing = [...byKey.keys()].filter((key) => !known.has(key));
      for (const [key, vector] of await kept.read(app, embedder.id, missing)) known.set(key, vector);
      return known.size === byKey.size ? known : null;
    };
    const make = async () => {
      const missing = [...byKey].filter(([key]) => !known.has(key));
      const fresh = await this.#freshVectors(app, lesson, new Map(missing));
      await kept.write(app, embedder.id, fresh);
      for (const [key, vector] of fresh) known.set(key, vector);
      return known;
    };
    const key = `vectors ${embedder.id} ${contentHash} ${keyed[0]?.key}`;
    await madeOnce({ learning, app, key, find, make, signal: gone.signal });
    return keyed.map(({ key }) => known.get(key) as Float32Array);
  }

  async #freshVectors(
    app: AppId,
    { embedder, gone: { signal } }: Lesson,
    texts: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const fresh = new Map<string, Float32Array>();
    const missing = [...texts];
    const rest = this.#resting(signal);
    while (fresh.size < missing.length) {
      // All at once is faster; while there are questions one at a time, so that the next one waits for one text at most.
      const some = missing.slice(fresh.size, this.#isAskedLately() ? fresh.size + 1 : undefined);
      const vectors = await embedder.embed(
        some.map(([, text]) => text),
        "background",
        app,
        signal,
      );
      // Whoever embeds does not always look at the signal, and what is written after the set is gone no sweep would see.
      signal.throwIfAborted();
      for (const [position, [key]] of some.entries()) {
        const vector = vectors[position];
        if (!vector) throw new AppError("internal_error", "a text has no embedding");
        fresh.set(key, vector);
      }
      if (this.#isAskedLately()) await rest();
    }
    return fresh;
  }

  /** Lets everything else have its turn, and throws when the set is gone; while there are questions, for longer than was worked since the last rest. */
  #resting(signal: AbortSignal): () => Promise<void> {
    const { monotonicMs } = this.#options;
    let restedAtMs = monotonicMs();
    return async () => {
      const workedMs = monotonicMs() - restedAtMs;
      if (this.#isAskedLately()) await pause(Math.min(REST_MS_MAX, Math.ceil(RESTS_PER_WORK * workedMs)));
      else await turn();
      signal.throwIfAborted();
      restedAtMs = monotonicMs();
    };
  }

  #isAskedLately(): boolean {
    return this.#options.monotonicMs() - this.#askedAtMs < ASKED_LATELY_MS;
  }

  #embedderOf(taught: readonly Teachable[]): Embedder {
    const { tools, classes } = this.#options.embedders;
    return classesIn(taught) ? classes : tools;
  }
}

function isDone({ learned, phrases, classes, learnedClasses }: Lesson): boolean {
  return learned.length === phrases.length && (classes === null || learnedClasses !== null);
}

const GONE = new Error("the set is gone");

/** As many as may be learned while somebody waits. */
function firstOf(phrases: readonly Phrase[]): readonly Phrase[] {
  let units = 0;
  const end = phrases.slice(0, INLINE_EXAMPLES_MAX).findIndex(({ text }) => {
    units += INLINE_EXAMPLE_UNITS + text.length;
    return units > INLINE_UNITS_MAX;
  });
  return phrases.slice(0, end < 0 ? INLINE_EXAMPLES_MAX : end);
}

function countOf(taught: readonly Teachable[]): number {
  return taught.reduce((sum, { examples }) => sum + (examples?.length ?? 0), 0);
}

function unitsOf(taught: readonly Teachable[]): number {
  return taught.reduce((sum, { examples = [] }) => sum + examples.reduce((own, { length }) => own + length, 0), 0);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
