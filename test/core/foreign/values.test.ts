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

test("the end of a range of times is all that is said of it", () => {
  const glosses = glossValues("de neuf heures à midi et demi", "fr").map(({ english }) => english);
  expect(glosses).toEqual(["from 9:00 to 12:30"]);
});

test("a gloss stands for the whole phrase, with its places in what was said", () => {
  const said = "Weck mich morgen früh um halb acht";
  expect(glossValues(said, "de")).toEqual([
    { span: { start: 10, end: 21 }, english: "tomorrow morning" },
    { span: { start: 22, end: said.length }, english: "at 7:30 am" },
  ]);
});

/** Minutes from midnight. */
const EVENING = 18 * 60;
const MORNING = 7 * 60;

describe("a time that is counted by twelve, asked at six in the evening", () => {
  test.each([
    ["de", "Liefern Sie um Viertel vor acht", "at 7:45 pm"],
    ["de", "so gegen halb neun", "around 8:30 pm"],
    ["it", "alle otto e un quarto", "at 8:15 pm"],
    ["es", "a las nueve y cuarto", "at 9:15 pm"],
    ["fr", "à huit heures et demie", "at 8:30 pm"],
    ["nl", "om kwart over acht", "at 8:15 pm"],
    // That one is over in both halves of the day.
    ["de", "um fünf", "at 5:00"],
    // Who writes the minutes so, or says a day, says which half.
    ["de", "um 8.30 Uhr", "at 8:30"],
    ["de", "um zwanzig Uhr", "at 20:00"],
    ["de", "morgen um halb acht", "at 7:30"],
    ["de", "am Freitag um halb acht", "at 7:30"],
  ] as const)("%s: %s", (language, said, english) => {
    expect(glossValues(said, language, EVENING).at(-1)?.english).toBe(english);
  });

  test("is the morning's where that is still to come, and where nobody knows the time", () => {
    for (const now of [MORNING, null])
      expect(glossValues("um halb neun", "de", now)).toMatchObject([{ english: "at 8:30" }]);
  });

  test("says that it depends on the clock, and no other time does", () => {
    expect(glossValues("um halb neun", "de", EVENING)).toMatchObject([{ dependsOnClock: true }]);
    for (const said of ["um 8.30 Uhr", "morgen um halb neun", "um halb neun abends"])
      expect(glossValues(said, "de", EVENING).some(({ dependsOnClock }) => dependsOnClock)).toBe(false);
  });
});

test("the only part of a day that is said is that of the only time", () => {
  const english = (said: string) => glossValues(said, "de").map((value) => value.english);
  expect(english("reserviere heute Abend einen Tisch um sieben")).toEqual(["tonight", "at 7:00 pm"]);
  expect(english("erinnere mich heute Abend, dass ich morgen um sieben gehe")).toEqual([
    "tonight",
    "tomorrow",
    "at 7:00",
  ]);
});
