/** What the page says, in the language of whoever looks at it. */
import { computed, signal } from "@preact/signals";
import * as aliases from "./aliases-texts.ts";
import * as apps from "./apps-texts.ts";
import * as backends from "./backends-texts.ts";
import * as banks from "./banks-texts.ts";
import * as frame from "./frame-texts.ts";
import * as misses from "./misses-texts.ts";
import * as overview from "./overview-texts.ts";
import * as personas from "./personas-texts.ts";
import * as playground from "./playground-texts.ts";
import * as records from "./records-texts.ts";
import type { Said } from "./said.ts";
import * as setEditor from "./set-editor-texts.ts";
import * as sets from "./sets-texts.ts";
import * as settings from "./settings-texts.ts";
import * as tests from "./tests-texts.ts";

const english = {
  ...frame.english,
  ...overview.english,
  ...playground.english,
  ...sets.english,
  ...banks.english,
  ...personas.english,
  ...setEditor.english,
  ...aliases.english,
  ...misses.english,
  ...tests.english,
  ...apps.english,
  ...records.english,
  ...backends.english,
  ...settings.english,
};
/** All that the page says, by what it is for, whatever file it stands in. A text that one language lacks does not compile. */
export type Texts = Said<typeof english>;

const german: Texts = {
  ...frame.german,
  ...overview.german,
  ...playground.german,
  ...sets.german,
  ...banks.german,
  ...personas.german,
  ...setEditor.german,
  ...aliases.german,
  ...misses.german,
  ...tests.german,
  ...apps.german,
  ...records.german,
  ...backends.german,
  ...settings.german,
};

const TEXTS = { en: english, de: german } as const satisfies Readonly<Record<string, Texts>>;
export type Language = keyof typeof TEXTS;
/** In their own words, for the switch. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

const KEPT_UNDER = "dragoman.language";

export const language = signal<Language>(keptLanguage() ?? preferredLanguage());
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
