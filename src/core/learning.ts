import { createHash } from "node:crypto";
import { AppError } from "./errors.ts";
import type { ContentHash } from "./json.ts";
import type { Embedder, EmbeddingStore, FindSimilar, NeighbourIndex, NeighbourIndexes } from "./ports.ts";
import type { AppId } from "./tenant.ts";

/** Learned sets kept in memory, all apps together. The least recently used goes; its embeddings stay in the store. */
const LEARNED_SETS_MAX = 256;
/** Texts embedded between two looks at whether something more urgent waits, and between two writes. */
const CHUNK_TEXTS = 32;
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
  readonly phrases: readonly Phrase[];
  readonly index: NeighbourIndex;
  /** Phrases behind the index's ordinals: those learned so far. */
  readonly learned: Phrase[];
  failedAtMs: number | null;
  finished: Promise<void>;
}

export interface LearningOptions {
  readonly embedder: Embedder;
  readonly embeddings: EmbeddingStore;
  readonly indexes: NeighbourIndexes;
  readonly monotonicMs: () => number;
  readonly log: (message: string) => void;
}

/** Learns the owners' examples in the background: their embeddings, kept over restarts, in an index of nearest neighbours. */
export class Learning {
  readonly #options: LearningOptions;
  readonly #lessons = new Map<string, Lesson>();

  constructor(options: LearningOptions) {
    this.#options = options;
  }

  /** Begins to learn the examples, or goes on, without waiting. Null when there is nothing left to learn. */
  learn(app: AppId, contentHash: ContentHash, taught: readonly Teachable[]): Progress | null {
    const lesson = this.#lesson(app, contentHash, taught);
    if (lesson === null || lesson.learned.length === lesson.phrases.length) return null;
    return { done: lesson.learned.length, total: lesson.phrases.length };
  }

  /** The examples nearest to a text among those learned so far. */
  findSimilar(app: AppId, contentHash: ContentHash, taught: readonly Teachable[]): FindSimilar {
    const lesson = this.#lesson(app, contentHash, taught);
    return lesson === null ? async () => [] : this.#findIn(lesson);
  }

  /** The same for definitions that came with the request: learned at once, kept nowhere. */
  findSimilarInline(taught: readonly Teachable[]): FindSimilar {
    const phrases = phrasesOf(taught).slice(0, INLINE_EXAMPLES_MAX);
    if (phrases.length === 0) return async () => [];
    const { embedder, indexes } = this.#options;
    const index = indexes.create(embedder.dimensions);
    let learned: Promise<void> | undefined;
    const learn = async () => {
      const vectors = await embedder.embed(phrases.map((phrase) => phrase.text));
      for (const vector of vectors) index.add(vector);
    };
    const find = this.#findIn({ index, learned: phrases });
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

  #findIn(lesson: Pick<Lesson, "index" | "learned">): FindSimilar {
    return async (text, count) => {
      if (lesson.index.size === 0) return [];
      const [vector] = await this.#options.embedder.embed([text]);
      if (!vector) throw new Error("the embedder returned nothing for one text");
      return lesson.index.nearest(vector, count).flatMap(({ ordinal, similarity }) => {
        const phrase = lesson.learned[ordinal];
        return phrase ? [{ ...phrase, similarity }] : [];
      });
    };
  }

  #lesson(app: AppId, contentHash: ContentHash, taught: readonly Teachable[]): Lesson | null {
    const name = `${app} ${contentHash}`;
    const known = this.#lessons.get(name);
    if (known) {
      this.#lessons.delete(name);
      this.#lessons.set(name, known);
      if (known.failedAtMs !== null && this.#options.monotonicMs() - known.failedAtMs > RETRY_AFTER_MS)
        this.#begin(app, known);
      return known;
    }
    const phrases = phrasesOf(taught);
    if (phrases.length === 0) return null;
    const index = this.#options.indexes.create(this.#options.embedder.dimensions);
    const lesson: Lesson = { phrases, index, learned: [], failedAtMs: null, finished: Promise.resolve() };
    this.#lessons.set(name, lesson);
    this.#begin(app, lesson);
    this.#dropOldest();
    return lesson;
  }

  #begin(app: AppId, lesson: Lesson): void {
    lesson.failedAtMs = null;
    lesson.finished = this.#work(app, lesson).catch((failure: unknown) => {
      lesson.failedAtMs = this.#options.monotonicMs();
      const reason = failure instanceof Error ? failure.message : String(failure);
      this.#options.log(`examples were not learned, and will be tried again: ${reason}`);
    });
  }

  async #work(app: AppId, lesson: Lesson): Promise<void> {
    const { embedder, embeddings } = this.#options;
    while (lesson.learned.length < lesson.phrases.length) {
      const chunk = lesson.phrases.slice(lesson.learned.length, lesson.learned.length + CHUNK_TEXTS);
      const keys = chunk.map((phrase) => keyOf(phrase.text));
      const known = await embeddings.read(app, embedder.id, keys);
      const unknown = chunk.filter((_, position) => !known.has(keys[position] as string));
      const vectors = await embedder.embed(
        unknown.map((phrase) => phrase.text),
        "background",
      );
      const fresh = new Map(unknown.map((phrase, position) => [keyOf(phrase.text), vectors[position] as Float32Array]));
      if (fresh.size > 0) await embeddings.write(app, embedder.id, fresh);
      for (const [position, phrase] of chunk.entries()) {
        const key = keys[position] as string;
        const vector = known.get(key) ?? fresh.get(key);
        if (!vector) throw new AppError("internal_error", "an example has no embedding");
        lesson.index.add(vector);
        lesson.learned.push(phrase);
      }
    }
  }

  #dropOldest(): void {
    if (this.#lessons.size <= LEARNED_SETS_MAX) return;
    const oldest = this.#lessons.keys().next();
    if (!oldest.done) this.#lessons.delete(oldest.value);
  }
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

function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
