/** Calls of one answer that say the same. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { saidOnce } from "#models/embedded/requests/said-once.ts";

const call = (tool: number, parameters: Readonly<Record<string, number | readonly string[]>>) => ({
  tool,
  parameters: parameters as Readonly<Record<string, number | string[]>>,
});

test.each([
  [
    "with fewer items",
    [call(0, { scopes: ["write"], hours: 7 }), call(0, { scopes: ["read", "write"], hours: 7 })],
    [1],
  ],
  ["with less", [call(0, { hours: 7 }), call(0, { hours: 7, floor: 2 })], [1]],
  ["once more", [call(0, { hours: 7 }), call(0, { hours: 7 })], [0]],
])("a call that is another one %s is not made", (_, calls, kept) => {
  expect(saidOnce(calls)).toEqual(kept.flatMap((at) => calls[at] ?? []));
});

test.each([
  ["another value", [call(0, { hours: 7 }), call(0, { hours: 8 })]],
  ["another tool", [call(0, { hours: 7 }), call(1, { hours: 7 })]],
  ["other items", [call(0, { scopes: ["read"] }), call(0, { scopes: ["write"] })]],
])("calls with %s are all made", (_, calls) => {
  expect(saidOnce(calls)).toEqual(calls);
});

test("of any calls each is in one that stays", () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.uniqueArray(fc.constantFrom("a", "b", "c")));
  const calls = fc.array(
    fc.record({ tool: fc.integer({ min: 0, max: 1 }), parameters: fc.dictionary(fc.constantFrom("x", "y"), value) }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(calls, (made) => {
      const kept = saidOnce(made);
      for (const one of made) expect(kept.some((other) => saidOnce([other, one]).length === 1)).toBe(true);
    }),
  );
});
