/** How schemas ask for codes of languages, countries and currencies, and what languages are called beside their names in `Intl`. */
import type { CodeWords } from "../reading/value-tables.ts";

export const CODE_WORDS: CodeWords = {
  languages: ["bn Bengali", "fa Farsi", "zh Mandarin"],
  wantsCode: /\bcodes?\b|\bISO\b|\bBCP\b|\b639|\b3166|\b4217\b|\balpha-2\b/i,
  aboutCurrency: /currenc/,
  aboutLanguage: /lang/,
  aboutCountry: /countr|nation/,
};
