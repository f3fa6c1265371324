import { expect, test } from "bun:test";
import { AskedLately } from "#core/asked-lately.ts";

test("an app has others beside it for a second after one of them asked", () => {
  let nowMs = 0;
  const lately = new AskedLately({ monotonicMs: () => nowMs });
  expect(lately.othersThan("a")).toBe(false);
  lately.asked("a");
  expect(lately.othersThan("a")).toBe(false);
  expect(lately.othersThan("b")).toBe(true);
  nowMs = 600;
  lately.asked("b");
  // It asks all the time: that another one asked in between is still known.
  for (nowMs = 700; nowMs < 1_500; nowMs += 100) {
    lately.asked("a");
    expect(lately.othersThan("a")).toBe(true);
  }
  nowMs = 1_600;
  expect(lately.othersThan("a")).toBe(false);
  expect(lately.othersThan("b")).toBe(true);
  nowMs = 2_500;
  expect(lately.othersThan("b")).toBe(false);
});
