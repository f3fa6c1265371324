/** Words as they are compared: without case, endings and filler. */

const FILLER = new Set(
  (
    "a an the of to in for on with and or is are be by at from as it this that i me my you your can could please want " +
    "need like would what how get find tell show give"
  ).split(" "),
);

/** An identifier as people would write it: `getUserInfo`, `get_user.info` → "get User Info", "get user info". */
export function humanised(identifier: string): string {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_.\-/]+/g, " ")
    .trim();
}

/** Whether a word, in whatever case, carries no meaning of its own. */
export function isFiller(word: string): boolean {
  return FILLER.has(word.toLowerCase());
}

/** The words that carry meaning, stems only, in order and with repetitions. */
export function contentWords(text: string): readonly string[] {
  const words =
    humanised(text)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.filter((word) => !FILLER.has(word)).map((word) => word.replace(/(?:ies|es|s|ing|ed)$/, "") || word);
}
