/** What the cache is asked, what it finds, and what whoever asked is given. */
import type { JsonObject } from "../json.ts";
import type { Explanation } from "./explanation.ts";
import type { Question } from "./question.ts";
import type { Search } from "./search.ts";

/** Whether this request may be answered from the cache, and whether its answer may be kept. */
export interface CacheMode {
  readonly read: boolean;
  readonly write: boolean;
  /** Whether the answer is to say why the cache did or did not give it. */
  readonly explain?: boolean;
}

/** An answer from the cache. */
export interface CacheHit {
  readonly source: "exact_cache" | "semantic_cache";
  readonly answer: JsonObject;
  /** Cosine of the two sentences; 1 for the same words. */
  readonly similarity: number;
  readonly ageSeconds: number;
  readonly reused: "call" | "template";
}

/** What the cache found; whoever then asks a model hands it back with the answer. */
export interface Finding {
  readonly question: Question;
  readonly key: string;
  /** The generation in which it was looked for. */
  readonly begunAt: number;
  readonly hit: CacheHit | null;
  readonly why: Explanation["why"];
  readonly search: Search | null;
  /** A value of the hit was worked out from the question's `now`. */
  readonly dependsOnClock: boolean;
}

/** An answer, whoever gave it. */
export interface Given {
  readonly answer: JsonObject;
  /** Null when a model answered. */
  readonly hit: CacheHit | null;
  /** Where the answer to these words is kept, or would be. */
  readonly entry: { readonly partition: string; readonly key: string };
  /** From what the answer was made, for a correction that may come; null when it was not made from other words. */
  readonly reuse: JsonObject | null;
  readonly explain: () => Promise<Explanation>;
}
