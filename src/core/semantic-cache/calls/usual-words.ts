/** Words that turn a meaning elsewhere, and with which a tool is asked for its values. */
import type { KnownEntry } from "./entries.ts";
import type { Leftover } from "./leftover.ts";
import type { ToolLexicon } from "./lexicon.ts";

/** A parameter whose values stood behind a word so often is asked for with it. */
const USUAL_MIN = 5;
/** Of those that may turn a meaning. */
const PREPOSITIONS: ReadonlySet<string> = new Set(["off"]);

/**
 * Where the sentence has a word that turns the meaning elsewhere, and here is only one that often stands before this
 * parameter's values: "off Deezer" where it was "from Deezer". Not where a constant may be what it says ("off", a state).
 */
export function usualBeforeValues(
  { template }: KnownEntry,
  { asked, askedAt }: Leftover,
  parameterAt: ReadonlyMap<number, string>,
  lexicon: ToolLexicon,
): ReadonlySet<number> {
  if (Object.keys(template.constants).length > 0) return new Set();
  const isUsual = (at: number, word: string) => {
    const parameter = parameterAt.get(at + 1);
    return parameter !== undefined && PREPOSITIONS.has(word) && lexicon.timesBehind(word, parameter) >= USUAL_MIN;
  };
  return new Set(askedAt.filter((at, index) => isUsual(at, asked[index] ?? "")));
}
