import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { changesOf } from "#core/examination/changes.ts";
import type { Outcome } from "#core/examination/outcome.ts";

const around = {
  sentence: "x",
  expected: [],
  runnerUp: null,
  latencyMs: 1,
  usage: null,
  model: "m",
  isExample: false,
} as const;

function outcome(name: string | null, parameters: object = {}, change: Partial<Outcome> = {}): Outcome {
  const call = { tool: name ?? "", parameters: { ...parameters }, missing: [], defaults: [], evidence: {} };
  const given = name === null ? [] : [{ name, call }];
  const judgement = { verdict: "right", error: null, pairs: [] } as const;
  return { ...around, given, judgement, confidence: 0.5, failure: null, ...change };
}

const wrong = { judgement: { verdict: "wrong", error: null, pairs: [] } } as const;
const expected = () => true;

describe("an answer", () => {
  test.each([
    ["is the same with its members in another order", outcome("a", { x: 1, y: 2 }), outcome("a", { y: 2, x: 1 }), 0],
    ["is the same though it is less sure", outcome("a"), outcome("a", {}, { confidence: 0.1 }), 0],
    ["changes with its tool", outcome("a"), outcome("b"), 1],
    ["changes with a value", outcome("a", { x: 1 }), outcome("a", { x: 2 }), 1],
    ["changes when nothing is called", outcome("a"), outcome(null), 1],
    [
      "changes when there is none",
      outcome("a"),
      outcome(null, {}, { failure: { code: "bad_gateway", message: "" } }),
      1,
    ],
  ] as const)("%s", (_, before, after, changed) => {
    expect(changesOf([before], [after], expected).changes).toHaveLength(changed);
  });

  test("that breaks comes first, then what is mended", () => {
    const [before, after] = [
      [outcome("a", {}, wrong), outcome("a"), outcome("a", {}, wrong)],
      [outcome("b"), outcome("b", {}, wrong), outcome("b", {}, wrong)],
    ];
    expect(changesOf(before, after, expected).changes.map(({ turn, position }) => [turn, position])).toEqual([
      ["broken", 1],
      ["mended", 0],
      ["other", 2],
    ]);
    expect(changesOf(before, after, () => false).changes.map(({ turn }) => turn)).toEqual(["other", "other", "other"]);
  });
});

const anOutcome = fc
  .tuple(
    fc.option(fc.constantFrom("a", "b")),
    fc.dictionary(fc.constantFrom("x", "y"), fc.integer({ max: 2, min: 0 })),
    fc.boolean(),
  )
  .map(([name, parameters, isRight]) => outcome(name, parameters, isRight ? {} : wrong));

test("nothing changes beside itself, and the other way round as much changes, with broken for mended", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anOutcome, anOutcome)), (pairs) => {
      const [before, after] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
      expect(changesOf(before, before, expected).changes).toEqual([]);
      const count = (turn: string, found: ReturnType<typeof changesOf>) =>
        found.changes.filter((change) => change.turn === turn).length;
      const [there, back] = [changesOf(before, after, expected), changesOf(after, before, expected)];
      expect(there.replayed).toBe(pairs.length);
      expect(count("broken", there)).toBe(count("mended", back));
      expect(count("other", there)).toBe(count("other", back));
    }),
  );
});

test("outcomes of other sentences are not compared", () => {
  expect(() => changesOf([outcome("a")], [], expected)).toThrow(RangeError);
});
