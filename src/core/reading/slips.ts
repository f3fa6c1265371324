/** Slips of the finger: a word that is none, one letter away from a word that is known here. */

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
/** Shorter words are one letter away from too many others. */
const LETTERS_MIN = 4;

/** Whether a common word of the language: such a one is meant as it is written. */
export type IsWord = (word: string) => boolean;

/** The known words that this one may have been meant as; none for a word of the language. */
export function slipsOf(word: string, isWord: IsWord, isKnown: (word: string) => boolean): readonly string[] {
  if (word.length < LETTERS_MIN || !/^[a-z]+$/.test(word) || isWord(word)) return [];
  const found = new Set<string>();
  for (const near of oneSlipFrom(word)) {
    if (near.length >= LETTERS_MIN && isKnown(near)) found.add(near);
  }
  return [...found];
}

export type Slip = "wrong letter" | "missing or extra letter" | "exchanged letters";

/** How the one word is the other with one slip; null for the same word, and for words that lie further apart. */
export function slipBetween(one: string, other: string): Slip | null {
  if (one === other || Math.abs(one.length - other.length) > 1) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const rest = (word: string, skipped: number) => word.slice(at + skipped);
  if (one[at] === other[at + 1] && one[at + 1] === other[at] && rest(one, 2) === rest(other, 2))
    return "exchanged letters";
  if (one.length === other.length) return rest(one, 1) === rest(other, 1) ? "wrong letter" : null;
  return rest(one, 0) === rest(other, 1) || rest(one, 1) === rest(other, 0) ? "missing or extra letter" : null;
}

/** Whether the one word is the other, or is that with one letter wrong, missing, too many, or exchanged with its neighbour. */
export function isOneSlip(one: string, other: string): boolean {
  return one === other || slipBetween(one, other) !== null;
}

function* oneSlipFrom(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    const after = word.slice(at);
    const rest = word.slice(at + 1);
    if (at < word.length) yield before + rest;
    if (at + 1 < word.length) yield before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
    for (const letter of LETTERS) {
      yield before + letter + after;
      if (at < word.length) yield before + letter + rest;
    }
  }
}
