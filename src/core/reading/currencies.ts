/** Currencies and amounts of money in a sentence, by signs, codes (ISO 4217) and names, and what parameters want of them. */
import type { Span } from "../ports/models.ts";

const NAMED: ReadonlyMap<string, string> = new Map(
  `
AUD Australian dollar|BRL Brazilian real|BRL real|CAD Canadian dollar|CHF Swiss franc|CHF franc|CNY yuan|CNY Chinese yuan
CNY renminbi|CZK Czech koruna|DKK Danish krone|EUR euro|EUR €|GBP pound|GBP British pound|GBP pound sterling|GBP sterling
GBP quid|GBP £|HKD Hong Kong dollar|HUF forint|ILS shekel|INR rupee|INR Indian rupee|INR ₹|JPY yen|JPY Japanese yen|JPY ¥
KRW won|MXN Mexican peso|NOK Norwegian krone|NZD New Zealand dollar|PLN zloty|RUB ruble|RUB rouble|SEK Swedish krona
SGD Singapore dollar|THB baht|TRY Turkish lira|TRY lira|UAH hryvnia|USD dollar|USD US dollar|USD U.S. dollar
USD American dollar|USD buck|USD $|VND dong|ZAR rand`
    .trim()
    .split(/[|\n]/)
    .map((entry) => [entry.slice(4).toLowerCase(), entry.slice(0, 3)]),
);
const CODES: ReadonlySet<string> = new Set(NAMED.values());
/** Names and codes that are words too: only right behind a number. */
const AMBIGUOUS: ReadonlySet<string> = new Set(["won", "real", "rand", "try"]);
/** "dollars" after these are not those of the United States. */
const OTHER_DOLLARS = "Australian|Canadian|Hong Kong|New Zealand|Singapore|Aussie";
/** Any sign of a currency, as a part of a regular expression. */
export const CURRENCY_SIGN = "[$€£¥₹]";
const IS_SIGN = new RegExp(`^${CURRENCY_SIGN}$`);
/** What a number ends with, in digits and words. */
const AMOUNT_BEFORE =
  /(?:\d|(?<![a-z])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|million|billion|k|m|bn|dozen|few))(?:\s?(?:k|m|bn))?[\s-]?$/i;
/** Longer than the longest of these words. */
const BEFORE_UNITS_MAX = 24;
const AMOUNT_BEHIND = /^\s?\d/;
/** The longest names first: "Canadian dollars" are no "dollars". */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ...[...NAMED]
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([name, code]) => [code, formOf(name)] as const),
  ...[...CODES].map((code) => [code, new RegExp(`(?<![\\w-])${code}(?!\\w)`, "g")] as const),
  // "20 chf", but no "20 try"
  ...[...CODES]
    .filter((code) => !AMBIGUOUS.has(code.toLowerCase()))
    .map((code) => [code, new RegExp(`(?<=\\d\\s?)${code}(?!\\w)`, "gi")] as const),
];

function formOf(name: string): RegExp {
  const exact = RegExp.escape(name);
  if (IS_SIGN.test(name)) return new RegExp(`${exact}(?=\\s?\\d)|(?<=\\d\\s?)${exact}`, "g");
  const before = AMBIGUOUS.has(name) ? "(?<=\\d\\s?)" : `(?<![\\w-])(?<!(?:${OTHER_DOLLARS}) )`;
  return new RegExp(`${before}${exact}s?(?!\\w)`, "gi");
}

export interface CurrencyMention extends Span {
  readonly code: string;
  /** Whether it is that of an amount: "50 euros", "$20"; else it is only named, as in "the price in euros". */
  readonly isOfAmount: boolean;
}

