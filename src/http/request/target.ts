/** What a request was sent to, before the URL parser made it pretty: what a proxy in front judged, and what we route, must be one. */
import { AppError } from "#core/errors.ts";
import { splitUrl } from "./url.ts";

/** More than any route has; `/docs` included. */
const SEGMENTS_MAX = 16;

/**
 * Patterns for Bun's own router, one for each number of segments. It is the only one that sees a target as it was sent: in
 * `request.url` backslashes are slashes already, and `.` and `..` are gone.
 */
export const TARGET_PATTERNS: readonly string[] = Array.from({ length: SEGMENTS_MAX }, (_, last) =>
  Array.from({ length: last + 1 }, (_, index) => `/:s${index}`).join(""),
);

/**
 * Why the request is refused before it is routed; null where it is not.
 * @param sent the path as it was sent, where one of ours is just that; else its segments, percent-decoded; null where none of the
 * patterns fits.
 */
export function targetFault({ headers, url }: Request, sent: string | readonly string[] | null): AppError | null {
  if (!isOneHost(headers.get("host"), url)) {
    return new AppError("bad_request", "the request needs one `Host` header, and it has to name a host");
  }
  const path = splitUrl(url).path;
  if (sent === path) return null;
  const segments = typeof sent === "string" ? sent.split("/").slice(1) : sent;
  if (segments ? isMadeOf(path, segments) : isBeyondPatterns(path)) return null;
  return new AppError("bad_request", "the path must have no backslash and no segment `.` or `..`");
}

/** Of a host that makes no URL Bun hands on the bare target, and routers take a part of that for the host. */
function isOneHost(host: string | null, url: string): boolean {
  // Headers that stand twice come joined by a comma.
  if (host !== null && /[\s,/\\?#@]/.test(host)) return false;
  if (url.startsWith("http://")) return true;
  // HTTP/1.0 needs no host, and there are probes that send none. With one slash there is nothing to be mistaken.
  return !host && url.lastIndexOf("/") === 0;
}

/** Whether the parser left each segment where and what it was. */
function isMadeOf(path: string, sent: readonly string[]): boolean {
  const segments = path.split("/").slice(1);
  return segments.length === sent.length && segments.every((segment, index) => isSame(segment, sent[index] ?? ""));
}

/** Bun writes the replacement character where it cannot decode, and swallows what stood there. */
const UNDECODED = "\uFFFD";

function isSame(segment: string, sent: string): boolean {
  if (segment === sent) return true;
  const decoded = decodedOrNull(segment);
  return decoded === null || decoded.includes(UNDECODED) ? sent.includes(UNDECODED) : decoded === sent;
}

function decodedOrNull(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/**
 * What fits no pattern has an empty segment or too many of them, unless it is the root alone. Where the URL has neither any
 * more, the parser took something away.
 */
function isBeyondPatterns(path: string): boolean {
  const segments = path.split("/").slice(1);
  return path === "/" || segments.length > SEGMENTS_MAX || segments.includes("");
}
