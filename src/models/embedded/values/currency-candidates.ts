/** What a parameter that wants a currency could be: the currencies of the text, whose amounts may be another's value. */
import { ENGLISH } from "#core/english/english.ts";
import { type CurrencyMention, currenciesIn, currencyWantedBy } from "#core/reading/currencies.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import type { Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { Candidate } from "./candidate.ts";
import { price } from "./prices.ts";
import type { SpanFit } from "./span-fit.ts";

const WORDS = ENGLISH.money;

const LEFT_UNITS_MAX = 20;

/** Null for a parameter that wants no currency. */
export function currencyCandidates(text: string, parameter: Parameter, evidence: SpanFit): readonly Candidate[] | null {
  const wanted = currencyWantedBy(parameter, ENGLISH);
  if (wanted === null) return null;
  return currenciesIn(text, ENGLISH).map((mention) => {
    const told = toldBy(text, mention, parameter);
    const fit = Math.max(evidence.fit(mention), told > 0 ? price.currencyToldFitMin : price.currencyFitMin);
    const said = text.slice(mention.start, mention.end);
    const value = wanted === "code" || !/\p{L}/u.test(said) ? mention.code : said;
    const span = { start: mention.start, end: mention.end };
    return { score: fit + told, span, value, dependsOnClock: false, isPart: mention.isOfAmount };
  });
}

/**
 * Whether words that nobody here knows may be a currency: behind a number or "in" ("100 bitcoin", "in Tether"), or where they are
 * written like a name. "Savings" are none. Reads the text once for however many words are asked about.
 */
export function mayBeCurrencyIn(text: string): (words: Span) => boolean {
  const numbers = numbersIn(text, ENGLISH);
  return ({ start, end }) =>
    numbers.some((number) => number.end <= start && text.slice(number.end, start).trim() === "") ||
    WORDS.into.test(text.slice(0, start)) ||
    /\p{Lu}/u.test(text.slice(start, end));
}

function toldBy(text: string, { start, isOfAmount }: CurrencyMention, { name }: Parameter): number {
  const words = humanised(name);
  const left = text.slice(Math.max(0, start - LEFT_UNITS_MAX), start);
  if (WORDS.changedInto.test(words))
    return WORDS.into.test(left) ? price.currencyTold : isOfAmount ? price.currencyAgainst : 0;
  if (WORDS.changed.test(words))
    return isOfAmount || WORDS.from.test(left) ? price.currencyTold : WORDS.into.test(left) ? price.currencyAgainst : 0;
  return isOfAmount || WORDS.into.test(left) ? price.currencyTold : price.currencyBesides;
}
