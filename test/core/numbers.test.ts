import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { digitRunsIn } from "#core/reading/spoken-digits.ts";

const read = (text: string) => numbersIn(text, ENGLISH).map(({ start, end, value }) => [text.slice(start, end), value]);

describe("numbers in a sentence", () => {
  test.each<[string, [string, number][]]>([
    ["a budget of $1,299.99", [["1,299.99", 1299.99]]],
    ["the parcel weighs 12,5 kg", [["12,5", 12.5]]],
    ["€4,20 a litre", [["4,20", 4.2]]],
    ["1,250 kg", [["1,250", 1250]]],
    ["1.250,50 euros", [["1.250,50", 1250.5]]],
    [
      "€12.500,00 and 3",
      [
        ["12.500,00", 12500],
        ["3", 3],
      ],
    ],
    ["pay 1.000.000 to Ben", [["1.000.000", 1000000]]],
    ["at 192.168.001.100", [["192.168", 192.168]]],
    ["1.250 litres", [["1.250", 1.25]]],
    [
      "benches 1,2 and 3",
      [
        ["1", 1],
        ["2", 2],
        ["3", 3],
      ],
    ],
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
    ["a dozen and a half", [["a dozen and a half", 18]]],
    ["two grand as a deposit", [["two grand", 2000]]],
    ["a voucher worth a grand", [["a grand", 1000]]],
    ["one and a half grand to spend", [["one and a half grand", 1500]]],
    ["two grand pianos", [["two", 2]]],
    ["a grand hotel", []],
    ["give him a tenner", [["a tenner", 10]]],
    ["the twelfth floor", [["twelfth", 12]]],
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
    ["six point eight litres", [["six point eight", 6.8]]],
    ["minus four point two five", [["four point two five", -4.25]]],
    ["one point oh five", [["one point oh five", 1.05]]],
    ["at one point", [["one", 1]]],
    [
      "hundred and sixty-five over ninety",
      [
        ["hundred and sixty-five", 165],
        ["ninety", 90],
      ],
    ],
    ["two dozen boxes", [["two dozen", 24]]],
    ["half a dozen boxes", [["half a dozen", 6]]],
    ["on the twenty-first floor", [["twenty-first", 21]]],
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
      "dozen",
      "point",
      "oh",
      "first",
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

describe("figures that are said in groups", () => {
  const runs = (text: string) =>
    digitRunsIn(text, ENGLISH).map(({ start, end, digits }) => [text.slice(start, end), digits]);
  test.each<[string, [string, string][]]>([
    [
      "oh seven seven double oh nine hundred one two three",
      [["oh seven seven double oh nine hundred one two three", "07700900123"]],
    ],
    ["two hundred twenty five", []],
    ["ticket one two zero four two, please", [["one two zero four two", "12042"]]],
    ["ticket one oh three nine double seven", [["one oh three nine double seven", "103977"]]],
    ["on forty-one seven eighty-eight", [["forty-one seven eighty-eight", "41788"]]],
    ["from nineteen fifty-five", [["nineteen fifty-five", "1955"]]],
    ["job fifty-five oh eight", [["fifty-five oh eight", "5508"]]],
    ["two three-bedroom flats", []],
    ["two, three or four", []],
    ["twenty-one", []],
    ["at seven thirty", []],
    ["twenty thirty thousand", []],
    ["two thousand six", []],
  ])("%s", (text, expected) => {
    expect(runs(text)).toEqual(expected);
  });

  test("any row of three figures or more is read as it is said", () => {
    const names = ENGLISH.numbers.units.slice(0, 10);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 9 }), (figures) => {
        const said = figures.map((figure) => names[figure]).join(" ");
        expect(runs(`number ${said} now`)).toEqual([[said, figures.join("")]]);
      }),
      { numRuns: 100 },
    );
  });
});
