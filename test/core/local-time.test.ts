import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { checkedTimeZone, instantOf, offsetMinutes, offsetText, UTC, wallClockOf } from "#core/local-time.ts";

const BERLIN = checkedTimeZone("time_zone", "Europe/Berlin");
const at = (text: string) => Date.parse(text);

describe("a time zone", () => {
  test.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["europe/berlin", "Europe/Berlin"],
    ["UTC", "UTC"],
    ["+05:30", "+05:30"],
  ])("%s is %s", (given, name) => {
    expect(checkedTimeZone("time_zone", given) as string).toBe(name);
  });

  test.each(["", "Berlin", "Mars/Olympus", "UTC+25", "x".repeat(10_000)])("%p is none", (given) => {
    expect(() => checkedTimeZone("time_zone", given)).toThrow(
      "time_zone: is no time zone: expected a time zone such as",
    );
  });
});

describe("what clocks show", () => {
  test.each([
    ["Europe/Berlin", "2026-01-15T12:00:00Z", 60, "+01:00"],
    ["Europe/Berlin", "2026-07-15T12:00:00Z", 120, "+02:00"],
    ["America/Los_Angeles", "2026-01-15T12:00:00Z", -480, "-08:00"],
    ["America/St_Johns", "2026-01-15T12:00:00Z", -210, "-03:30"],
    ["Asia/Kathmandu", "2026-01-15T12:00:00Z", 345, "+05:45"],
    ["+05:30", "2026-01-15T12:00:00Z", 330, "+05:30"],
    ["Europe/London", "2026-01-15T12:00:00Z", 0, "Z"],
  ])("%s at %s is %p minutes ahead, %s", (name, moment, minutes, text) => {
    const zone = checkedTimeZone("time_zone", name);
    expect(offsetMinutes({ at: at(moment), zone })).toBe(minutes);
    expect(offsetText(minutes)).toBe(text);
  });

  test.each([
    ["an hour that is left out comes an hour later", "2026-03-29T02:30:00Z", "2026-03-29T01:30:00Z"],
    ["of an hour that comes twice, the first", "2026-10-25T02:30:00Z", "2026-10-25T00:30:00Z"],
    ["just before clocks change", "2026-10-25T01:59:00Z", "2026-10-24T23:59:00Z"],
    ["just after", "2026-10-25T03:00:00Z", "2026-10-25T02:00:00Z"],
  ])("in Berlin: %s", (_, shown, moment) => {
    expect(new Date(instantOf(new Date(shown), BERLIN)).toISOString()).toBe(moment.replace("Z", ".000Z"));
  });

  test("say when it is, but for the hour that comes twice", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "+05:30", "UTC"];
    const moments = fc.integer({ min: at("2000-01-01T00:00:00Z"), max: at("2037-01-01T00:00:00Z") });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (name, moment) => {
        const zone = checkedTimeZone("time_zone", name);
        const shown = wallClockOf({ at: moment, zone });
        const back = instantOf(shown, zone);
        expect(wallClockOf({ at: back, zone })).toEqual(shown);
        expect(moment - back === 0 || (moment > back && moment - back <= 3_600_000)).toBe(true);
      }),
    );
  });

  test("UTC is as it is", () => {
    expect(wallClockOf({ at: 12_345, zone: UTC }).getTime()).toBe(12_345);
  });
});
