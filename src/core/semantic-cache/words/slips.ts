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

/** Whether the one word is the other with one letter wrong, missing, too many, or exchanged with its neighbour. */
export function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const exchanged = one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
  return (
    exchanged ||
    one.slice(at + 1) === other.slice(at + 1) ||
    one.slice(at) === other.slice(at + 1) ||
    one.slice(at + 1) === other.slice(at)
  );
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
