/** What the cache finds, and what whoever asked is given. */
import type { JsonObject } from "../json.ts";
import type { TaughtBy } from "../teaching/case-book.ts";
import type { Instant } from "../tenant.ts";
import type { Explanation } from "./explanation.ts";
import type { Origin } from "./origin.ts";
import type { Answered, Question } from "./question.ts";
import type { Search } from "./search.ts";

/** How like the question what was found is. */
export interface Likeness {
  /** Cosine of the two sentences; 1 for the same words. */
  readonly similarity: number;
  readonly ageSeconds: number;
  readonly reused: "call" | "template";
}

/**
 * How an answer that was kept for the same words is given once more without being looked for: right as long as nothing of
 * its app has changed, see `ChangeCounter`.
 */
export interface Repeat {
  readonly madeAt: Instant;
  /** From then on it has to be worked out again. */
  readonly endsAt: Instant;
  /** Counts one more hit, as finding it does. */
  readonly count: () => void;
}

/** An answer from the cache. */
export interface CacheHit<Answer> extends Answered<Answer>, Likeness {
  readonly source: "exact_cache" | "semantic_cache";
  /** From what it was made, for a correction that may come; null for the same words. */
  readonly origin: Origin | null;
  /** Null for other words: what is like them may be known better by the next time. */
  readonly repeat: Repeat | null;
}

/** What the cache found; whoever then asks a model hands it back with the answer. */
export interface Found<Answer extends JsonObject, Asker extends Question> {
  readonly question: Asker;
  /** Of the words: under it, and the question's partition, their answer is kept, or would be. */
  readonly key: string;
  /** The generation in which it was looked for. */
  readonly begunAt: number;
  /** As the store told then, see `AnswerStore.remember`; null where nothing may be kept. */
  readonly corrections: number | null;
  readonly hit: CacheHit<Answer> | null;
  readonly why: Explanation["why"];
  /** Null where nobody looked among other words. */
  readonly search: Search<Answer> | null;
}

/** An answer, and what was found before. */
export interface Given<Answer extends JsonObject, Asker extends Question> {
  readonly found: Found<Answer, Asker>;
  readonly answered: Answered<Answer>;
  /** Where an owner taught the answer. */
  readonly taught?: TaughtBy;
  /** What came next, where a model was asked that tells. */
  readonly runnerUp?: { readonly name: string; readonly margin: number } | null;
}
