import type { JsonObject, JsonValue } from "../json.ts";
import type { Instant } from "../tenant.ts";
import type { Lesson } from "./lesson.ts";
import type { Partition } from "./partition.ts";
import type { Said } from "./said.ts";

/** Whether this request may be answered from the cache, and whether its answer may be kept. */
export interface CacheMode {
  readonly read: boolean;
  readonly write: boolean;
  /** Whether the answer is to say why the cache did or did not give it. */
  readonly explain?: boolean;
}

/** A sentence that wants an answer. What else the answer depends on is known to whoever asks, and to its `Reuse`. */
export interface Question {
  readonly partition: Partition;
  readonly sentence: string;
  readonly now: Instant;
  /** Changes with what its sets were taught: equal questions before and after a teaching share no work. */
  readonly taughtAs?: number;
}

/** An answer, whoever gave it. */
export interface Answered<Answer> {
  readonly answer: Answer;
  /** A value was worked out from the question's `now`. */
  readonly dependsOnClock: boolean;
}

/** What a model answered. */
export interface Asked<Answer extends JsonObject> extends Answered<Answer> {
  /** What it comes down to: compared with what was proposed. */
  readonly said: Said;
  /** What other sentences may learn from it; null when it is for these words only. */
  readonly lesson: Lesson | null;
  /** What in it may have been copied from the sentence: there, upper and lower case count. */
  readonly copied: JsonValue;
  /** Whether the same words may have it again. */
  readonly mayKeep: boolean;
  /** How long the model took. */
  readonly modelMs: number;
  readonly modelCost: number;
}
