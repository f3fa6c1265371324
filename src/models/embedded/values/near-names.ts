/**
 * Options that a text names, but not by the words that the schema has: in another form ("lights" for `light`), with a slip of
 * the finger, in short, in a unit's long form, by a number, or by what the description says that they are.
 */
import { ENGLISH } from "#core/english/english.ts";
import { abbreviationsOf } from "#core/reading/abbreviations.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { slipBetween } from "#core/reading/slips.ts";
import { isSameUnit } from "#core/reading/units.ts";
import { derivedForm, type SpokenWord, sameForm, spokenWords, wordsOf } from "#core/reading/word-forms.ts";
import { hull, overlaps, type Span } from "#core/span.ts";
import { contentWords, isFiller } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import { glossesOf } from "./option-glosses.ts";
import { type OptionMention, optionsNamed } from "./option-names.ts";

type Described = Pick<Parameter, "name" | "description" | "choices" | "synonyms" | "toolDescription"> &
  Partial<Pick<Parameter, "type">>;

/** Of more, comparing each with each other would take too long. */
const COMPARED_MAX = 64;

interface Heard {
  readonly text: string;
  readonly words: readonly SpokenWord[];
  readonly parameter: Described;
  readonly options: readonly string[];
}

/** A way in which words may name an option. */
type Way = (option: string, heard: Heard) => Span | null;

/** The surest first: where one finds any option, the others are not asked. */
const WAYS: readonly Way[] = [inOtherForm, byNumber, explained, asUnit, inShort, scattered];

/** Where the text names each of the parameter's options, in whatever way; null where it does not. */
export function optionMentions(text: string, parameter: Described): readonly (OptionMention | null)[] {
  const options = parameter.choices.map(String);
  const named = optionsNamed(options, text, parameter);
  const isNamed = named.some((mention) => mention !== null);
  if (isNamed && parameter.type !== "array") return named;
  const heard = { text, words: spokenWords(text), parameter, options };
  if (isNamed) return named.map((mention, at) => mention ?? besides(inOtherForm(options[at] ?? "", heard), named));
  return nearlyNamed(heard).map(mentioned);
}

function mentioned(span: Span | null): OptionMention | null {
  return span && { span, isLiteral: false, isCertain: false };
}

/** "Furniture and clocks" is `furniture` and `clock`: of a list each item may have a form of its own, of words that name no other. */
function besides(span: Span | null, named: readonly (OptionMention | null)[]): OptionMention | null {
  return span && named.some((other) => other && overlaps(other.span, span)) ? null : mentioned(span);
}

function nearlyNamed(heard: Heard): readonly (Span | null)[] {
  const { options } = heard;
  for (const way of WAYS) {
    const found = options.map((option) => way(option, heard));
    if (found.some((span) => span !== null)) return found;
  }
  return options.map(() => null);
}

/** All words of the option, or of a synonym that the schema gives for it, one after the other, each in some form. */
function inOtherForm(option: string, { words, parameter }: Heard): Span | null {
  for (const name of [option, ...(parameter.synonyms?.of(option) ?? [])]) {
    const span = nearlySaid(name, words);
    if (span) return span;
  }
  return null;
}

/** Where the words are said one after the other, each in some form. */
export function nearlySaid(name: string, words: readonly SpokenWord[]): Span | null {
  const wanted = wordsOf(name);
  if (wanted.length === 0 || wanted.every(isFiller)) return null;
  for (const [at, first] of words.entries()) {
    const last = words[at + wanted.length - 1];
    const isSaid = last && wanted.every((word, index) => isForm((words[at + index] as SpokenWord).folded, word));
    if (isSaid) return { start: first.start, end: last.end };
  }
  return null;
}

/** Too short for one letter to make it another word's slip. */
const SLIP_LETTERS_MIN = 5;
/** A wrong letter makes other words: "winner" of "winter". */
const WRONG_LETTER_LETTERS_MIN = 7;
const EXCHANGED_LETTERS_MIN = 4;

function isForm(said: string, wanted: string): boolean {
  return isFormOf(said, wanted) || (said.endsWith("s") && !wanted.endsWith("s") && isFormOf(said, `${wanted}s`));
}