/** Every currency in the order of the text; the words of the currency alone, without the amount. */
export function currenciesIn(text: string): readonly CurrencyMention[] {
  const found: CurrencyMention[] = [];
  for (const [code, form] of FORMS) {
    for (const match of text.matchAll(form)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (found.some((other) => span.start < other.end && span.end > other.start)) continue;
      const isOfAmount =
        AMOUNT_BEFORE.test(text.slice(Math.max(0, span.start - BEFORE_UNITS_MAX), span.start)) ||
        AMOUNT_BEHIND.test(text.slice(span.end, span.end + 2));
      found.push({ ...span, code, isOfAmount });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const MONEY_BEFORE = new RegExp(`(?:${CURRENCY_SIGN}|\\b(?:${[...CODES].join("|")}))\\s?$`);
const CURRENCY_WORD = "euros?|dollars?|bucks?|pounds?|quid|francs?|yen";
/** The sign or the word behind an amount, as a part of a regular expression. */
export const CURRENCY_BEHIND = `(?:${CURRENCY_SIGN}|(?:${CURRENCY_WORD})\\b)`;
const SMALL_CODES = [...CODES].map((code) => code.toLowerCase()).filter((code) => !AMBIGUOUS.has(code));
const MONEY_BEHIND = new RegExp(`^\\s?${CURRENCY_BEHIND}`, "i");
const CODE_BEHIND = new RegExp(`^\\s?(?:${[...CODES, ...SMALL_CODES].join("|")})\\b`);
const AROUND_UNITS_MAX = 12;

/** Whether the number there is written as an amount of money: "$20", "3k pounds", "20 CHF". */
export function isMoney(text: string, { start, end }: Span): boolean {
  const behind = text.slice(end, end + AROUND_UNITS_MAX);
  return (
    MONEY_BEFORE.test(text.slice(Math.max(0, start - AROUND_UNITS_MAX), start)) ||
    MONEY_BEHIND.test(behind) ||
    CODE_BEHIND.test(behind)
  );
}

/** The code of a currency by its name or sign; null for another word. */
export function currencyNamed(name: string): string | null {
  const key = name.trim().toLowerCase();
  return NAMED.get(key) ?? NAMED.get(key.replace(/s$/, "")) ?? null;
}

/** Where the currency of this code is named among those of a text, best beside an amount; null for nowhere. */
export function currencyAmong(mentions: readonly CurrencyMention[], code: string): CurrencyMention | null {
  const named = mentions.filter((mention) => mention.code === code);
  return named.find(({ isOfAmount }) => isOfAmount) ?? named[0] ?? null;
}

const NAMED_SO = /(?:^|\s)currency(?:\s(?:code|symbol|name|iso))?$/i;
const DESCRIBED_SO =
  /^[^,.;:(]*?\bcurrency(?: code| symbol)?(?=$|[,.;:(]|\s(?:of|to|for|in|that|which|from|as|you|code|the)\b)/i;
/** "The amount in the local currency" is an amount. */
const NOT_DESCRIBED_SO = /^[^,.;:(]*?\b(?:amount|price|value|cost|sum|number|rate|of|in|with)\b[^,.;:(]*\bcurrency\b/i;
const WANTS_CODE = /\bcodes?\b|\bISO\b|\b4217\b/i;

/** What a text parameter wants: the code of a currency, a currency as it is said, or something else (null). */
export function currencyWantedBy({
  name,
  description,
  pattern,
}: {
  readonly name: string;
  readonly description: string;
  readonly pattern: string;
}): "code" | "words" | null {
  const words = wordsOf(name);
  const isDescribed = DESCRIBED_SO.test(description) && !NOT_DESCRIBED_SO.test(description);
  if (!NAMED_SO.test(words) && !isDescribed) return null;
  const hasExample = [...description.matchAll(/\b[A-Z]{3}\b/g)].some(([code]) => CODES.has(code));
  return WANTS_CODE.test(`${words} ${description}`) || hasExample || /\[A-Z\]\{3\}/.test(pattern) ? "code" : "words";
}

/** What names an amount of money, in names of parameters and in what is said of them. */
const MONEY = "amount|price|cost|fee|fare|budget|rent|salary|money|spend|value";
/** What does so at the end of a name only: the "term of the loan" and a `loan_term` are times. */
const MONEY_AS_NAME = "payment|income|loan|principal|donation|tip";
const IN_MONEY = new RegExp(`(?<![a-z])(?:${MONEY})s?(?![a-z])`, "i");
const NAMED_IN_MONEY = new RegExp(`(?<![a-z])(?:${MONEY_AS_NAME})(?: (?:min|max|from|to))?$`, "i");

/** Whether a number of this name is an amount of money, by the name or else by the description where there is one. */
export function wantsMoney(name: string, description = ""): boolean {
  const words = wordsOf(name);
  return NAMED_IN_MONEY.test(words) || IN_MONEY.test(`${words} ${description}`);
}

/** `targetCurrency` as "target Currency". */
function wordsOf(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_.-]+/g, " ");
}
