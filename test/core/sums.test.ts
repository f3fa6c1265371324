import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { countsSmallerUnits, sumsIn } from "#core/reading/sums.ts";

const read = (text: string) =>
  sumsIn(text, numbersIn(text, ENGLISH), ENGLISH).map(({ start, end, value }) => [text.slice(start, end), value]);

describe("a sum of money", () => {
  test.each<[string, [string, number][]]>([
    ["twelve euros eighty on her bill", [["twelve euros eighty", 12.8]]],
    ["38 dollars 60, the client pays", [["38 dollars 60", 38.6]]],
    ["thirty-seven dollars and nine cents", [["thirty-seven dollars and nine cents", 37.09]]],
    ["a hundred and ninety nine euros fifty", [["a hundred and ninety nine euros fifty", 199.5]]],
    ["a fine of 35,000 cents", [["35,000 cents", 350]]],
    ["at nine dollars fifty a kilo", [["nine dollars fifty", 9.5]]],
    ["give him back 15 euros", [["15 euros", 15]]],
    ["set it to €89.50", [["89.50", 89.5]]],
    ["12 dollars 50 people", [["12 dollars", 12]]],
    ["3 euros for 2 of them", [["3 euros", 3]]],
    ["500 yen", []],
    ["15 of them", []],
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test("in any whole amount and any cents is what was said", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 99 }), (euros, cents) => {
        const text = `it is ${euros} euros and ${cents} cents`;
        expect(read(text).map(([, value]) => value)).toEqual([Number(`${euros}.${String(cents).padStart(2, "0")}`)]);
      }),
      { numRuns: 100 },
    );
  });
});

test.each([
  ["priceCents", "", true],
  ["amount_cents", "", true],
  ["amount", "Amount in cents", true],
  ["max", "Highest price, in US cents", true],
  ["value", "In minor units of the currency", true],
  ["amount_eur", "Euros", false],
  ["percentage", "Share in percent", false],
  ["center", "Cost centre", false],
])("%s, %p counts the smaller unit: %p", (name, description, expected) => {
  expect(countsSmallerUnits(name, description, ENGLISH)).toBe(expected);
});
