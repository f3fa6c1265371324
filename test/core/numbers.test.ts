import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";

const read = (text: string) => numbersIn(text, ENGLISH).map(({ start, end, value }) => [text.slice(start, end), value]);

describe("numbers in a sentence", () => {
  test.each<[string, [string, number][]]>([
    ["a budget of $1,299.99", [["1,299.99", 1299.99]]],
    ["2.5k followers", [["2.5k", 2500]]],
    ["3/4 of a cup", [["3/4", 0.75]]],
    ["1 1/2 cups", [["1 1/2", 1.5]]],
    ["two thirds of it", [["two thirds", 0.666666666667]]],
    ["one and a half hours", [["one and a half", 1.5]]],
    ["twenty one and a half degrees", [["twenty one and a half", 21.5]]],
    ["a hundred and five and a quarter", [["a hundred and five and a quarter", 105.25]]],
    ["a hundred and five guests", [["a hundred and five", 105]]],
    ["a thousand two hundred", [["a thousand two hundred", 1200]]],
    ["1,200 and a half", [["1,200 and a half", 1200.5]]],
    ["two and a half million", [["two and a half million", 2_500_000]]],
    ["a quarter of a million", [["a quarter of a million", 250_000]]],
    ["a half million", [["a half million", 500_000]]],
    [
      "open 24/7",
      [
        ["24", 24],
        ["7", 7],
      ],
    ],
    ["the area under x^2 + 3x^-2", [["3", 3]]],
    ["9.8 m/s^2", [["9.8", 9.8]]],
    ["$1.2M in sales", [["1.2M", 1_200_000]]],
    ["1.5 billion yen", [["1.5 billion", 1.5e9]]],
    ["heat it to 300K", [["300", 300]]],
    [
      "the 5th floor at 22.5C",
      [
        ["5", 5],
        ["22.5", 22.5],
      ],
    ],
    [
      "the points [200,300] and (4, 5)",
      [
        ["200", 200],
        ["300", 300],
        ["4", 4],
        ["5", 5],
      ],
    ],
    [
      "from -5 to 10",
      [
        ["-5", -5],
        ["10", 10],
      ],
    ],
    ["minus seven degrees", [["seven", -7]]],
    [
      "ten minus seven",
      [
        ["ten", 10],
        ["seven", 7],
      ],
    ],
    ["three hundred and twenty five dollars", [["three hundred and twenty five", 325]]],
    ["twenty-one guests", [["twenty-one", 21]]],
    ["two thousand six", [["two thousand six", 2006]]],
    [
      "one two three",
      [
        ["one", 1],
        ["two", 2],
        ["three", 3],
      ],
    ],
    [
      "two and three",
      [
        ["two", 2],
        ["three", 3],
      ],
    ],
    ["half a million", [["half a million", 500_000]]],
    [
      "a dozen eggs and a hundred plates",
      [
        ["a dozen", 12],
        ["a hundred", 100],
      ],
    ],
    ["wait a second", []],
    ["the file a2.txt", []],
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each(["12 percent", "12%", "twelve percent", "twelve per cent"])("%s is a share", (text) => {
    expect(numbersIn(text, ENGLISH)).toEqual([{ start: 0, end: text.length, value: 12, isPercent: true }]);
  });

  test("come in order, never overlap, and lie within the text", () => {
    const word = fc.constantFrom(
      "one",
      "twenty",
      "hundred",
      "and",
      "a",
      "half",
      "million",
      "3",
      "4.5",
      "-7",
      "1,000",
      "%",
      "k",
      "to",
      ",",
      "[",
      "]",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.constantFrom("", " ", "-"), (words, glue) => {
        const text = words.join(glue || " ");
        let end = 0;
        for (const number of numbersIn(text, ENGLISH)) {
          expect(number.start).toBeGreaterThanOrEqual(end);
          expect(number.end).toBeGreaterThan(number.start);
          expect(number.end).toBeLessThanOrEqual(text.length);
          expect(Number.isFinite(number.value)).toBe(true);
          end = number.end;
        }
      }),
      { numRuns: 300 },
    );
  });

  test("any plain integer is read as itself", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (value) => {
        expect(read(`take ${value} of them`)).toEqual([[String(value), value]]);
        expect(read(`take ${value.toLocaleString("en-US")} of them`)[0]?.[1]).toBe(value);
      }),
      { numRuns: 100 },
    );
  });
});
