import { LRUCache } from "lru-cache";
import type { Class } from "../classification-set.ts";
import { AppError, messageOf } from "../errors.ts";
import type { ContentHash } from "../json.ts";
import type { Log } from "../log.ts";
import type { Embedder, FindSimilar, LanguageModel, LearnedClasses } from "../ports/models.ts";
import type { NeighbourIndex, NeighbourIndexes } from "../ports/neighbours.ts";
import type { EmbeddingStore } from "../ports/storage.ts";
import type { AppId } from "../tenant.ts";
import { turn } from "../turn.ts";
import { embeddingKeyOf } from "./embedding-key.ts";

/** Learned sets kept in memory, all apps together. The least recently used goes; its embeddings stay in the store. */
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
/** Inline definitions are learned while the caller waits: about 5 ms each. What goes beyond is left out. */
const INLINE_EXAMPLES_MAX = 64;
/** After a failure the next look-up of the set tries again, but not sooner. */
const RETRY_AFTER_MS = 10_000;

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Anything with examples: the tools of a toolset, the classes of a classification set. */
export interface Teachable {
  readonly examples?: readonly string[];
}

interface Phrase {
  readonly text: string;
  readonly of: number;
}

interface Lesson {
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
  finished: Promise<void>;
}

export interface LearningOptions {
  /** What the examples of tools are compared by, and those of classes. */
  readonly embedders: { readonly tools: Embedder; readonly classes: Embedder };
  readonly embeddings: EmbeddingStore;
  readonly indexes: NeighbourIndexes;
  /** Whoever answers, and may make more of the examples of classes than their embeddings. */
  readonly model?: Pick<LanguageModel, "learnClasses">;
  readonly monotonicMs: () => number;
  readonly log: Log;
}

/**
 * Learns the owners' examples in the background: their embeddings, kept over restarts, in an index of nearest neighbours,
 * and then what the model makes of them all. Makes way while there are questions.
 */
