/** Tools and classes as what they have in common: a name, words about it, and sentences that mean it. */
import type { Class } from "../classification-set.ts";
import { wordsOf } from "../reading/word-forms.ts";
import type { Tool } from "../toolset.ts";
import { type Place, within } from "./findings.ts";

export interface Member {
  readonly name: string;
  /** What it says of itself, in a text that can be embedded. */
  readonly summary: string;
  readonly examples: readonly string[];
  readonly place: Place;
  /** Of one of its examples. */
  placeOf(example: number): Place;
}

/** The first sentences say what a tool does. */
const SUMMARY_UNITS_MAX = 200;

export function toolMembers(tools: readonly Tool[], set: string): readonly Member[] {
  return tools.map(({ name, description, examples }, index) =>
    memberOf(name, description, examples, { set, steps: ["tools", index] }),
  );
}

export function classMembers(classes: readonly Class[], set: string): readonly Member[] {
  return classes.map(({ label, description, examples }, index) =>
    memberOf(label, description ?? "", examples, { set, steps: ["classes", index] }),
  );
}

function memberOf(name: string, description: string, examples: readonly string[] = [], place: Place): Member {
  const words = wordsOf(name).join(" ") || name;
  const summary = description === "" ? words : `${words}: ${description.slice(0, SUMMARY_UNITS_MAX)}`;
  return { name, summary, examples, place, placeOf: (example) => within(place, "examples", example) };
}
