/** Kept tests, and how two of them compare. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { judgedLabels } from "#core/examination/case-judging.ts";
import type { Outcome } from "#core/examination/outcome.ts";
import { comparedRuns, digestOf, MISSES_KEPT_MAX, type TestRun, testRunOf } from "#core/examination/test-run.ts";
import type { JsonObject } from "#core/json.ts";

const SETS = { kind: "classification_set", signatures: ["moods-v1"] } as const;

interface Played {
  /** Which sentence. */
  readonly number: number;
  readonly expected: string;
  /** Null where nobody answered. */
  readonly given: string | null;
}

function outcomeOf({ number, expected, given }: Played): Outcome {
  return {
    sentence: `sentence ${number}`,
    expected: [{ name: expected, parameters: null }],
    given: given === null ? [] : [{ name: given, call: null }],
    judgement: given === null ? { verdict: "failed", error: null, pairs: [] } : judgedLabels([expected], [given]),
    confidence: given === null ? null : 0.5,
    runnerUp: null,
    failure: given === null ? { code: "bad_gateway", message: "away" } : null,
    latencyMs: 1,
    usage: null,
    model: "m",
    isExample: false,
  };
}

function caseOf({ number, expected }: Played): JsonObject {
  return { query: `sentence ${number}`, label: expected };
}

function runOf(played: readonly Played[], cases = played.map(caseOf)): TestRun {
  const tested = {
    sets: SETS,
    contentHashes: ["sha256:a"],
    backend: null,
    digests: cases.map(digestOf),
    outcomes: played.map(outcomeOf),
  };
  return testRunOf({ id: "run_1", at: 0, by: "user 0" }, tested);
}

const labels = fc.constantFrom("a", "b", "none");
const played = fc.uniqueArray(
  fc.record({ number: fc.nat(12), expected: labels, given: fc.option(labels, { freq: 4 }) }),
  { selector: ({ number, expected }) => `${number} ${expected}`, minLength: 1, maxLength: 25 },
);

describe("two runs", () => {
  test("are compared on each case that both have, wherever it stands", () => {
    fc.assert(
      fc.property(played, played, fc.func(fc.integer()), (one, other, order) => {
        const [first, second] = [runOf(one), runOf(other.toSorted((a, b) => order(a) - order(b)))];
        const found = comparedRuns(first, second);
        const key = (of: Played) => JSON.stringify(caseOf(of));
        const rightIn = (all: readonly Played[]) =>
          new Map(all.map((of) => [key(of), outcomeOf(of).judgement.verdict === "right"]));
        const [before, after] = [rightIn(one), rightIn(other)];
        const shared = [...before.keys()].filter((of) => after.has(of));
        const count = (was: boolean, is: boolean) =>
          shared.filter((of) => before.get(of) === was && after.get(of) === is).length;
        expect(found).toMatchObject({
          both: count(true, true),
          neither: count(false, false),
          onlyFirst: count(true, false),
          onlySecond: count(false, true),
          onlyInFirst: one.length - shared.length,
          onlyInSecond: other.length - shared.length,
        });
        expect(found.better.length).toBe(found.onlySecond);
        expect(found.worse.length).toBe(found.onlyFirst);
      }),
    );
  });

  test("turn around as a whole: what got better one way got worse the other", () => {
    fc.assert(
      fc.property(played, played, (one, other) => {
        const there = comparedRuns(runOf(one), runOf(other));
        const back = comparedRuns(runOf(other), runOf(one));
        expect(back.better).toEqual(there.worse);
        expect(back.worse).toEqual(there.better);
        expect(back.pValue).toBe(there.pValue);
      }),
    );
  });

  test("of which one is the other have nothing that turned", () => {
    fc.assert(
      fc.property(played, (one) => {
        const found = comparedRuns(runOf(one), runOf(one));
        expect(found).toMatchObject({ onlyFirst: 0, onlySecond: 0, onlyInFirst: 0, onlyInSecond: 0, pValue: 1 });
        expect([...found.better, ...found.worse]).toEqual([]);
      }),
    );
  });
});

describe("a kept run", () => {
  const wrong: Played = { number: 1, expected: "a", given: "b" };
  const right: Played = { number: 1, expected: "a", given: "a" };

  test("knows a case by what it asks and expects: not by its id, its note, or the name of its field", () => {
    const first = runOf([wrong], [{ text: "sentence 1", label: "a", id: 7, note: "new" }]);
    expect(comparedRuns(first, runOf([right])).better).toMatchObject([{ sentence: "sentence 1" }]);
    const otherwise = runOf([right], [{ query: "sentence 1", label: "a", now: "2026-03-02T09:00:00Z" }]);
    expect(comparedRuns(first, otherwise)).toMatchObject({ onlyInFirst: 1, onlyInSecond: 1, better: [] });
  });

  test("counts all cases, keeps what was said in the first of those that are not right, and compares all", () => {
    const many = Array.from({ length: MISSES_KEPT_MAX + 100 }, (_, number) => ({ ...wrong, number }));
    const run = runOf(many);
    expect(run.scores.cases).toBe(many.length);
    expect(run.report.misses.length).toBe(MISSES_KEPT_MAX);
    const after = runOf(many.map((one) => ({ ...one, given: "a" })));
    const found = comparedRuns(run, after);
    expect(found.onlySecond).toBe(many.length);
    expect(found.better.length).toBe(MISSES_KEPT_MAX);
  });

  test("has fewer of them where their sentences are long", () => {
    const long = "ü".repeat(4_000);
    const many = Array.from({ length: 300 }, (_, number) => ({ ...wrong, number }));
    const outcomes = many.map((one) => ({ ...outcomeOf(one), sentence: long }));
    const tested = { sets: SETS, contentHashes: [], backend: null, digests: many.map(caseOf).map(digestOf), outcomes };
    const { report } = testRunOf({ id: "run_1", at: 0, by: "user 0" }, tested);
    expect(report.misses.length).toBeGreaterThan(50);
    expect(JSON.stringify(report).length).toBeLessThan(310_000);
  });
});
