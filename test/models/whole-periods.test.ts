/** Which month is meant by its name alone, for tools that look something up. */
import { expect, test } from "bun:test";
import { inUtc } from "#core/local-time.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { endsBeforeItBegins, withWholePeriods } from "#models/embedded/values/whole-periods.ts";

const NOW = inUtc(Date.parse("2027-02-09T10:00:00Z"));
const DAY = { type: "string", format: "date" };
const parameters = parametersOf({ type: "object", properties: { from: DAY, to: DAY } });

test.each([
  ["find_loads", "Look for loads that were sold", "what was sold in January", ["2027-01-01", "2027-01-31"]],
  ["find_loads", "Look for loads that were sold", "what was sold in March", ["2027-03-01", "2027-03-31"]],
  [
    "find_loads",
    "Look for loads that were sold",
    "what was sold from October to December",
    ["2026-10-01", "2026-12-31"],
  ],
  ["find_loads", "Look for loads that were sold", "what was sold last month", ["2027-01-01", "2027-01-31"]],
  ["plan_closure", "Plan when the shop is closed", "close the shop in January", ["2028-01-01", "2028-01-31"]],
])("%s (%s), asked %p in February: %p", (name, description, text, expected) => {
  const values = withWholePeriods(text, { name, description, parameters }, [], NOW);
  expect(values.map(({ value }) => value)).toEqual(expected);
});

test("nothing ends before it begins", () => {
  const close = { name: "close_shop", description: "Close the shop for some days", parameters };
  expect(endsBeforeItBegins(close, { from: "2027-03-01", to: "2027-02-28" })).toBe(true);
  expect(endsBeforeItBegins(close, { from: "2027-03-01", to: "2027-03-01" })).toBe(false);
  expect(endsBeforeItBegins(close, { from: "2027-03-01" })).toBe(false);
  const others = parametersOf({ type: "object", properties: { from: { type: "string" }, to: { type: "string" } } });
  expect(endsBeforeItBegins({ ...close, parameters: others }, { from: "Rome", to: "Oslo" })).toBe(false);
});

test.each([
  ["move_booking", "Move a booking to another day"],
  ["booking_change", "Reschedules a booking"],
])("%s (%s) may take an earlier day in the place of a later one", (name, description) => {
  const values = { from: "2027-03-01", to: "2027-02-28" };
  expect(endsBeforeItBegins({ name, description, parameters }, values)).toBe(false);
});
