import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { clockTimesIn } from "#core/reading/clock-times.ts";
import { codeOf } from "#core/reading/codes.ts";
import { frequenciesIn, rateAmong, ratesIn, wantsTimesAYear } from "#core/reading/frequencies.ts";

describe("how often, in one word", () => {
  test.each([
    ["compounded quarterly", 4],
    ["with monthly payments", 12],
    ["paid semi-annually", 2],
    ["every two weeks", 26],
    ["a weekly report", 52],
    ["daily", 365],
    ["interest is added annually", 1],
    ["30 every quarter from next month", 4],
    ["every three months", 4],
    ["every 6 months", 2],
    ["every other week", 26],
    ["once a week", 52],
    ["twice a month", 24],
    ["3 times per year", 3],
    ["each year", 1],
    ["every Monday at nine", 52],
    ["every night", 365],
    ["every hour", 8760],
  ])("%p is %p times a year", (text, times) => {
    expect(frequenciesIn(text, ENGLISH).map(({ value }) => value)).toEqual([times]);
  });

  test.each(["5 % a year", "in a week", "next month", "for 3 days", "the second quarter"])(
    "%p is no frequency",
    (text) => {
      expect(frequenciesIn(text, ENGLISH)).toEqual([]);
    },
  );

  test.each([
    ["quarterly", "30 every quarter from next month", "every quarter"],
    ["every two weeks", "follow up every other week", "every other week"],
    ["yearly", "once a year", "once a year"],
    ["twice a month", "pay it twice a month", "twice a month"],
    ["biweekly", "every 2 weeks", "every 2 weeks"],
    ["monthly", "save 50 a month", "a month"],
    ["3 months", "refill it every three months", "every three months"],
    ["month", "refill it every three months", null],
    ["Monday", "every Tuesday", null],
    ["night", "every morning", null],
    ["monthly", "50 a month, paid every week", null],
    ["monthly", "every quarter from next month", null],
    ["weekly", "in two weeks", null],
    ["large", "every week", null],
  ])("the option %p in %p", (option, text, words) => {
    const span = rateAmong(ratesIn(text, ENGLISH), option, ENGLISH);
    expect(span && text.slice(span.start, span.end)).toBe(words);
  });

  test.each([
    ["n", "How many times interest is added per year", true],
    ["payments_per_year", "", true],
    ["times", "How many times to repeat it", false],
    ["rate", "The rate per year", false],
  ])("%p, %p", (name, description, expected) => {
    expect(wantsTimesAYear(name, description, ENGLISH)).toBe(expected);
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
    const times = clockTimesIn(text, ENGLISH).map(({ hour, hourOfDay, minute }) => [
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
    ["country_code", "Where it is", "Nepal", "NP"],
    ["country_code", "Where it is", "Iran", "IR"],
    ["country_code", "Where it is", "Qatar", "QA"],
    ["country_code", "Where it is", "Ivory Coast", "CI"],
    ["country_code", "Where it is", "the UK", "GB"],
    ["language_code", "Of the text", "Nepali", "ne"],
    ["language_code", "Of the text", "Mandarin", "zh"],
    ["currency_code", "Of the price", "Qatari riyals", "QAR"],
    ["country_code", "Where it is", "the European Union", null],
    ["currency_code", "Of the price", "gold", null],
    ["currency", "Three-letter currency code", "US dollars", "USD"],
    ["currency", "Three-letter currency code", "euros", "EUR"],
    ["language", "The language of the answer", "French", null],
    ["country", "The name of the country", "France", null],
    ["language", "The language code", "Klingon", null],
    ["zip_code", "The postal code", "France", null],
  ])("%p, %p: %p", (name, description, text, expected) => {
    expect(codeOf(name, description, text, ENGLISH)).toBe(expected);
  });
});
