/** Values said in other languages, as the readers of English read them out of their glosses. */
import { describe, expect, test } from "bun:test";
import { type ForeignLanguage, glossValues } from "#core/foreign/values/gloss-values.ts";
import { valuesRead } from "./read-gloss.ts";
import type { SaidValue } from "./said-value.ts";
import { DUTCH_WRITTEN_FIRST } from "./written-first/dutch.ts";
import { FRENCH_WRITTEN_FIRST } from "./written-first/french.ts";
import { GERMAN_WRITTEN_FIRST } from "./written-first/german.ts";
import { ITALIAN_WRITTEN_FIRST } from "./written-first/italian.ts";
import { SPANISH_WRITTEN_FIRST } from "./written-first/spanish.ts";
import { DUTCH_WITHOUT_VALUES, DUTCH_WRITTEN_LATER } from "./written-later/dutch.ts";
import { FRENCH_WITHOUT_VALUES, FRENCH_WRITTEN_LATER } from "./written-later/french.ts";
import { GERMAN_WITHOUT_VALUES, GERMAN_WRITTEN_LATER } from "./written-later/german.ts";
import { ITALIAN_WITHOUT_VALUES, ITALIAN_WRITTEN_LATER } from "./written-later/italian.ts";
import { SPANISH_WITHOUT_VALUES, SPANISH_WRITTEN_LATER } from "./written-later/spanish.ts";

interface Phrases {
  readonly language: ForeignLanguage;
  readonly phrases: readonly SaidValue[];
  readonly withoutValues: readonly string[];
}

const PHRASES: readonly Phrases[] = [
  { language: "de", phrases: [...GERMAN_WRITTEN_FIRST, ...GERMAN_WRITTEN_LATER], withoutValues: GERMAN_WITHOUT_VALUES },
  { language: "fr", phrases: [...FRENCH_WRITTEN_FIRST, ...FRENCH_WRITTEN_LATER], withoutValues: FRENCH_WITHOUT_VALUES },
  {
    language: "es",
    phrases: [...SPANISH_WRITTEN_FIRST, ...SPANISH_WRITTEN_LATER],
    withoutValues: SPANISH_WITHOUT_VALUES,
  },
  {
    language: "it",
    phrases: [...ITALIAN_WRITTEN_FIRST, ...ITALIAN_WRITTEN_LATER],
    withoutValues: ITALIAN_WITHOUT_VALUES,
  },
  { language: "nl", phrases: [...DUTCH_WRITTEN_FIRST, ...DUTCH_WRITTEN_LATER], withoutValues: DUTCH_WITHOUT_VALUES },
];

describe.each(PHRASES)("$language", ({ language, phrases, withoutValues }) => {
  test.each(phrases.map((phrase) => [phrase[0], phrase] as const))("%s", (_, phrase) => {
    expect(valuesRead(phrase, language)).toEqual([phrase[2]]);
  });

  test.each(withoutValues)("%s has no value in it", (said) => {
    expect(glossValues(said, language)).toEqual([]);
  });
});

test("a gloss stands for the whole phrase, with its places in what was said", () => {
  const said = "Weck mich morgen früh um halb acht";
  expect(glossValues(said, "de")).toEqual([
    { span: { start: 10, end: 21 }, english: "tomorrow morning" },
    { span: { start: 22, end: said.length }, english: "at 7:30 am" },
  ]);
});
