/** Which words of a name or a description say something. */
import { ENGLISH } from "../english/english.ts";
import { stemOf, wordsOf } from "../reading/word-forms.ts";

const { endings, littleWords, untelling } = ENGLISH;

/** The stems of the words of a text that carry meaning. */
function stemsOf(text: string): ReadonlySet<string> {
  return new Set(meaningful(text).map((word) => stemOf(word, endings.ofNames)));
}

function meaningful(text: string): readonly string[] {
  return wordsOf(text).filter((word) => !littleWords.fillers.has(word));
}

/** What has no word of meaning in so much has none. */
const DESCRIPTION_UNITS_MAX = 400;

/** Whether a description has a word of meaning that the name does not have. */
export function saysMore(description: string, name: string): boolean {
  const known = stemsOf(name);
  return meaningful(description.slice(0, DESCRIPTION_UNITS_MAX)).some(
    (word) => !known.has(stemOf(word, endings.ofNames)),
  );
}

/** Most names: nothing has to be taken apart. */
const PLAIN_WORD = /^[a-z]{2,}$/;
/** One letter of the Latin script, or as good as none: "x", "p1". */
const LETTER = /^\p{Script=Latin}?\d*$/u;

/** Whether a name says what is meant. "x", "arg1" and "value_2" do not; a single sign of a script that writes words so does. */
export function isTelling(name: string): boolean {
  if (PLAIN_WORD.test(name)) return !untelling.names.has(name);
  return wordsOf(name).some((word) => !LETTER.test(word) && !untelling.names.has(word.replace(/\d+$/, "")));
}