function isFormOf(said: string, wanted: string): boolean {
  if (sameForm(said, wanted, ENGLISH) || derivedForm(said, wanted)) return true;
  const letters = Math.min(said.length, wanted.length);
  if (!/^[a-z]+$/.test(said) || isFiller(said)) return false;
  switch (slipBetween(said, wanted)) {
    case "wrong letter":
      return letters >= WRONG_LETTER_LETTERS_MIN;
    case "exchanged letters":
      return letters >= EXCHANGED_LETTERS_MIN;
    case "missing or extra letter":
      return letters >= SLIP_LETTERS_MIN;
    default:
      return false;
  }
}

const NOUN_BEFORE = new RegExp(`\\p{L}+\\s+${ENGLISH.naming.numberNoun}\\s*#?\\s*$`, "iu");
const NUMBERED = /^[^\d]*?(\d+)$/;

/** "zone two" for `Z2`, "the second division" for `D2`: the number beside a word of the parameter's name. */
function byNumber(option: string, { text, parameter, options }: Heard): Span | null {
  const number = NUMBERED.exec(option)?.[1];
  if (number === undefined || options.filter((other) => NUMBERED.exec(other)?.[1] === number).length > 1) return null;
  const names = new Set(contentWords(parameter.name));
  for (const { start, end, value, isPercent } of numbersIn(text, ENGLISH)) {
    if (isPercent || value !== Number(number)) continue;
    const before = contentWords(NOUN_BEFORE.exec(text.slice(0, start))?.[0] ?? "");
    const behind = contentWords(/^\p{L}*\s*\p{L}+/u.exec(text.slice(end))?.[0] ?? "");
    if ([...before, ...behind].some((word) => names.has(word))) return { start, end };
  }
  return null;
}

/** All of an explanation as it stands, or half of what no other has, or its last word: what it is about. */
function explained(option: string, { words, parameter }: Heard): Span | null {
  const { whole, own } = glossesOf(parameter);
  const all = nearlySaid((whole.get(option) ?? []).join(" "), words);
  if (all) return all;
  const gloss = own.get(option) ?? [];
  const said = gloss.map((word) => words.find(({ folded }) => isForm(folded, word)));
  const found = said.filter((word) => word !== undefined);
  const isEnough = found.length > 0 && (2 * found.length >= gloss.length || said.at(-1) !== undefined);
  return isEnough ? hull(found.slice(-1)) : null;
}

/** "acres" for `acre`, "kilocalories" for `kcal`. */
function asUnit(option: string, { text, words }: Heard): Span | null {
  const found = words.find(({ start, end }) => isSameUnit(text.slice(start, end), option, ENGLISH));
  return found ? { start: found.start, end: found.end } : null;
}

const PIECE_LETTERS_MIN = 2;

/** "standard deviation" for `stdev`, "med" for `medium`. */
function inShort(option: string, { text, words, options }: Heard): Span | null {
  const [short = "", ...others] = wordsOf(option);
  if (others.length === 0) {
    for (const [at, first] of words.entries()) {
      const second = words[at + 1];
      if (second && isOfPieces(short, first.folded, second.folded)) return { start: first.start, end: second.end };
    }
  }
  if (options.length > COMPARED_MAX) return null;
  const says = ({ start, end }: Span) => end - start > 1 && !isFiller(text.slice(start, end));
  return abbreviationsOf(option, options, text, ENGLISH).find(says) ?? null;
}

function isOfPieces(short: string, first: string, second: string): boolean {
  for (let cut = PIECE_LETTERS_MIN; cut <= short.length - PIECE_LETTERS_MIN; cut += 1) {
    if (first.startsWith(short.slice(0, cut)) && second.startsWith(short.slice(cut))) return true;
  }
  return false;
}

const WORDS_BETWEEN_MAX = 2;

/** All the words of several, in any order, with not much between them: "cover in full" for `full_cover`. */
function scattered(option: string, { words }: Heard): Span | null {
  const wanted = wordsOf(option).filter((word) => !isFiller(word));
  if (wanted.length < 2) return null;
  const found = wanted.map((word) => words.findIndex(({ folded }) => isForm(folded, word)));
  if (found.includes(-1) || Math.max(...found) - Math.min(...found) >= wanted.length + WORDS_BETWEEN_MAX) return null;
  return hull(found.map((at) => words[at] as SpokenWord));
}
