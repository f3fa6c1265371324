/** The ways in which a text names one of the options that a schema enumerates. */
import { ENGLISH } from "#core/english/english.ts";
import { codeOf } from "#core/reading/codes.ts";
import { type CurrencyMention, currenciesIn, currencyAmong } from "#core/reading/currencies.ts";
import { type FrequencyMention, rateAmong, ratesIn } from "#core/reading/frequencies.ts";
import { type Slip, slipBetween } from "#core/reading/slips.ts";
import type { Synonyms } from "#core/schema/synonyms.ts";
import type { Span } from "#core/span.ts";
import { contentWords, humanised } from "../name-words.ts";
import { mentionOf } from "./texts.ts";

const WORDS = ENGLISH.options;

/** Too short to mean the option wherever they stand alone in a sentence. */
const WORD_LETTERS_MIN = 2;
/** The other words of each. */
const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = otherWords();

function otherWords(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  for (const line of WORDS.synonyms) {
    const group = line.split("|");
    for (const word of group) {
      const others = group.filter((other) => other !== word && other.length >= WORD_LETTERS_MIN);
      all.set(word, [...(all.get(word) ?? []), ...others]);
    }
  }
  return all;
}

const MISSPELT: ReadonlySet<Slip | null> = new Set(["missing or extra letter", "exchanged letters"]);
/** A slip in a shorter word is mostly another word. */
const SPELLING_LETTERS_MIN = 7;

export interface OptionMention {
  readonly span: Span;
  /** Whether the text has the option's own words, not others that mean the same. */
  readonly isLiteral: boolean;
  /** Whether the words mean nothing else: "every three months" is `quarterly`, the sign of "£50" `GBP`. */
  readonly isCertain: boolean;
  /** Whether the schema says that these words mean the option. Missing for no. */
  readonly isGiven?: boolean;
}

/** Of the parameter that has the options. */
interface Described {
  readonly name: string;
  readonly description: string;
  readonly synonyms?: Synonyms;
}

/** What a text says that an option may mean, read once for however many there are. */
interface Said {
  readonly text: string;
  readonly currencies: readonly CurrencyMention[];
  readonly rates: readonly FrequencyMention[];
  /** What has a code, by its code in small letters: "Danish" as `da`. */
  readonly coded: ReadonlyMap<string, Span>;
  /** Where it says that there is to be nothing of what the parameter is about. */
  readonly nothing: Span | null;
  /** In small letters. */
  readonly words: readonly (Span & { readonly word: string })[];
  /** By the option, the first of the words that the schema gives for it. */
  readonly given: ReadonlyMap<string, Span>;
}

/** Where the text names each of the options; null where it does not. */
export function optionsNamed(
  options: readonly string[],
  text: string,
  parameter: Described,
): readonly (OptionMention | null)[] {
  const hasCodes = options.some((option) => IS_CODE.test(option));
  const said: Said = {
    text,
    currencies: hasCodes ? currenciesIn(text, ENGLISH) : [],
    rates: ratesIn(text, ENGLISH),
    coded: hasCodes ? codedIn(text, parameter) : new Map(),
    nothing: nothingOf(text, parameter.name),
    words: wordsIn(text),
    given: givenIn(text, parameter.synonyms),
  };
  const isConverted = ENGLISH.money.converted.test(parameter.name);
  return options.map((option) => optionNamed(option, said, isConverted));
}

const IS_CODE = /^[a-zA-Z]{2,3}$/;
/** An article or a pronoun in small letters is no option "A" or "I". */
const IS_LITTLE_WORD = /^[ai]$/;

function givenIn(text: string, synonyms: Synonyms | undefined): ReadonlyMap<string, Span> {
  const given = new Map<string, Span>();
  for (const { value, span, isOwn } of synonyms?.mentionsIn(text) ?? []) {
    if (!isOwn && !given.has(String(value))) given.set(String(value), span);
  }
  return given;
}

/** What the schema says of its own options goes before what everybody means by a word. */
function optionNamed(option: string, said: Said, isConverted: boolean): OptionMention | null {
  const given = said.given.get(option);
  const plain = plainlyNamed(option, said, isConverted);
  if (!given || plain?.isLiteral) return plain;
  return { span: given, isLiteral: true, isCertain: false, isGiven: true };
}

