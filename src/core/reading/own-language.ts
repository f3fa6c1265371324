/** Whether a text is in a language: by the little words that hardly a sentence of it does without. */
import type { LanguageTables } from "./language.ts";

/** Fewer words may be a command or a name in any language. */
const READABLE_WORDS_MIN = 4;
const PLAIN_WORDS_MIN = 3;
const FOREIGN_MIN = 2;
/** A word in another script is no slip. */
const OTHER_SCRIPT = 2;

/** Whether a text may be of the language: for doubting what was read of it. One word of its own is enough. */
export function mayBeIn(text: string, { littleWords }: LanguageTables): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length < READABLE_WORDS_MIN || words.some((word) => littleWords.unmistakable.has(word));
}

/**
 * Whether a sentence is plainly of the language: for letting another one stand for it. Words of near languages count against
 * it. `all`: with the politeness at both ends of the `wish`, which shows the language as well.
 */
export function isPlainly(
  { littleWords: { own, shared, foreign } }: LanguageTables,
  all: readonly string[],
  wish: readonly string[],
): boolean {
  let ours = 0;
  let others = 0;
  let letters = 0;
  for (const word of wish) {
    if (own.has(word)) ours += Number(!shared.has(word));
    else if (foreign.has(word)) others += 1;
    if (/^\p{Script=Latin}/u.test(word)) letters += 1;
    else if (/^\p{L}/u.test(word)) others += OTHER_SCRIPT;
  }
  if (letters < PLAIN_WORDS_MIN) return others === 0;
  const isSaid = ours > 0 || (others === 0 && all.some((word) => own.has(word) && !shared.has(word)));
  return isSaid && (others < FOREIGN_MIN || ours > others);
}
