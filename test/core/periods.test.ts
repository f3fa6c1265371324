import { expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { inUtc } from "#core/local-time.ts";
import { dayAhead, periodsIn } from "#core/reading/periods.ts";

/** A Wednesday. */
const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));

test.each([
  ["sales of last month", false, ["last month 2026-10-01 2026-10-31"]],
  ["the photos from last weekend", false, ["last weekend 2026-11-14 2026-11-15"]],
  ["next week", false, ["next week 2026-11-23 2026-11-29"]],
  ["restrict it to last year", false, ["last year 2025-01-01 2025-12-31"]],
  ["the first quarter of this year", true, ["the first quarter of this year 2026-01-01 2026-03-31"]],
  ["what did we sell in April?", true, ["April 2026-04-01 2026-04-30"]],
  ["my rides in December", true, ["December 2025-12-01 2025-12-31"]],
  ["a cabin in February", false, ["February 2027-02-01 2027-02-28"]],
  ["sales from January to March by owner", true, ["January to March 2026-01-01 2026-03-31"]],
  ["from November to February", true, ["November to February 2025-11-01 2026-02-28"]],
  ["a flat from November to February", false, ["November to February 2026-11-01 2027-02-28"]],
  ["between May and July", true, ["May and July 2026-05-01 2026-07-31"]],
  ["March - May 2024", true, ["March - May 2024 2024-03-01 2024-05-31"]],
  ["from January 5 to March 3", true, []],
  ["May and July were good", true, []],
  ["since the first of May", true, []],
  ["by the end of next week", false, []],
  ["on April 5", false, []],
  ["it may rain, may it not", false, []],
])("%s", (text, isOver, expected) => {
  const read = periodsIn(text, NOW, isOver, ENGLISH);
  const said = read.map(({ start, end, first, last }) => `${text.slice(start, end)} ${first} ${last}`);
  expect(said.filter((one) => !one.startsWith("this year"))).toEqual(expected);
});

test("a period ends no sooner than it begins, wherever and whenever it is said", () => {
  const said = fc.constantFrom("last", "this", "next");
  const unit = fc.constantFrom("week", "weekend", "month", "year");
  fc.assert(
    fc.property(said, unit, fc.integer({ min: 0, max: 4e9 }), (which, what, seconds) => {
      const [period] = periodsIn(`of ${which} ${what}`, inUtc(seconds * 1_000), false, ENGLISH);
      expect(period && period.first < period.last).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("a day ahead is counted in whole days, over months and leap days", () => {
  const now = inUtc(Date.parse("2028-02-27T23:30:00Z"));
  expect([0, 2, 3, 308].map((days) => dayAhead(now, days))).toEqual([
    "2028-02-27",
    "2028-02-29",
    "2028-03-01",
    "2028-12-31",
  ]);
});
