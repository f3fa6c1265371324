/** The glossaries of all languages, each opened when it is first needed. */
import { readFileSync } from "node:fs";
import { preparingValues } from "#core/foreign/values/gloss-values.ts";
import { Glossary } from "#core/glossing/glossary.ts";
import { DUTCH } from "#core/glossing/languages/dutch.ts";
import { FRENCH } from "#core/glossing/languages/french.ts";
import { GERMAN } from "#core/glossing/languages/german.ts";
import type { GlossWords } from "#core/glossing/languages/gloss-words.ts";
import { ITALIAN } from "#core/glossing/languages/italian.ts";
import { SPANISH } from "#core/glossing/languages/spanish.ts";
import type { ReadLanguage } from "#core/spoken-language/read-languages.ts";
import { atOnce } from "#core/steps.ts";
import { turn } from "#core/turn.ts";
import germanList from "#data/glossaries/de.zst" with { type: "file" };
import spanishList from "#data/glossaries/es.zst" with { type: "file" };
import frenchList from "#data/glossaries/fr.zst" with { type: "file" };
import italianList from "#data/glossaries/it.zst" with { type: "file" };
import dutchList from "#data/glossaries/nl.zst" with { type: "file" };

const SOURCES = {
  de: { words: GERMAN, path: germanList },
  fr: { words: FRENCH, path: frenchList },
  es: { words: SPANISH, path: spanishList },
  it: { words: ITALIAN, path: italianList },
  nl: { words: DUTCH, path: dutchList },
} as const satisfies Record<GlossedLanguage, { readonly words: GlossWords; readonly path: string }>;

export type GlossedLanguage = Exclude<ReadLanguage, "en">;

export const GLOSSED_LANGUAGES = Object.keys(SOURCES) as readonly GlossedLanguage[];

export function isGlossed(language: string): language is GlossedLanguage {
  return Object.hasOwn(SOURCES, language);
}

const opened = new Map<GlossedLanguage, Glossary>();

/** Reads some 100 kB; takes 5–20 ms the first time, in which nothing else is done. */
export function glossaryOf(language: GlossedLanguage): Glossary {
  return opened.get(language) ?? atOnce(openingGlossary(language));
}

function* openingGlossary(language: GlossedLanguage): Generator<void, Glossary> {
  const { words, path } = SOURCES[language];
  const list = Buffer.from(Bun.zstdDecompressSync(readFileSync(path))).toString("utf8");
  yield;
  const made = yield* Glossary.opening(words, list);
  opened.set(language, made);
  return made;
}

const openings = new Map<GlossedLanguage, Promise<void>>();

/**
 * Resolves when glosses out of the language cost no more than their words. The first time that takes a tenth of a second, in steps
 * between which whatever waits has its turn. In English, and in a language that is not glossed, there is nothing to open.
 */
export function openedFor(language: string): Promise<void> | void {
  if (!isGlossed(language)) return;
  const opening = openings.get(language) ?? open(language);
  openings.set(language, opening);
  return opening;
}

async function open(language: GlossedLanguage): Promise<void> {
  for (const steps of [openingGlossary(language), preparingValues(language)]) {
    for (const _ of steps) await turn();
  }
}
