/** The parameter's own noun behind a name: "the Cedar chapel" is the chapel "Cedar". */
import type { Span } from "#core/span.ts";
import { contentWords } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";

/** A name in capitals, and the one word in small letters that says what has that name. */
const NAME_AND_NOUN = /^(?:.*\s)?\p{Lu}[\p{L}\p{N}'’&.-]*(\s+\p{Ll}+)$/u;

/**
 * The name without that noun, or the span itself. A name that the schema gives with its noun ("Cedar chapel" among its examples, or in its
 * description) keeps it, and at the start of a sentence capitals tell no name: "Book rooms".
 */
export function withoutOwnNoun(text: string, span: Span, { name, description, examples }: Parameter): Span {
  const said = text.slice(span.start, span.end);
  const noun = NAME_AND_NOUN.exec(said)?.[1];
  if (noun === undefined || isOpening(text, span.start)) return span;
  const [meant] = contentWords(noun);
  if (meant === undefined || !contentWords(name).includes(meant)) return span;
  const isGivenSo = [description, ...(examples ?? [])].some((given) => givesWithNoun(given, noun.trim()));
  return isGivenSo ? span : { start: span.start, end: span.end - noun.length };
}

function isOpening(text: string, start: number): boolean {
  return /(?:^|[.!?]\s+)["'“‘]?$/.test(text.slice(0, start));
}

function givesWithNoun(given: string, noun: string): boolean {
  return new RegExp(`\\p{Lu}[\\p{L}\\p{N}'’&.-]*\\s+${RegExp.escape(noun)}(?!\\p{L})`, "u").test(given);
}
