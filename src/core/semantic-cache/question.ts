import type { JsonObject, JsonValue } from "../json.ts";
import type { ReuseSubject } from "../ports/answers.ts";
import type { Instant } from "../tenant.ts";
import type { OpenKnowledge, Proposal } from "./knowledge.ts";
import type { Lesson } from "./lesson.ts";
import type { Partition } from "./partition.ts";

/** What a model answered. */
export interface Asked {
  readonly answer: JsonObject;
  /** What it comes down to: `{tool, parameters}` or `{class}`, positions for names; compared with what was proposed. */
  readonly said: JsonObject;
  /** What other sentences may learn from it; null when it is for these words only. */
  readonly lesson: Lesson | null;
  /** What in it may have been copied from the sentence: there, upper and lower case count. */
  readonly copied: JsonValue;
  /** A value was worked out from the question's `now`. */
  readonly dependsOnClock: boolean;
  /** Whether the same words may have it again. */
  readonly mayKeep: boolean;
  readonly modelCost: number;
}

/** A sentence that wants an answer, and all that the cache has to know of whoever asks. */
export interface Question {
  readonly partition: Partition;
  readonly sentence: string;
  readonly now: Instant;
  readonly openKnowledge: OpenKnowledge;
  /** False when something else than the sentence, a memory that is near to it, would change the answer. */
  readonly mayReuse: () => Promise<boolean>;
  /** Whether an answer to the same words, as they were written then, can be given as it is. */
  readonly fits: (known: JsonObject) => boolean;
  /** The answer that a proposal makes of the known one; null when it does not hold for this sentence. */
  readonly derive: (proposal: Proposal, known: JsonObject) => JsonObject | null;
  /** Of the position of a tool or class; null for none. */
  readonly subjectOf: (position: number | null) => ReuseSubject;
  /** What was said, with names for positions, for people to read. */
  readonly shown: (said: JsonObject) => JsonObject;
  readonly ask: (signal: AbortSignal) => Promise<Asked>;
}
