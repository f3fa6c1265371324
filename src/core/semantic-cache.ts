import { createHash } from "node:crypto";
import { type ContentHash, contentHashOf, isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
import type { Clock } from "./ports/clock.ts";
import type { HistoryEntry } from "./ports/models.ts";
import type { AnswerStore, DefinitionStore, StoredAnswer } from "./ports/storage.ts";
import type { AppId } from "./tenant.ts";

/** Everything but the sentence that an answer depends on. Nothing is reused across two of them. */
export interface Partition {
  readonly app: AppId;
  readonly digest: string;
  readonly contentHashes: readonly ContentHash[];
}

/** What makes up a partition. Each part that a later feature adds goes in here, so that it cannot be forgotten in one place. */
export interface PartitionParts {
  readonly operation: "classify" | "resolve" | "respond";
  /** Of the sets named, in the order named. */
  readonly contentHashes: readonly ContentHash[];
  /** Settings of the sets that change answers and are not hashed with their content. */
  readonly options: JsonObject;
  /** The named banks, each with its version. */
  readonly banks: readonly string[];
  /** Who answers in words, with its version; null where nobody does. */
  readonly persona: string | null;
  readonly context: string | null;
  readonly history: readonly HistoryEntry[];
  /** The model's name and version. */
  readonly model: string;
}

export function partitionOf(app: AppId, parts: PartitionParts): Partition {
  return { app, digest: contentHashOf({ app, ...parts }).slice("sha256:".length), contentHashes: parts.contentHashes };
}

/** Where an answer to a sentence is, or would be, kept. */
export function entryOf(partition: Partition, sentence: string): { readonly partition: string; readonly key: string } {
  return { partition: partition.digest, key: keyOf(wordsOf(sentence)) };
}

export interface CacheHit {
  readonly source: "exact_cache";
  readonly answer: JsonObject;
  readonly similarity: number;
  readonly ageSeconds: number;
  readonly reused: "call";
}

/** Whether this request may be answered from the cache, and whether its answer may be kept. */
export interface CacheMode {
  readonly read: boolean;
  readonly write: boolean;
}

export interface SemanticCacheOptions {
  readonly answers: AnswerStore;
  readonly definitions: DefinitionStore;
  readonly clock: Clock;
  readonly enabled: boolean;
  readonly ttlSeconds: number;
  readonly entriesPerAppMax: number;
  readonly log: (message: string) => void;
}

/**
 * Answers worth giving again. Today it finds a sentence only in its own words (`exact_cache`); nearest neighbours and
 * templates belong behind `find` as well.
 */
export class SemanticCache {
  readonly #options: SemanticCacheOptions;

  constructor(options: SemanticCacheOptions) {
    this.#options = options;
  }

  async find(partition: Partition, sentence: string): Promise<CacheHit | null> {
    const { answers, clock, enabled, ttlSeconds } = this.#options;
    if (!enabled) return null;
    const words = wordsOf(sentence);
    const entry = await answers.find(partition.app, partition.digest, keyOf(words));
    if (!entry) return null;
    const ageSeconds = Math.max(0, Math.floor((clock.now() - entry.createdAt) / 1000));
    if (ageSeconds >= ttlSeconds) return null;
    const { answer, literals } = entry.answer as unknown as Entry;
    const same = literals.every(({ position, text }) => words[position] === text);
    return same ? { source: "exact_cache", answer, similarity: 1, ageSeconds, reused: "call" } : null;
  }

  /**
   * Keeps what a model answered. Only that: a hit that taught would repeat its own mistakes.
   * @param copied what in the answer may have been copied from the sentence: there, upper and lower case count.
   */
  async remember(partition: Partition, sentence: string, answer: JsonObject, copied: JsonValue): Promise<void> {
    const { answers, clock, enabled, entriesPerAppMax } = this.#options;
    if (!enabled) return;
    const words = wordsOf(sentence);
    const stored: StoredAnswer = {
      partition: partition.digest,
      key: keyOf(words),
      contentHashes: partition.contentHashes,
      answer: { answer, literals: literalsOf(words, copied) } satisfies Entry as unknown as JsonObject,
      createdAt: clock.now(),
    };
    await answers.remember(partition.app, stored, entriesPerAppMax);
  }

  /**
   * Frees the answers made from a content that no set of the app has any more. They cannot be reached even before this
   * resolves, since the content is part of their partition. Never rejects: what is left over expires.
   */
  async forget(app: AppId, contentHash: ContentHash): Promise<void> {
    try {
      if (!(await this.#options.definitions.holds(app, contentHash)))
        await this.#options.answers.forget(app, contentHash);
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      this.#options.log(`answers of a replaced set stay until they expire: ${reason}`);
    }
  }
}

interface Entry {
  readonly answer: JsonObject;
  readonly literals: readonly { readonly position: number; readonly text: string }[];
}

/** The words of a sentence. A full stop or question mark at its end says nothing; any other sign may ("5!" is 120). */
function wordsOf(sentence: string): readonly string[] {
  return sentence
    .trim()
    .replace(/(?<=[\p{L}\p{N}"'”’)])\s*[.?]+$/u, "")
    .split(/\s+/u);
}

/** Short words in capitals mean something else in small letters ("US", "5 M"), unless the whole sentence is in capitals. */
const SHORT_CAPITALS = /^(?!\P{L}*[IA]\P{L}*$)\P{L}*\p{Lu}{1,3}\P{L}*$/u;

function keyOf(words: readonly string[]): string {
  const shouted = words.every((word) => word === word.toUpperCase());
  const folded = words.map((word) => (!shouted && SHORT_CAPITALS.test(word) ? word : word.toLowerCase()));
  return createHash("sha256").update(folded.join(" ")).digest("hex");
}

/** The words that the answer may have copied: with another case they would have made another answer. */
function literalsOf(words: readonly string[], copied: JsonValue): Entry["literals"] {
  const values = stringsIn(copied).map((text) => text.toLowerCase());
  return words.flatMap((text, position) => {
    const bare = text.toLowerCase().replace(/^\P{L}+|\P{L}+$/gu, "");
    const matters = bare !== "" && values.some((value) => value.includes(bare) || bare.includes(value));
    return matters ? [{ position, text }] : [];
  });
}

function stringsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => stringsIn(item));
  return isJsonObject(value) ? Object.values(value).flatMap((item) => stringsIn(item)) : [];
}
