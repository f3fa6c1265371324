/** What pages of other origins may do with the API in a browser: nothing, unless the operator has named their origin. */
import { AppError } from "#core/errors.ts";
import { shownValue } from "#core/shown-value.ts";
import { MCP_HEADERS, MCP_PATH } from "../mcp/wire.ts";
import { PARAMETERS } from "../openapi/parameters.ts";
import { HEADERS } from "../openapi/response-headers.ts";
import { splitUrl } from "../request/url.ts";
import type { HeaderFields, Route } from "../route.ts";
import type { Outcome } from "./outcome.ts";
import { methodsFinder } from "./unmatched.ts";

/** In the settings: pages of every origin. */
const EVERY_ORIGIN = "*";
/** How long a browser may keep the answer to a preflight, before it asks again. */
const PREFLIGHT_SECONDS_MAX = 600;
/** What requests may carry: what the routes take, and what every request has. */
const REQUEST_HEADERS = [
  "Authorization",
  "Content-Type",
  ...Object.values(PARAMETERS)
    .filter((parameter) => parameter.in === "header")
    .map(({ name }) => name),
  ...MCP_HEADERS,
];
/** What OpenAI's clients tell of themselves with each request: read by nobody here, and yet a browser asks for leave. */
const CLIENT_HEADER = /^x-stainless-[a-z-]{1,40}$/;
const CLIENT_HEADERS_MAX = 20;
/** Of an answer a page sees these only by leave. */
const EXPOSED_HEADERS = Object.keys(HEADERS).join(", ");

export interface CrossOrigin {
  /** For every answer to the request, errors included: a page has to be able to read a 401. */
  headersFor(request: Request): HeaderFields;
  /**
   * Throws `forbidden` for a message of MCP from a page whose origin is not allowed, as that protocol wants it: a name that points
   * here could have made the page one of this origin, and a browser asks nobody then.
   */
  checkOrigin(request: Request): void;
  /** The answer to a browser that asks before it sends; null for any other request. Throws `forbidden` where it may not. */
  preflight(request: Request): Outcome | null;
}

/**
 * By the Fetch standard, without credentials: whoever asks brings a token, and no cookie counts. Only what is below `/v1`, and `/mcp`,
 * is open to other origins, never the operator's routes.
 * @param origins as browsers send them, or `*`; none where CORS is off.
 */
export function crossOrigin(origins: readonly string[], routes: readonly Route[]): CrossOrigin {
  const isForAll = origins.includes(EVERY_ORIGIN);
  const allowed = new Set(origins);
  const methodsAt = methodsFinder(routes);
  // Whoever asks for what is not there may read that, too.
  const allMethods = [
    ...new Set(routes.filter(({ path }) => isOfApi(path)).flatMap(({ path }) => methodsAt(path))),
  ].sort();
  const isAllowed = (origin: string) => isForAll || allowed.has(origin);
  const headersFor: CrossOrigin["headersFor"] = ({ headers, url }) => {
    if (origins.length === 0 || !isOfApi(splitUrl(url).path)) return {};
    const origin = headers.get("origin");
    // Whatever stands between must not give one origin what was answered to another.
    const vary = isForAll ? {} : { Vary: "Origin" };
    if (origin === null || !isAllowed(origin)) return vary;
    const allows = isForAll ? EVERY_ORIGIN : origin;
    return { ...vary, "Access-Control-Allow-Origin": allows, "Access-Control-Expose-Headers": EXPOSED_HEADERS };
  };
  return {
    headersFor,
    checkOrigin({ headers, url }) {
      const origin = headers.get("origin");
      if (origin === null || splitUrl(url).path !== MCP_PATH || isAllowed(origin)) return;
      throw refusal(`a page of ${shownValue(origin)} sends to ${MCP_PATH}`, origins.length > 0);
    },
    preflight(request) {
      const { path } = splitUrl(request.url);
      const asked = request.method === "OPTIONS" && isOfApi(path) ? askedIn(request.headers) : null;
      if (asked === null) return null;
      if (!isAllowed(asked.origin)) throw refusal(inWords(asked, path), origins.length > 0);
      const methods = methodsAt(path);
      return {
        status: 204,
        headers: {
          "Access-Control-Allow-Methods": (methods.length > 0 ? methods : allMethods).join(", "),
          "Access-Control-Allow-Headers": [...REQUEST_HEADERS, ...clientHeadersIn(asked)].join(", "),
          "Access-Control-Max-Age": String(PREFLIGHT_SECONDS_MAX),
        },
        body: null,
      };
    },
  };
}

/** What a page wants to send. */
interface Asked {
  readonly origin: string;
  readonly method: string;
  readonly headers: string | null;
}

/** Null for an OPTIONS that no browser sends by itself. */
function askedIn(headers: Headers): Asked | null {
  const [origin, method] = [headers.get("origin"), headers.get("access-control-request-method")];
  if (origin === null || method === null) return null;
  return { origin, method, headers: headers.get("access-control-request-headers") };
}

function clientHeadersIn({ headers }: Asked): readonly string[] {
  const names = (headers ?? "").split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => CLIENT_HEADER.test(name)).slice(0, CLIENT_HEADERS_MAX);
}

function inWords({ origin, method, headers }: Asked, path: string): string {
  const carried = headers === null ? "" : ` with the headers ${shownValue(headers)}`;
  return `a page of ${shownValue(origin)} asks whether it may send ${shownValue(method)} to ${shownValue(path)}${carried}`;
}

function refusal(asked: string, isOn: boolean): AppError {
  const why = isOn ? "its origin is none of those that are allowed" : "CORS is off on this server";
  return new AppError("forbidden", `${asked}: ${why}; the operator allows origins with \`cors_origins\` in [server]`);
}

function isOfApi(path: string): boolean {
  return path === "/v1" || path.startsWith("/v1/") || path === MCP_PATH;
}
