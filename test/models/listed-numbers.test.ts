import { expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { rangesIn } from "#core/reading/ranges.ts";
import { numberListOf } from "#models/embedded/values/listed-numbers.ts";

/** With the first number as the one that was read. */
function listIn(text: string) {
  const numbers = numbersIn(text, ENGLISH);
  return numberListOf(numbers.slice(0, 1), { text, numbers, ranges: rangesIn(text, numbers, ENGLISH) })?.values ?? null;
}

test.each([
  ["tag 501 through 505, just not 503", [501, 502, 504, 505]],
  ["mute channels 1 to 5 but not 3", [1, 2, 4, 5]],
  ["lock five to nine with the exception of seven", [5, 6, 8, 9]],
  ["12, 30, 45 and 66, but leave the 45 out", [12, 30, 66]],
  ["those are 30 31 32 and 33", [30, 31, 32, 33]],
  ["the 3rd, 11th and 17th floor", [3, 11, 17]],
  ["merge 3101 into 3099", null],
  ["only 4", null],
  ["from 1 to 5000", null],
])("%s", (text, expected) => {
  expect(listIn(text)).toEqual(expected);
});

test("a range without one of its numbers has all the others", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 2, max: 50 }), fc.nat(), (low, length, at) => {
      const left = low + 1 + (at % (length - 1));
      const values = Array.from({ length: length + 1 }, (_, index) => low + index).filter((value) => value !== left);
      expect(listIn(`take ${low} to ${low + length}, but not ${left}`)).toEqual(values);
    }),
    { numRuns: 100 },
  );
});
