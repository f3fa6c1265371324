/** The cookie of whoever is signed in on the admin page, and what a request has to have that comes with it. */
import { AppError } from "#core/errors.ts";

const NAME = "dragoman_admin";
/** Longer than any secret of ours: bounds what is hashed. */
const SECRET_CHARACTERS_MAX = 128;
/** What a page of another origin cannot send without asking first, which is refused. */
const PAGE_HEADER = "x-dragoman-admin";
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** The secret of a session; null where there is none. */
export function adminCookieOf(headers: Headers): string | null {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? "";
  return value === "" || value.length > SECRET_CHARACTERS_MAX ? null : value;
}

/** `Set-Cookie` for a session that lives at most so long. `secure`: the browser is not to send it without TLS. */
export function adminCookie(
  secret: string,
  { seconds, secure }: { readonly seconds: number; readonly secure: boolean },
): string {
  const rest = `Path=/admin; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return `${NAME}=${secret}; ${rest}${secure ? "; Secure" : ""}`;
}

/** Whether the browser is on a page that came over TLS: it says so itself, whatever a proxy in front makes of it. */
export function isFromSecurePage(headers: Headers): boolean {
  return headers.get("origin")?.startsWith("https://") === true;
}

/**
 * Throws `forbidden` where a request that changes something, by a cookie that browsers send by themselves, is not one of our own
 * page's: it lacks the header, or another origin's page sent it.
 */
export function checkOwnPage(method: string, headers: Headers): void {
  if (READING.has(method)) return;
  if (headers.get(PAGE_HEADER) !== "1") {
    throw new AppError("forbidden", "a change by cookie needs the header `X-Dragoman-Admin: 1`");
  }
  if (!isOwnOrigin(headers)) {
    throw new AppError(
      "forbidden",
      "a change by cookie has to come from this server's own page: `Origin` is missing, or names another host than `Host`",
    );
  }
}

/** What browsers say of it counts, where they do; over plain HTTP most say only the origin. */
function isOwnOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin");
  return origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get("host");
}
