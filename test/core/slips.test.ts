/** Slips of the finger. */
import { expect, test } from "bun:test";
import { isOneSlip, slipBetween } from "#core/reading/slips.ts";

test.each([
  ["winter", "winner", "wrong letter"],
  ["checkouts", "checkout", "missing or extra letter"],
  ["fahrenheit", "fahrenhit", "missing or extra letter"],
  ["fahrenhiet", "fahrenheit", "exchanged letters"],
  ["same", "same", null],
  ["lamp", "camel", null],
  ["abcd", "abdcx", null],
] as const)("from %p to %p there is: %p", (one, other, slip) => {
  expect(slipBetween(one, other)).toBe(slip);
  expect(slipBetween(other, one)).toBe(slip);
  expect(isOneSlip(one, other)).toBe(slip !== null || one === other);
});
