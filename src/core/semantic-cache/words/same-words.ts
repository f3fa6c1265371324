import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";

/** A sentence by the words that make it the same as another one. */
export interface SameWords {
  /** Hex digest: equal for the same words, whatever their case where it says nothing. */
  readonly key: string;
  readonly words: readonly string[];
}

/** Words that an answer may have copied: with another case they would have made another answer. */
export interface Literal {
  readonly position: number;
  readonly text: string;
}

export function sameWordsOf(sentence: string): SameWords {
  const words = wordsOf(sentence);
  return { key: keyOf(words), words };
}

/** The words of a sentence. A full stop or question mark at its end says nothing; any other sign may ("5!" is 120). */
function wordsOf(sentence: string): readonly string[] {
  return sentence
    .trim()
    .replace(/(?<=[\p{L}\p{N}"'”’)])\s*[.?]+$/u, "")
    .split(/\s+/u);
}

/** Short words in capitals mean something else in small letters ("US", "5 M"), unless the whole sentence is in capitals. */
const SHORT_CAPITALS = /^(?!\P{L}*[IA]\P{L}*$)\P{L}*\p{Lu}{1,3}\P{L}*$/u;

function keyOf(words: readonly string[]): string {
  const shouted = words.every((word) => word === word.toUpperCase());
  const folded = words.map((word) => (!shouted && SHORT_CAPITALS.test(word) ? word : word.toLowerCase()));
  return createHash("sha256").update(folded.join(" ")).digest("hex");
}

export function literalsOf(words: readonly string[], copied: JsonValue): readonly Literal[] {
  const values = stringsIn(copied).map((text) => text.toLowerCase());
  return words.flatMap((text, position) => {
    const bare = text.toLowerCase().replace(/^\P{L}+|\P{L}+$/gu, "");
    const matters = bare !== "" && values.some((value) => value.includes(bare) || bare.includes(value));
    return matters ? [{ position, text }] : [];
  });
}

/** Whether a sentence with the same key has these words as they were written. */
export function hasLiterals({ words }: SameWords, literals: readonly Literal[]): boolean {
  return literals.every(({ position, text }) => words[position] === text);
}

function stringsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => stringsIn(item));
  return isJsonObject(value) ? Object.values(value as JsonObject).flatMap((item) => stringsIn(item)) : [];
}
