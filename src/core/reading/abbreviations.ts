/** Given values as people abbreviate them: "20 °F", "10 km", "NYC", "med". */
import type { Span } from "../span.ts";
import type { LanguageTables } from "./language.ts";
import { type SpokenWord, spokenWords, wordsOf } from "./word-forms.ts";

const CUT_LETTERS_MIN = 3;
const SYMBOL_LETTERS_MAX = 3;

/** Where the text has a short form of the value, or the long form of a short value, that fits no other choice. */
export function abbreviationsOf(
  value: string,
  choices: readonly string[],
  text: string,
  language: LanguageTables,
): readonly Span[] {
  const spoken = spokenWords(text);
  const others = choices.filter((choice) => choice !== value).map((choice) => wordsOf(choice));
  const words = wordsOf(value);
  const isUnique = (matches: (words: readonly string[]) => boolean) => matches(words) && !others.some(matches);
  const single = spoken.filter((word) => {
    return isUnique((of) => isShortFor(word, of, text, language) || isInitials(word.folded, of));
  });
  const long = longForms(words, spoken, text);
  return [...single, ...long].map(({ start, end }) => ({ start, end })).sort((one, other) => one.start - other.start);
}

/** "$" and "dollars" for USD. */
export function currencyPlaces(value: string, text: string, { money }: LanguageTables): readonly Span[] {
  const signs = Object.hasOwn(money.inShort, value) ? money.inShort[value] : undefined;
  return signs === undefined
    ? []
    : [...text.matchAll(signs)].map(({ 0: sign, index }) => ({ start: index, end: index + sign.length }));
}

/** "med" for medium, "F" or "20 f" for fahrenheit, "10 km" for kilometres, and "euros" for EUR. */
function isShortFor(
  { folded, start, end }: SpokenWord,
  words: readonly string[],
  text: string,
  { littleWords }: LanguageTables,
): boolean {
  const written = text.slice(start, end);
  const [word = ""] = words;
  if (words.length !== 1 || folded[0] !== word[0]) return false;
  const isCut = (short: string, whole: string) => short.length >= CUT_LETTERS_MIN && whole.startsWith(short);
  if (isCut(folded, word) || isCut(word, folded)) return true;
  const followsNumber = /[\d°]\s*°?\s*$/u.test(text.slice(0, start));
  if (folded.length === 1)
    return followsNumber || (/\p{Lu}/u.test(written) && !littleWords.singleCapitals.has(written));
  return followsNumber && folded.length <= SYMBOL_LETTERS_MAX && isWithin(folded, word);
}

/** Whether the letters stand in the word, in this order. */
function isWithin(letters: string, word: string): boolean {
  let at = -1;
  return [...letters].every((letter) => {
    at = word.indexOf(letter, at + 1);
    return at >= 0;
  });
}

function isInitials(folded: string, words: readonly string[]): boolean {
  return words.length > 1 && folded === words.map((word) => word[0]).join("");
}

/** "New York City" for NYC: names, so that "until Sunday" is not the US. */
function longForms(words: readonly string[], spoken: readonly SpokenWord[], text: string): readonly Span[] {
  const [short = ""] = words;
  if (words.length !== 1 || short.length < 2 || short.length > 5) return [];
  return spoken.flatMap((first, at) => {
    const run = spoken.slice(at, at + short.length);
    const last = run.at(-1);
    if (!last || run.some(({ start }) => !/\p{Lu}/u.test(text.charAt(start)))) return [];
    if (
      run.length < short.length ||
      !isInitials(
        short,
        run.map(({ folded }) => folded),
      )
    )
      return [];
    return [{ start: first.start, end: last.end }];
  });
}
