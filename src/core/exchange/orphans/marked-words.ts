/** How a file counts the characters of a text: nearly all in UTF-16, as JavaScript does. */
export type Counting = "utf-16" | "code points" | "graphemes";

/**
 * The words of a text from `start` up to, but not including, `end`. Null where that is no stretch of the text: outside of
 * it, empty, no whole numbers, or through the middle of a character.
 */
export function wordsAt(text: string, start: unknown, end: unknown, counting: Counting = "utf-16"): string | null {
  if (typeof start !== "number" || typeof end !== "number") return null;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end <= start) return null;
  const words = counting === "utf-16" ? utf16(text, start, end) : counted(text, start, end, counting);
  return words === null || words.trim() === "" ? null : words;
}

function utf16(text: string, start: number, end: number): string | null {
  if (end > text.length || isInsidePair(text, start) || isInsidePair(text, end)) return null;
  return text.slice(start, end);
}

function isInsidePair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF]$/.test(text.charAt(at - 1)) && /^[\uDC00-\uDFFF]$/.test(text.charAt(at));
}

function counted(text: string, start: number, end: number, counting: Counting): string | null {
  const characters =
    counting === "code points"
      ? [...text]
      : [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);
  return end > characters.length ? null : characters.slice(start, end).join("");
}
