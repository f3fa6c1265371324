/** Words as people vary them: endings, accents, a slip of the finger. */
import type { Span } from "../span.ts";
import type { LanguageTables } from "./language.ts";
import type { Stemming } from "./sentence-tables.ts";
import { isOneSlip } from "./slips.ts";

/** A word of a text, folded: small letters without accents. */
export interface SpokenWord extends Span {
  readonly folded: string;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’]\p{L}+)*/gu;
/** Such words have no accents. */
const IS_ASCII = /^[\0-\x7f]*$/;

export function spokenWords(text: string): readonly SpokenWord[] {
  // One by one: each sentence is read many times over, and what is made beside its words is collected again.
  const words: SpokenWord[] = [];
  WORD.lastIndex = 0;
  for (let found = WORD.exec(text); found !== null; found = WORD.exec(text)) {
    const { 0: word, index } = found;
    words.push({ start: index, end: index + word.length, folded: folded(word) });
  }
  return words;
}

/** The words of an identifier or a value, folded: "outdoorSeating", "outdoor_seating" and "Outdoor seating" alike. */
export function wordsOf(name: string): readonly string[] {
  return spokenWords(name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|_/gu, " ")).map((word) => word.folded);
}

function folded(word: string): string {
  if (IS_ASCII.test(word)) return word.toLowerCase();
  return word
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("’", "'")
    .toLowerCase();
}

/** Of words that only begin alike: "economic" is "economy", "Australia" is not "Austria". */
const COMMON_LETTERS_MIN = 5;
const COMMON_SHARE_MIN = 0.6;
const REST_LETTERS_MAX = 4;

/** Whether both are one word in two forms, as in "smoking" and "smokers". */
export function sameForm(one: string, other: string, language: LanguageTables): boolean {
  if (one === other) return true;
  // An ending takes no first letter away.
  if (one[0] !== other[0]) return false;
  const { ofForms } = language.endings;
  const stem = stemOf(one, ofForms);
  return stem.length >= ofForms.lettersMin && stem === stemOf(other, ofForms);
}

/** Also with another longer ending, or one letter that is wrong, missing, too many or exchanged with its neighbour. */
export function nearForm(one: string, other: string, language: LanguageTables): boolean {
  if (sameForm(one, other, language) || derivedForm(one, other)) return true;
  return Math.min(one.length, other.length) >= COMMON_LETTERS_MIN && isOneSlip(one, other);
}

/** Whether they only begin alike, but long enough to be of one word: "rental" and "renting", "vaccine" and "vaccination". */
export function derivedForm(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length);
  const common = commonLetters(one, other);
  return common >= COMMON_LETTERS_MIN && common / longer >= COMMON_SHARE_MIN && longer - common <= REST_LETTERS_MAX;
}

/**
 * A word without the longest of the endings that leaves enough of it, roughly: "loads", "loading" and "loader" are one. Of a
 * letter that the ending had doubled, one is left.
 */
export function stemOf(word: string, { endings, lettersMin, doubled }: Stemming): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= lettersMin);
  if (ending === undefined) return word;
  const stem = word.slice(0, word.length - ending.length);
  return doubled?.test(stem) && stem.length > lettersMin ? stem.slice(0, -1) : stem;
}

function commonLetters(one: string, other: string): number {
  let common = 0;
  while (common < one.length && one[common] === other[common]) common += 1;
  return common;
}
