/** What the page says, in the language of whoever looks at it. */
import { computed, signal } from "@preact/signals";
import { english, type Texts } from "./english.ts";
import { german } from "./german.ts";

const TEXTS = { en: english, de: german } as const satisfies Readonly<Record<string, Texts>>;
export type Language = keyof typeof TEXTS;
/** In their own words, for the switch. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

const KEPT_UNDER = "dragoman.language";

export const language = signal<Language>(keptLanguage() ?? preferredLanguage());
/** A text that one language lacks does not compile: all have the shape of the English ones. */
export const texts = computed<Texts>(() => TEXTS[language.value]);

export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  localStorage.setItem(KEPT_UNDER, chosen);
}

function keptLanguage(): Language | null {
  const kept = localStorage.getItem(KEPT_UNDER) ?? "";
  return isLanguage(kept) ? kept : null;
}

function preferredLanguage(): Language {
  const [first = ""] = navigator.language.split("-");
  return isLanguage(first) ? first : "en";
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(TEXTS, name);
}
