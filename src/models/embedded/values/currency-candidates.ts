/** What a parameter that wants a currency could be: the currencies of the text, whose amounts may be another's value. */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/ports/models.ts";
import { type CurrencyMention, currenciesIn, currencyWantedBy } from "#core/reading/currencies.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { Candidate } from "./candidate.ts";
import type { SpanFit } from "./span-fit.ts";

const WORDS = ENGLISH.money;

/** Of the currency of an amount, or of one that the words before it give to the parameter, however little was read of it. */
const TOLD_FIT_MIN = -3;
const FIT_MIN = -6;
const TOLD = 4.5;
const AGAINST = -4;
/** "for the euro trip". */
const BESIDES = -2;

/** Null for a parameter that wants no currency. */
export function currencyCandidates(text: string, parameter: Parameter, evidence: SpanFit): readonly Candidate[] | null {
  const wanted = currencyWantedBy(parameter, ENGLISH);
  if (wanted === null) return null;
  return currenciesIn(text, ENGLISH).map((mention) => {
    const told = toldBy(text, mention, parameter);
    const fit = Math.max(evidence.fit(mention), told > 0 ? TOLD_FIT_MIN : FIT_MIN);
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
  const left = text.slice(Math.max(0, start - 20), start);
  if (WORDS.changedInto.test(words)) return WORDS.into.test(left) ? TOLD : isOfAmount ? AGAINST : 0;
  if (WORDS.changed.test(words))
    return isOfAmount || WORDS.from.test(left) ? TOLD : WORDS.into.test(left) ? AGAINST : 0;
  return isOfAmount || WORDS.into.test(left) ? TOLD : BESIDES;
}
