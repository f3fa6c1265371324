import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { limitSaid, rangesIn } from "#core/reading/ranges.ts";

describe("two numbers that are ends", () => {
  test.each<[string, [number, number][]]>([
    ["transactions between 20 and 50 dollars", [[20, 50]]],
    ["between $20 and $50", [[20, 50]]],
    ["from 20 euros to 50 euros", [[20, 50]]],
    ["a slot of 30 to 60 minutes", [[30, 60]]],
    ["shoes for 20-50", [[20, 50]]],
    ["shoes for 20 – 50 euros", [[20, 50]]],
    ["deals of 10 to 50k", [[10_000, 50_000]]],
    ["between two and three million", [[2_000_000, 3_000_000]]],
    ["films from 1990 to 1999", [[1990, 1999]]],
    ["5 apples and 7 pears", []],
    ["20 and 50", []],
    ["from 50 to 20", []],
    ["on 2-3-2024", []],
    ["back on Monday 3 to 5 people", []],
  ])("%p", (text, expected) => {
    expect(rangesIn(text, numbersIn(text, ENGLISH), ENGLISH).map(({ low, high }) => [low.value, high.value])).toEqual(
      expected as never,
    );
  });
});

describe("what is said of a number", () => {
  test.each([
    ["over 100", "least"],
    ["more than $100", "least"],
    ["at least 100", "least"],
    ["no less than 100", "least"],
    ["not under 100", "least"],
    ["100 or more", "least"],
    ["100 stars and up", "least"],
    ["100+", "least"],
    ["> 100", "least"],
    ["under 100", "most"],
    ["cheaper than £100", "most"],
    ["up to 100", "most"],
    ["at most 100", "most"],
    ["no more than 100", "most"],
    ["I don't want to pay more than 100", "most"],
    ["100 euros or less", "most"],
    ["100 euros max", "most"],
    ["for 100 at the most", "most"],
    ["a room for 100", null],
    ["set it to 100", null],
    ["since 100", null],
    ["100 min", null],
  ] as const)("%p: %s", (text, expected) => {
    const start = text.indexOf("100");
    expect(limitSaid(text, { start, end: start + 3 }, false, ENGLISH)).toBe(expected);
  });

  test.each([
    ["films since 1990", "least"],
    ["films from 1990", "least"],
    ["films before 1990", "most"],
  ] as const)("of a year in %p: %s", (text, expected) => {
    const start = text.indexOf("1990");
    expect(limitSaid(text, { start, end: start + 4 }, true, ENGLISH)).toBe(expected);
  });
});
