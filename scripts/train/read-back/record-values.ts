/** Numbers as records have them: in digits, with signs around them, or in words. */
const WORDS: readonly string[] = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

const PERCENT = 100;
const DIGITS = 6;

/** Null for what is none. `isShare`: "5%" is 0.05, else 5. */
export function numberOf(text: string, isShare: boolean): number | null {
  const word = WORDS.indexOf(text.toLowerCase());
  if (word >= 0) return word;
  const digits = text.replace(/[$€£%,\s]/gu, "");
  if (!/^-?\d+(\.\d+)?$/.test(digits)) return null;
  const number = Number(digits);
  return isShare && text.includes("%") ? Number((number / PERCENT).toPrecision(DIGITS)) : number;
}
