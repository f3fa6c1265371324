/** The languages that answers are put into without a language model. */
import { dutch } from "./languages/in-dutch.ts";
import { english } from "./languages/in-english.ts";
import { french } from "./languages/in-french.ts";
import { german } from "./languages/in-german.ts";
import { italian } from "./languages/in-italian.ts";
import { spanish } from "./languages/in-spanish.ts";
import type { Language } from "./languages/spoken-language.ts";

/** By ISO 639-1 code. */
const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ["en", english],
  ["de", german],
  ["fr", french],
  ["es", spanish],
  ["it", italian],
  ["nl", dutch],
]);

/**
 * The language that answers are put into without a language model, by BCP 47: `de-AT` speaks German and writes its dates
 * as in Austria. A language that nobody taught us is spoken as English.
 */
export function languageFor(tag: string): Language {
  const language = LANGUAGES.get(tag.toLowerCase().split("-")[0] ?? "");
  if (!language) return english;
  return tag.includes("-") ? { ...language, locale: tag } : language;
}
