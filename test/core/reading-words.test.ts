import { describe, expect, test } from "bun:test";
import { clockTimesIn } from "#core/reading/clock-times.ts";
import { codeOf } from "#core/reading/codes.ts";
import { frequenciesIn, wantsTimesAYear } from "#core/reading/frequencies.ts";

describe("how often, in one word", () => {
  test.each([
    ["compounded quarterly", 4],
    ["with monthly payments", 12],
    ["paid semi-annually", 2],
    ["every two weeks", 26],
    ["a weekly report", 52],
    ["daily", 365],
    ["interest is added annually", 1],
  ])("%p is %p times a year", (text, times) => {
    expect(frequenciesIn(text).map(({ value }) => value)).toEqual([times]);
  });

  test.each([
    ["n", "How many times interest is added per year", true],
    ["payments_per_year", "", true],
    ["times", "How many times to repeat it", false],
    ["rate", "The rate per year", false],
  ])("%p, %p", (name, description, expected) => {
    expect(wantsTimesAYear(name, description)).toBe(expected);
  });
});

describe("times of day", () => {
  test.each<[string, [number, number | null, number | null][]]>([
    ["at 6:30 PM", [[6, 18, 30]]],
    ["by 11 p.m. at the latest", [[11, 23, null]]],
    [
      "12 am to 12 pm",
      [
        [12, 0, null],
        [12, 12, null],
      ],
    ],
    ["from 18:05", [[18, 18, 5]]],
    ["at 6:30", [[6, null, 30]]],
    ["a ratio of 4:75 on 5 tables", []],
    ["13 pm", []],
  ])("%p", (text, expected) => {
    const times = clockTimesIn(text).map(({ hour, hourOfDay, minute }) => [
      hour.value,
      hourOfDay,
      minute?.value ?? null,
    ]);
    expect(times).toEqual(expected);
  });
});

describe("codes of languages, countries and currencies", () => {
  test.each([
    ["target_language", "The language code, such as 'en'", "French", "fr"],
    ["country", "ISO 3166-1 alpha-2 code of the country", "the Netherlands", "NL"],
    ["country_code", "Where it is", "United Kingdom", "GB"],
    ["currency", "Three-letter currency code", "US dollars", "USD"],
    ["currency", "Three-letter currency code", "euros", "EUR"],
    ["language", "The language of the answer", "French", null],
    ["country", "The name of the country", "France", null],
    ["language", "The language code", "Klingon", null],
    ["zip_code", "The postal code", "France", null],
  ])("%p, %p: %p", (name, description, text, expected) => {
    expect(codeOf(name, description, text)).toBe(expected);
  });
});
