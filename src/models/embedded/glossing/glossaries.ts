/** The glossaries of all languages, each opened when it is first needed. */
import { readFileSync } from "node:fs";
import { Glossary } from "#core/glossing/glossary.ts";
import { DUTCH } from "#core/glossing/languages/dutch.ts";
import { FRENCH } from "#core/glossing/languages/french.ts";
import { GERMAN } from "#core/glossing/languages/german.ts";
import type { GlossWords } from "#core/glossing/languages/gloss-words.ts";
import { ITALIAN } from "#core/glossing/languages/italian.ts";
import { SPANISH } from "#core/glossing/languages/spanish.ts";
import type { ReadLanguage } from "#core/spoken-language/read-languages.ts";
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

/** Reads some 100 kB and takes 10–20 ms the first time. */
export function glossaryOf(language: GlossedLanguage): Glossary {
  const known = opened.get(language);
  if (known) return known;
  const { words, path } = SOURCES[language];
  const list = Buffer.from(Bun.zstdDecompressSync(readFileSync(path))).toString("utf8");
  const made = new Glossary(words, list);
  opened.set(language, made);
  return made;
}
