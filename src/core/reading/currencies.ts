/** Currencies and amounts of money in a sentence, by signs, codes (ISO 4217) and names, and what parameters want of them. */
import { type Span, SpanSet } from "../span.ts";
import { currencyCodes } from "./known-names.ts";
import { type LanguageTables, perLanguage } from "./language.ts";
import { inWords } from "./names-in-words.ts";

/** Any sign of a currency, as a part of a regular expression. */
export const CURRENCY_SIGN = "[$€£¥₹]";
const IS_SIGN = new RegExp(`^${CURRENCY_SIGN}$`);
/** Longer than the longest word that a number ends with. */
const BEFORE_UNITS_MAX = 24;
const AROUND_UNITS_MAX = 12;
const AMOUNT_BEHIND = /^\s?\d/;

const formsOf = perLanguage((language) => {
  const { common, ambiguous, otherDollars, plural, behindAmount } = language.money;
  const isAmbiguous = new Set(ambiguous);
  // The longest names first: "Canadian dollars" are no "dollars".
  const names = [...currencyCodes(language).keys()].toSorted((one, other) => other.length - one.length);
  const alternatives = (some: readonly string[]) => some.map((name) => RegExp.escape(name)).join("|");
  const plain = names.filter((name) => !IS_SIGN.test(name) && !isAmbiguous.has(name));
  const signs = alternatives(names.filter((name) => IS_SIGN.test(name)));
  const words = alternatives(names.filter((name) => isAmbiguous.has(name)));
  const smallCodes = common.map((code) => code.toLowerCase()).filter((code) => !isAmbiguous.has(code));
  return {
    common: new Set(common),
    plural: new RegExp(`${plural}$`),
    mentions: [
      new RegExp(`(?<![\\w-])(?<!(?:${otherDollars}) )(?:${alternatives(plain)})${plural}(?!\\w)`, "gi"),
      // Names and codes that are words too: only right behind a number.
      new RegExp(`(?<=\\d\\s?)(?:${words})${plural}(?!\\w)`, "gi"),
      new RegExp(`(?:${signs})(?=\\s?\\d)|(?<=\\d\\s?)(?:${signs})`, "g"),
      new RegExp(`(?<![\\w-])(?:${common.join("|")})(?!\\w)`, "g"),
      // "20 chf", but no "20 try"
      new RegExp(`(?<=\\d\\s?)(?:${smallCodes.join("|")})(?!\\w)`, "gi"),
    ],
    moneyBefore: new RegExp(`(?:${CURRENCY_SIGN}|\\b(?:${common.join("|")}))\\s?$`),
    moneyBehind: new RegExp(`^\\s?(?:${CURRENCY_SIGN}|(?:${behindAmount})\\b)`, "i"),
    codeBehind: new RegExp(`^\\s?(?:${[...common, ...smallCodes].join("|")})\\b`),
  };
});

export interface CurrencyMention extends Span {
  readonly code: string;
  /** Whether it is that of an amount: "50 euros", "$20"; else it is only named, as in "the price in euros". */
  readonly isOfAmount: boolean;
}

/** Every currency in the order of the text; the words of the currency alone, without the amount. */
export function currenciesIn(text: string, language: LanguageTables): readonly CurrencyMention[] {
  const found: CurrencyMention[] = [];
  for (const form of formsOf(language).mentions) {
    // What one form finds never overlaps.
    const earlier = new SpanSet(found);
    for (const match of text.matchAll(form)) {
      const [said] = match;
      const span = { start: match.index, end: match.index + said.length };
      if (earlier.overlaps(span)) continue;
      const isOfAmount =
        language.money.amountBefore.test(text.slice(Math.max(0, span.start - BEFORE_UNITS_MAX), span.start)) ||
        AMOUNT_BEHIND.test(text.slice(span.end, span.end + 2));
      found.push({ ...span, code: currencyNamed(said, language) ?? said.toUpperCase(), isOfAmount });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The sign or the word behind an amount, as a part of a regular expression. */
export function currencyBehind({ money }: LanguageTables): string {
  return `(?:${CURRENCY_SIGN}|(?:${money.behindAmount})\\b)`;
}

/** Whether the number there is written as an amount of money: "$20", "3k pounds", "20 CHF". */
export function isMoney(text: string, { start, end }: Span, language: LanguageTables): boolean {
  const { moneyBefore, moneyBehind, codeBehind } = formsOf(language);
  const behind = text.slice(end, end + AROUND_UNITS_MAX);
  return (
    moneyBefore.test(text.slice(Math.max(0, start - AROUND_UNITS_MAX), start)) ||
    moneyBehind.test(behind) ||
    codeBehind.test(behind)
  );
}

/** The code of a currency by its name or sign; null for another word. */
export function currencyNamed(name: string, language: LanguageTables): string | null {
  const key = name.trim().toLowerCase();
  const codes = currencyCodes(language);
  return codes.get(key) ?? codes.get(key.replace(formsOf(language).plural, "")) ?? null;
}

/** Where the currency of this code is named among those of a text, best beside an amount; null for nowhere. */
export function currencyAmong(mentions: readonly CurrencyMention[], code: string): CurrencyMention | null {
  const named = mentions.filter((mention) => mention.code === code);
  return named.find(({ isOfAmount }) => isOfAmount) ?? named[0] ?? null;
}

/** What a text parameter wants: the code of a currency, a currency as it is said, or something else (null). */
export function currencyWantedBy(
  { name, description, pattern }: Record<"name" | "description" | "pattern", string>,
  language: LanguageTables,
): "code" | "words" | null {
  const { namesCurrency, describesCurrency, describesAmount, wantsCode } = language.money;
  const words = inWords(name);
  // "The amount in the local currency" is an amount.
  const isDescribed = describesCurrency.test(description) && !describesAmount.test(description);
  if (!namesCurrency.test(words) && !isDescribed) return null;
  const { common } = formsOf(language);
  const hasExample = [...description.matchAll(/\b[A-Z]{3}\b/g)].some(([code]) => common.has(code));
  return wantsCode.test(`${words} ${description}`) || hasExample || /\[A-Z\]\{3\}/.test(pattern) ? "code" : "words";
}

/** Whether a number of this name is an amount of money, by the name or else by the description where there is one. */
export function wantsMoney(name: string, description: string, { money }: LanguageTables): boolean {
  const words = inWords(name);
  return money.namedInMoney.test(words) || money.inMoney.test(`${words} ${description}`);
}
