/** What is known of answers that a model gave: the nouns that all readers of the cache share. */
import type { JsonObject } from "../json.ts";
import type { ReusePath } from "../ports/observer.ts";
import type { Instant } from "../tenant.ts";

export type Path = ReusePath;

/** An answer of a model that teaches the cache: never one that the cache itself gave. */
export interface KnownAnswer {
  /** The id of the stored answer; unique in its partition, and the id of its vector among the neighbours. */
  readonly id: number;
  readonly text: string;
  /** Unit vector of the text. */
  readonly vector: Float32Array;
  readonly answeredAt: Instant;
}

/** A tool call as the cache sees it. */
export interface KnownCall extends KnownAnswer {
  /** Position among the tools of all named toolsets; null for `none`. */
  readonly tool: number | null;
  readonly parameters: JsonObject;
  /** Top-level parameters that the server filled from the schema: no word of the sentence stands for them. */
  readonly defaultsApplied: readonly string[];
}

/** A label as the cache sees it. Only texts answered with a single one are known. */
export interface KnownLabel extends KnownAnswer {
  /** Position among the classes of the set; null for `none`. */
  readonly class: number | null;
}

export interface ValueOf {
  readonly parameter: string;
  readonly text: string;
}

export interface MovedValue extends ValueOf {
  /** Whether one of the two is a word that the tool often takes for its parameter, and never for the other. */
  readonly isHabitual: boolean;
}

/** A text that may be another parameter's value. */
export interface DoubtfulValue extends ValueOf {
  /** The value that it changed places with; null for one that its parameter never had. */
  readonly movedWith: MovedValue | null;
}
