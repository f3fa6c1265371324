/** "Every van", "the other one", "nobody": words that name no thing of their own, which a parameter for one thing cannot have. */
import type { Span } from "../span.ts";
import type { Described } from "./change-amounts.ts";
import type { LanguageTables } from "./language.ts";
import { stemOf, wordsOf } from "./word-forms.ts";

/** `several`: all of them are meant; `unnamed`: some, none or another one. */
export type Unnamed = "several" | "unnamed";

const AS_IT_STANDS = /(?:["'“‘`]|:\s+)$/;

/**
 * What the words at `span` say in place of a name; null where they are one. A word for all is a name where the parameter's description has
 * it ("a room, or all"), and so is whatever stands behind a quotation mark or a colon, or begins with a capital letter within a sentence.
 */
export function unnamedAt(
  text: string,
  { start, end }: Span,
  [tool, parameter]: readonly [tool: Described, parameter: Described],
  { unnamed, endings }: LanguageTables,
): Unnamed | null {
  const said = text.slice(start, end);
  if (AS_IT_STANDS.test(text.slice(0, start)) || (start > 0 && /^\p{Lu}/u.test(said))) return null;
  const words = wordsOf(said).filter((word) => !unnamed.little.has(word));
  const vague = words.filter((word) => unnamed.all.has(word) || unnamed.any.has(word) || unnamed.pointing.has(word));
  if (vague.length === 0) return null;
  const nouns = new Set(
    [...wordsOf(tool.name), ...wordsOf(parameter.name)].map((word) => stemOf(word, endings.ofNames)),
  );
  const isNoun = (word: string) => unnamed.generic.has(word) || nouns.has(stemOf(word, endings.ofNames));
  const isOnly = words.every((word) => vague.includes(word) || isNoun(word));
  const [last = "", beforeLast] = words.toReversed();
  // "One" alone is a number, unless it is one of them, and so it is in "boat one"; "this" alone may stand for what was said.
  const isOneOf = unnamed.oneOf.test(text.slice(end));
  const isNumber = unnamed.counts.has(last) && (beforeLast === undefined ? !isOneOf : isNoun(beforeLast));
  const described = new Set(wordsOf(parameter.description));
  if (!isOnly || isNumber || vague.some((word) => described.has(word))) return null;
  return vague.some((word) => unnamed.all.has(word)) ? "several" : "unnamed";
}
