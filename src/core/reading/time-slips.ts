/** Names of days and months with a slip of the finger: "firday", "novmber". */
import type { LanguageTables } from "./language.ts";
import type { Replacement } from "./rewriting.ts";
import { slipBetween } from "./slips.ts";

/** Shorter words are one letter away from too many others. */
const LETTERS_MIN = 4;
/** A wrong letter makes another word sooner than a missing one. */
const WRONG_LETTER_LETTERS_MIN = 7;

/** Each slip in the place of what was meant. The first letter is seldom wrong, and what breaks off may be a name or an abbreviation. */
export function slipsMended(text: string, { spokenTimes }: LanguageTables): readonly Replacement[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}_@.-])[a-z]+(?![\p{L}\p{N}_@-])/giu)].flatMap((match) => {
    const [word] = match;
    const meant = word.length < LETTERS_MIN ? undefined : spokenTimes.names.find((name) => isSlipOf(word, name));
    return meant === undefined ? [] : [{ start: match.index, end: match.index + word.length, by: meant }];
  });
}

function isSlipOf(said: string, name: string): boolean {
  const word = said.toLowerCase();
  if (word[0] !== name[0] || name.startsWith(word) || word.startsWith(name)) return false;
  const slip = slipBetween(word, name);
  return slip !== null && (slip !== "wrong letter" || word.length >= WRONG_LETTER_LETTERS_MIN);
}
