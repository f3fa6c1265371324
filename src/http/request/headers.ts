import { AppError } from "#core/errors.ts";
import type { CacheMode } from "#core/semantic-cache/question.ts";

/** What may be echoed into headers and logs without a second thought. */
const REQUEST_ID = /^[A-Za-z0-9._:+/=@-]{1,128}$/;

/** The client's own id for the request when it is a sane one, else a new one, which grows with time: the store keeps them in order. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given !== null && REQUEST_ID.test(given) ? given : Bun.randomUUIDv7();
}

/**
 * `no-store`: as if there were no cache. `no-cache`: answered anew, and the new answer kept. With
 * `X-Dragoman-Explain: cache` the answer says why the cache did or did not give it.
 */
export function cacheModeOf(headers: Headers): CacheMode {
  const directives = wordsIn(headers.get("cache-control"));
  const explain = wordsIn(headers.get("x-dragoman-explain")).includes("cache");
  if (directives.includes("no-store")) return { read: false, write: false, explain };
  return { read: !directives.includes("no-cache"), write: true, explain };
}

function wordsIn(header: string | null): readonly string[] {
  return (header ?? "").split(",").map((word) => word.trim().toLowerCase());
}

/** Whether the client wants lines of JSON, and not one JSON value. */
export function acceptsLines(headers: Headers): boolean {
  const types = (headers.get("accept") ?? "").split(",").map((type) => type.split(";")[0]?.trim().toLowerCase());
  return types.includes(NDJSON);
}

export const NDJSON = "application/x-ndjson";

/** No set ever has it: what an entity tag stands for that is well formed and not one of ours. */
const NO_REVISION = -1;

/**
 * The revision that `If-Match` asks for; null when any will do. A weak tag matches nothing, as RFC 9110 has it. Revisions
 * grow, so of several only the highest can be the current one. Throws `bad_request` for what is no list of entity tags.
 */
export function ifMatchOf(headers: Headers): number | null {
  const given = headers.get("if-match")?.trim();
  if (given === undefined || given === "*") return null;
  const tags = given.split(",").map((tag) => tag.trim());
  if (!tags.every((tag) => /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(tag))) {
    throw new AppError("bad_request", 'If-Match must be an ETag in its quotes, as in "r12", or *');
  }
  return Math.max(...tags.map((tag) => Number(/^"r(\d{1,15})"$/.exec(tag)?.[1] ?? NO_REVISION)));
}
