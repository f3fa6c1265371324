/** Properties have one seed wherever they run, so that the gate does not fail today over what it passed yesterday. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { PROPERTY_SEED } from "../property-seed.ts";

const drawn = () => fc.sample(fc.integer(), 20);

test("properties are tried with the same inputs each time, and with others by another seed", () => {
  expect(fc.readConfigureGlobal().seed).toBe(PROPERTY_SEED);
  expect(drawn()).toEqual(drawn());
  const tried: number[] = [];
  fc.assert(
    fc.property(fc.integer(), (value) => void tried.push(value)),
    { numRuns: 20 },
  );
  const again: number[] = [];
  fc.assert(
    fc.property(fc.integer(), (value) => void again.push(value)),
    { numRuns: 20 },
  );
  expect(again).toEqual(tried);
  expect(fc.sample(fc.integer(), { numRuns: 20, seed: PROPERTY_SEED + 1 })).not.toEqual(drawn());
});
