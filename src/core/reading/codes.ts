/** Languages, countries and currencies by their codes: ISO 639-1, ISO 3166-1 alpha-2 and ISO 4217. */
import { currencyNamed } from "./currencies.ts";
import { countryCodes, entry, languageCodes } from "./known-names.ts";
import { type LanguageTables, perLanguage } from "./language.ts";

/** "UK" beside "United Kingdom": where a code is asked for, and only there, such letters name a country. */
const shortCountries = perLanguage(
  ({ places }) => new Map(places.countriesInShort.map(entry).map(([code, name]) => [name.toLowerCase(), code])),
);

/**
 * The code of the language, country or currency that a text names, where a parameter's name and description ask for codes;
 * null for every other parameter and text.
 */
export function codeOf(name: string, description: string, text: string, language: LanguageTables): string | null {
  const { wantsCode, aboutCurrency, aboutLanguage, aboutCountry } = language.codes;
  if (!wantsCode.test(`${name.replaceAll("_", " ")} ${description}`)) return null;
  const about = `${name} ${description}`.toLowerCase();
  const key = text.trim().toLowerCase();
  if (aboutCurrency.test(about)) return currencyNamed(key, language);
  if (aboutLanguage.test(about)) return languageCodes(language).get(key) ?? null;
  if (!aboutCountry.test(about)) return null;
  const country = key.replace(language.places.article, "");
  return shortCountries(language).get(country) ?? countryCodes(language).get(country) ?? null;
}
