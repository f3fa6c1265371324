/** Which options of a schema are codes: nobody would say them, and nothing tells what they stand for. */
import { ENGLISH } from "../english/english.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { countryCodes, currencyCodes, languageCodes } from "../reading/known-names.ts";
import { perLanguage } from "../reading/language.ts";
import { wordsOf } from "../reading/word-forms.ts";

/** Options that are looked at. A list of thousands is of one kind. */
const OPTIONS_MAX = 256;
/** A shorter common word may be a syllable of anything. */
const WORD_LETTERS_MIN = 3;
/** A word of so many letters can be spoken where it has a vowel: names and words that are not common. */
const SPOKEN_LETTERS_MIN = 4;

const LATIN = /^\p{Script=Latin}+$/u;
const VOWEL = /[aeiouyäöüàâáéèêëíîïóôúûåæø]/i;
const NUMBER = /^[+-]?\d+(?:[.,:]\d+)*%?$/;
/** "3d", "50mm": a number and what it counts. */
const MEASURED = /^\d+(?:[.,]\d+)?\s?\p{L}{1,3}$/u;

export interface OptionContext {
  /** Of the parameter. */
  readonly description: string;
  /** Every `x-synonyms` that counts. */
  readonly synonyms: readonly JsonObject[];
  readonly isCommonWord: (word: string) => boolean;
}

/** Options of which the readers know other words: each word, and the codes of currencies, languages and countries. */
const known = perLanguage((language) => {
  const said = language.options.synonyms.flatMap((line) => line.split("|"));
  const codes = [currencyCodes, languageCodes, countryCodes].flatMap((codesOf) => [...codesOf(language).values()]);
  return new Set([...said, ...codes].map((one) => one.toLowerCase()));
});

export function codesAmong(options: readonly JsonValue[], context: OptionContext): readonly string[] {
  return options
    .slice(0, OPTIONS_MAX)
    .filter((option): option is string => typeof option === "string" && isCode(option, context));
}

function isCode(option: string, { description, synonyms, isCommonWord }: OptionContext): boolean {
  const text = option.trim();
  if (text === "" || NUMBER.test(text) || MEASURED.test(text)) return false;
  if (wordsOf(text).some((word) => isSaid(word, isCommonWord))) return false;
  if (synonyms.some((group) => Object.hasOwn(group, option) && isSome(group[option]))) return false;
  if (known(ENGLISH).has(text.toLowerCase())) return false;
  return !isExplained(text, description);
}

function isSome(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isSaid(word: string, isCommonWord: (word: string) => boolean): boolean {
  if (!/\p{L}/u.test(word)) return false;
  // Other scripts write words with few signs.
  if (!/\p{Script=Latin}/u.test(word)) return true;
  if (!LATIN.test(word)) return false;
  if (word.length >= SPOKEN_LETTERS_MIN && VOWEL.test(word)) return true;
  return word.length >= WORD_LETTERS_MIN && isCommonWord(word);
}

/** Whether the description has it as a word of its own, as in "C for colour": then the model reads what stands behind. */
function isExplained(option: string, description: string): boolean {
  if (!description.includes(option)) return false;
  return new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(option)}(?![\\p{L}\\p{N}_])`, "u").test(description);
}
