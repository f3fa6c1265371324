/** Numbers as texts are compared by them: 1,000 and 1000 are the same word to the cache. */

/** How a number is written to be compared: without thousands' commas and closing zeros; a leading zero is part of a code. */
export function canonicalNumber(digits: string): string {
  const plain = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) ? digits.replaceAll(",", "") : digits;
  if (!/^-?\d+\.\d+$/.test(plain) || THOUSANDS_OR_THOUSANDTHS.test(plain)) return plain;
  return plain.replace(/\.?0+$/, "");
}

/** A thousand in half of Europe, and one elsewhere. */
const THOUSANDS_OR_THOUSANDTHS = /^-?\d{1,3}\.\d{2}0$/;

export function isNumber(word: string): boolean {
  return !THOUSANDS_OR_THOUSANDTHS.test(word) && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(word);
}
