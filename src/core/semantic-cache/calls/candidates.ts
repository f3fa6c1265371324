/** What might be proposed, before it is scored. */
import type { JsonObject } from "../../json.ts";
import type { Span } from "../../span.ts";
import type { DoubtfulValue } from "../known-answer.ts";
import type { KnownEntry } from "./entries.ts";

/** Named numbers; a flag is 0 or 1. */
export type Features = Record<string, number>;

export interface CallCandidate {
  readonly path: "template" | "rewording";
  readonly entry: KnownEntry;
  readonly tool: number;
  readonly parameters: JsonObject;
  /** Of many candidates only the best one is asked. */
  readonly spans: () => Readonly<Record<string, Span>>;
  readonly unseenValues: readonly DoubtfulValue[];
  readonly leftoverWords: readonly string[];
  readonly features: Features;
  /** How much of the sentence is the template's own words; 0 for a rewording. */
  readonly anchors: number;
  /** Whether the words are the very same, values included. */
  readonly isSameWords: boolean;
}
