import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { sideFor } from "#core/sets/alias-side.ts";

const signature = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/);
const pair = fc.tuple(signature, signature).filter(([one, other]) => one !== other);
const split = (name: string, [one, other]: readonly [string, string], percent: number) => ({
  name,
  sides: [
    { signature: one, percent },
    { signature: other, percent: 100 - percent },
  ] as const,
});
const percent = fc.integer({ min: 0, max: 100 });

describe("a split", () => {
  test("keeps every caller on one side, whichever set was named first", () => {
    fc.assert(
      fc.property(signature, pair, percent, fc.string({ unit: "grapheme" }), (name, [one, other], share, caller) => {
        const side = sideFor(split(name, [one, other], share), caller);
        expect([one, other]).toContain(side);
        expect(sideFor(split(name, [one, other], share), caller)).toBe(side);
        expect(sideFor(split(name, [other, one], 100 - share), caller)).toBe(side);
      }),
    );
  });

  test("moves only those who have to when the percentages change", () => {
    fc.assert(
      fc.property(signature, pair, percent, percent, fc.string(), (name, sets, before, after, caller) => {
        const [first] = sets;
        const [was, is] = [before, after].map((share) => sideFor(split(name, sets, share), caller) === first);
        if (was !== is) expect(is).toBe(after > before);
      }),
    );
  });

  test("gives all to one side at 100 and none at 0", () => {
    fc.assert(
      fc.property(signature, pair, fc.string(), (name, sets, caller) => {
        expect(sideFor(split(name, sets, 100), caller)).toBe(sets[0]);
        expect(sideFor(split(name, sets, 0), caller)).toBe(sets[1]);
      }),
    );
  });

  test("has the shares that were asked for, for callers of any kind", () => {
    const count = 4_000;
    fc.assert(
      fc.property(signature, pair, percent, fc.string({ maxLength: 8 }), (name, sets, share, prefix) => {
        const callers = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
        const first = callers.filter((caller) => sideFor(split(name, sets, share), caller) === sets[0]).length;
        // Five standard deviations: one in 1.7 million runs would fail by chance.
        const deviation = Math.sqrt(count * (share / 100) * (1 - share / 100));
        expect(Math.abs(first - (count * share) / 100)).toBeLessThanOrEqual(5 * deviation);
      }),
      { numRuns: 40 },
    );
  });

  test("is another one for another name and for other sets: nobody is the first each time", () => {
    const callers = Array.from({ length: 1_000 }, (_, index) => `caller ${index}`);
    const firsts = (name: string, sets: readonly [string, string]) =>
      new Set(callers.filter((caller) => sideFor(split(name, sets, 50), caller) === sets[0]));
    const one = firsts("live", ["v1", "v2"]);
    for (const other of [firsts("next", ["v1", "v2"]), firsts("live", ["v1", "v3"])]) {
      const both = [...one].filter((caller) => other.has(caller)).length;
      expect(both).toBeGreaterThan(170);
      expect(both).toBeLessThan(330);
    }
  });

  test("is the same on every machine and in every version", () => {
    const sides = ["ana", "bo", "", "日本", "caller ana"].map((caller) =>
      sideFor(split("orders-live", ["orders-v3", "orders-v4"], 50), caller),
    );
    expect(sides).toEqual(["orders-v3", "orders-v4", "orders-v4", "orders-v3", "orders-v3"]);
  });
});
