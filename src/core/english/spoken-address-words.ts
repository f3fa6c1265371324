/** E-mail addresses as they are said aloud. */
import type { SpokenAddressWords } from "../reading/sentence-tables.ts";

const PART = "[a-z\\d]+";
const SIGN = " (?:dot|underscore|dash|hyphen) |[._-]";

export const SPOKEN_ADDRESS_WORDS: SpokenAddressWords = {
  // A domain whose dot is said, or a name that has one: "meet Ann at shop.example" is no address.
  form: new RegExp(
    `(?<![\\w.@-])(?:(${PART}(?:(?:${SIGN})${PART})*)(?: at |@)(${PART}(?:(?:${SIGN})${PART})*? dot [a-z]{2,}(?! dot ))|(${PART}(?:(?:${SIGN})${PART})*? (?:dot|underscore) ${PART}) at (${PART}(?:[.-]${PART})*\\.[a-z]{2,}))(?![\\w@])`,
    "gi",
  ),
  signs: [
    [/ dot /gi, "."],
    [/ underscore /gi, "_"],
    [/ (?:dash|hyphen) /gi, "-"],
  ],
};
