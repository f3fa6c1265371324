/** Lists of values: what is taken, what is said, what is near, and what 100,000 of them take. */
import { describe, expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import { indexing } from "#core/schema/value-index.ts";
import { atOnce } from "#core/steps.ts";
import { checkingValues, type GivenValue } from "#core/value-list.ts";

const indexOf = (values: readonly GivenValue[]) => atOnce(indexing(atOnce(checkingValues(values))));

function refusal(values: readonly GivenValue[]): string {
  try {
    atOnce(checkingValues(values));
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return "taken";
}

describe("values", () => {
  test.each<[readonly GivenValue[], string]>([
    [["a", { value: "b", synonyms: ["c", "B", "c"] }], "taken"],
    [["C", "C++", "C#", "5", "-5", "👍"], "taken"],
    [[], "values: needs at least 1 value"],
    [["a", "b", "A"], 'values.2: "A" means values.0 already'],
    [[{ value: "a", synonyms: ["b"] }, "B"], 'values.0: "b" means values.1 already'],
    [
      [
        { value: "a", synonyms: ["x"] },
        { value: "b", synonyms: ["X"] },
      ],
      'values.1: "X" means values.0 already',
    ],
    [["a", "\u0007"], "values.1"],
    [["a", "--"], "values.1: has a text without a letter or a sign"],
    [[`a${"\u0301".repeat(31)}`], "combining marks"],
    [Array.from({ length: 100_001 }, (_, at) => `v${at}`), "values: has 100001/100000 values"],
    [
      Array.from({ length: 5_000 }, (_, at) => ({
        value: `v${at}`,
        synonyms: Array.from({ length: 45 }, (_, n) => `s${at} ${n}`),
      })),
      "have over 200000 words in all, synonyms included, from values.4347 on",
    ],
    [Array.from({ length: 40_000 }, (_, at) => `v${at}${"x".repeat(220)}`), "8000000 characters in all"],
  ])("%#", (values, says) => {
    expect(refusal(values)).toContain(says);
  });

  test("are trimmed, in one form", () => {
    expect(atOnce(checkingValues([" Rene\u0301 "]))).toEqual([["Ren\u00e9"]]);
  });
});

describe("an index", () => {
  const index = indexOf([
    "Ibuprofen 400",
    { value: "Paracetamol 500", synonyms: ["tylenol", "(.*)+$", "acetaminophen"] },
    "Paracetamol 50",
    "Aspirin",
    "Aspirine forte",
  ]);

  test.each([
    ["tylenol", "Paracetamol 500"],
    ["PARACETAMOL-500", "Paracetamol 500"],
    ["acetaminofen", "Paracetamol 500"],
    ["paracetamol 5000", null],
    ["paracetamol", null],
    ["aspirins", "Aspirin"],
    ["ibuprofen", null],
    ["ibuprofén 400", "Ibuprofen 400"],
    ["", null],
    ["xyz", null],
  ])("%p means %p", (said, value) => {
    expect(index.meaningOf(said)).toBe(value);
  });

  test("names the nearest, the best first, each value once", () => {
    const near = index.nearest("paracetmol 50", 5);
    expect(near.slice(0, 2).map(({ value }) => value)).toEqual(["Paracetamol 50", "Paracetamol 500"]);
    expect(new Set(near.map(({ value }) => value)).size).toBe(near.length);
    expect(near.every(({ score }, at) => score <= (near[at - 1]?.score ?? 1))).toBe(true);
    expect(index.nearest("tylenoll", 1)).toEqual([{ value: "Paracetamol 500", score: 0.875, words: "tylenol" }]);
  });

  test("of 100,000 values is asked in some milliseconds", () => {
    const parts = "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu".split(" ");
    const word = (at: number) =>
      `${parts[at % 20]}${parts[Math.floor(at / 20) % 20]}${parts[Math.floor(at / 400) % 20]}`;
    const values = Array.from({ length: 100_000 }, (_, at) => `${word(at)} ${word(at * 7 + 3)} ${at}`);
    const large = indexOf(values);
    const said = values[77_777] as string;
    const timed = (work: () => void) => {
      const times = Array.from({ length: 5 }, () => {
        const from = performance.now();
        work();
        return performance.now() - from;
      });
      return Math.min(...times);
    };
    expect(large.meaningOf(said)).toBe(said);
    expect(large.nearest(said.slice(1), 1)[0]?.value).toBe(said);
    const text = `please order two of ${said} for the shop in the next street, and tell me when they come`;
    expect(large.mentionsIn(text).map(({ value }) => value)).toEqual([said]);
    const took = {
      mentions: timed(() => large.mentionsIn(text)),
      nearest: timed(() => large.nearest(said.slice(1), 5)),
    };
    console.log(took);
    expect(took.mentions).toBeLessThan(20);
    expect(took.nearest).toBeLessThan(500);
  }, 60_000);
});
