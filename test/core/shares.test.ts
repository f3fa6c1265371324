import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { countsInPercent, sharesIn } from "#core/reading/shares.ts";

describe("a share in words", () => {
  test.each<[string, number[]]>([
    ["set the light to half brightness", [50]],
    ["half of the brightness", [50]],
    ["half of the lamps", [50]],
    ["open it halfway", [50]],
    ["turn on the light at full brightness", [100]],
    ["at full blast", [100]],
    ["maximum brightness, please", [100]],
    ["set the brightness to max", [100]],
    ["the lowest brightness", [0]],
    ["a quarter of the brightness", [25]],
    ["when the disk is three quarters full", [75]],
    ["two thirds", [67]],
    ["half of the rooms", []],
    ["with the highest confidence", []],
    ["half of the users", []],
    ["half the price", []],
    ["at half past six", []],
    ["in half an hour", []],
    ["for two and a half hours", []],
    ["a quarter to nine", []],
    ["every quarter", []],
    ["once a quarter", []],
    ["my full name", []],
    ["a full report", []],
    ["half a million", []],
  ])("%p", (text, expected) => {
    expect(
      sharesIn(text, { name: ["brightness"], about: ["lamp", "confidence"] }, ENGLISH).map(({ value }) => value),
    ).toEqual(expected);
  });

  test.each([
    ["Brightness in percent", 0, 100, true],
    ["Volume", 0, 100, true],
    ["Volume, 0 to 100", Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true],
    ["threshold percent", Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true],
    ["The rate in percent, as a decimal", 0, 100, false],
    ["The percentage", 0, 1, false],
    ["Volume", 0, 10, false],
    ["Temperature", Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, false],
  ])("%p from %d to %d: %p", (about, minimum, maximum, expected) => {
    expect(countsInPercent(about, { minimum, maximum }, ENGLISH)).toBe(expected);
  });
});
