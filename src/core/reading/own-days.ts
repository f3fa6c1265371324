/** Days that chrono does not know, and days that it takes for others. */
import type * as chrono from "chrono-node";
import type { DateWords } from "./date-tables.ts";
import { besideNamedDay, weekBeside, weekdayOfMonth } from "./days-beside.ts";
import type { LanguageTables } from "./language.ts";

const DAYS_OF_WEEK = 7;
const HOURS_OF_HALF = 12;
const FIRST_HOURS = 6;
/** At four in the night it is nearly morning. */
const EVENING_FROM = 5;
/** What a day is marked with whose month nobody said. */
const OF_ANY_MONTH = "anyMonth";
const HAS_TIME_APART = "timeApart";

/** The reader with what it lacks. Texts have their numbers in figures. `isOver`: whether all days lie behind. */
export function withOwnDays(reader: chrono.Chrono, { dates }: LanguageTables, isOver: boolean): chrono.Chrono {
  const own = reader.clone();
  own.parsers.unshift(
    dayOfMonth(dates, isOver),
    dayOfNamedMonth(dates),
    weekdayOfMonth(dates),
    weekBeside(dates),
    fromAnotherDay(dates),
    dayBeside(dates),
    edgeOf(dates),
  );
  own.refiners.push(inThePast(dates, isOver), onThisDay(dates), inSameDay(), byDaylight(dates), byNight(dates));
  own.refiners.push(besideNamedDay(dates));
  own.refiners.unshift(inSameMonth());
  return own;
}

