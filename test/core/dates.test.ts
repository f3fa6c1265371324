import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { checkedTimeZone, inUtc } from "#core/local-time.ts";
import { dateShapeOf, datesIn } from "#core/reading/dates.ts";

/** A Wednesday. */
const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));
const DAY = { kind: "pattern", pattern: "YYYY-MM-DD" } as const;
const MOMENT = { kind: "date-time" } as const;

describe("dates in a sentence", () => {
  test.each([
    ["meet me tomorrow", DAY, "2026-11-19", true],
    ["the day after tomorrow", DAY, "2026-11-20", true],
    ["three days ago", DAY, "2026-11-15", true],
    ["on 2026-12-24", DAY, "2026-12-24", false],
    ["on March 3rd, 2025", DAY, "2025-03-03", false],
    ["on December 5th", DAY, "2026-12-05", true],
    ["at closing March.11, 2022", DAY, "2022-03-11", false],
    ["coming back on the 14th", DAY, "2026-12-14", true],
    ["by the 20th please", DAY, "2026-11-20", true],
    ["since the 20th", DAY, "2026-10-20", true],
    ["transactions since October 1st", DAY, "2026-10-01", true],
    ["everything since March", DAY, "2026-03-01", true],
    ["since March 2025", DAY, "2025-03-01", false],
    ["since Thursday", DAY, "2026-11-12", true],
    ["what did I spend on December 24", DAY, "2025-12-24", true],
    ["book it for March", DAY, "2027-03-01", true],
    ["on the 30th at 5pm", MOMENT, "2026-11-30T17:00:00Z", true],
    ["am 1.12.2026", DAY, "2026-12-01", false],
    ["on 24/12/2026", { kind: "pattern", pattern: "DD/MM/YYYY" } as const, "24/12/2026", false],
    ["next Friday at 5pm", MOMENT, "2026-11-27T17:00:00Z", true],
    ["tomorrow at noon", MOMENT, "2026-11-19T12:00:00Z", true],
    ["tomorrow at half past seven", MOMENT, "2026-11-19T07:30:00Z", true],
    ["at 2026-12-01T14:30:00Z", MOMENT, "2026-12-01T14:30:00Z", false],
    ["at 5:45 pm", { kind: "pattern", pattern: "HH:mm" } as const, "17:45", false],
    ["at 5:45 pm", { kind: "pattern", pattern: "HH:mm:ssZ" } as const, "17:45:00Z", false],
  ])("%s", (text, shape, value, dependsOnClock) => {
    expect(datesIn(text, shape, NOW, ENGLISH).map((date) => [date.value, date.dependsOnClock])).toEqual([
      [value, dependsOnClock],
    ]);
  });

  test("a range gives its two ends, each where it stands", () => {
    const text = "from December 1 to December 5 2026";
    const dates = datesIn(text, DAY, NOW, ENGLISH);
    expect(dates.map(({ value }) => value)).toEqual(["2026-12-01", "2026-12-05"]);
    expect(dates[0]?.end).toBeLessThan(dates[1]?.start ?? 0);
  });

  test("a day and its time stand apart for who wants one of them", () => {
    const text = "book it tomorrow at 6 pm";
    const words = (shape: Parameters<typeof datesIn>[1]) =>
      datesIn(text, shape, NOW, ENGLISH).map(({ start, end }) => text.slice(start, end));
    expect(words(DAY)).toEqual(["tomorrow"]);
    expect(words({ kind: "pattern", pattern: "HH:mm" })).toEqual(["at 6 pm"]);
    expect(words(MOMENT)).toEqual(["tomorrow at 6 pm"]);
  });

  test.each(["play some jazz in the kitchen", "for the 2nd time", "the 1st item", "on the 31st floor"])(
    "%p has none",
    (text) => {
      expect(datesIn(text, DAY, NOW, ENGLISH)).toEqual([]);
    },
  );
});

