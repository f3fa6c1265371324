/** Parameters with given values: enumerations and booleans. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { amountsIn, ROUNDING_MAX, unitWantedBy } from "#core/reading/units.ts";
import { dayOf, weekdaysIn } from "#core/reading/weekdays.ts";
import { isWithin, type Span } from "#core/span.ts";
import { SENSED_MIN, sensedOption } from "../choosing/option-sense.ts";
import { notExcepted } from "../exceptions/excepted-values.ts";
import type { ParameterReading } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";
import { everyChoice, everySaid } from "./every-option.ts";
import { flagIn, isLeftOpen, literallyIn } from "./flags.ts";
import { optionMentions } from "./near-names.ts";
import { isSigned, type OptionMention } from "./option-names.ts";
import { price } from "./prices.ts";
import { quotedSpans } from "./texts.ts";
import { urgencySaid } from "./urgencies.ts";
import { cued } from "./value-cues.ts";

const WORDS = ENGLISH.options;

export interface Choice {
  readonly value: JsonValue;
  /** Where the text names it; null when the model only understood it. */
  readonly span: Span | null;
}

/** The value among the schema's, or null when the text says nothing about it. */
export function chooseValue(text: string, reading: ParameterReading): Choice | null {
  const { parameter, stated } = reading;
  const said = unquoted(text, mostSpecific(optionMentions(text, parameter)));
  const mentions = parameter.type === "array" ? said : notExcepted(text, said);
  const named = mentions.some((mention) => mention !== null);
  if (!named && parameter.choices.some((choice) => isSigned(String(choice)))) return null;
  const urgency = urgencySaid(
    text,
    parameter,
    said.flatMap((mention) => mention?.span ?? []),
  );
  if (urgency) return urgency;
  const certain = contraryToDefault(reading, mentions) ?? flagNamed(text, reading) ?? poleNamed(text, parameter);
  if (certain) return certain;
  const amount = amountNamed(text, parameter);
  if (amount) return amount;
  const days = parameter.type === "array" ? daysNamed(text, parameter.choices, mentions) : null;
  if (days) return days;
  const every = everyChoice(text, parameter, mentions);
  if (every) return every;
  // One of all would be a guess.
  if (!named && everySaid(text, parameter)) return null;
  const sensed = named || parameter.type === "array" ? null : sensedOption(reading);
  if (sensed) return sensed.probability < SENSED_MIN ? null : taken(parameter.choices[sensed.at]);
  const isCertain = mentions.some((mention) => mention?.isCertain || mention?.isGiven);
  if (!parameter.isRequired && !isCertain && stated < (named ? price.optionNamedStatedMin : price.optionStatedMin))
    return null;
  if (stated < price.requiredStatedMin && !named) return null;
  if (!parameter.isRequired && !named && Math.max(...reading.choices) < price.optionReadMin) return null;
  if (parameter.type === "array" && named) return allNamed(parameter.choices, mentions);
  const best = bestChoice(text, reading, mentions);
  const value = parameter.choices[best];
  if (value === undefined) return null;
  return { value: parameter.type === "array" ? [value] : value, span: mentions[best]?.span ?? null };
}

function taken(value: JsonValue | undefined): Choice | null {
  return value === undefined ? null : { value, span: null };
}

/** The first option that the text names with words that none of the others have; null where it names no more. */
export function otherNamed(
  text: string,
  parameter: Parameter,
  others: readonly { readonly span: Span | null }[],
): Choice | null {
  const isFree = ({ start, end }: Span) => !others.some(({ span }) => span && start < span.end && end > span.start);
  const named = mostSpecific(optionMentions(text, parameter)).flatMap((mention, index) => {
    const value = parameter.choices[index];
    return mention && value !== undefined && isFree(mention.span) ? [{ value, span: mention.span }] : [];
  });
  return named.toSorted((one, other) => one.span.start - other.span.start)[0] ?? null;
}

/** "Asian fusion" does not name "Asian" where both are options. */
function mostSpecific(mentions: readonly (OptionMention | null)[]): readonly (OptionMention | null)[] {
  return mentions.map((mention) => {
    const isPart = mentions.some(
      (other) =>
        mention &&
        other &&
        other.span.start <= mention.span.start &&
        other.span.end >= mention.span.end &&
        other.span.end - other.span.start > mention.span.end - mention.span.start,
    );
    return isPart ? null : mention;
  });
}

/** "Decline 3440, saying 'approve only with a ticket'" names one of both: where any is named outside of quotes, those within are not. */
function unquoted(text: string, mentions: readonly (OptionMention | null)[]): readonly (OptionMention | null)[] {
  const quoted = quotedSpans(text);
  const isQuoted = ({ span }: OptionMention) => quoted.some((one) => isWithin(span, one));
  if (!mentions.some((mention) => mention && !isQuoted(mention))) return mentions;
  return mentions.map((mention) => (mention && isQuoted(mention) ? null : mention));
}

/**
 * The one choice that the text names, where silence would mean another: "turn off the lamp" must not become a lamp that is
 * on by default, however little the model made of the word.
 */
function contraryToDefault(
  { parameter }: ParameterReading,
  mentions: readonly (OptionMention | null)[],
): Choice | null {
  if (parameter.isRequired || !parameter.hasDefault || parameter.type === "array") return null;
  const named = mentions.flatMap((mention, index) =>
    mention?.isLiteral ? [{ span: mention.span, value: parameter.choices[index] }] : [],
  );
  const [only] = named;
  if (named.length !== 1 || only?.value === undefined || WORDS.grammar.has(String(only.value).toLowerCase()))
    return null;
  return { value: only.value, span: only.span };
}

