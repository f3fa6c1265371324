/** A date, a time of day or both, as an answer has it, and what is said of it in other words: "the day after", "at six". */
import { ENGLISH } from "#core/english/english.ts";
import { instantOf, type LocalTime, wallClockOf } from "#core/local-time.ts";
import { dateShapeOf, datesIn } from "#core/reading/dates.ts";
import { MONTHS } from "../read-back/call-words.ts";
import type { Parameter } from "../tool-parameters.ts";

const WORDS = ENGLISH.following;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_MS = 7 * DAY_MS;

const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/;
const TIME = /^(\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?$/;

interface Moment {
  /** What a clock on the wall shows, as if it were UTC; of a time alone that of the first day there is. */
  readonly wallMs: number;
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** As it is written again. */
  write(wallMs: number): string;
}

function momentOf(text: string): Moment | null {
  const date = DATE.exec(text);
  if (date) {
    const [, day = "", time, offset = ""] = date;
    const wallMs = Date.parse(`${day}T${time ?? "00:00"}Z`);
    if (Number.isNaN(wallMs)) return null;
    const length = time === undefined ? day.length : day.length + 1 + time.length;
    const write = (ms: number) => new Date(ms).toISOString().slice(0, length) + offset;
    return { wallMs, hasDate: true, hasTime: time !== undefined, write };
  }
  const [, time = "", offset = ""] = TIME.exec(text) ?? [];
  const wallMs = Date.parse(`1970-01-01T${time}Z`);
  if (time === "" || Number.isNaN(wallMs)) return null;
  const write = (ms: number) =>
    new Date(((ms % DAY_MS) + DAY_MS) % DAY_MS).toISOString().slice(11, 11 + time.length) + offset;
  return { wallMs, hasDate: false, hasTime: true, write };
}

/** So much later, or earlier where it is under 0; null for what is no date of ours. */
export function shifted(text: string, ms: number): string | null {
  const moment = momentOf(text);
  if (!moment || !Number.isFinite(ms) || Math.abs(ms) > YEARS_MS) return null;
  // Of a day alone hours tell nothing.
  if (!moment.hasTime && ms % DAY_MS !== 0) return null;
  if (!moment.hasDate && Math.abs(ms) >= DAY_MS) return null;
  return moment.write(moment.wallMs + ms);
}

/** As a sentence has it: "28 november 2026 at 3 pm". Null for what is no date of ours. */
export function spoken(text: string): string | null {
  const moment = momentOf(text);
  if (!moment) return null;
  const at = new Date(moment.wallMs);
  const day = moment.hasDate ? `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}` : null;
  const [hours, minutes] = [at.getUTCHours(), at.getUTCMinutes()];
  const past = minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`;
  const time = moment.hasTime ? `${hours % 12 || 12}${past} ${hours < 12 ? "am" : "pm"}` : null;
  return [day, time].filter((part) => part !== null).join(" at ");
}

const YEARS_MS = 100 * 366 * DAY_MS;

/**
 * The date or time that the words mean where another one stands, the one that is nearest to it: "Sunday" in the place of a
 * Saturday in May, "six o'clock" in the place of three in the afternoon. Null where they mean no other.
 */
export function nearestTo(old: string, said: string, parameter: Parameter, now: LocalTime): string | null {
  const shape = dateShapeOf(parameter, ENGLISH);
  const before = momentOf(old);
  if (!shape || !before || WORDS.sinceNow.test(said)) return null;
  const today = Math.floor(wallClockOf(now).getTime() / DAY_MS) * DAY_MS;
  const start = before.hasDate ? Math.floor(before.wallMs / DAY_MS) * DAY_MS : today;
  const then = { at: instantOf(new Date(start), now.zone), zone: now.zone };
  const read = [now, then].flatMap((from) => {
    const [only, ...others] = datesIn(said, shape, from, ENGLISH);
    const moment = only && others.length === 0 ? momentOf(only.value) : null;
    return moment ? [{ moment, dependsOnClock: only?.dependsOnClock === true }] : [];
  });
  const [first] = read;
  // A date that is said in full is what it is.
  if (!first?.dependsOnClock && before.hasDate) return null;
  const isWeekday = WORDS.weekday.test(said);
  const steps = isWeekday ? [0, -WEEK_MS, WEEK_MS] : [0];
  const halves = before.hasTime && WORDS.halfOfDay.test(said) === false ? [0, DAY_MS / 2, -DAY_MS / 2] : [0];
  const found = read.flatMap(({ moment }) =>
    steps.flatMap((step) => halves.map((half) => moment.wallMs + step + half)),
  );
  const allowed = before.hasDate ? found.filter((ms) => ms >= today) : found.filter((ms) => ms >= 0 && ms < DAY_MS);
  const nearest = allowed.sort((one, other) => distance(one, before) - distance(other, before))[0];
  return nearest === undefined ? null : before.write(nearest);
}

function distance(ms: number, { wallMs }: Moment): number {
  return Math.abs(ms - wallMs);
}