describe("what a schema asks for", () => {
  const shape = (format: string, description: string) => dateShapeOf({ type: "string", format, description }, ENGLISH);
  test.each([
    ["date", "", DAY],
    ["date-time", "", MOMENT],
    ["time", "", { kind: "pattern", pattern: "HH:mm:ssOFFSET" } as const],
    ["", "The day, in the format YYYY-MM-DD", DAY],
    ["", "mm/dd/yyyy", { kind: "pattern", pattern: "MM/DD/YYYY" } as const],
    ["", "The date (month-day-year)", { kind: "pattern", pattern: "MM-DD-YYYY" } as const],
    ["", "Start in HH:MM, 24 hours", { kind: "pattern", pattern: "HH:mm" } as const],
    ["", "as YYYY-MM-DD HH:MM:SS", { kind: "pattern", pattern: "YYYY-MM-DD HH:mm:ss" } as const],
    ["", "When to begin", null],
  ])("format %p, description %p", (format, description, expected) => {
    expect(shape(format, description)).toEqual(expected);
  });
});

describe("dates where somebody is", () => {
  const clock = (zone: string, moment: string) => ({
    at: Date.parse(moment),
    zone: checkedTimeZone("time_zone", zone),
  });
  const TIME = { kind: "pattern", pattern: "HH:mm" } as const;

  test.each([
    ["tomorrow", DAY, "Europe/Berlin", "2026-11-18T23:30:00Z", "2026-11-20"],
    ["tomorrow", DAY, "America/Los_Angeles", "2026-11-18T02:00:00Z", "2026-11-18"],
    ["tomorrow at 6 pm", MOMENT, "Europe/Berlin", "2026-11-18T10:00:00Z", "2026-11-19T18:00:00+01:00"],
    ["on July 3rd 2027 at noon", MOMENT, "Europe/Berlin", "2026-11-18T10:00:00Z", "2027-07-03T12:00:00+02:00"],
    ["in two hours", MOMENT, "Europe/Berlin", "2026-11-18T10:00:00Z", "2026-11-18T13:00:00+01:00"],
    ["in two hours", TIME, "Asia/Kathmandu", "2026-11-18T10:00:00Z", "17:45"],
    ["at 2026-12-01T14:30:00Z", MOMENT, "Europe/Berlin", "2026-11-18T10:00:00Z", "2026-12-01T15:30:00+01:00"],
    ["at 5:45 pm", TIME, "America/New_York", "2026-11-18T10:00:00Z", "17:45"],
    ["since Thursday", DAY, "Pacific/Auckland", "2026-11-18T13:00:00Z", "2026-11-12"],
    ["since January", DAY, "Pacific/Auckland", "2026-11-18T13:00:00Z", "2026-01-01"],
    ["since December 31", DAY, "America/Los_Angeles", "2026-11-18T13:00:00Z", "2025-12-31"],
    ["on the 30th at 5pm", MOMENT, "Pacific/Auckland", "2026-11-18T13:00:00Z", "2026-11-30T17:00:00+13:00"],
    ["today", DAY, "Pacific/Auckland", "2026-11-30T13:00:00Z", "2026-12-01"],
  ])("%p as %p in %s at %s is %s", (text, shape, zone, moment, value) => {
    expect(datesIn(text, shape, clock(zone, moment), ENGLISH).map((date) => date.value)).toEqual([value]);
  });

  test("a time by itself has the offset that its format wants, or is in UTC where the schema says Z", () => {
    const now = clock("Europe/Berlin", "2026-11-18T10:00:00Z");
    const time = dateShapeOf({ type: "string", format: "time", description: "" }, ENGLISH);
    const zulu = dateShapeOf({ type: "string", format: "", description: "As YYYY-MM-DDTHH:MM:SSZ" }, ENGLISH);
    if (!time || !zulu) throw new Error("both schemas ask for a shape");
    expect(datesIn("at 5:45 pm", time, now, ENGLISH)[0]?.value).toBe("17:45:00+01:00");
    expect(datesIn("tomorrow at 5:45 pm", zulu, now, ENGLISH)[0]?.value).toBe("2026-11-19T16:45:00Z");
  });
});
