/** Moments as people read them: what "tomorrow at six" counts from depends on where somebody is. */
import { LRUCache } from "lru-cache";
import { invalid } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import type { Instant } from "./tenant.ts";

declare const zoned: unique symbol;
/** "Europe/Berlin", "+05:30", "UTC": a name that there is. */
export type TimeZone = string & { readonly [zoned]: true };

/** A moment and where it is read. */
export interface LocalTime {
  readonly at: Instant;
  readonly zone: TimeZone;
}

export const UTC = "UTC" as TimeZone;

export function inUtc(at: Instant): LocalTime {
  return { at, zone: UTC };
}

const MINUTE_MS = 60_000;
/** Zones whose clocks are kept ready: making one takes 0.04 ms, and some kilobytes. */
const READERS_MAX = 200;

/** By name, as it was given. */
const readers = new LRUCache<string, Intl.DateTimeFormat>({ max: READERS_MAX });

/** What is expected where a zone is wanted. */
export const ZONE_EXPECTED = 'a time zone such as "Europe/Berlin", or an offset such as "+05:30"';

/** A zone of the IANA's database, or an offset. Throws `validation_error` that names the field. */
export function checkedTimeZone(field: string, name: string): TimeZone {
  const zone = timeZoneNamed(name);
  if (zone === null) throw invalid(field, `is no time zone: expected ${ZONE_EXPECTED}`);
  return zone;
}

/** The zone as the IANA's database writes it; null where it has none of that name. */
export function timeZoneNamed(name: string): TimeZone | null {
  // Where nobody asks for another one, the clocks of the world need not be loaded: 15 ms of a start.
  if (name === UTC) return UTC;
  if (name.length > LIMITS.timeZoneCharactersMax) return null;
  try {
    return readerOf(name).resolvedOptions().timeZone as TimeZone;
  } catch {
    return null;
  }
}

/** Minutes by which clocks of the zone are ahead of UTC at that moment. */
export function offsetMinutes({ at, zone }: LocalTime): number {
  if (zone === UTC) return 0;
  const parts = Object.fromEntries(
    readerOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((shown - Math.floor(at / 1_000) * 1_000) / MINUTE_MS);
}

/** What a clock of the zone shows, as the UTC fields of a Date. */
export function wallClockOf(time: LocalTime): Date {
  return new Date(time.at + offsetMinutes(time) * MINUTE_MS);
}

/** When a clock of the zone shows this. Of an hour that comes twice the first, of one that is left out the one after it. */
export function instantOf(wallClock: Date, zone: TimeZone): Instant {
  const shown = wallClock.getTime();
  const before = offsetMinutes({ at: shown - 24 * 60 * MINUTE_MS, zone });
  const early = shown - before * MINUTE_MS;
  const after = offsetMinutes({ at: early, zone });
  if (after === before) return early;
  const late = shown - after * MINUTE_MS;
  return offsetMinutes({ at: late, zone }) === after ? late : early;
}

/** "Z", or "+01:00". */
export function offsetText(minutes: number): string {
  if (minutes === 0) return "Z";
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const away = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(away / 60)}:${two(away % 60)}`;
}

/** Throws a RangeError for what is no zone. */
function readerOf(zone: string): Intl.DateTimeFormat {
  const known = readers.get(zone);
  if (known) return known;
  const fields = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const options = { ...fields, second: "numeric", timeZone: zone, hourCycle: "h23", calendar: "gregory" } as const;
  const made = new Intl.DateTimeFormat("en-US", options);
  readers.set(zone, made);
  return made;
}
