/** A text in small letters and without accents, as long as it was: tables have their words so. */

/** A word of letters alone, whose last character has no mark behind it that is none of its own. */
export const LETTERS_ALONE = /(?<![\p{L}\p{N}\p{M}\p{Cf}_])\p{L}+(?![\p{L}\p{N}\p{M}\p{Cf}_])/gu;

const MARKED = /[^\p{ASCII}]/gu;

/** As many UTF-16 code units as the text; "ß", ligatures and other scripts stay as they are. */
export function foldedText(text: string): string {
  return text.toLowerCase().length === text.length ? folded(text.toLowerCase()) : text.replace(/\p{Lu}/gu, small);
}

function folded(small: string): string {
  return small.replace(MARKED, (letter) => {
    if (letter === "’" || letter === "‘" || letter === "ʼ") return "'";
    const plain = letter.normalize("NFD").replace(/\p{M}+/gu, "");
    return plain.length === letter.length ? plain : letter;
  });
}

function small(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? folded(lower) : letter;
}
