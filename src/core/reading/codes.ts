/** Languages, countries and currencies by their codes: ISO 639-1, ISO 3166-1 alpha-2 and ISO 4217. */
import { currencyNamed } from "./currencies.ts";

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

const WANTS_CODE = /\bcodes?\b|\bISO\b|\bBCP\b|\b639|\b3166|\b4217|\balpha-2\b/i;

/**
 * The code of the language, country or currency that a text names, where a parameter's name and description ask for codes;
 * null for every other parameter and text.
 */
export function codeOf(name: string, description: string, text: string): string | null {
  if (!WANTS_CODE.test(`${name.replaceAll("_", " ")} ${description}`)) return null;
  const about = `${name} ${description}`.toLowerCase();
  const key = text.trim().toLowerCase();
  if (/currenc/.test(about)) return currencyNamed(key);
  if (/lang/.test(about)) return LANGUAGES.get(key) ?? null;
  if (/countr|nation/.test(about)) return COUNTRIES.get(key) ?? null;
  return null;
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