/** A flag that is written as an enumeration of "True", "False" and perhaps a third: true where the text names what it is about. */
function flagNamed(text: string, { parameter, truth }: ParameterReading): Choice | null {
  const yes = parameter.choices.find((choice) => WORDS.yes.test(String(choice)));
  const no = parameter.choices.find((choice) => WORDS.no.test(String(choice)));
  if (yes === undefined || no === undefined) return null;
  const named = flagIn(text, parameter.name, truth > price.flagTruthMin);
  return named === null ? null : { value: named ? yes : no, span: null };
}

/** A flag that is written as its two ends, "on" and "off" or "open" and "closed": the end that the text names in whatever words. */
function poleNamed(text: string, { type, choices }: Parameter): Choice | null {
  const [one, other] = choices;
  if (one === undefined || other === undefined || choices.length > 2) return null;
  for (const [up, down] of [
    [one, other],
    [other, one],
  ] as const) {
    if (flagIn(String(down), String(up), false) !== false) continue;
    const named = flagIn(text, String(up), false);
    const value = named ? up : down;
    return named === null ? null : { value: type === "array" ? [value] : value, span: null };
  }
  return null;
}

/** "two weeks" for a number of days that is one of 7, 14 and 30: the only option that the text measures. */
function amountNamed(text: string, { name, description, type, choices }: Parameter): Choice | null {
  const options = choices.map((choice) => (choice === "" || choice === null ? Number.NaN : Number(choice)));
  if (type === "array" || options.length === 0 || options.some(Number.isNaN)) return null;
  const unit = unitWantedBy(name, description, ENGLISH);
  const amounts = unit ? amountsIn(text, numbersIn(text, ENGLISH), unit, ENGLISH) : [];
  const named = amounts.flatMap(({ start, end, value, isApproximate }) => {
    const isNear = (option: number) => Math.abs(option - value) <= (isApproximate ? ROUNDING_MAX * value : 0);
    const found = choices.find((_, index) => isNear(options[index] ?? Number.NaN));
    return found === undefined ? [] : [{ value: found, span: { start, end } }];
  });
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The days of "on weekdays", for a list of days of the week; null where the text names no several at once. */
function daysNamed(
  text: string,
  choices: readonly JsonValue[],
  mentions: readonly (OptionMention | null)[],
): Choice | null {
  const days = choices.map((choice) => dayOf(String(choice), ENGLISH));
  const several = days.includes(-1) ? [] : weekdaysIn(text, ENGLISH);
  if (several.length === 0) return null;
  const isMeant = (day: number | undefined) => several.some((mention) => mention.days.includes(day ?? -1));
  const spans = [...several, ...mentions.flatMap((mention) => mention?.span ?? [])];
  return { value: choices.filter((_, index) => mentions[index] || isMeant(days[index])), span: around(spans) };
}

function around(spans: readonly Span[]): Span {
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
}

function allNamed(choices: readonly JsonValue[], mentions: readonly (OptionMention | null)[]): Choice {
  const spans = mentions.flatMap((mention) => mention?.span ?? []);
  return {
    value: choices.filter((_, index) => mentions[index]),
    span: around(spans),
  };
}

function bestChoice(text: string, reading: ParameterReading, mentions: readonly (OptionMention | null)[]): number {
  // "every three months" names no month, and neither does "from next month".
  const hasCertain = mentions.some((mention) => mention?.isCertain);
  // What the text names is meant, whatever else the model would think of.
  const isNamed = mentions.some((mention) => mention && saysSomething(text, mention.span));
  let best = -1;
  let bestScore = Number.NEGATIVE_INFINITY;
  reading.parameter.choices.forEach((_, index) => {
    const mention = mentions[index];
    if (hasCertain && !mention?.isCertain) return;
    if (isNamed && !mention) return;
    // A choice that the model did not read any more counts only when the text names it.
    const read = reading.choices[index] ?? (mention ? 0 : Number.NEGATIVE_INFINITY);
    const cue = mention ? cued(text, mention.span, reading.parameter, "text") : 0;
    const score = read + cue + (mention ? namedScore(mention) : 0);
    if (score > bestScore) [best, bestScore] = [index, score];
  });
  return best;
}

/** The "in" of a sentence is seldom inches. */
function saysSomething(text: string, { start, end }: Span): boolean {
  return !WORDS.grammar.has(text.slice(start, end).toLowerCase());
}

function namedScore({ span, isLiteral, isCertain }: OptionMention): number {
  return (
    (isLiteral ? price.optionNamed : isCertain ? 0 : price.optionNamedOtherwise) +
    price.optionNamedPerUnit * (span.end - span.start)
  );
}

/** True or false where the text tells, else null. */
export function chooseTruth(text: string, reading: ParameterReading): boolean | null {
  const { parameter, stated, truth } = reading;
  if (parameter.isRequired && isLeftOpen(text, parameter.name)) return null;
  const named = flagIn(text, parameter.name, truth > price.flagTruthMin);
  if (named !== null) return named;
  const literally = literallyIn(text, parameter.name);
  if (literally === false) return false;
  const optionalMin = literally ? price.flagNamedStatedMin : price.flagStatedMin;
  return stated < (parameter.isRequired ? price.requiredStatedMin : optionalMin) ? null : truth > 0;
}
