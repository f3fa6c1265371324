/** A parameter's name and description as people would say them: what the network reads, and what roles go by. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "./name-words.ts";
import type { Parameter } from "./tool-parameters.ts";

/** `dest_stn`, `DestStn` → "destination station". Words of schemas in short are written out. */
export function spelledOut(name: string): string {
  return humanised(name)
    .split(" ")
    .map((word) => {
      const lower = word.toLowerCase();
      return ENGLISH.naming.inShort.get(lower) ?? word;
    })
    .join(" ");
}

/** Fewer words in common are grammar. */
const COMMON_WORDS_MIN = 2;

/**
 * The descriptions in their order, each without the words that it begins with like another one: of "The name of the first
 * station" and "The name of the last station" little else is read before the cut. What would be left without any word stays whole.
 */
export function tellingDescriptions(parameters: readonly Pick<Parameter, "description">[]): readonly string[] {
  const all = parameters.map(({ description }) => description.split(/\s+/));
  return parameters.map(({ description }, index) => {
    const words = all[index] ?? [];
    const common = Math.max(0, ...all.map((other, at) => (at === index ? 0 : commonWords(words, other))));
    const rest = words.slice(common);
    return common < COMMON_WORDS_MIN || rest.join("") === "" ? description : rest.join(" ");
  });
}

function commonWords(one: readonly string[], other: readonly string[]): number {
  const differing = one.findIndex((word, at) => word.toLowerCase() !== other[at]?.toLowerCase());
  return differing < 0 ? one.length : differing;
}
