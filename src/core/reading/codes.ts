/** Languages, countries and currencies by their codes: ISO 639-1, ISO 3166-1 alpha-2 and ISO 4217. */
import type { Span } from "../ports/models.ts";

const LANGUAGES = table(`
ar Arabic|bg Bulgarian|bn Bengali|ca Catalan|cs Czech|da Danish|de German|el Greek|en English|es Spanish|et Estonian
fa Persian|fi Finnish|fr French|he Hebrew|hi Hindi|hr Croatian|hu Hungarian|id Indonesian|is Icelandic|it Italian
ja Japanese|ko Korean|lt Lithuanian|lv Latvian|ml Malayalam|ms Malay|nl Dutch|no Norwegian|pl Polish|pt Portuguese
ro Romanian|ru Russian|sk Slovak|sl Slovenian|sr Serbian|sv Swedish|sw Swahili|ta Tamil|te Telugu|th Thai|tr Turkish
uk Ukrainian|ur Urdu|vi Vietnamese|zh Chinese|zh Mandarin`);

const COUNTRIES = table(`
AE United Arab Emirates|AE UAE|AR Argentina|AT Austria|AU Australia|BE Belgium|BG Bulgaria|BR Brazil|CA Canada
CH Switzerland|CL Chile|CN China|CO Colombia|CZ Czech Republic|CZ Czechia|DE Germany|DK Denmark|EE Estonia|EG Egypt
ES Spain|FI Finland|FR France|GB UK|GB United Kingdom|GB Great Britain|GB England|GR Greece|HK Hong Kong|HR Croatia
HU Hungary|ID Indonesia|IE Ireland|IL Israel|IN India|IS Iceland|IT Italy|JP Japan|KE Kenya|KR South Korea|LT Lithuania
LU Luxembourg|LV Latvia|MA Morocco|MX Mexico|MY Malaysia|NG Nigeria|NL Netherlands|NL the Netherlands|NO Norway
NZ New Zealand|PE Peru|PH Philippines|PK Pakistan|PL Poland|PT Portugal|RO Romania|RS Serbia|RU Russia|SA Saudi Arabia
SE Sweden|SG Singapore|SI Slovenia|SK Slovakia|TH Thailand|TR Turkey|TW Taiwan|UA Ukraine|US United States|US USA
US U.S.|US U.S.A.|US America|US United States of America|VN Vietnam|ZA South Africa`);

const CURRENCIES = table(`
AUD Australian dollar|BRL Brazilian real|BRL real|CAD Canadian dollar|CHF Swiss franc|CNY yuan|CNY Chinese yuan
CZK Czech koruna|DKK Danish krone|EUR euro|EUR €|GBP pound|GBP British pound|GBP pound sterling|GBP sterling|GBP quid|GBP £|HKD Hong Kong dollar
HUF forint|ILS shekel|INR rupee|INR Indian rupee|JPY yen|JPY Japanese yen|JPY ¥|KRW won|MXN Mexican peso|NOK Norwegian krone
NZD New Zealand dollar|PLN zloty|RUB ruble|RUB rouble|SEK Swedish krona|SGD Singapore dollar|THB baht|TRY Turkish lira
TRY lira|UAH hryvnia|USD dollar|USD US dollar|USD U.S. dollar|USD American dollar|USD buck|USD $|VND dong|ZAR rand`);

/** Names that are words too. */
const AMBIGUOUS: ReadonlySet<string> = new Set(["won", "real", "rand"]);
/** "dollars" after these are not those of the United States. */
const OTHER_DOLLARS = "Australian|Canadian|Hong Kong|New Zealand|Singapore|Aussie";
/** By code. Signs, and names that are words too, count beside a number only. */
const CURRENCY_NAMES: ReadonlyMap<string, RegExp> = new Map(
  [...Map.groupBy(CURRENCIES, ([, code]) => code)].map(([code, entries]) => {
    const written = entries.map(([name]) => {
      const exact = RegExp.escape(name);
      if (/^[$€£¥]$/.test(name)) return `${exact}(?=\\s?\\d)|(?<=\\d\\s?)${exact}`;
      const before = AMBIGUOUS.has(name) ? "(?<=\\d\\s?)" : `(?<![\\w-])(?<!(?:${OTHER_DOLLARS}) )`;
      return `${before}${exact}s?(?!\\w)`;
    });
    return [code, new RegExp(written.join("|"), "i")] as const;
  }),
);

const WANTS_CODE = /\bcodes?\b|\bISO\b|\bBCP\b|\b639|\b3166|\b4217|\balpha-2\b/i;

/**
 * The code of the language, country or currency that a text names, where a parameter's name and description ask for codes;
 * null for every other parameter and text.
 */
export function codeOf(name: string, description: string, text: string): string | null {
  if (!WANTS_CODE.test(`${name.replaceAll("_", " ")} ${description}`)) return null;
  const about = `${name} ${description}`.toLowerCase();
  const key = text.trim().toLowerCase();
  if (/currenc/.test(about)) return CURRENCIES.get(key) ?? CURRENCIES.get(key.replace(/s$/, "")) ?? null;
  if (/lang/.test(about)) return LANGUAGES.get(key) ?? null;
  if (/countr|nation/.test(about)) return COUNTRIES.get(key) ?? null;
  return null;
}

/** Where the text names the currency of this code, by its name or sign: "dollars" and "$" for `USD`; null for none. */
export function currencyIn(text: string, code: string): Span | null {
  const match = CURRENCY_NAMES.get(code)?.exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : null;
}

function table(entries: string): ReadonlyMap<string, string> {
  return new Map(
    entries
      .trim()
      .split(/[|\n]/)
      .map((entry) => {
        const space = entry.indexOf(" ");
        return [entry.slice(space + 1).toLowerCase(), entry.slice(0, space)] as const;
      }),
  );
}
