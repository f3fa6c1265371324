import { invalid } from "#core/errors.ts";
import { LIMITS } from "#core/limits.ts";

export interface PageRequest {
  readonly limit: number;
  readonly after: number | null;
}

const PAGE = { byDefault: LIMITS.pageItemsDefault, max: LIMITS.pageItemsMax };

/** `?limit=` and `?cursor=`. Throws `validation_error` for values that no page can have. */
export function pageRequestOf(query: URLSearchParams): PageRequest {
  return { limit: limitOf(query.get("limit"), PAGE), after: afterOf(query.get("cursor")) };
}

/** The cursor of the next page, opaque to clients; null after the last one. */
export function cursorOf(next: number | null): string | null {
  return next === null ? null : Buffer.from(String(next)).toString("base64url");
}

/** How many items were asked for, as `?limit=`: a whole number from 1 to `max`. Throws `validation_error` for another. */
export function limitOf(
  given: string | null,
  { byDefault, max }: { readonly byDefault: number; readonly max: number },
): number {
  if (given === null) return byDefault;
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > max) throw invalid("limit", `must be a whole number from 1 to ${max}`);
  return limit;
}

function afterOf(given: string | null): number | null {
  if (given === null) return null;
  const after = Number(/^\d{1,15}$/.exec(Buffer.from(given, "base64url").toString("latin1"))?.[0] ?? Number.NaN);
  if (cursorOf(after) !== given) throw invalid("cursor", "is none that a list has returned as `next_cursor`");
  return after;
}
