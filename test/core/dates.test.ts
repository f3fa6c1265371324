import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { checkedTimeZone, inUtc } from "#core/local-time.ts";
import { dateShapeOf, datesIn } from "#core/reading/dates.ts";
import { timesWritten } from "#core/reading/spoken-times.ts";

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

  // 18 November 2026 is a Wednesday.
  test.each([
    ["two days after the 3rd of December", ["2026-12-05"]],
    ["the day after the 30th of November", ["2026-12-01"]],
    ["the day before the 1st of March", ["2027-02-28"]],
    ["a month after the 31st of January", ["2027-02-28"]],
    ["a couple of weeks after December 1st", ["2026-12-15"]],
    ["three days before Christmas", ["2026-12-22"]],
    ["the Monday before the 12th of December", ["2026-12-07"]],
    ["the Saturday after the 12th of December", ["2026-12-19"]],
    ["on the 3rd of December and again the day after", ["2026-12-03", "2026-12-04"]],
    ["on the 3rd of December and two days later", ["2026-12-03", "2026-12-05"]],
    ["the day after", ["2026-11-19"]],
    ["the day before yesterday", ["2026-11-16"]],
    ["the last Friday of November", ["2026-11-27"]],
    ["on the first Monday in December", ["2026-12-07"]],
    ["the second Tuesday of January", ["2027-01-12"]],
    ["the third Thursday of next month", ["2026-12-17"]],
    ["the fourth Sunday in March 2028", ["2028-03-26"]],
    ["Friday week", ["2026-11-27"]],
    ["Wednesday week", ["2026-12-02"]],
    ["tomorrow week", ["2026-11-26"]],
    ["the Saturday after next", ["2026-11-28"]],
    ["the Sunday before last", ["2026-11-08"]],
    ["by the middle of December", ["2026-12-15"]],
    ["on May the 23rd", ["2027-05-23"]],
    ["December 3rd through the 9th", ["2026-12-03", "2026-12-09"]],
    ["from 12 December for 4 nights", ["2026-12-12"]],
    ["a year from now", ["2027-11-18"]],
    ["on Boxing Day", ["2026-12-26"]],
    ["the day before last Friday", ["2026-11-12"]],
  ])("%s is told by another day, or by its month", (text, days) => {
    expect(datesIn(text, DAY, NOW, ENGLISH).map(({ value }) => value)).toEqual(days);
  });

  const TIME = { kind: "pattern", pattern: "HH:mm" } as const;
  test.each([
    ["on Sunday, half eight in the morning", ["08:30"]],
    ["half seven", ["07:30"]],
    ["from half eight to quarter past nine", ["08:30", "09:15"]],
    ["noonish on Thursday", ["12:00"]],
    ["at eightish", ["08:00"]],
    ["on Friday at 9ish", ["09:00"]],
    ["at 10 past 9", ["09:10"]],
    ["25 minutes to 11", ["10:35"]],
    ["at 18.30", ["18:30"]],
    ["on the 20th at 0600", ["06:00"]],
    ["at 1830 hours", ["18:30"]],
    ["at oh seven hundred", ["07:00"]],
    ["half nine lives and half eight legs", []],
    ["at 2000 metres", []],
  ])("%s is a time of day as people say it", (text, times) => {
    expect(datesIn(text, TIME, NOW, ENGLISH).map(({ value }) => value)).toEqual(times);
  });

  test("a month and a day are the nearest ones where what is looked up may lie behind", () => {
    const days = (text: string) => datesIn(text, { ...DAY, aheadDaysMax: 182 }, NOW, ENGLISH).map(({ value }) => value);
    expect(days("from the 1st till the 9th of November")).toEqual(["2026-11-01", "2026-11-09"]);
    expect(days("on January 3rd")).toEqual(["2027-01-03"]);
    expect(days("on November 2nd, 2027")).toEqual(["2027-11-02"]);
  });

  test("a month and a day that lie further ahead than they may are the last ones", () => {
    const days = (text: string) => datesIn(text, { ...DAY, aheadDaysMax: 210 }, NOW, ENGLISH).map(({ value }) => value);
    expect(days("it came on September 21")).toEqual(["2026-09-21"]);
    expect(days("on May 30")).toEqual(["2027-05-30"]);
    expect(days("on Friday")).toEqual(["2026-11-20"]);
  });

  test.each([
    ["from 1 March to 30 June", ["2027-03-01", "2027-06-30"]],
    ["from 1 March until 30 June", ["2027-03-01", "2027-06-30"]],
    ["between 1 March and 30 June", ["2027-03-01", "2027-06-30"]],
    ["starting 1 March and ending 30 June", ["2027-03-01", "2027-06-30"]],
    ["from 20 December to 1 July", ["2026-12-20", "2027-07-01"]],
    ["from 5 July to 20 July", ["2026-07-05", "2026-07-20"]],
    ["between 5 July and 20 July", ["2026-07-05", "2026-07-20"]],
    ["bought on 21 September, wanted by 1 March", ["2026-09-21", "2027-03-01"]],
    ["wanted by 1 March, bought on 21 September", ["2027-03-01", "2026-09-21"]],
  ])("of %p the end is not over before the beginning", (text, expected) => {
    const days = datesIn(text, { ...DAY, aheadDaysMax: 210 }, NOW, ENGLISH).map(({ value }) => value);
    expect(days).toEqual(expected);
  });

  test.each([
    ["firday", ["2026-11-20"]],
    ["on teh 20th", ["2026-11-20"]],
    ["18 decmber", ["2026-12-18"]],
    ["22 Januray", ["2027-01-22"]],
    ["tomorow", ["2026-11-19"]],
    ["2moro", ["2026-11-19"]],
    ["ask Marc, the arch and Julie", []],
    ["on the 24th so that all is done", ["2026-11-24"]],
    ["they missed the 24th", ["2026-11-24"]],
    ["the 4th", []],
    ["a week ago today", ["2026-11-11"]],
    ["did it rain on Monday?", ["2026-11-16"]],
    ["on Friday, since the baker has a day off", ["2026-11-20"]],
    ["on 20 December, one day only", ["2026-12-20"]],
  ])("%s, as it is written in a hurry", (text, days) => {
    expect(datesIn(text, DAY, NOW, ENGLISH).map(({ value }) => value)).toEqual(days);
  });

  test.each([
    ["the alarm for 6", ["06:00"]],
    ["book the court for 6", ["18:00"]],
    ["until ten", ["10:00"]],
    ["move the stand-up to 3", ["15:00"]],
    ["for 6 guests", []],
    ["to 21", []],
  ])("a bare number in %s is an hour only where nothing else could be meant", (text, times) => {
    const read = (shape: Parameters<typeof datesIn>[1]) => datesIn(text, shape, NOW, ENGLISH).map(({ value }) => value);
    expect(read({ ...TIME, areHoursBare: true })).toEqual(times);
    expect(read(TIME)).toEqual(text === "until ten" ? times : []);
  });

  // 23 November 2026 is a Monday.
  test.each([
    ["Monday to Friday next week", "2026-11-30 2026-12-04"],
    ["next week, Monday to Thursday", "2026-11-30 2026-12-03"],
    ["next week from Tuesday till Thursday", "2026-12-01 2026-12-03"],
    ["between Tuesday and Thursday next week", "2026-12-01 2026-12-03"],
    ["from Friday to Monday next week", "2026-11-27 2026-11-30"],
    ["from Monday to Friday", "2026-11-23 2026-11-27"],
    ["from today to Friday next week", "2026-11-23 2026-12-04"],
    ["from the 28th of December to Friday", "2026-12-28 2027-01-01"],
    ["from December 24th until Sunday", "2026-12-24 2026-12-27"],
    ["from the 23rd of November to Thursday", "2026-11-23 2026-11-26"],
    ["from November 24th, 2025 to Friday", "2025-11-24 2026-11-27"],
  ])("both ends of %s are meant together", (text, days) => {
    const monday = inUtc(Date.parse("2026-11-23T10:00:00Z"));
    const ends = datesIn(text, DAY, monday, ENGLISH).map(({ start, end, value }) => ({
      said: text.slice(start, end),
      value,
    }));
    expect(ends.map(({ value }) => value).join(" ")).toBe(days);
    expect(new Set(ends.map(({ said }) => said)).size).toBe(2);
  });

  test("a description may ask for months", () => {
    const shape = dateShapeOf({ type: "string", format: "", description: "Month as YYYY-MM." }, ENGLISH);
    const months = (text: string) =>
      shape && datesIn(text, { ...shape, aheadDaysMax: 182 }, NOW, ENGLISH).map(({ value }) => value);
    expect(months("in September")).toEqual(["2026-09"]);
    expect(months("last month")).toEqual(["2026-10"]);
  });

  // NOW is a Wednesday at ten.
  test.each([
    ["tonight at seven", "2026-11-18T19:00:00Z"],
    ["this evening at eight in the yard", "2026-11-18T20:00:00Z"],
    ["a week from today at nine the van comes", "2026-11-25T09:00:00Z"],
    ["before 5 this afternoon", "2026-11-18T17:00:00Z"],
    ["since 7 this morning", "2026-11-18T07:00:00Z"],
    ["for half 3 tomorrow", "2026-11-19T15:30:00Z"],
    ["the twentieth at a quarter to four in the afternoon", "2026-11-20T15:45:00Z"],
    ["this evening at seven thirty", "2026-11-18T19:30:00Z"],
    ["tomorrow, five in the morning", "2026-11-19T05:00:00Z"],
    ["Saturday at three in the afternoon", "2026-11-21T15:00:00Z"],
    ["Saturday at 3:15", "2026-11-21T15:15:00Z"],
    ["4 December 06:00", "2026-12-04T06:00:00Z"],
    ["on Saturday at 03:15", "2026-11-21T03:15:00Z"],
    ["tomorrow at 5 in the evening", "2026-11-19T17:00:00Z"],
    ["tomorrow at half past eight in the evening", "2026-11-19T20:30:00Z"],
    ["at 10 last night", "2026-11-17T22:00:00Z"],
    ["at 11 pm last night", "2026-11-17T23:00:00Z"],
    ["on 7 December at 3 pm for two hours", "2026-12-07T15:00:00Z"],
    ["for two hours", "2026-11-18T12:00:00Z"],
    ["at seven on Friday evening", "2026-11-20T19:00:00Z"],
    ["Thursday morning seven o'clock", "2026-11-19T07:00:00Z"],
    ["at ten to twelve tomorrow", "2026-11-19T11:50:00Z"],
    ["at twenty-five past eleven", "2026-11-18T11:25:00Z"],
    ["tomorrow at five oh five pm", "2026-11-19T17:05:00Z"],
    ["this morning at 9", "2026-11-18T09:00:00Z"],
    ["the day after tomorrow at noon", "2026-11-20T12:00:00Z"],
    ["the day after tomorrow at 5:30 in the morning", "2026-11-20T05:30:00Z"],
    ["in forty minutes", "2026-11-18T10:40:00Z"],
    ["in an hour and a half", "2026-11-18T11:30:00Z"],
    ["in three quarters of an hour", "2026-11-18T10:45:00Z"],
    ["in two and a half hours", "2026-11-18T12:30:00Z"],
    ["half an hour ago", "2026-11-18T09:30:00Z"],
    ["a week from Saturday at nine", "2026-11-28T09:00:00Z"],
    ["a week on Thursday, 10 am", "2026-11-26T10:00:00Z"],
    ["exactly one week from today at 9:34", "2026-11-25T09:34:00Z"],
    ["a fortnight on Monday at noon", "2026-12-07T12:00:00Z"],
    ["in a week's time, eight in the evening", "2026-11-25T20:00:00Z"],
    ["midnight tonight", "2026-11-19T00:00:00Z"],
  ])("%s, as it is said aloud", (text, value) => {
    expect(datesIn(text, MOMENT, NOW, ENGLISH).map((date) => date.value)).toEqual([value]);
  });

  test.each([
    ["a week from today", ["2026-11-25"]],
    ["in two weeks today", ["2026-12-02"]],
    ["a month from tomorrow", ["2026-12-19"]],
    ["by the end of next week", ["2026-11-29"]],
    ["until the end of the year", ["2026-12-31"]],
    ["by the end of the month", ["2026-11-30"]],
    ["at the beginning of next month", ["2026-12-01"]],
    ["on the first of next month", ["2026-12-01"]],
    ["on the twelfth", ["2026-12-12"]],
    ["on Saturday the 22nd of May", ["2027-05-22"]],
    ["Friday the 20th", ["2026-11-20"]],
    ["on Christmas Eve", ["2026-12-24"]],
    ["on March 24, 99 Harding Street", ["2027-03-24"]],
    ["on June the twenty-first", ["2027-06-21"]],
    ["first of October until the twelfth", ["2027-10-01", "2027-10-12"]],
    ["from the 28th of December to the 3rd", ["2026-12-28", "2027-01-03"]],
    ["between the 14th and the 28th of September", ["2027-09-14", "2027-09-28"]],
    ["from 5 to 16 June", ["2027-06-05", "2027-06-16"]],
    ["between the tenth and the seventeenth of this month", ["2026-11-10", "2026-11-17"]],
  ])("%s, as days", (text, values) => {
    expect(datesIn(text, DAY, NOW, ENGLISH).map((date) => date.value)).toEqual(values);
  });

  test("a time is of the day that is said apart from it, and past midnight of the next", () => {
    const read = (text: string) => datesIn(text, MOMENT, NOW, ENGLISH).map((date) => date.value);
    expect(read("be there tomorrow, and pick me up at 10:40")).toEqual(["2026-11-19T10:40:00Z"]);
    expect(read("tomorrow from eleven at night until one in the morning")).toEqual([
      "2026-11-19T23:00:00Z",
      "2026-11-20T01:00:00Z",
    ]);
  });

  test.each([
    ["November 2", "2026-11-02"],
    ["December 21", "2025-12-21"],
    ["Monday", "2026-11-16"],
    ["Friday", "2026-11-13"],
    ["the whole of September", "2026-09-01"],
    ["on the 20th", "2026-10-20"],
    ["yesterday", "2026-11-17"],
    ["December 21, 2027", "2027-12-21"],
  ])("%s is the last one where all days are over", (text, value) => {
    expect(datesIn(text, { ...DAY, isOver: true }, NOW, ENGLISH).map((date) => date.value)).toEqual([value]);
  });

  test("a day of this year is one, whether it is over or not", () => {
    const read = (text: string) => datesIn(text, DAY, NOW, ENGLISH).map((date) => date.value);
    expect(read("the 3rd of February this year")[0]).toBe("2026-02-03");
    expect(read("December 3rd this year")[0]).toBe("2026-12-03");
  });

  test.each([
    ["Saturday at three", "2026-11-21T15:00:00Z"],
    ["Friday, quarter past five", "2026-11-20T17:15:00Z"],
    ["Friday at ten", "2026-11-20T10:00:00Z"],
    ["tomorrow at 05:30", "2026-11-19T05:30:00Z"],
    ["tomorrow at 3 in the morning", "2026-11-19T03:00:00Z"],
    ["wake me tomorrow at six", "2026-11-19T06:00:00Z"],
  ])("%s is by daylight, unless something else is said", (text, value) => {
    expect(datesIn(text, MOMENT, NOW, ENGLISH).map((date) => date.value)).toEqual([value]);
  });

  test("what was said aloud stands where it was said", () => {
    const text = "wake us tomorrow at half past seven in the evening, please";
    const [date] = datesIn(text, MOMENT, NOW, ENGLISH);
    expect(text.slice(date?.start, date?.end)).toBe("tomorrow at half past seven in the evening");
  });

  test("places of what was written anew lie within the text, in its order", () => {
    const words =
      "at half past seven in an hour and a half the twenty first of June ten to five pm forty minutes".split(" ");
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, ",", "fortnight", "a"), { maxLength: 16 }), (said) => {
        const text = said.join(" ");
        const written = timesWritten(text, ENGLISH);
        let before = 0;
        for (let at = 0; at < written.text.length; at += 1) {
          const { start, end } = written.placeOf({ start: at, end: at + 1 });
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          before = start;
        }
      }),
      { numRuns: 300 },
    );
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

  test("and so do the days of a range from their times", () => {
    const text = "move it from Tuesday to Wednesday at 4";
    const days = datesIn(text, DAY, NOW, ENGLISH).map(({ start, end }) => text.slice(start, end));
    expect(days).toEqual(["Tuesday", "Wednesday"]);
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
