/** From `git clone` to the first answer, as a newcomer goes: how long, and how heavy. */
import { expect, test } from "bun:test";
import {
  CHECKOUT_MEGABYTES_MAX,
  canMeasureFirstCall,
  FIRST_CALL_CPU_SECONDS_MAX,
  measureFirstCall,
  sumOf,
} from "../../scripts/bench/first-call.ts";

test.if(canMeasureFirstCall())(
  "a clone answers its first call within the promised time, and weighs no more than promised",
  async () => {
    const { steps, megabytes, tool } = await measureFirstCall();
    expect(tool).toBe("book_table");
    // Of the processors, not of the clock: other work on the machine is no matter of ours.
    expect(sumOf(Object.values(steps).map(({ cpuSeconds }) => cpuSeconds))).toBeLessThan(FIRST_CALL_CPU_SECONDS_MAX);
    expect(sumOf(Object.values(megabytes))).toBeLessThan(CHECKOUT_MEGABYTES_MAX);
  },
  300_000,
);
