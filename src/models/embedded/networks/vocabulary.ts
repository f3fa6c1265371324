import { readFileSync } from "node:fs";
import { TOKENIZER_PATH } from "./network-files.ts";

/** Pieces of words and signs are no words. */
const WORD = /^[a-z]{2,}$/;

let words: ReadonlySet<string> | null = null;

/** Whether a word, in small letters, is common enough to stand whole in the tokenizer's vocabulary. Read at the first call. */
export function isCommonWord(word: string): boolean {
  words ??= readWords();
  return words.has(word);
}

function readWords(): ReadonlySet<string> {
  const file = JSON.parse(readFileSync(TOKENIZER_PATH, "utf8")) as { readonly model: { readonly vocab: object } };
  return new Set(Object.keys(file.model.vocab).filter((piece) => WORD.test(piece)));
}
