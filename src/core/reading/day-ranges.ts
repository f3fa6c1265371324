/** Both ends of "from Monday to Friday next week" and "from the 28th of December to Friday": chrono reads each by itself. */
import type * as chrono from "chrono-node";

const DAY_MS = 24 * 3_600_000;
const DAYS_OF_WEEK = 7;

export type DayRange = Pick<chrono.ParsedResult, "start" | "end">;

interface Around {
  readonly now: Date;
  /** The word for a week. */
  readonly week: string;
  /** Reads a part of the text as it is meant at that time. */
  readonly read: (part: string, at: Date) => chrono.ParsedComponents | undefined;
}

/** The ends as they are meant together, where a weekday ends the range; null where they are as they were read. */
export function endsOf(range: chrono.ParsedResult, connector: RegExpExecArray, around: Around): DayRange | null {
  const { text, start, end } = range;
  if (!end?.isCertain("weekday") || end.isCertain("day")) return null;
  const first = text.slice(0, connector.index);
  const last = text.slice(connector.index + connector[0].length);
  if (!start.isCertain("weekday"))
    return start.isCertain("year") ? null : endAhead({ start, end }, [first, last], around);
  const isWeekSaid = last.includes(around.week) && !first.includes(around.week);
  return isWeekSaid && !start.isCertain("day") ? inOneWeek(start, end) : null;
}

/**
 * "From the 28th of December to Friday", said in November: chrono takes the next Friday, and the 28th of the year before, to be in front of
 * it. Where the coming 28th is nearer, Friday is the one behind that.
 */
function endAhead(
  { start, end }: { readonly start: chrono.ParsedComponents; readonly end: chrono.ParsedComponents },
  [first, last]: readonly [string, string],
  { now, read }: Around,
): DayRange | null {
  const coming = read(first, now);
  if (!coming || coming.date() <= end.date()) return null;
  const away = (part: chrono.ParsedComponents) => Math.abs(part.date().getTime() - now.getTime());
  const behind = read(last, coming.date());
  return behind && away(coming) < away(start) ? { start: coming, end: behind } : null;
}

/** "Monday to Friday next week", said on a Monday, does not begin today: the week is said of both. */
function inOneWeek(start: chrono.ParsedComponents, end: chrono.ParsedComponents): DayRange | null {
  const days = Math.round((end.date().getTime() - start.date().getTime()) / DAY_MS);
  const weeks = Math.floor(days / DAYS_OF_WEEK);
  if (weeks < 1) return null;
  const moved = (start as chrono.ParsingComponents).clone();
  const day = new Date(
    Date.UTC(moved.get("year") ?? 0, (moved.get("month") ?? 1) - 1, (moved.get("day") ?? 1) + weeks * DAYS_OF_WEEK),
  );
  moved.imply("year", day.getUTCFullYear());
  moved.imply("month", day.getUTCMonth() + 1);
  moved.imply("day", day.getUTCDate());
  return { start: moved, end };
}
