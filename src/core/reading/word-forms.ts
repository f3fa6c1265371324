/** Words as people vary them: endings, accents, a slip of the finger. */
import type { Span } from "../ports/models.ts";
import { isOneSlip } from "./slips.ts";

/** A word of a text, folded: small letters without accents. */
export interface SpokenWord extends Span {
  readonly folded: string;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’]\p{L}+)*/gu;

export function spokenWords(text: string): readonly SpokenWord[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    folded: folded(word),
  }));
}

/** The words of an identifier or a value, folded: "outdoorSeating", "outdoor_seating" and "Outdoor seating" alike. */
export function wordsOf(name: string): readonly string[] {
  return spokenWords(name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|_/gu, " ")).map((word) => word.folded);
}

function folded(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("’", "'")
    .toLowerCase();
}

/** Endings that leave a word what it is, longest first. */
const ENDING = /(?:ations?|ings?|ies|ers?|ed|es|ly|s|y|e)$/;
const STEM_LETTERS_MIN = 3;
/** Of words that only begin alike: "economic" is "economy", "Australia" is not "Austria". */
const COMMON_LETTERS_MIN = 5;
const COMMON_SHARE_MIN = 0.6;
const REST_LETTERS_MAX = 4;

/** Whether both are one word in two forms, as in "smoking" and "smokers". */
export function sameForm(one: string, other: string): boolean {
  return one === other || (stemOf(one) === stemOf(other) && stemOf(one).length >= STEM_LETTERS_MIN);
}

/** Also with another longer ending, or one letter that is wrong, missing, too many or exchanged with its neighbour. */
export function nearForm(one: string, other: string): boolean {
  if (sameForm(one, other)) return true;
  const longer = Math.max(one.length, other.length);
  const common = commonLetters(one, other);
  const isDerived =
    common >= COMMON_LETTERS_MIN && common / longer >= COMMON_SHARE_MIN && longer - common <= REST_LETTERS_MAX;
  return isDerived || (Math.min(one.length, other.length) >= COMMON_LETTERS_MIN && isOneSlip(one, other));
}

function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  // "planning" and "plan".
  return stem.length < STEM_LETTERS_MIN ? word : stem.replace(/([bdgmnprt])\1$/, "$1");
}

function commonLetters(one: string, other: string): number {
  let common = 0;
  while (common < one.length && one[common] === other[common]) common += 1;
  return common;
}
