/** "46" in the place of "P45" is "P46": of a code or an address people say only the part that differs. */
import type { JsonValue } from "#core/json.ts";

/** Longer texts are no codes. */
const UNITS_MAX = 40;

/** The old value with the new number; null where it has none, or several. */
export function completed(old: JsonValue, said: string): string | null {
  const digits = /^\D{0,12}?(\d{1,12})$/u.exec(said.trim())?.[1];
  if (typeof old !== "string" || old.length > UNITS_MAX || digits === undefined) return null;
  const [only, ...others] = [...old.matchAll(/\d+/gu)];
  if (!only || others.length > 0 || !/\p{L}/u.test(old)) return null;
  // Who says letters of his own says the whole.
  if (/\p{L}\d|\d\p{L}|\p{L}-\d/u.test(said)) return null;
  const padded = only[0].startsWith("0") ? digits.padStart(only[0].length, "0") : digits;
  return old.slice(0, only.index) + padded + old.slice(only.index + only[0].length);
}
