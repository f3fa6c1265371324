/** Values that an owner counted from a day: what is taught of "tomorrow" is right of one day alone. */
import { ENGLISH } from "../english/english.ts";
import { type TimeZone, UTC } from "../local-time.ts";
import { datesIn } from "../reading/dates.ts";
import type { Instant } from "../tenant.ts";
import type { TaughtCase } from "./taught-case.ts";

/** As dates and times are written in a call. */
const DATED = /\d{4}-\d\d-\d\d|\d\d:\d\d/;

/** Whether a value may have been worked out from a day or an hour that the sentence counts from then. */
export function isCounted(
  { text, right }: Pick<TaughtCase, "right" | "text">,
  at: Instant,
  zone: TimeZone = UTC,
): boolean {
  if (right.kind !== "calls" || !DATED.test(JSON.stringify(right.calls))) return false;
  return datesIn(text, { kind: "date-time" }, { at, zone }, ENGLISH).some(({ dependsOnClock }) => dependsOnClock);
}

/** The moment that such values count from. */
export function countedFrom({ taughtAt, saidAt = taughtAt }: Pick<TaughtCase, "saidAt" | "taughtAt">): Instant {
  return saidAt;
}
