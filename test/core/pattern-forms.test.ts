import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { digitsIn, digitsWanted, formedBy } from "#core/reading/pattern-forms.ts";
import { linearRegExp } from "#core/schema/linear-regexp.ts";

const patternOf = (source: string) => ({ source, test: linearRegExp(source).test });
const nothingNamed = () => false;

describe("what fits a pattern when it is written as the pattern wants", () => {
  test.each([
    ["^BK-[0-9]+$", "cancel booking BK-99", [["BK-99", "BK-99"]]],
    ["^BK-[0-9]+$", "cancel booking bk-99.", [["bk-99", "BK-99"]]],
    ["^BK-[0-9]+$", "cancel reservation BK 1234", [["BK 1234", "BK-1234"]]],
    ["^BK-[0-9]+$", "cancel bk1234, please", [["bk1234", "BK-1234"]]],
    ["^BK-[0-9]+$", "a table for 4", []],
    ["^D-[0-9]{4}$", "move D1042 on", [["D1042", "D-1042"]]],
    ["^D-[0-9]{4}$", "give deal d 1042 a discount", [["d 1042", "D-1042"]]],
    ["^[A-Z]{2}[0-9]{4}$", "the parcel AB-1204", [["AB-1204", "AB1204"]]],
    ["^[A-Z0-9]{6}$", "reference x7k2pq", [["x7k2pq", "X7K2PQ"]]],
    ["^[A-Z0-9]{6}$", "in 2 weeks", []],
    ["^[A-Z]{3}$", "the big one", []],
    ["^v[0-9]+\\.[0-9]+\\.[0-9]+$", "roll payments back to 2.4.1", [["2.4.1", "v2.4.1"]]],
    ["^v[0-9]+\\.[0-9]+\\.[0-9]+$", "roll 3 of them back", []],
    ["^#[0-9]+$", "the issue 12", []],
    ["^[a-f0-9]{8}$", "the commit 9F1C2D3E", [["9F1C2D3E", "9f1c2d3e"]]],
  ])("%s in %p", (pattern, text, expected) => {
    const found = formedBy(text, patternOf(pattern), nothingNamed);
    expect(found.map(({ start, end, value }) => [text.slice(start, end), value])).toEqual(expected);
  });

  test("a bare number gets the letters in front where the words before it name it", () => {
    const found = formedBy("cancel booking number 77", patternOf("^BK-[0-9]+$"), ({ start }) => start === 22);
    expect(found).toEqual([{ start: 22, end: 24, value: "BK-77" }]);
  });

  test("words are put together where the words before them name it", () => {
    const found = formedBy("charge member ab 1204", patternOf("^[A-Z]{2}[0-9]{4}$"), ({ start }) => start === 14);
    expect(found).toEqual([{ start: 14, end: 21, value: "AB1204" }]);
  });

  test("whatever is found fits the pattern", () => {
    const words = fc.constantFrom("bk", "BK", "-", "12", "7", "a", "B7", "bk-9", "BK/3", ".", "x1y2z3");
    const patterns = fc.constantFrom("^BK-[0-9]+$", "^[A-Z0-9]{6}$", "^b[0-9]$", "[0-9]{2}", "^[A-Z]+$");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), patterns, (parts, source) => {
        const pattern = patternOf(source);
        const found = formedBy(parts.join(" "), pattern, () => true);
        expect(found.every(({ value }) => pattern.test(value))).toBe(true);
      }),
    );
  });
});

describe("digits of a stated number", () => {
  test.each([
    ["Last four digits of the card", "", 4],
    ["The 6-digit code", "", 6],
    ["PIN of five digits", "", 5],
    ["", "^[0-9]{4}$", 4],
    ["", "^\\d{6}$", 6],
    ["The card number", "", null],
    ["How many digits to show", "", null],
  ])("%p, %p: %p", (description, pattern, expected) => {
    expect(digitsWanted(description, pattern, ENGLISH)).toBe(expected);
  });

  test.each([
    ["block my card 4921, it was stolen", ["4921"]],
    ["card ending in 4921.", ["4921"]],
    ["$4921 of 14921 on 2026-11-22 for 4921.50", []],
    ["4921% or 4921 € or 4921 euros", []],
    ["₹4921 or 4921 quid or USD 4921", []],
    ["the card 4921, try it", ["4921"]],
    ["the card 4921 try it", ["4921"]],
    ["I lost it in 2024, after May 3, 2023, the one from 2019", []],
    ["the card 2024", ["2024"]],
  ])("four of them in %p", (text, expected) => {
    expect(digitsIn(text, 4, ENGLISH).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});
