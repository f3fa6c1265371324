import type { ContentHash, JsonObject } from "../json.ts";
import type { AppId, Instant } from "../tenant.ts";

/** An answer worth giving again. Partition and key are hex digests made by `core/semantic-cache`. */
export interface StoredAnswer {
  readonly partition: string;
  readonly key: string;
  /** The sets it was answered from: when none of the app's sets has one of these contents any more, it goes. */
  readonly contentHashes: readonly ContentHash[];
  readonly answer: JsonObject;
  readonly createdAt: Instant;
  /** What was answered. */
  readonly sentence: string;
  /** What other sentences may learn from it; null for an answer that is only for these words. */
  readonly lesson: JsonObject | null;
  /** How long the model took, in milliseconds. */
  readonly modelMs: number;
  /** What the model's answer has cost, in the owner's currency; 0 where nobody knows. */
  readonly modelCost: number;
}

export interface KeptEntry extends StoredAnswer {
  /** Never given to another answer. */
  readonly id: number;
  readonly hits: number;
}

/** A kept answer that other sentences may learn from. */
export interface StoredLesson extends Pick<KeptEntry, "createdAt" | "id" | "sentence"> {
  readonly lesson: JsonObject;
  /** Of the sentence; null when there is none by the embedder that was asked for. */
  readonly vector: Float32Array | null;
}

export interface EntryName {
  readonly partition: string;
  readonly id: number;
}

/** How much an app may keep. */
export interface AnswerLimits {
  readonly entriesMax: number;
  readonly bytesMax: number;
}

export interface FoundAnswer {
  readonly entry: KeptEntry | null;
  readonly isRefused: boolean;
  /** How often answers of the app were taken back by a key so far, by any process. */
  readonly corrections: number;
}

/**
 * Writes of one app take effect in the order in which they were called. An answer, a lesson or a vector that is no longer what was
 * written is never given: it counts as not there.
 */
export interface AnswerStore {
  /** Whether other processes keep answers of the same apps, too: what they add has to be looked for. */
  readonly isShared: boolean;
  /** What is kept under the key, and whether its words are refused: all of one moment, so that no answer comes between. */
  find(app: AppId, partition: string, key: string): Promise<FoundAnswer>;
  read(app: AppId, partition: string, id: number): Promise<KeptEntry | null>;
  /**
   * Keeps the answer, in place of an older one under the same key. Over the limits others go, those first that saved the
   * least time per byte; what is not asked for any more loses its worth with every one that goes. The id is null, and
   * nothing is kept, for an app that was removed meanwhile, and where there were more `corrections` by then than `find` told: what a
   * model was asked before one may be what was corrected. `gone` are the answers that had to make room.
   */
  remember(
    app: AppId,
    answer: StoredAnswer,
    limits: AnswerLimits,
    corrections?: number,
  ): Promise<{ readonly id: number | null; readonly gone: readonly EntryName[] }>;
  /** Adds the vector of the sentence. Nothing happens when the answer is gone. */
  attachVector(app: AppId, id: number, embedder: string, vector: Float32Array): Promise<void>;
  /**
   * The lessons of a partition, newest first; `before`: ids below it only, `after`: above it. Where one can be read, so can every one of
   * the app that has a lower id and is kept.
   */
  lessons(
    app: AppId,
    partition: string,
    page: {
      readonly before: number | null;
      readonly after?: number;
      readonly limit: number;
      readonly embedder: string;
    },
  ): Promise<readonly StoredLesson[]>;
  /** The ids of the lessons under the same partition. */
  lessonIds(app: AppId, partition: string): Promise<readonly number[]>;
  /**
   * Counts a hit. Durable with the first change that this storage acknowledges a second later, or when it is closed: a crash
   * forgets those of its last second.
   */
  touch(app: AppId, id: number, at: Instant): void;
  /**
   * Takes back answers that turned out to be wrong: these, and the one under the key, also when it is being remembered at this
   * moment. Their words, and those of the key, are refused from `at` on: not to be answered from others, until an answer is
   * remembered under the same key; over `refusalsMax` of the app the oldest refusal goes. Returns the ids of those that went.
   */
  drop(
    app: AppId,
    partition: string,
    wrong: { readonly ids: readonly number[]; readonly key: string | null },
    refusals: { readonly at: Instant; readonly refusalsMax: number },
  ): Promise<readonly number[]>;
  /** Drops every answer made from this content. Returns the partitions that they were of. */
  forget(app: AppId, contentHash: ContentHash): Promise<readonly string[]>;
  /** Drops answers of all apps that were made before `before`, and refusals. Returns how many answers went. */
  expire(before: Instant): Promise<number>;
  /** What is kept of each content. An answer made from two contents counts for both. */
  sizes(app: AppId): Promise<readonly AnswersOfContent[]>;
}

export interface AnswersOfContent {
  readonly contentHash: ContentHash;
  readonly entries: number;
  readonly bytes: number;
}

/** For what a proposal was made: the tool of a toolset; of a classification set the name is empty. */
export interface ReuseSubject {
  readonly contentHash: ContentHash;
  readonly name: string;
}

/** How often proposals of one kind would have been, or were, what the model said. */
export interface ReuseCount extends ReuseSubject {
  readonly path: string;
  /** The score from which on its stretch begins, in ten-thousandths: another version may have other stretches. */
  readonly bin: number;
  readonly observed: number;
  readonly wrong: number;
}

/** An answer for other words that was given, and was not what the model then said. */
export interface ReuseMistake extends ReuseSubject {
  readonly path: string;
  readonly score: number;
  readonly sentence: string;
  /** The sentence whose answer was reused. */
  readonly knownSentence: string;
  readonly given: JsonObject;
  /** What the model says, or a correction; null where a correction did not tell. */
  readonly expected: JsonObject | null;
  readonly at: Instant;
}

/** Answers of one source, and what they saved. */
export interface SourceCount {
  readonly contentHash: ContentHash;
  readonly source: string;
  readonly answers: number;
  readonly savedMs: number;
  readonly savedCost: number;
}

/**
 * What the cache knows about its own reliability. What is observed is durable no later than the next acknowledged change, or a second later
 * where several processes write; answers of a source are as hits are.
 */
export interface ReuseRecordStore {
  /** Adds to the counts: one proposal of this kind, and whether it was wrong. */
  observe(app: AppId, of: Omit<ReuseCount, "observed" | "wrong">, wrong: boolean): void;
  counts(app: AppId): Promise<readonly ReuseCount[]>;
  /** Over `mistakesMax` of the app the oldest goes. */
  recordMistake(app: AppId, mistake: ReuseMistake, mistakesMax: number): Promise<void>;
  /** Newest first. */
  mistakes(app: AppId, limit: number): Promise<readonly ReuseMistake[]>;
  /** Adds one answer of a source, with what it saved. */
  countSource(app: AppId, one: Omit<SourceCount, "answers">): void;
  sources(app: AppId): Promise<readonly SourceCount[]>;
  /** Drops the counts of a content that is gone; what its answers saved stays. */
  forget(app: AppId, contentHash: ContentHash): Promise<void>;
}
