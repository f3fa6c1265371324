/** Dates and times in a sentence, for parameters whose schema asks for a format. */
import type * as chrono from "chrono-node";
import { instantOf, type LocalTime, offsetMinutes, offsetText, wallClockOf } from "../local-time.ts";
import type { Span } from "../span.ts";
import type { Instant } from "../tenant.ts";
import { endsOf } from "./day-ranges.ts";
import { type LanguageTables, perLanguage } from "./language.ts";
import { hasTimeApart, withOwnDays } from "./own-days.ts";
import { timesWritten } from "./spoken-times.ts";

/** What of a parameter's schema says how it wants its dates. Texts are "" where the schema has none. */
export interface DatedParameter {
  readonly type: string;
  readonly format: string;
  readonly description: string;
}

export interface DateMention extends Span {
  readonly value: string;
  /** True when other words would be meant by it on another day: "tomorrow", "5 March" without a year. */
  readonly dependsOnClock: boolean;
}

/** How a parameter wants its dates: a pattern of YYYY, MM, DD, HH, mm, ss and OFFSET, in UTC where it ends in Z, or RFC 3339. */
export type DateShape = ({ readonly kind: "date-time" } | { readonly kind: "pattern"; readonly pattern: string }) & {
  /** Whether its days all lie behind: then "November 2" is the last one. */
  readonly isOver?: boolean;
  /** How many days "November 2" may lie ahead: from more on, the last one is meant. Missing where it is the next one in any case. */
  readonly aheadDaysMax?: number;
  /** Whether "for 6" and "until 10" are hours, as nothing else could be meant by the number; missing where they are not. */
  readonly areHoursBare?: boolean;
};

const DATE_PATTERN = /\b(?:YYYY|MM|DD)[-/. ](?:YYYY|MM|DD)[-/. ](?:YYYY|MM|DD)\b/i;
const MONTH_PATTERN = /\b(?:YYYY[-/.]MM|MM[-/.]YYYY)\b/i;
const TIME_PATTERN = /\bHH:MM(?::SS)?\b/i;
const DATE_TIME_PATTERN = /\bYYYY-MM-DD([T ])HH:MM(:SS)?Z?/i;

/** The shape that the schema asks for; null when it asks for none, and then the words stay as they are. */
export function dateShapeOf(parameter: DatedParameter, { dates }: LanguageTables): DateShape | null {
  if (parameter.type !== "string") return null;
  const { description } = parameter;
  if (parameter.format === "date-time") return { kind: "date-time" };
  if (parameter.format === "date") return { kind: "pattern", pattern: "YYYY-MM-DD" };
  // RFC 3339's time has an offset: without one the schema would refuse the value.
  if (parameter.format === "time") return { kind: "pattern", pattern: "HH:mm:ssOFFSET" };
  const both = DATE_TIME_PATTERN.exec(description);
  if (both)
    return {
      kind: "pattern",
      pattern: `YYYY-MM-DD${both[1]}HH:mm${both[2] ? ":ss" : ""}${both[0].endsWith("Z") ? "Z" : ""}`,
    };
  const date = DATE_PATTERN.exec(description) ?? MONTH_PATTERN.exec(description);
  if (date) return { kind: "pattern", pattern: date[0].toUpperCase() };
  const spelt = dates.speltPattern.exec(description)?.[0].toLowerCase();
  if (spelt) {
    const parts = Object.entries(dates.speltParts);
    return { kind: "pattern", pattern: parts.reduce((pattern, [word, part]) => pattern.replace(word, part), spelt) };
  }
  const time = TIME_PATTERN.exec(description);
  if (time) return { kind: "pattern", pattern: time[0].length > 5 ? "HH:mm:ss" : "HH:mm" };
  if (dates.namesStandard.test(description)) {
    return dates.withTime.test(description) ? { kind: "date-time" } : { kind: "pattern", pattern: "YYYY-MM-DD" };
  }
  return null;
}

/** Chrono looks at the rest of a text anew for each word of it. A query and what was said before it mostly have fewer. */
const READ_UNITS_MAX = 3_072;

/**
 * Every date and time that the text mentions and that can be written in the shape; words count from `now`, in its zone. Of a
 * very long text only the end is read, where the query stands.
 */
