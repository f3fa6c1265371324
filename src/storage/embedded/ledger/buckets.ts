import { type Instant, monthOf } from "#core/tenant.ts";
import { MONTH_PREFIX } from "./entry-rows.ts";

/** What is in the two buckets that count at an instant; `month` may be below 0 after a smaller plan was taken. */
export interface Buckets {
  readonly month: number;
  readonly credits: number;
}

const DAY_MS = 86_400_000;
let lastBucket = { day: Number.NaN, name: "" };

/** The name of the month's bucket. Each call asks several times: what is written for a day holds for all of it. */
export function bucketOf(at: Instant): string {
  const day = Math.floor(at / DAY_MS);
  if (lastBucket.day !== day) lastBucket = { day, name: `${MONTH_PREFIX}${monthOf(at)}` };
  return lastBucket.name;
}

/** What can be spent of them: a month below 0 takes nothing of the credits. */
export function spendable({ month, credits }: Buckets): number {
  return Math.max(0, month) + credits;
}

/** Throws a RangeError for what is no whole number from `min`. */
export function requireCount(name: string, value: number, min: number): void {
  if (!Number.isSafeInteger(value) || value < min)
    throw new RangeError(`${name} is ${value}: a whole number from ${min} is needed`);
}