/** Whether the time of that day stands elsewhere in the text. */
export function hasTimeApart(start: chrono.ParsedComponents): boolean {
  return start.tags().has(HAS_TIME_APART);
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function dayAt(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The day on which it is asked, with so many days and months more. */
function later(
  reference: Pick<chrono.ReferenceWithTimezone, "getDateWithAdjustedTimezone">,
  days: number,
  months = 0,
): Day {
  const today = reference.getDateWithAdjustedTimezone();
  return dayAt(new Date(Date.UTC(today.getFullYear(), today.getMonth() + months, today.getDate() + days)));
}

/** "on the 14th": of this month, or of the next when it is over; with a word that looks back, of the one before. */
function dayOfMonth({ dayOfMonth: form, looksBack }: DateWords, isOver: boolean): chrono.Parser {
  return {
    pattern: () => form,
    extract: (context, match) => {
      const { reference, text } = context;
      const day = Number(match.slice(1).find(Boolean));
      const today = reference.getDateWithAdjustedTimezone();
      const away = isOver || looksBack.test(text) ? (day > today.getDate() ? -1 : 0) : day < today.getDate() ? 1 : 0;
      const known = inMonth(today, away, day);
      return known && context.createParsingComponents({ ...known }).addTag(OF_ANY_MONTH);
    },
  };
}

/** "the 1st of next month". */
function dayOfNamedMonth({ dayOfNamedMonth: form, away }: DateWords): chrono.Parser {
  return {
    pattern: () => form,
    extract: ({ reference }, match) =>
      inMonth(reference.getDateWithAdjustedTimezone(), away[match[2]?.toLowerCase() ?? ""] ?? 0, Number(match[1])),
  };
}

function inMonth(today: Date, away: number, day: number): Day | null {
  const month = new Date(Date.UTC(today.getFullYear(), today.getMonth() + away, 1));
  return day < 1 || day > 31 ? null : { ...dayAt(month), day };
}

/** "a week from today", "2 weeks on Monday", "in a week on Thursday", "10 days from tomorrow". */
function fromAnotherDay({ fromAnotherDay: form, counts, unitDays, dayNames, daysAway }: DateWords): chrono.Parser {
  return {
    pattern: () => form,
    extract: ({ reference }, match) => {
      const [, count = "", unit = "", from = ""] = match;
      const said = from.toLowerCase();
      const weekday = dayNames.findIndex((name) => said.startsWith(name));
      const today = reference.getDateWithAdjustedTimezone().getDay();
      // Of today's name, the one in a week is meant.
      const ahead = weekday < 0 ? daysAway[said] : (weekday - today + DAYS_OF_WEEK) % DAYS_OF_WEEK || DAYS_OF_WEEK;
      const times = counts[count.toLowerCase()] ?? Number(count);
      const days = unitDays[unit.toLowerCase()];
      if (ahead === undefined || Number.isNaN(times)) return null;
      return days === undefined ? later(reference, ahead, times) : later(reference, ahead + times * days);
    },
  };
}

/** "the day after tomorrow", which chrono reads in another zone as soon as a time stands behind it. */
function dayBeside({ dayBeside: form, daysAway }: DateWords): chrono.Parser {
  return {
    pattern: () => form,
    extract: ({ reference }, match) => later(reference, 2 * (daysAway[match[1]?.toLowerCase() ?? ""] ?? 0)),
  };
}

/** "the end of next week", which ends on a Sunday, "the beginning of the year". */
function edgeOf({ edgeOf: form, edges, away, unitDays, year }: DateWords): chrono.Parser {
  return {
    pattern: () => form,
    extract: ({ reference }, match) => {
      const [edge, which, unit] = [1, 2, 3].map((group) => match[group]?.toLowerCase() ?? "");
      const ahead = away[which ?? ""] ?? 0;
      const isLast = Number(edges[edge ?? ""] === "last");
      const today = reference.getDateWithAdjustedTimezone();
      const days = unitDays[unit ?? ""];
      if (days !== undefined) {
        const sinceFirst = (today.getDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
        return later(reference, days * (ahead + isLast) - sinceFirst - isLast);
      }
      const isYear = unit === year;
      const month = isYear ? 12 * (ahead + isLast) : today.getMonth() + ahead + isLast;
      return dayAt(new Date(Date.UTC(today.getFullYear(), month, 1 - isLast)));
    },
  };
}

/** In what is over, a month or a weekday is the one before: chrono takes the nearest, "since March" for the next one. */
function inThePast({ isOver, thisYear }: DateWords, isAllOver: boolean): chrono.Refiner {
  return {
    refine: ({ text, reference }, results) => {
      const year = thisYear.test(text) ? reference.getDateWithAdjustedTimezone().getFullYear() : null;
      for (const { start } of results) if (year !== null && start.isDateWithUnknownYear()) start.imply("year", year);
      if (year !== null || !(isAllOver || isOver.test(text))) return results;
      for (const { start } of results) {
        if (start.date() <= reference.instant || start.isCertain("year")) continue;
        const [before, month, day] = [start.get("year") ?? 0, start.get("month") ?? 1, start.get("day") ?? 1];
        if (start.isCertain("month")) start.imply("year", before - 1);
        else if (start.isCertain("weekday"))
          implyDay(start, dayAt(new Date(Date.UTC(before, month - 1, day - DAYS_OF_WEEK))));
      }
      return results;
    },
  };
}

/** "from the 1st of June until the 12th": both of one month, or the second of the next. */
function inSameMonth(): chrono.Refiner {
  return {
    refine: (_, results) => {
      results.forEach(({ start }, index) => {
        const before = results.slice(0, index).findLast((other) => other.start.isCertain("day"))?.start;
        if (!start.tags().has(OF_ANY_MONTH) || !before?.isCertain("month") || before.isCertain("weekday")) return;
        const [year, month, day] = [before.get("year") ?? 0, before.get("month") ?? 1, start.get("day") ?? 1];
        const isNext = day < (before.get("day") ?? 1);
        const first = dayAt(new Date(Date.UTC(year, month - 1 + Number(isNext), 1)));
        start.assign("month", first.month);
        if (before.isCertain("year")) start.assign("year", first.year);
        else {
          start.delete("year");
          start.imply("year", first.year);
        }
      });
      return results;
    },
  };
}

/** "tomorrow, and pick me up at 10", "on September 7 from 8 am to 1 pm": a time alone is of the day before it, or of the only one. */
function inSameDay(): chrono.Refiner {
  return {
    refine: (_, results) => {
      const dated = results.filter(({ start }) => !start.isOnlyTime());
      results.forEach((result, index) => {
        const { start, end } = result;
        if (!start.isOnlyTime() || !start.isCertain("hour")) return;
        const before = results.slice(0, index).findLast((other) => dated.includes(other));
        const other = before ?? (dated.length === 1 ? dated[0] : undefined);
        const last = other && (other.end ?? other.start);
        if (!last) return;
        const isOver =
          before !== undefined && last.isCertain("hour") && (start.get("hour") ?? 0) < (last.get("hour") ?? 0);
        const of = {
          year: last.get("year") ?? 0,
          month: last.get("month") ?? 1,
          day: (last.get("day") ?? 1) + Number(isOver),
        };
        const day = dayAt(new Date(Date.UTC(of.year, of.month - 1, of.day)));
        implyDay(start, day);
        if (end?.isOnlyTime()) implyDay(end, day);
        if (!last.isCertain("hour")) other.start.addTag(HAS_TIME_APART);
      });
      return results;
    },
  };
}

/** "At 10 last night" is no morning. */
function byNight({ atNight }: DateWords): chrono.Refiner {
  return {
    refine: (_, results) => {
      for (const { start, text } of results) {
        const hour = start.get("hour") ?? 0;
        const isOpen = start.isCertain("hour") && !start.isCertain("meridiem");
        const mayBeEvening = hour >= EVENING_FROM && hour < HOURS_OF_HALF;
        if (isOpen && mayBeEvening && atNight.test(text)) start.assign("hour", hour + HOURS_OF_HALF);
      }
      return results;
    },
  };
}

/** Nobody writes the nought of "06:00" who means the evening. */
const NOUGHT = /(?<!\d)0\d[:.]\d\d/;

/** "Saturday at three" is in the afternoon, as nobody says otherwise: few things begin before seven. */
function byDaylight({ hourAlone, halfOfDay, early }: DateWords): chrono.Refiner {
  return {
    refine: ({ text: whole }, results) => {
      if (early.test(whole)) return results;
      for (const { start, end, text } of results) {
        if (halfOfDay.test(text) || NOUGHT.test(text)) continue;
        for (const part of end ? [start, end] : [start]) {
          const hour = part.get("hour") ?? 0;
          const isOpen = part.isCertain("hour") && !part.isCertain("meridiem") && hour >= 1 && hour <= FIRST_HOURS;
          if (isOpen && hourAlone.test(text)) part.assign("hour", hour + HOURS_OF_HALF);
        }
      }
      return results;
    },
  };
}

/** "this morning" is today's, though it may be over. */
function onThisDay({ thisDay }: DateWords): chrono.Refiner {
  return {
    refine: ({ reference }, results) => {
      for (const { start, text } of results)
        if (thisDay.test(text) && start.isOnlyTime()) implyDay(start, later(reference, 0));
      return results;
    },
  };
}

function implyDay(part: chrono.ParsingComponents, { year, month, day }: Day): void {
  part.imply("day", day);
  part.imply("month", month);
  part.imply("year", year);
}
