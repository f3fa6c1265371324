import type { Instant } from "#core/tenant.ts";

const MINUTE_MS = 60_000;

/** The UTC minute of an instant, since 1970. */
export function minuteOf(at: Instant): number {
  return Math.floor(at / MINUTE_MS);
}
