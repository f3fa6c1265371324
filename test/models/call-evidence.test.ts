/** What speaks for a call beside the verdict of the read-back. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { evidenceOf, type FinishedCall, readBack } from "#models/embedded/read-back/read-back.ts";

const words = { tool: "lock door : Locks a door", said: ["door : back"], open: [] };
const tool = { name: "lock_door", description: "Locks a door", parameters: [] };

function confidenceOf(more: Partial<Parameters<typeof evidenceOf>[0]>, verdict = 0): number {
  const evidence = evidenceOf({ fits: 0.8, certainty: { lead: 2, least: -1 }, words, ...more });
  const request = { query: "lock the back door", history: [] };
  const call: FinishedCall = { request, tool, words, evidence, nearest: 0, asOne: null, isReckoned: false };
  return readBack({ verdict: () => verdict }, call).confidence;
}

describe("a call is surer", () => {
  test("the surer its verdict is", () => {
    expect(confidenceOf({}, 3)).toBeGreaterThan(confidenceOf({}, 1));
  });

  test("the farther any other way to read its values is behind", () => {
    const [near, far] = [0.1, 3].map((lead) => confidenceOf({ certainty: { lead, least: -1 } }));
    expect(far).toBeGreaterThan(near as number);
  });

  test("the better its worst value fits", () => {
    const [badly, well] = [-6, -0.5].map((least) => confidenceOf({ certainty: { lead: 2, least } }));
    expect(well).toBeGreaterThan(badly as number);
  });

  test("and of values that nobody weighed it is neither the one nor the other", () => {
    const unknown = confidenceOf({ certainty: null });
    expect(unknown).toBeLessThan(confidenceOf({ certainty: { lead: Number.POSITIVE_INFINITY, least: 0 } }));
    expect(unknown).toBeGreaterThan(confidenceOf({ certainty: { lead: 0, least: -8 } }));
  });
});

test("no single score outweighs the rest, however large it is", () => {
  const any = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY));
  fc.assert(
    fc.property(any, any, fc.double({ min: 0, max: 1, noNaN: true }), (lead, least, fits) => {
      const certainty = { lead: Math.abs(lead), least };
      const confidence = confidenceOf({ fits, certainty });
      expect(confidence).toBeGreaterThan(0.001);
      expect(confidence).toBeLessThan(0.999);
      expect(confidenceOf({ fits, certainty }, 8)).toBeGreaterThan(confidence);
    }),
  );
});

test("what lacks something says so, whatever else speaks for it", () => {
  const open = ["pin needed"];
  expect(evidenceOf({ fits: 1, certainty: null, words: { ...words, open } }).asksBack).toBe(true);
  expect(evidenceOf({ fits: 1, certainty: null, words }).asksBack).toBe(false);
});
