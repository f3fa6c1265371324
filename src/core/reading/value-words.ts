/** The words of a value and of a text, so that the one is found in the other: as whole words, whatever their case and accents. */
import type { Span } from "../span.ts";

/** Scripts that put no space between words: each of their characters stands for itself. */
const SPACELESS =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const LETTER = `(?![${SPACELESS}])[\\p{L}\\p{N}]`;
/**
 * A character of a script without spaces, letters and digits in a row, or a sign that is no punctuation: "+", "#", an emoji, and the
 * minus of "A-" and "-5".
 */
const WORD = new RegExp(
  `[${SPACELESS}]\\p{M}*|${LETTER}(?:${LETTER}|\\p{M})*|[\\p{S}#%&@*]|(?<=[\\p{L}\\p{N}])[-−](?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}])[-−](?=\\p{N})`,
  "gu",
);
const IS_SPACELESS = new RegExp(`^[${SPACELESS}]`, "u");
/** In Latin letters an accent makes no other word; a mark of any other script does. */
const LATIN_ACCENTS = /(\p{Script=Latin})[\u0300-\u036f]+/gu;

/** Letters that one may stand for, as "ﬃ" does for three. */
const EXPANSION_MAX = 4;

export interface ValueWord extends Span {
  /** Alike for all ways to write the word. */
  readonly folded: string;
  /** Whether a word may begin and end beside it without a space: of a script that has none. */
  readonly isSpaceless: boolean;
}

export function valueWords(text: string): readonly ValueWord[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    folded: folded(word),
    isSpaceless: IS_SPACELESS.test(word),
  }));
}

function folded(word: string): string {
  // Plain ASCII needs none of what follows, and nearly every word is.
  if (/^[A-Za-z0-9]+$/.test(word)) return word.toLowerCase();
  const taken = word.normalize("NFKD");
  // "ﷺ" alone is eighteen characters: texts of it would be kept, and compared, at that length.
  const apart = taken.length > word.length * EXPANSION_MAX ? word : taken;
  const plain = apart.replace(LATIN_ACCENTS, "$1");
  return plain.toUpperCase().toLowerCase().normalize("NFC");
}

/** The words as one key; "" for a text that has none. */
export function keyOf(text: string): string {
  return joinedWords(valueWords(text));
}

export function joinedWords(words: readonly ValueWord[]): string {
  return words.map(({ folded: word }) => word).join(" ");
}

/** Signs that make another word of what they are written to: "C+" is no "C". */
const SIGNS = "+#%&@*=<>~^|$€£¥°";
/** "apple" ends before "apple's", and not before "apple+" or "apple'n". */
const GOES_ON = new RegExp(
  `^(?:[\\p{L}\\p{N}\\p{M}${SIGNS}]|[-−](?![\\p{L}\\p{N}])|['’](?!s(?![\\p{L}\\p{N}\\p{M}]))\\p{L})`,
  "iu",
);
const COMES_BEFORE = new RegExp(`(?:[\\p{L}\\p{N}\\p{M}${SIGNS}]['’]?|(?<![\\p{L}\\p{N}])[-−])$`, "u");

/** Whether a value may begin before the first of these words and end behind the last: it is no part of a longer one. */
export function isWhole(text: string, words: readonly ValueWord[]): boolean {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return false;
  const before = text.slice(Math.max(0, first.start - 4), first.start);
  const begins = first.isSpaceless || !COMES_BEFORE.test(before);
  return begins && (last.isSpaceless || !GOES_ON.test(text.slice(last.end, last.end + 4)));
}