export class Learning {
  readonly #options: LearningOptions;
  /** Least recently used first. */
  readonly #lessons = new LRUCache<string, Lesson>({
    max: LEARNED_SETS_MAX,
    maxSize: LEARNED_EXAMPLES_MAX,
    sizeCalculation: ({ phrases }) => phrases.length,
  });
  #askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: LearningOptions) {
    this.#options = options;
  }

  /** Begins to learn the examples, or goes on, without waiting. Null when there is nothing left to learn. */
  learn(app: AppId, contentHash: ContentHash, taught: readonly Teachable[]): Progress | null {
    const lesson = this.#lesson(app, contentHash, taught);
    if (lesson === null || isDone(lesson)) return null;
    const total = lesson.phrases.length;
    return { done: Math.min(lesson.learned.length, total - 1), total };
  }

  /** What the model made of all the examples; null until it has, and where it makes nothing of them. */
  learned(app: AppId, contentHash: ContentHash): LearnedClasses | null {
    return this.#lessons.peek(nameOf(app, contentHash))?.learnedClasses ?? null;
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
    const phrases = phrasesOf(taught).slice(0, INLINE_EXAMPLES_MAX);
    if (phrases.length === 0) return async () => [];
    const embedder = this.#embedderOf(taught);
    const index = this.#options.indexes.create(embedder.dimensions);
    let learned: Promise<void> | undefined;
    const learn = async () => {
      const texts = phrases.map((phrase) => phrase.text);
      const vectors = await embedder.embed(texts, "interactive", app);
      for (const [position, vector] of vectors.entries()) index.add(position, vector);
    };
    const find = this.#findIn({ index, learned: phrases, embedder }, app);
    return async (text, count) => {
      learned ??= learn();
      await learned;
      return find(text, count);
    };
  }

  /** Resolves when everything begun is learned or has failed. */
  async idle(): Promise<void> {
    await Promise.all([...this.#lessons.values()].map((lesson) => lesson.finished));
  }

  #findIn(lesson: Pick<Lesson, "index" | "learned" | "embedder">, app: AppId): FindSimilar {
    return async (text, count) => {
      if (lesson.index.size === 0) return [];
      const [vector] = await lesson.embedder.embed([text], "interactive", app);
      if (!vector) throw new Error("the embedder returned nothing for one text");
      return lesson.index.nearest(vector, count).flatMap(({ id, similarity }) => {
        const phrase = lesson.learned[id];
        return phrase ? [{ ...phrase, similarity }] : [];
      });
    };
  }

  #lesson(app: AppId, contentHash: ContentHash, taught: readonly Teachable[]): Lesson | null {
    const name = nameOf(app, contentHash);
    const known = this.#lessons.get(name);
    if (known) {
      if (known.failedAtMs !== null && this.#options.monotonicMs() - known.failedAtMs > RETRY_AFTER_MS)
        this.#begin(app, known);
      return known;
    }
    const phrases = phrasesOf(taught);
    if (phrases.length === 0) return null;
    const embedder = this.#embedderOf(taught);
    const index = this.#options.indexes.create(embedder.dimensions);
    const lesson: Lesson = {
      embedder,
      phrases,
      classes: this.#options.model?.learnClasses ? classesIn(taught) : null,
      index,
      learned: [],
      vectors: [],
      learnedClasses: null,
      failedAtMs: null,
      finished: Promise.resolve(),
    };
    this.#lessons.set(name, lesson);
    this.#begin(app, lesson);
    return lesson;
  }

  #begin(app: AppId, lesson: Lesson): void {
    lesson.failedAtMs = null;
    lesson.finished = this.#work(app, lesson).catch((failure: unknown) => {
      lesson.failedAtMs = this.#options.monotonicMs();
      const reason = messageOf(failure);
      this.#options.log(`examples were not learned, and will be tried again: ${reason}`, { level: "warn" });
    });
  }

  async #work(app: AppId, lesson: Lesson): Promise<void> {
    const rest = this.#resting();
    while (lesson.learned.length < lesson.phrases.length) {
      const chunk = lesson.phrases.slice(lesson.learned.length, lesson.learned.length + CHUNK_TEXTS);
      const vectors = await this.#vectorsOf(
        app,
        lesson.embedder,
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
    const learned = await this.#options.model?.learnClasses?.(lesson.classes, examples, {
      rest: this.#resting(),
      embed: (texts) => this.#embedded(app, lesson.embedder, texts),
    });
    lesson.learnedClasses = learned ?? null;
    lesson.vectors = [];
  }

  /** Written in chunks: what was made before a failure or a stop is not made again. */
  async #embedded(app: AppId, embedder: Embedder, texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += CHUNK_TEXTS)
      vectors.push(...(await this.#vectorsOf(app, embedder, texts.slice(from, from + CHUNK_TEXTS))));
    return vectors;
  }

  async #vectorsOf(app: AppId, embedder: Embedder, texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { embeddings } = this.#options;
    const keyed = texts.map((text) => ({ text, key: embeddingKeyOf(text) }));
    const known = await embeddings.read(
      app,
      embedder.id,
      keyed.map(({ key }) => key),
    );
    const missing = [...new Map(keyed.map(({ text, key }) => [key, text]))].filter(([key]) => !known.has(key));
    const fresh = new Map<string, Float32Array>();
    const rest = this.#resting();
    while (fresh.size < missing.length) {
      // All at once is faster; while there are questions one at a time, so that the next one waits for one text at most.
      const some = missing.slice(fresh.size, this.#isAskedLately() ? fresh.size + 1 : undefined);
      const vectors = await embedder.embed(
        some.map(([, text]) => text),
        "background",
      );
      for (const [position, [key]] of some.entries()) {
        const vector = vectors[position];
        if (!vector) throw new AppError("internal_error", "a text has no embedding");
        fresh.set(key, vector);
      }
      if (this.#isAskedLately()) await rest();
    }
    if (fresh.size > 0) await embeddings.write(app, embedder.id, fresh);
    return keyed.map(({ key }) => (known.get(key) ?? fresh.get(key)) as Float32Array);
  }

  /** Lets everything else have its turn; while there are questions, for longer than was worked since the last rest. */
  #resting(): () => Promise<void> {
    const { monotonicMs } = this.#options;
    let restedAtMs = monotonicMs();
    return async () => {
      const workedMs = monotonicMs() - restedAtMs;
      if (this.#isAskedLately()) await pause(Math.min(REST_MS_MAX, Math.ceil(RESTS_PER_WORK * workedMs)));
      else await turn();
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

/** Null for anything but classes: what has a label is one. */
function classesIn(taught: readonly Teachable[]): readonly Class[] | null {
  return taught.every((item): item is Class => "label" in item) ? taught : null;
}

function nameOf(app: AppId, contentHash: ContentHash): string {
  return `${app} ${contentHash}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Taken in turns, one example of each tool or class after the other, so that what is learned first helps all of them. */
function phrasesOf(taught: readonly Teachable[]): readonly Phrase[] {
  const rounds = Math.max(0, ...taught.map((item) => item.examples?.length ?? 0));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    taught.flatMap((item, of) => {
      const text = item.examples?.[round];
      return text === undefined ? [] : [{ text, of }];
    }),
  );
}
