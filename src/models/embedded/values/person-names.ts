/** Of a person's full name the part that a parameter asks for. */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";

const WORDS = ENGLISH.naming;

const NAME = /^\p{Lu}[\p{L}.'’-]*(?:\s+\p{L}[\p{L}.'’-]*)*\s+\p{Lu}[\p{L}.'’-]*$/u;
/** "Van Gogh" is written "van Gogh" behind a first name. */
const FAMILY = /\s(?:\p{Ll}[\p{L}'’]*\s+)*\p{Lu}[\p{L}.'’-]*$/u;

/** "Gallagher" of "Thomas Edward Gallagher" for `surname`; the span itself where the parameter asks for a whole name, or where it is none of several words. */
export function partOfName(text: string, span: Span, { name, description }: Parameter): Span {
  const about = `${humanised(name)} ${description}`;
  const [isFamily, isGiven] = [WORDS.familyName.test(about), WORDS.givenName.test(about)];
  const said = text.slice(span.start, span.end);
  const family = isFamily === isGiven || !NAME.test(said) ? null : FAMILY.exec(said);
  if (!family) return span;
  const border = span.start + family.index;
  return isFamily ? { start: border + 1, end: span.end } : { start: span.start, end: border };
}