function plainlyNamed(option: string, said: Said, isConverted: boolean): OptionMention | null {
  const signed = SIGNED.exec(option);
  if (signed) return signedIn(signed, said.text);
  const written = humanised(option);
  const currency = currencyAmong(said.currencies, option.toUpperCase());
  const often = rateAmong(said.rates, written, ENGLISH);
  const isOfAmount = currency?.isOfAmount === true && !isConverted;
  const isCertain = often !== null || isOfAmount;
  if (said.nothing && WORDS.isNothing.test(written)) return { span: said.nothing, isLiteral: false, isCertain: true };
  const mention = mentionOf(written, said.text);
  const isOther =
    mention && IS_LITTLE_WORD.test(said.text.slice(mention.start, mention.end)) && !IS_LITTLE_WORD.test(option);
  const literal = isOther ? null : mention;
  if (literal) return { span: literal, isLiteral: true, isCertain };
  const certain = often ?? (isOfAmount ? currency : null);
  if (certain) return { span: certain, isLiteral: false, isCertain: true };
  const coded = IS_CODE.test(option) ? said.coded.get(option.toLowerCase()) : null;
  const other = synonymIn(written, said.text) ?? currency ?? coded ?? misspeltIn(written, said.words);
  return other ? { span: other, isLiteral: false, isCertain: false } : null;
}

/** A sign behind a letter or two is the half of what they mean. */
const SIGNED = /^([a-z]{1,2}|\d)([+-])$/i;

/** Nothing but its own words, sign and all, means such an option. */
export function isSigned(option: string): boolean {
  return SIGNED.test(option);
}

function signedIn([option, stem = "", sign = ""]: RegExpExecArray, text: string): OptionMention | null {
  const signs = (WORDS.signs.get(sign) ?? []).map((one) => RegExp.escape(one)).join("|");
  const behind = `(?<![\\p{L}\\p{N}])${RegExp.escape(stem)}\\s?(?:${signs})(?![\\p{L}\\p{N}])`;
  const match = new RegExp(behind, "iu").exec(text);
  if (!match) return null;
  const span = { start: match.index, end: match.index + match[0].length };
  return { span, isLiteral: match[0].toLowerCase() === option.toLowerCase(), isCertain: true };
}

/** "no sweetness", "without any sugar": for `sweetness_level` and `sugar`. */
function nothingOf(text: string, name: string): Span | null {
  const subject = new Set(contentWords(name));
  for (const { 0: words, 1: noun = "", index } of text.matchAll(WORDS.nothingOf)) {
    if (contentWords(noun).some((word) => subject.has(word))) return { start: index, end: index + words.length };
  }
  return null;
}

function synonymIn(option: string, text: string): Span | null {
  for (const word of OTHER_WORDS.get(option.toLowerCase()) ?? []) {
    const mention = mentionOf(word, text);
    if (mention) return mention;
  }
  return null;
}

/** Each code with the first words that mean it. */
function codedIn(text: string, { name, description }: Described): ReadonlyMap<string, Span> {
  const coded = new Map<string, Span>();
  for (const { 0: words, index } of text.matchAll(/\b[A-Z][a-z]+(?: [A-Z][a-z]+)?\b/g)) {
    const code = codeOf(name, `${description} code`, words, ENGLISH)?.toLowerCase();
    if (code !== undefined && !coded.has(code)) coded.set(code, { start: index, end: index + words.length });
  }
  return coded;
}

function wordsIn(text: string): Said["words"] {
  return [...text.matchAll(/[a-z]+/gi)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

/** "fahrenhiet": one letter too many, too few, or two swapped, in one long word. */
function misspeltIn(option: string, words: Said["words"]): Span | null {
  const lower = option.toLowerCase();
  if (lower.length < SPELLING_LETTERS_MIN || !/^[a-z]+$/.test(lower)) return null;
  // Not for a wrong letter: that makes other words, "winner" of "winter".
  const found = words.find(({ word }) => MISSPELT.has(slipBetween(word, lower)));
  return found ? { start: found.start, end: found.end } : null;
}
