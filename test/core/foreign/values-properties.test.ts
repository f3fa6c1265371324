/** What holds for every gloss of values, whatever the text is. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type ForeignLanguage, glossValues } from "#core/foreign/values/gloss-values.ts";
import { SPELLERS } from "./spellers.ts";
import { DUTCH_WRITTEN_LATER } from "./written-later/dutch.ts";
import { FRENCH_WRITTEN_LATER } from "./written-later/french.ts";
import { GERMAN_WRITTEN_LATER } from "./written-later/german.ts";
import { ITALIAN_WRITTEN_LATER } from "./written-later/italian.ts";
import { SPANISH_WRITTEN_LATER } from "./written-later/spanish.ts";

const LANGUAGES: readonly ForeignLanguage[] = ["de", "fr", "es", "it", "nl"];
/** In French the number is the article. */
const IS_ARTICLE = "un";
const NUMBERS = 10_000;
/** In one text, which takes less time. */
const AT_ONCE = 100;

describe.each(LANGUAGES)("%s", (language) => {
  test("every number from nought to 9999 is read as it is spelt", () => {
    for (let hundreds = 0; hundreds < NUMBERS / AT_ONCE; hundreds += 1) {
      const values = Array.from({ length: AT_ONCE }, (_, index) => hundreds * AT_ONCE + index);
      const spelt = values.map((value) => [SPELLERS[language](value), String(value)] as const);
      const said = spelt.map(([words]) => words).join("; ");
      const read = glossValues(said, language).map(({ span, english }) => [said.slice(span.start, span.end), english]);
      expect(read).toEqual(spelt.filter(([words]) => words !== IS_ARTICLE).map((pair) => [...pair]));
    }
  });
});

const SAID = [
  ...GERMAN_WRITTEN_LATER,
  ...FRENCH_WRITTEN_LATER,
  ...SPANISH_WRITTEN_LATER,
  ...ITALIAN_WRITTEN_LATER,
  ...DUTCH_WRITTEN_LATER,
].map(([said]) => said);

/** Pieces of phrases beside each other, with characters that are of several code points between them. */
const SOUP = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SAID),
      fc.constantFrom("99999999999999", "3,5", "Billionen", "millones", "dritte", "2º", "mille", "\uE000"),
      fc.constantFrom(
        "5\u20e3",
        "e\u0301",
        "\u0301",
        "👩‍👩‍👧",
        "½",
        "ß",
        "İ",
        "\u200d",
        "\u00a0",
        "12",
        ".",
        ",",
        "'",
        "-",
        "\n",
        "€",
      ),
      fc.string({ unit: "grapheme", maxLength: 6 }),
    ),
    { maxLength: 12 },
  )
  .chain((pieces) => fc.constantFrom(" ", "").map((blank) => pieces.join(blank)));

test("glosses stand in the text in its order, end on whole characters, and say something else than it", () => {
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  fc.assert(
    fc.property(SOUP, fc.constantFrom(...LANGUAGES), (text, language) => {
      const borders = new Set([...graphemes.segment(text)].map(({ index }) => index).concat(text.length));
      let from = 0;
      for (const { span, english } of glossValues(text, language)) {
        expect(span.start).toBeGreaterThanOrEqual(from);
        expect(span.end).toBeGreaterThan(span.start);
        expect(borders.has(span.start) && borders.has(span.end)).toBe(true);
        expect(english.trim()).not.toBe("");
        expect(english).not.toBe(text.slice(span.start, span.end));
        from = span.end;
      }
      expect(from).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 300 },
  );
});

/** As long as a query may be. */
const QUERY_UNITS = 4_000;
/** Measured in a machine at rest; others may be ten times as slow. */
const TIME_MS_MAX = 1_500;

test.each([
  "hundert",
  "el el el ",
  "von 8 bis ",
  "de las 8 a las ",
  "quatre-vingt-",
  "e un quarto e ",
  "1.200 ",
  "12:",
  "1,",
  "zweiundzwanzig ",
  "'",
  "  ",
  "am 3. bis zum ",
  "le le 3 et ",
])("a text of nothing but %p takes bounded time in each language", (piece) => {
  const text = piece.repeat(QUERY_UNITS).slice(0, QUERY_UNITS);
  const start = performance.now();
  for (const language of LANGUAGES) glossValues(text, language);
  expect(performance.now() - start).toBeLessThan(TIME_MS_MAX);
});

/** Without words that are numbers in two languages, as "elf" and "six" are. */
const ENGLISH_TEXTS = [
  "set the volume to 40 percent",
  "remind me once a week to call mom",
  "book a table for two at seven in the evening",
  "turn the lamp on and die hard off",
  "play Mars by Bruno on the living room speaker",
  "send the invoices to Dove and Otto",
  "is there more than one way",
  "add a note that the sale starts in March",
];

test.each(ENGLISH_TEXTS)("English stays as it is: %p", (text) => {
  const touched = LANGUAGES.flatMap((language) =>
    glossValues(text, language).map(
      ({ span, english }) => `${language} ${text.slice(span.start, span.end)}: ${english}`,
    ),
  );
  expect(touched).toEqual([]);
});
