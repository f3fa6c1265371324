import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cosineProbes, cosineStream } from "../../scripts/eval/cache/cosine.ts";
import type { Probe } from "../../scripts/eval/cache/materials.ts";
import {
  probeTallies,
  rightShareOf,
  type Served,
  streamTally,
  tallyOf,
  upperBound,
  wrongShareOf,
  wrongUpperOf,
} from "../../scripts/eval/cache/score.ts";
import { type Call, callKey, NO_CALL } from "../../scripts/eval/cache/sentence.ts";

const lamp = (room: string): Call => ({ tool: "lamp", parameters: { room } });

function probe(id: string, call: Call, about: Partial<Probe> = {}): Probe {
  return { id, text: id, call, category: "reword", kind: "noise", wordingSeen: true, noise: [], ...about };
}

function served(answers: Readonly<Record<string, Call | null>>): ReadonlyMap<string, Served> {
  return new Map(Object.entries(answers).map(([id, call]) => [id, { call, source: "semantic_cache call" }]));
}

describe("the upper bound of a share", () => {
  test.each([
    // One-sided Clopper–Pearson, from the quantiles of the beta distribution.
    { count: 0, n: 10, bound: 0.2589 },
    { count: 0, n: 1_000, bound: 0.00299 },
    { count: 1, n: 100, bound: 0.0466 },
    { count: 5, n: 50, bound: 0.1988 },
    { count: 10, n: 10, bound: 1 },
    { count: 0, n: 0, bound: 1 },
  ])("$count of $n", ({ count, n, bound }) => {
    expect(upperBound(count, n)).toBeCloseTo(bound, 3);
  });

  test("lies above the share, grows with what went wrong, and holds for thousands", () => {
    const counts = fc.nat({ max: 4_000 }).chain((n) => fc.tuple(fc.nat({ max: n }), fc.constant(n + 1)));
    fc.assert(
      fc.property(counts, ([count, n]) => {
        const bound = upperBound(count, n);
        expect(bound).toBeGreaterThan(count / n);
        expect(bound).toBeLessThanOrEqual(upperBound(count + 1, n));
        expect(bound).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  test("of more than there were is a mistake", () => {
    expect(() => upperBound(2, 1)).toThrow(RangeError);
  });
});

describe("two calls are one", () => {
  const book = (parameters: Call["parameters"]): Call => ({ tool: "book", parameters });
  test.each([
    { name: "whatever the order of parameters", one: { a: 1, b: 2 }, other: { b: 2, a: 1 }, same: true },
    { name: "without case and marks", one: { a: "St. John's-Road" }, other: { a: "st johns road" }, same: true },
    { name: "not a number and its digits", one: { a: 4 }, other: { a: "4" }, same: false },
    { name: "not with another value", one: { a: "Rome" }, other: { a: "Roma" }, same: false },
    { name: "not with a parameter more", one: { a: 1 }, other: { a: 1, b: 2 }, same: false },
    { name: "not under another name", one: { from: "x" }, other: { to: "x" }, same: false },
    { name: "not with a list in another order", one: { a: [1, 2] }, other: { a: [2, 1] }, same: false },
    { name: "with equal lists and objects", one: { a: [{ B: "C d" }] }, other: { a: [{ B: "cd" }] }, same: true },
  ])("$name", ({ one, other, same }) => {
    expect(callKey(book(one)) === callKey(book(other))).toBe(same);
  });

  test("no tool fits is a call of its own, whatever stands beside it", () => {
    expect(callKey(NO_CALL)).toBe(callKey({ tool: null, parameters: { a: 1 } }));
    expect(callKey(NO_CALL)).not.toBe(callKey({ tool: "none", parameters: {} }));
  });
});

describe("what a cache gave", () => {
  const probes = [
    probe("a", lamp("hall")),
    probe("b", lamp("hall"), { wordingSeen: false, noise: ["case", "filler"] }),
    probe("c", lamp("attic"), { category: "swap", kind: "place", wordingSeen: null }),
    probe("d", lamp("cellar"), { category: "swap", kind: "role", wordingSeen: null }),
    probe("e", NO_CALL, { category: "unrelated", kind: "no tool", wordingSeen: null }),
  ];
  const given = served({ a: lamp("Hall"), b: null, c: lamp("attic"), d: lamp("hall"), e: NO_CALL });
  const tallies = probeTallies(probes, given);

  test("is right, wrong or a miss; nothing served is a miss", () => {
    expect(tallies.all).toEqual({ n: 5, right: 3, wrong: 1 });
    expect(tallyOf(probes, new Map())).toEqual({ n: 5, right: 0, wrong: 0 });
  });

  test("is counted by category, kind, wording, noise and source", () => {
    expect(tallies.reword).toEqual({ n: 2, right: 1, wrong: 0 });
    expect(tallies.seenWordings).toEqual({ n: 1, right: 1, wrong: 0 });
    expect(tallies.unseenWordings).toEqual({ n: 1, right: 0, wrong: 0 });
    expect(tallies.swap).toEqual({ n: 2, right: 1, wrong: 1 });
    expect(tallies.kinds["swap role"]).toEqual({ n: 1, right: 0, wrong: 1 });
    expect(tallies.noise).toEqual({ case: { n: 1, right: 0, wrong: 0 }, filler: { n: 1, right: 0, wrong: 0 } });
    expect(tallies.sources).toEqual({ "semantic_cache call": { n: 4, right: 3, wrong: 1 } });
  });

  test("gives shares: right ones of all, wrong ones of the hits", () => {
    expect(rightShareOf(tallies.all)).toBe(0.6);
    expect(wrongShareOf(tallies.all)).toBe(0.25);
    expect(wrongUpperOf(tallies.all)).toBeGreaterThan(0.25);
    expect(wrongShareOf(tallies.unseenWordings)).toBeNull();
    expect(wrongUpperOf(tallies.unseenWordings)).toBe(1);
  });

  test("of a stream is held against what was asked for before", () => {
    const stream = ["hall", "attic", "HALL", "hall"].map((room, index) => probe(`${index}`, lamp(room)));
    const given = served({ 2: lamp("hall"), 3: lamp("attic") });
    expect(streamTally(stream, given)).toEqual({ n: 4, right: 1, wrong: 1, repeated: 2 });
  });
});

describe("a plain cosine cache", () => {
  const vectors = new Map(
    [
      ["hall", 0],
      ["the hall", 0.2],
      ["attic", 1.5],
      ["hallway", 0.6],
    ].map(([text, angle]) => [text as string, new Float32Array([Math.cos(Number(angle)), Math.sin(Number(angle))])]),
  );
  const ask = (text: string, call: Call) => ({ id: text, text, call });

  test("gives the nearest known call when it is near enough", () => {
    const seeds = [ask("hall", lamp("hall")), ask("attic", lamp("attic"))];
    const at = cosineProbes(
      seeds,
      [ask("the hall", lamp("hall")), ask("hallway", lamp("hallway"))],
      vectors,
      [0.8, 0.95],
    );
    expect(at.get(0.95)?.get("the hall")?.call).toEqual(lamp("hall"));
    expect(at.get(0.95)?.get("hallway")?.call).toBeNull();
    expect(at.get(0.8)?.get("hallway")?.call).toEqual(lamp("hall"));
  });

  test("learns what it missed, and only that", () => {
    const stream = [ask("hall", lamp("hall")), ask("the hall", lamp("the hall")), ask("hallway", lamp("hallway"))];
    const given = cosineStream(stream, vectors, 0.9);
    expect(stream.map(({ id }) => given.get(id)?.call)).toEqual([null, lamp("hall"), null]);
  });

  test("says which text has no embedding", () => {
    expect(() => cosineProbes([ask("moon", NO_CALL)], [], vectors, [0.9])).toThrow("moon");
  });
});
