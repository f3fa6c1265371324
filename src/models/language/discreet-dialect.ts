/** What a model server says about its failure, without the key that it was sent: servers repeat it, and logs are read by many. */
import { BackendFailure } from "../backend/backend-failure.ts";
import type { Dialect } from "../backend/dialect.ts";

const MASK = "•••";
/** A shorter beginning of a key at the end of what was kept may be anything, and tells nothing. */
const CUT_CHARACTERS_MIN = 4;

/** The same dialect, whose failures do not have the key in their detail. */
export function discreetDialect(dialect: Dialect, key: string): Dialect {
  if (key === "") return dialect;
  return {
    load: () => dialect.load(),
    ask: (question, signal) =>
      dialect.ask(question, signal).catch((failure: unknown) => {
        throw failure instanceof BackendFailure ? discreet(failure, key) : failure;
      }),
    ...(dialect.facts && { facts: dialect.facts.bind(dialect) }),
    ...(dialect.known && { known: dialect.known.bind(dialect) }),
  };
}

function discreet(failure: BackendFailure, key: string): BackendFailure {
  const { kind, message, status, retryAfterMs, cause } = failure;
  const detail = withoutKey(failure.detail, key);
  return new BackendFailure(kind, message, { detail, retryAfterMs, cause, ...(status !== null && { status }) });
}

/**
 * `text` with a mask for the key in any case, as it is, as JSON writes it and as a URL does; also for its beginning, where the
 * text was cut within it.
 */
export function withoutKey(text: string, key: string): string {
  const spellings = [key, JSON.stringify(key).slice(1, -1), key.replaceAll("/", "\\/"), encodeURIComponent(key)];
  // Longer ones first: one may hold another.
  const all = [...new Set(spellings)].sort((one, other) => other.length - one.length);
  const masked = text.replace(new RegExp(all.map(RegExp.escape).join("|"), "gi"), MASK);
  const cutAt = Math.max(...all.map((spelling) => cutLength(masked, spelling)));
  return cutAt === 0 ? masked : `${masked.slice(0, -cutAt)}${MASK}`;
}

/** How many characters at the end of the text are the beginning of the key; 0 for too few to tell. */
function cutLength(text: string, key: string): number {
  const [end, start] = [text.slice(-key.length).toLowerCase(), key.toLowerCase()];
  for (let length = Math.min(end.length, start.length - 1); length >= CUT_CHARACTERS_MIN; length -= 1) {
    if (end.endsWith(start.slice(0, length))) return length;
  }
  return 0;
}
