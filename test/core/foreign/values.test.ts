/** Values said in other languages, as the readers of English read them out of their glosses. */
import { describe, expect, test } from "bun:test";
import type { ForeignLanguage } from "#core/foreign/values/gloss-values.ts";
import { valuesRead } from "./read-gloss.ts";
import type { SaidValue } from "./said-value.ts";
import { DUTCH_WRITTEN_FIRST } from "./written-first/dutch.ts";
import { FRENCH_WRITTEN_FIRST } from "./written-first/french.ts";
import { GERMAN_WRITTEN_FIRST } from "./written-first/german.ts";
import { ITALIAN_WRITTEN_FIRST } from "./written-first/italian.ts";
import { SPANISH_WRITTEN_FIRST } from "./written-first/spanish.ts";

const PHRASES: Readonly<Record<ForeignLanguage, readonly SaidValue[]>> = {
  de: GERMAN_WRITTEN_FIRST,
  fr: FRENCH_WRITTEN_FIRST,
  es: SPANISH_WRITTEN_FIRST,
  it: ITALIAN_WRITTEN_FIRST,
  nl: DUTCH_WRITTEN_FIRST,
};

describe.each(Object.entries(PHRASES) as [ForeignLanguage, readonly SaidValue[]][])("in %s", (language, phrases) => {
  test.each(phrases.map((phrase) => [phrase[0], phrase] as const))("%s", (_, phrase) => {
    expect(valuesRead(phrase, language)).toEqual([phrase[2]]);
  });
});
