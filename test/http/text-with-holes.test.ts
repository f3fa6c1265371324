import { expect, test } from "bun:test";
import fc from "fast-check";
import { textWithHoles } from "#http/pipeline/text-with-holes.ts";

const bill = fc.record({ latencyMs: fc.nat(), requestsUsed: fc.nat(), requestsRemaining: fc.nat() });

test("filled in, it is the JSON of the same numbers, whatever else stands there", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), bill, fc.nat(), (before, after, fillings, ageSeconds) => {
      const body = (of: typeof fillings, age: number) => ({
        before,
        age,
        b: [of.requestsUsed, after],
        of: { ...of, requestsUsed: "" },
      });
      const text = textWithHoles(body);
      expect(text?.filled({ ...fillings, ageSeconds })).toBe(JSON.stringify(body(fillings, ageSeconds)));
    }),
  );
});

test("a mark that somebody wrote, or a number that stands nowhere, and there is no such text", () => {
  const all = (of: object, age: number) => ({ ...of, age });
  expect(textWithHoles(all)).not.toBeNull();
  expect(textWithHoles((of, age) => ({ ...all(of, age), words: "call 8374650912837402 now" }))).toBeNull();
  expect(textWithHoles((of, age) => ({ ...all(of, age), number: 8_374_650_912_837_404 }))).toBeNull();
  expect(textWithHoles((of) => of)).toBeNull();
  expect(textWithHoles((of, age) => [of, of, age])).toBeNull();
});
