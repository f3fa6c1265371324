import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { dayOf, weekdaysIn } from "#core/reading/weekdays.ts";

describe("several days of the week at once", () => {
  test.each([
    ["wake me at seven on weekdays", "on weekdays", [0, 1, 2, 3, 4]],
    ["every weekend", "every weekend", [5, 6]],
    ["remind me every day", "every day", [0, 1, 2, 3, 4, 5, 6]],
    ["open Monday to Thursday", "Monday to Thursday", [0, 1, 2, 3]],
    ["closed fri-mon", "fri-mon", [0, 4, 5, 6]],
    ["from Saturday through Sunday", "Saturday through Sunday", [5, 6]],
  ])("%p", (text, words, days) => {
    const [mention, ...others] = weekdaysIn(text, ENGLISH);
    expect(others).toEqual([]);
    expect(text.slice(mention?.start, mention?.end)).toBe(words);
    expect(mention?.days).toEqual(days);
  });

  test.each(["on Monday and Friday", "the weekly report", "everyone is sunny"])("%p names none", (text) => {
    expect(weekdaysIn(text, ENGLISH)).toEqual([]);
  });

  test("a day is known by its name and what it is shortened to", () => {
    expect(["Monday", "tue", "WE", "thurs", "fridays", "sa", "Sun", "today"].map((day) => dayOf(day, ENGLISH))).toEqual(
      [0, 1, 2, 3, 4, 5, 6, -1],
    );
  });
});
