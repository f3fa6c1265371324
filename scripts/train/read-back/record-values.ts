/** Numbers as records have them: in digits, with signs around them, or in words. */
const WORDS: readonly string[] = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Null for what is none. */
export function numberOf(text: string): number | null {
  const word = WORDS.indexOf(text.toLowerCase());
  if (word >= 0) return word;
  const digits = text.replace(/[$€£%,\s]/gu, "");
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : null;
}
