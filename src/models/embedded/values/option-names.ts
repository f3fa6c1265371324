/** The ways in which a text names one of the options that a schema enumerates. */
import type { Span } from "#core/ports/models.ts";
import { codeOf } from "#core/reading/codes.ts";
import { type CurrencyMention, currenciesIn, currencyAmong } from "#core/reading/currencies.ts";
import { type FrequencyMention, rateAmong, ratesIn } from "#core/reading/frequencies.ts";
import { contentWords, humanised } from "../name-words.ts";
import { mentionOf } from "./texts.ts";

/** Each line: words that mean the same option. What a schema writes is matched with them as a whole. */
const SYNONYMS = `
asc|ascending|smallest to largest|lowest to highest|lowest first|oldest first|a to z|increasing
desc|descending|largest to smallest|highest to lowest|highest first|newest first|latest first|z to a|decreasing
low|lowest|weak|gentle
mid|medium|middle|moderate|average
high|highest|strong|strongest
small|s
large|l|big
extra large|xl
delete|remove|erase
add|create|insert
update|change|modify|edit
complete|mark as done|finish
celsius|centigrade|metric|c
fahrenheit|imperial|f
kilometers|kilometres|km|kilometer|kilometre
miles|mi|mile
meters|metres|m|meter|metre
feet|ft|foot
kilograms|kg|kilos|kilogram
pounds|lb|lbs|pound
one way|oneway
round trip|roundtrip|return ticket|there and back
hourly|by the hour
daily|by day
weekly|by week
monthly|by month
yearly|annually|annual
economy|coach
driving|drive|car|by car
walking|walk|on foot
bicycling|cycling|bike|bicycle|by bike
transit|public transport|public transportation|by train|by bus
cheap|inexpensive|budget|low cost
moderate|mid range|reasonably priced|intermediate
expensive|pricey|upscale|high end
beginner|easy|simple|novice
advanced|expert|hard|difficult
male|man|men
female|woman|women
json|as json
open|opened|opening
closed|close|shut|closing
start|begin|launch
pause|paused|pausing|hold
resume|continue|unpause|carry on
stop|halt|end
turn on|turns on|switch on|power on
turn off|switch off|power off
lost|lose|mislaid
stolen|stole|steal|theft|robbed
damaged|broken|broke|damage
price asc|price ascending|price low to high|cheapest|cheapest first|lowest price|lowest price first
price desc|price descending|price high to low|most expensive|most expensive first|highest price
rating|top rated|best rated|highest rated|best reviewed
newest|newest first|latest|most recent
oldest|oldest first
critical|urgent
vacation|holiday|annual leave|paid time off
sick|ill|sick leave
production|prod
development|dev
email|e mail|mail
sms|text message
`;
/** Too short to mean the option wherever they stand alone in a sentence. */
const WORD_LETTERS_MIN = 2;
/** The other words of each. */
const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = otherWords();

function otherWords(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  for (const line of SYNONYMS.trim().split("\n")) {
    const group = line.split("|");
    for (const word of group) {
      const others = group.filter((other) => other !== word && other.length >= WORD_LETTERS_MIN);
      all.set(word, [...(all.get(word) ?? []), ...others]);
    }
  }
  return all;
}

/** A slip in a shorter word is mostly another word. */
const SPELLING_LETTERS_MIN = 7;

export interface OptionMention {
  readonly span: Span;
  /** Whether the text has the option's own words, not others that mean the same. */
  readonly isLiteral: boolean;
  /** Whether the words mean nothing else: "every three months" is `quarterly`, the sign of "£50" `GBP`. */
  readonly isCertain: boolean;
}

/** Wants another currency than that of the amount. */
const CONVERTED = /(?:^|_)(?:to|target|into|quote|output)(?:_|$|(?=[A-Z]))/i;

/** Of the parameter that has the options. */
interface Described {
  readonly name: string;
  readonly description: string;
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
    currencies: hasCodes ? currenciesIn(text) : [],
    rates: ratesIn(text),
    coded: hasCodes ? codedIn(text, parameter) : new Map(),
    nothing: nothingOf(text, parameter.name),
    words: wordsIn(text),
  };
  const isConverted = CONVERTED.test(parameter.name);
  return options.map((option) => optionNamed(option, said, isConverted));
}

const IS_CODE = /^[a-zA-Z]{2,3}$/;
const IS_NOTHING = /^(?:none|no|zero|without|nothing)$/i;
/** An article or a pronoun in small letters is no option "A" or "I". */
const IS_LITTLE_WORD = /^[ai]$/;

function optionNamed(option: string, said: Said, isConverted: boolean): OptionMention | null {
  const written = humanised(option);
  const currency = currencyAmong(said.currencies, option.toUpperCase());
  const often = rateAmong(said.rates, written);
  const isOfAmount = currency?.isOfAmount === true && !isConverted;
  const isCertain = often !== null || isOfAmount;
  if (said.nothing && IS_NOTHING.test(written)) return { span: said.nothing, isLiteral: false, isCertain: true };
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

/** "no sweetness", "without any sugar": for `sweetness_level` and `sugar`. */
function nothingOf(text: string, name: string): Span | null {
  const subject = new Set(contentWords(name));
  for (const { 0: words, 1: noun = "", index } of text.matchAll(/\b(?:no|without|zero)\s+(?:any\s+)?([a-z]+)/gi)) {
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
    const code = codeOf(name, `${description} code`, words)?.toLowerCase();
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
  const found = words.find(({ word }) => isOneSlipAway(word, lower));
  return found ? { start: found.start, end: found.end } : null;
}

/** Not for a wrong letter: that makes other words, "winner" of "winter". */
function isOneSlipAway(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length + right.length === 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
