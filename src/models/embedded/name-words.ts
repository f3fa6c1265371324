/** Words as they are compared: without case, endings and filler. */
import { ENGLISH } from "#core/english/english.ts";
import { stemOf } from "#core/reading/word-forms.ts";

const { endings, littleWords } = ENGLISH;

/** An identifier as people would write it: `getUserInfo`, `get_user.info` → "get User Info", "get user info". */
export function humanised(identifier: string): string {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_.\-/]+/g, " ")
    .trim();
}

/** Whether a word, in whatever case, carries no meaning of its own. */
export function isFiller(word: string): boolean {
  return littleWords.fillers.has(word.toLowerCase());
}

/** The words that carry meaning, stems only, in order and with repetitions. */
export function contentWords(text: string): readonly string[] {
  const words =
    humanised(text)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.filter((word) => !littleWords.fillers.has(word)).map((word) => stemOf(word, endings.ofNames));
}
