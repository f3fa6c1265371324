/** The ways in which a text names one of the options that a schema enumerates. */
import type { Span } from "#core/ports/models.ts";
import { codeOf } from "#core/reading/codes.ts";
import { currencyIn } from "#core/reading/currencies.ts";
import { frequencyNamed } from "#core/reading/frequencies.ts";
import { mentionOf } from "./texts.ts";
import { humanised } from "./words.ts";

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
const GROUPS: readonly (readonly string[])[] = SYNONYMS.trim()
  .split("\n")
  .map((line) => line.split("|"));
/** Too short to mean the option wherever they stand alone in a sentence. */
const WORD_MIN = 2;
/** A slip in a shorter word is mostly another word. */
const SPELLING_MIN = 7;

export interface OptionMention {
  readonly span: Span;
  /** Whether the text has the option's own words, not others that mean the same. */
  readonly isLiteral: boolean;
  /** Whether the words mean nothing else: "every three months" is `quarterly`, the sign of "£50" `GBP`. */
  readonly isCertain: boolean;
}

/** Wants another currency than that of the amount. */
const CONVERTED = /(?:^|_)(?:to|target|into|quote|output)(?:_|$|(?=[A-Z]))/i;

/** Where the text names the option; null where it does not. `name` and `description` are its parameter's. */
export function optionNamed(
  option: string,
  text: string,
  { name, description }: { readonly name: string; readonly description: string },
): OptionMention | null {
  const written = humanised(option);
  const currency = currencyIn(text, option.toUpperCase());
  const often = frequencyNamed(written, text);
  const isOfAmount = currency?.isOfAmount === true && !CONVERTED.test(name);
  const isCertain = often !== null || isOfAmount;
  const literal = mentionOf(written, text);
  if (literal) return { span: literal, isLiteral: true, isCertain };
  const certain = often ?? (isOfAmount ? currency : null);
  if (certain) return { span: certain, isLiteral: false, isCertain: true };
  const other =
    synonymIn(written, text) ?? currency ?? codedIn(option, name, description, text) ?? misspeltIn(written, text);
  return other ? { span: other, isLiteral: false, isCertain: false } : null;
}

function synonymIn(option: string, text: string): Span | null {
  const lower = option.toLowerCase();
  for (const group of GROUPS.filter((words) => words.includes(lower))) {
    for (const word of group) {
      const mention = word === lower || word.length < WORD_MIN ? null : mentionOf(word, text);
      if (mention) return mention;
    }
  }
  return null;
}

/** `da` where the text says "Danish". */
function codedIn(option: string, name: string, description: string, text: string): Span | null {
  if (!/^[a-zA-Z]{2,3}$/.test(option)) return null;
  for (const match of text.matchAll(/\b[A-Z][a-z]+(?: [A-Z][a-z]+)?\b/g)) {
    if (codeOf(name, `${description} code`, match[0])?.toLowerCase() === option.toLowerCase())
      return { start: match.index, end: match.index + match[0].length };
  }
  return null;
}

/** "fahrenhiet": one letter too many, too few, or two swapped, in one long word. */
function misspeltIn(option: string, text: string): Span | null {
  const lower = option.toLowerCase();
  if (lower.length < SPELLING_MIN || !/^[a-z]+$/.test(lower)) return null;
  for (const match of text.matchAll(/[a-z]+/gi)) {
    if (isOneSlipAway(match[0].toLowerCase(), lower)) return { start: match.index, end: match.index + match[0].length };
  }
  return null;
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