export function datesIn(
  text: string,
  shape: DateShape,
  now: LocalTime,
  language: LanguageTables,
): readonly DateMention[] {
  const before = Math.max(0, text.length - READ_UNITS_MAX);
  const found = datesInShort(text.slice(before), shape, now, language);
  return before === 0 ? found : found.map((date) => ({ ...date, start: date.start + before, end: date.end + before }));
}

function datesInShort(
  text: string,
  shape: DateShape,
  now: LocalTime,
  language: LanguageTables,
): readonly DateMention[] {
  const written = timesWritten(text.replace(language.dates.monthAndDay, "$1 "), language, shape.areHoursBare);
  const elsewhen = { ...now, at: now.at + ANOTHER_TIME_MS };
  const nameOf = ({ start, value }: { readonly start: number; readonly value: string }) => `${start} ${value}`;
  const later = new Set(mentions(written.text, shape, elsewhen, language).map(nameOf));
  return mentions(written.text, shape, now, language).map((mention) => ({
    ...mention,
    ...written.placeOf(mention),
    dependsOnClock: !later.has(nameOf(mention)),
  }));
}

/** Another weekday, month, year and hour: what stays the same then does not depend on the clock. */
const ANOTHER_TIME_MS = ((3 * 365 + 100) * 24 + 7) * 3_600_000 + 61_000;

const formsOf = perLanguage((language) => {
  const { monthFirst, dayFirst } = language.dates.chrono;
  const made = (isOver: boolean) => ({
    monthFirst: withOwnDays(monthFirst, language, isOver),
    dayFirst: withOwnDays(dayFirst, language, isOver),
  });
  return { over: made(true), open: made(false) };
});
/** "1.12.2026" is a day before its month wherever dates are written with dots; with slashes that is as long. */
const DOTTED = /\b(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})\b/g;

function mentions(
  text: string,
  shape: DateShape,
  now: LocalTime,
  language: LanguageTables,
): readonly Omit<DateMention, "dependsOnClock">[] {
  const { dates } = language;
  const { isOver = false, aheadDaysMax } = shape;
  const looksBack = isOver || dates.looksBack.test(text) || dates.isOver.test(text);
  const isDayFirst = shape.kind === "pattern" && shape.pattern.startsWith("DD");
  const { dayFirst, monthFirst } = formsOf(language)[isOver ? "over" : "open"];
  const reader = isDayFirst ? dayFirst : monthFirst;
  const readable = isDayFirst
    ? text
    : text.replace(DOTTED, (whole, day: string, month: string, year: string) => {
        return Number(month) > 12 ? whole : `${month}/${day}/${year}`;
      });
  const clock = { instant: new Date(now.at), timezone: offsetMinutes(now) };
  const parsed = reader.parse(readable, clock, { forwardDate: !looksBack });
  if (aheadDaysMax !== undefined) toNearerYears(parsed, readable, now, aheadDaysMax, language);
  // A day alone would be at an hour that nobody said.
  const lasts = ({ text: said, index }: { readonly text: string; readonly index: number }) =>
    dates.lasting.test(said) && !dates.nextOf.test(text.slice(0, index));
  const moments = parsed.filter((result) => !lasts(result));
  const meant = moments.length > 0 ? moments : parsed;
  const own = wantsDayAndTime(shape) ? meant.filter(({ start }) => !hasTimeApart(start)) : meant;
  const read = (part: string, instant: Date) =>
    reader.parse(part, { ...clock, instant }, { forwardDate: !looksBack })[0]?.start;
  return own.flatMap((result) => {
    const whole = { start: result.index, end: result.index + result.text.length };
    const connector = dates.connector.exec(result.text);
    const ends = (connector && endsOf(result, connector, { now: clock.instant, week: dates.week, read })) ?? result;
    const first = written(ends.start, shape, now);
    const second = ends.end ? written(ends.end, shape, now) : null;
    if (!second || !connector)
      return first === null ? [] : [{ ...ownPart(whole, result.text, shape, language), value: first }];
    const said = (from: number, to: number) =>
      ownPart({ start: whole.start + from, end: whole.start + to }, result.text.slice(from, to), shape, language);
    return [
      ...(first === null ? [] : [{ ...said(0, connector.index), value: first }]),
      { ...said(connector.index + connector[0].length, result.text.length), value: second },
    ];
  });
}

