const MINUTE_CHARACTERS = "2026-01-01T00:00".length;

/**
 * Whether two times as ISO 8601 writes them are the same moment. One with an offset and one without never are; what cannot be read
 * is compared as it stands, to the minute.
 */
export function isSameMoment(wanted: string, given: string): boolean {
  const [one, other] = [momentOf(wanted), momentOf(given)];
  if (one === null || other === null) return wanted.slice(0, MINUTE_CHARACTERS) === given.slice(0, MINUTE_CHARACTERS);
  return one.hasOffset === other.hasOffset && one.at === other.at;
}

/** Dates with or without a time, as ISO 8601 writes them. */
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3])(?::(\d\d)(?::(\d\d(?:[.,]\d{1,6})?))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Whether a text is a date with a time. */
export function isTime(text: string): boolean {
  return text.length > DAY_CHARACTERS && momentOf(text) !== null;
}

const DAY_CHARACTERS = "2026-01-01".length;

function momentOf(text: string): { readonly at: number; readonly hasOffset: boolean } | null {
  const match = MOMENT.exec(text);
  if (!match) return null;
  const [, day = "", hour = "00", minute = "00", second = "00", offset] = match;
  const at = Date.parse(`${day}T${hour}:${minute}:${second.replace(",", ".")}${offsetOf(offset)}`);
  return Number.isNaN(at) || isNoDay(day) ? null : { at, hasOffset: offset !== undefined };
}

/** As `Date.parse` takes it; what has none is compared with others that have none, so any would do. */
function offsetOf(offset = "Z"): string {
  if (offset.toUpperCase() === "Z") return "Z";
  const digits = offset.slice(1).replace(":", "").padEnd(4, "0");
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** `Date.parse` takes February 30 for March 2. */
function isNoDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(day);
}
