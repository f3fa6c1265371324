/** Days that are told by another day or by their month: "two days after the 3rd of June", "the last Friday of May", "Friday week". */
import type * as chrono from "chrono-node";
import type { DateWords } from "./date-tables.ts";

const DAYS_OF_WEEK = 7;
const BEFORE_UNITS_MAX = 40;

type Reference = Pick<chrono.ReferenceWithTimezone, "getDateWithAdjustedTimezone">;

function dayAt(date: Date): { readonly year: number; readonly month: number; readonly day: number } {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function utc(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month, day));
}

/** 0 is Sunday; -1 for what is no weekday: a month begins as Monday does. */
function weekdayOf(said: string, { dayNames, month }: DateWords): number {
  if (said.toLowerCase().startsWith(month)) return -1;
  return dayNames.findIndex((name) => said.toLowerCase().startsWith(name));
}

function inWords(said: string | undefined): string {
  return said?.toLowerCase().replace(/\s+/g, " ") ?? "";
}

/** "the last Friday of May", "on the first Monday in June", "the third Thursday of next month": of what is over, this year's. */
export function weekdayOfMonth(words: DateWords): chrono.Parser {
  const { weekdayOfMonth: form, places, away, monthNames, looksBack } = words;
  return {
    pattern: () => form,
    extract: ({ reference, text }, match) => {
      const [, which, weekday = "", ofThis, named = "", year] = match;
      const today = reference.getDateWithAdjustedTimezone();
      const month = ofThis === undefined ? monthIn(named, monthNames) : today.getMonth() + (away[inWords(ofThis)] ?? 0);
      const place = places[inWords(which)];
      const wanted = weekdayOf(weekday, words);
      if (place === undefined || month < 0 || wanted < 0) return null;
      const inYear = (of: number) => dayAt(weekdayIn(of, month, wanted, place));
      if (year !== undefined) return inYear(Number(year));
      const thisYear = today.getFullYear();
      const isOver = ofThis === undefined && utc(thisYear, month + 1, 0) < utc(thisYear, today.getMonth(), 1);
      return inYear(thisYear + Number(isOver && !looksBack.test(text)));
    },
  };
}

function monthIn(named: string, monthNames: readonly string[]): number {
  return monthNames.findIndex((name) => name.startsWith(named.toLowerCase().slice(0, 3)));
}

/** The first one for 1, the last one for -1. */
function weekdayIn(year: number, month: number, weekday: number, place: number): Date {
  if (place < 0) {
    const last = utc(year, month + 1, 0);
    return utc(year, month + 1, -((last.getUTCDay() - weekday + DAYS_OF_WEEK) % DAYS_OF_WEEK));
  }
  const first = utc(year, month, 1);
  return utc(
    year,
    month,
    1 + ((weekday - first.getUTCDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK) + DAYS_OF_WEEK * (place - 1),
  );
}

/** "Friday week", "tomorrow week", "the Saturday after next", "the Sunday before last". */
export function weekBeside(words: DateWords): chrono.Parser {
  const { weekBeside: form, daysAway, backwards } = words;
  return {
    pattern: () => form,
    extract: ({ reference }, match) => {
      const said = inWords(match[1] ?? match[2]);
      const today = reference.getDateWithAdjustedTimezone();
      const weekday = weekdayOf(said, words);
      const isBack = backwards.test(match[3] ?? "");
      const apart = (weekday - today.getDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK;
      const nearest = isBack ? apart - DAYS_OF_WEEK : apart || DAYS_OF_WEEK;
      const ahead = weekday < 0 ? daysAway[said] : nearest;
      if (ahead === undefined) return null;
      return daysFrom(today, ahead + (isBack ? -DAYS_OF_WEEK : DAYS_OF_WEEK));
    },
  };
}

function daysFrom(today: Date, days: number) {
  return dayAt(utc(today.getFullYear(), today.getMonth(), today.getDate() + days));
}

/** "two days after the 3rd of June", "the Monday before Christmas", and "the day after" where a day was named before. */
export function besideNamedDay(words: DateWords): chrono.Refiner {
  return {
    refine: (context, results) => {
      const { text, reference } = context;
      const counted = results.flatMap((result) => {
        if (!isDay(result.start)) return [];
        const from = Math.max(0, result.index - BEFORE_UNITS_MAX);
        const said = words.besideDay.exec(text.slice(from, result.index));
        const day = said && besides(dateOf(result.start), said, words);
        if (!said || !day) return [];
        setDay(result.start, day);
        const begin = from + said.index;
        result.text = text.slice(begin, result.index + result.text.length);
        result.index = begin;
        return [result];
      });
      const isWithin = (result: chrono.ParsedResult) =>
        counted.some((whole) => whole !== result && overlap(whole, result));
      const kept = results.filter((result) => !isWithin(result));
      for (const [index, result] of kept.entries()) {
        const before = kept.slice(0, index).findLast(({ start }) => isDay(start));
        const said = before && !counted.includes(result) ? words.besideIt.exec(result.text) : null;
        const day = said && before && besides(dateOf(before.end ?? before.start), said, words);
        if (day) setDay(result.start, day);
        else aYearLater(result, reference, words);
      }
      return kept;
    },
  };
}

function overlap(one: chrono.ParsedResult, other: chrono.ParsedResult): boolean {
  return one.index < other.index + other.text.length && other.index < one.index + one.text.length;
}

function isDay(part: chrono.ParsedComponents): boolean {
  return part.isCertain("day") || part.isCertain("weekday");
}

function dateOf(part: chrono.ParsedComponents): Date {
  return utc(part.get("year") ?? 0, (part.get("month") ?? 1) - 1, part.get("day") ?? 1);
}

/** The day that is so far from another one; null where the words say no distance. */
function besides(from: Date, { groups = {} }: RegExpExecArray, words: DateWords): Date | null {
  const { counts, unitDays, backwards, month: monthName } = words;
  const sign = backwards.test(groups.side ?? "") ? -1 : 1;
  const [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()];
  const unit = inWords(groups.unit);
  const weekday = weekdayOf(unit, words);
  if (weekday >= 0) {
    const apart = (sign * (weekday - from.getUTCDay()) + 2 * DAYS_OF_WEEK) % DAYS_OF_WEEK || DAYS_OF_WEEK;
    return utc(year, month, day + sign * apart);
  }
  const count = groups.count === undefined ? 1 : (counts[inWords(groups.count)] ?? Number(groups.count));
  if (Number.isNaN(count)) return null;
  const days = unitDays[unit];
  if (days !== undefined) return utc(year, month, day + sign * count * days);
  if (!unit.startsWith(monthName)) return null;
  const last = utc(year, month + sign * count + 1, 0).getUTCDate();
  return utc(year, month + sign * count, Math.min(day, last));
}

/** Chrono counts some of these by itself, back from a day of the year before. */
function aYearLater({ start, text }: chrono.ParsedResult, reference: Reference, words: DateWords): void {
  if (!words.besideAny.test(text) || /\d{4}/.test(text)) return;
  const day = dateOf(start);
  const today = reference.getDateWithAdjustedTimezone();
  const isOver = day < utc(today.getFullYear(), today.getMonth(), today.getDate());
  const later = utc(day.getUTCFullYear() + 1, day.getUTCMonth(), day.getUTCDate());
  if (isOver && later > day) setDay(start as chrono.ParsingComponents, later);
}

function setDay(part: chrono.ParsingComponents, date: Date): void {
  const { year, month, day } = dayAt(date);
  part.assign("year", year);
  part.assign("month", month);
  part.assign("day", day);
  part.delete("weekday");
}
