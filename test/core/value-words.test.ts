/** The words of values and texts, and where one may begin and end. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { keyOf, valueWords } from "#core/reading/value-words.ts";
import { Synonyms } from "#core/schema/synonyms.ts";

test.each([
  ["Big-Apple", "big apple"],
  ["BIG   apple!", "big apple"],
  ["big\u200bapple", "big apple"],
  ["Zürich", "Zurich"],
  ["ＮＹＣ", "nyc"],
  ["ﬁrst", "first"],
  ["STRASSE", "Straße"],
  ["“New York”", "new york"],
])("%p is written as %p", (one, other) => {
  expect(keyOf(one)).toBe(keyOf(other));
});

test.each([
  ["C", "C++"],
  ["C#", "C++"],
  ["A+", "A-"],
  ["5", "-5"],
  ["мой", "мои"],
  ["कि", "की"],
  ["NYC", "NУC"],
  ["👍", "👎"],
])("%p is another word than %p", (one, other) => {
  expect(keyOf(one)).not.toBe(keyOf(other));
});

test("no letter grows without bound", () => {
  expect(keyOf("ﷺ".repeat(50)).length).toBeLessThanOrEqual(200);
});

test.each(["", "  ", "…", "'", "--", "()"])("%p has no word", (text) => {
  expect(keyOf(text)).toBe("");
});

const CITIES = new Synonyms(
  ["NYC", "York", "C", "C++", "A-"],
  new Map([
    ["NYC", ["big apple", "new york", "纽约", "👍", "the city (that never sleeps)"]],
    ["C++", ["cpp"]],
  ]),
);

test.each([
  ["off to the big apple's museums", [["big apple", "NYC"]]],
  [
    "york, new york",
    [
      ["york", "York"],
      ["new york", "NYC"],
    ],
  ],
  ["预订纽约的酒店", [["纽约", "NYC"]]],
  ["👍 then", [["👍", "NYC"]]],
  ["THE CITY THAT NEVER SLEEPS", [["THE CITY THAT NEVER SLEEPS", "NYC"]]],
  [
    "written in C++ or C",
    [
      ["C++", "C++"],
      ["C", "C"],
    ],
  ],
  ["two bags of A- please", [["A-", "A-"]]],
] as const)("in %p", (text, expected) => {
  const found = CITIES.mentionsIn(text).map(({ span, value }) => [text.slice(span.start, span.end), value]);
  expect(found).toEqual(expected as unknown as (string | number)[][]);
});

test.each(["big applet", "bigapple", "xbig apple", "big apple+", "o'big apple", "newyork", "cpp17", "A", "big аpple"])(
  "nothing of it is said in %p",
  (text) => {
    expect(CITIES.mentionsIn(text)).toEqual([]);
  },
);

test("words stand in order where they are said, and none is cut in two", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      let at = 0;
      for (const { start, end, folded } of valueWords(text)) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThan(start);
        expect(folded).not.toBe("");
        at = end;
      }
      expect(at).toBeLessThanOrEqual(text.length);
    }),
  );
});

test("what is said as it stands between other words is found there, the longest that is known", () => {
  const word = fc.constantFrom("big", "apple", "new", "york", "bay", "a.b", "(x", "c++", "é", "纽");
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(" "));
  fc.assert(
    fc.property(fc.uniqueArray(words, { minLength: 2, maxLength: 5, selector: keyOf }), (names) => {
      const [value = "", ...synonyms] = names;
      const known = new Synonyms([value], new Map([[value, synonyms]]));
      for (const name of names) {
        const text = `so ${name}, then`;
        const found = known.mentionsIn(text);
        const [only] = found;
        expect(found.length).toBe(1);
        expect(keyOf(text.slice(only?.span.start, only?.span.end))).toBe(keyOf(name));
        expect(found.every((one) => one.value === value)).toBe(true);
      }
    }),
  );
});
