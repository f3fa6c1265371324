const WORDS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** "four" and "4" are 4; null for what is no whole number. */
export function wholeNumberIn(text: string): number | null {
  const word = text.trim().toLowerCase();
  const index = WORDS.indexOf(word);
  if (index >= 0) return index;
  return /^\d{1,15}$/.test(word) ? Number(word) : null;
}

/** Null above twelve. */
export function numberWord(number: number): string | null {
  return WORDS[number] ?? null;
}
