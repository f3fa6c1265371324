/** How alike two texts are spelt. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { runsOf, spellingLikeness, speltOf } from "#core/semantic-cache/labels/spelling.ts";

const likeness = (one: string, other: string) => spellingLikeness(runsOf(speltOf(one)), runsOf(speltOf(other)));

describe("two texts", () => {
  test.each<[name: string, one: string, other: string]>([
    ["case and punctuation", "Where is my card?", "where is my card"],
    ["joined words of code", "call loadDataSet", "call load data set"],
    ["underscores", "call load_data_set()", "call load data set"],
  ])("are spelt alike whatever %s", (_, one, other) => {
    expect(likeness(one, other)).toBe(1);
  });

  test("with other forms of the same words are nearer than with other words", () => {
    const forms = likeness("the filter method selects records", "selecting a record with the filtering method");
    const words = likeness("the filter method selects records", "picking an item with the choosing function");
    expect(forms).toBeGreaterThan(0.4);
    expect(words).toBeLessThan(0.2);
  });

  test("without letters have nothing in common", () => {
    expect(likeness("", "")).toBe(0);
    expect(likeness("?!", "a longer text")).toBe(0);
  });

  test("are as alike one way as the other, from not at all to entirely", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.string({ unit: "binary", maxLength: 60 }),
        (one, other) => {
          const found = likeness(one, other);
          expect(found).toBe(likeness(other, one));
          expect(found).toBeGreaterThanOrEqual(0);
          expect(found).toBeLessThanOrEqual(1 + 1e-12);
          if (runsOf(speltOf(one)).size > 0) expect(likeness(one, one)).toBeCloseTo(1, 12);
        },
      ),
    );
  });

  test("that are very long are compared by their beginnings", () => {
    const beginning = "one and the same sentence ".repeat(100);
    expect(likeness(`${beginning} and this`, `${beginning} or that`)).toBe(1);
  });
});
