/** Stretches of whole days that have a name: "last month", "in April", "the first quarter". */
import { type LocalTime, wallClockOf } from "../local-time.ts";
import type { Span } from "../span.ts";
import type { LanguageTables } from "./language.ts";

export interface Period extends Span {
  /** The first day and the last one, as YYYY-MM-DD. */
  readonly first: string;
  readonly last: string;
  /** Both ends are said: "from January to March". */
  readonly isWhole?: boolean;
}

const DAYS_OF_WEEK = 7;
const MONTHS_OF_QUARTER = 3;
const AROUND_UNITS_MAX = 24;
const SATURDAY = 5;
const SUNDAY = 6;

/** In the order of the text. `isOver`: whether all of them lie behind, or this one is meant. */
export function periodsIn(text: string, now: LocalTime, isOver: boolean, language: LanguageTables): readonly Period[] {
  const { dates } = language;
  const today = wallClockOf(now);
  const [year, month, date] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const day = (atYear: number, atMonth: number, atDay: number) =>
    new Date(Date.UTC(atYear, atMonth, atDay)).toISOString().slice(0, "YYYY-MM-DD".length);
  const monday = date - ((today.getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK);
  const daysOf: Readonly<Record<string, (away: number) => readonly [first: string, last: string]>> = {
    [dates.week]: (away) => {
      const first = monday + DAYS_OF_WEEK * away;
      return [day(year, month, first), day(year, month, first + SUNDAY)];
    },
    [dates.weekend]: (away) => {
      const first = monday + DAYS_OF_WEEK * away;
      return [day(year, month, first + SATURDAY), day(year, month, first + SUNDAY)];
    },
    [dates.month]: (away) => [day(year, month + away, 1), day(year, month + away + 1, 0)],
    [dates.year]: (away) => [day(year + away, 0, 1), day(year + away + 1, 0, 0)],
  };
  const named = [...text.matchAll(dates.periodOf)].flatMap((match) => {
    const days = daysOf[match[2]?.toLowerCase() ?? ""]?.(dates.away[match[1]?.toLowerCase() ?? ""] ?? 0);
    return days ? [placed(match, days)] : [];
  });
  const quarters = [...text.matchAll(dates.quarterOf)].map((match) => {
    const ofYear = year + (dates.away[match[2]?.toLowerCase() ?? ""] ?? 0);
    const first = MONTHS_OF_QUARTER * (dates.quarters[match[1]?.toLowerCase() ?? ""] ?? 0);
    return placed(match, [day(ofYear, first, 1), day(ofYear, first + MONTHS_OF_QUARTER, 0)]);
  });
  const months = [...text.matchAll(dates.monthAlone)].map((match) => {
    const said = dates.monthNames.indexOf(match[1]?.toLowerCase() ?? "");
    const ofYear = isOver ? year - Number(said > month) : year + Number(said < month);
    return placed(match, [day(ofYear, said, 1), day(ofYear, said + 1, 0)]);
  });
  const ranges = [...text.matchAll(dates.monthRange)].map((match) => {
    const [, from = "", fromYear, to = "", toYear] = match;
    const [first, last] = [from, to].map((name) => dates.monthNames.indexOf(name.toLowerCase())) as [number, number];
    const isOverNewYear = Number(first > last);
    const lastOf = isOver ? year - Number(last > month) : year + Number(first < month) + isOverNewYear;
    const lastYear = toYear ? Number(toYear) : fromYear ? Number(fromYear) + isOverNewYear : lastOf;
    const firstYear = fromYear ? Number(fromYear) : lastYear - isOverNewYear;
    return { ...placed(match, [day(firstYear, first, 1), day(lastYear, last + 1, 0)]), isWhole: true };
  });
  return [...named, ...quarters, ...months, ...ranges]
    .filter(({ start }) => !dates.partOf.test(text.slice(Math.max(0, start - AROUND_UNITS_MAX), start)))
    .toSorted((one, other) => one.start - other.start);
}

/** The day that is so many days ahead, as YYYY-MM-DD. */
export function dayAhead(now: LocalTime, days: number): string {
  const today = wallClockOf(now);
  const [year, month, date] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  return new Date(Date.UTC(year, month, date + days)).toISOString().slice(0, "YYYY-MM-DD".length);
}

function placed(match: RegExpExecArray, [first, last]: readonly [string, string]): Period {
  return { start: match.index, end: match.index + match[0].length, first, last };
}
