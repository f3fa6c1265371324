/** Words that are somebody's name because they are written as one. */
import type { Span } from "../../span.ts";

const CAPITAL_WORD = /^\p{Lu}[\p{L}\p{M}]*$/u;
/** At the end of what stands before the first word of a sentence. */
const BEGINNING = /(?:^|[.!?:;\n])[\s\p{P}]*$/u;
const BEGINNING_UNITS_MAX = 6;

/** Whether what stands there is one word with a capital letter that no beginning of a sentence gives it. */
export function isNameAmidSentence(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - BEGINNING_UNITS_MAX), start);
  return CAPITAL_WORD.test(text.slice(start, end)) && !BEGINNING.test(before);
}
