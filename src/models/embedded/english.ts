/** Whether a text is in the language that the model was trained on. */

/** Words that hardly an English sentence does without, and that are no words of the languages near to it. */
const COMMON = new Set(
  (
    "the to for of on at is are was be what how i my you it and with from can please this that all get find need want " +
    "by not have when where who which will would could should your there and tell show give make let"
  ).split(" "),
);
/** Fewer words may be a command or a name in any language. */
const WORDS_MIN = 4;

export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length < WORDS_MIN || words.some((word) => COMMON.has(word));
}
