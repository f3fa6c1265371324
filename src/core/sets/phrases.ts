/** What is embedded of an app's sets: their examples, and of classes what stands for each. */
import type { Class } from "../classification-set.ts";

/** Anything with examples: the tools of a toolset, the classes of a classification set. */
export interface Teachable {
  readonly examples?: readonly string[];
}

export interface Phrase {
  readonly text: string;
  /** Position of the tool or class that it is an example of. */
  readonly of: number;
}

/** Taken in turns, one example of each tool or class after the other, so that what is learned first helps all of them. */
export function phrasesOf(taught: readonly Teachable[]): readonly Phrase[] {
  const rounds = Math.max(0, ...taught.map((item) => item.examples?.length ?? 0));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    taught.flatMap((item, of) => {
      const text = item.examples?.[round];
      return text === undefined ? [] : [{ text, of }];
    }),
  );
}

/** Null for anything but classes: what has a label is one. */
export function classesIn(taught: readonly Teachable[]): readonly Class[] | null {
  return taught.every((item): item is Class => "label" in item) ? taught : null;
}