/** What begins within those days ends where it ends: of "1 March to 30 June" the end is not the June that is over. */
function toNearerYears(
  parsed: readonly chrono.ParsedResult[],
  text: string,
  { at }: LocalTime,
  aheadDaysMax: number,
  { dates }: LanguageTables,
): void {
  let begun: chrono.ParsedResult | null = null;
  for (const result of parsed) {
    const between = begun && text.slice(begun.index + begun.text.length, result.index);
    const isEnd = between !== null && dates.untilBehind.test(between);
    const isNear = result.start.date().getTime() - at <= aheadDaysMax * DAY_MS;
    begun = isNear ? result : null;
    if (isNear || isEnd) continue;
    for (const part of result.end ? [result.start, result.end] : [result.start]) {
      if (!part.isCertain("month") || part.isCertain("year") || part.isCertain("weekday")) continue;
      (part as chrono.ParsingComponents).imply("year", (part.get("year") ?? 0) - 1);
    }
  }
}
const DAY_MS = 24 * 3_600_000;

export function wantsTime(shape: DateShape): boolean {
  return shape.kind === "date-time" || /HH/.test(shape.pattern);
}

function wantsDayAndTime(shape: DateShape): boolean {
  return wantsTime(shape) && (shape.kind === "date-time" || /[YD]/.test(shape.pattern));
}

/** Of "tomorrow at 6 pm" the day for who wants a day alone, and the time for who wants a time alone. */
function ownPart(whole: Span, text: string, shape: DateShape, { dates }: LanguageTables): Span {
  if (shape.kind !== "pattern" || wantsDayAndTime(shape)) return whole;
  const time = dates.timeOfDay.exec(text);
  if (!time) return whole;
  const [start, end] = [whole.start + time.index, whole.start + time.index + time[0].length];
  if (/HH/.test(shape.pattern)) return { start, end };
  const isBehind = 2 * time.index >= text.length - time[0].length;
  const day = isBehind ? { start: whole.start, end: start } : { start: end, end: whole.end };
  const blanks = (pattern: RegExp, from: string) => pattern.exec(from)?.[0].length ?? 0;
  const inner = text.slice(day.start - whole.start, day.end - whole.start);
  const span = { start: day.start + blanks(dates.beforeDay, inner), end: day.end - blanks(/[\s,]*$/, inner) };
  return span.end > span.start ? span : whole;
}

function written(part: chrono.ParsedComponents, shape: DateShape, now: LocalTime): string | null {
  if (Number.isNaN(part.date().getTime())) return null;
  const at = momentOf(part, now);
  const [local, offset] = [wallClockOf({ ...now, at }), offsetMinutes({ ...now, at })];
  if (shape.kind === "date-time") return local.toISOString().replace(/\.\d+Z$/, offsetText(offset));
  const { pattern } = shape;
  const hasDay = part.isCertain("day") || part.isCertain("weekday") || part.isCertain("month");
  if (/[YD]/.test(pattern) && !hasDay) return null;
  if (/HH/.test(pattern) && !/[YD]/.test(pattern) && !part.isCertain("hour")) return null;
  const shown = pattern.endsWith("Z") ? new Date(at) : local;
  const two = (value: number) => String(value).padStart(2, "0");
  return pattern
    .replace("YYYY", String(shown.getUTCFullYear()).padStart(4, "0"))
    .replace("MM", two(shown.getUTCMonth() + 1))
    .replace("DD", two(shown.getUTCDate()))
    .replace("HH", two(shown.getUTCHours()))
    .replace("mm", two(shown.getUTCMinutes()))
    .replace("ss", two(shown.getUTCSeconds()))
    .replace("OFFSET", offsetText(offset));
}

/** Chrono counts with today's offset throughout; a day on the other side of a change of clocks has another. */
function momentOf(part: chrono.ParsedComponents, now: LocalTime): Instant {
  const at = part.date().getTime();
  // "in two hours" and "at 14:30 UTC" are moments whatever clocks show.
  if (part.isCertain("timezoneOffset")) return at;
  return instantOf(new Date(at + offsetMinutes(now) * 60_000), now.zone);
}
