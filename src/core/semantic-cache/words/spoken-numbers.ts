/** Number words, for comparing texts: "twenty five" and 25 are the same word to the cache. */

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

const SMALL: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
  ["million", 1_000_000],
]);

/** The number that the words starting at `from` spell in one run, and how many words that takes; null for no number. */
export function spokenNumber(
  wordAt: (index: number) => string | null,
  from: number,
): { readonly value: number; readonly length: number } | null {
  let group = SMALL.get(wordAt(from) ?? "");
  if (group === undefined) return null;
  let total = 0;
  let last = wordAt(from) ?? "";
  let length = 1;
  for (; ; length += 1) {
    const word = wordAt(from + length) ?? "";
    const small = SMALL.get(word);
    const scale = SCALES.get(word);
    if (small !== undefined) {
      const continues = SCALES.has(last) ? small > 0 : TENS.includes(last) && small > 0 && small < 10;
      if (!continues) break;
      group += small;
    } else if (scale === 100 && group > 0) group *= 100;
    else if (scale !== undefined && group > 0) {
      total += group * scale;
      group = 0;
    } else break;
    last = word;
  }
  return { value: total + group, length };
}

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
