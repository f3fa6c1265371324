import { checkWindow, type RateWindow } from "#core/access/access.ts";
import { apiKeyIn, bearerIn, credentialKindIn, notAKeyNorAToken, notTheAdminToken } from "#core/access/credentials.ts";
import type { Subject } from "#core/access/failed-work.ts";
import type { Principal } from "#core/tenant.ts";
import { adminCookieOf, checkOwnPage } from "../request/admin-cookie.ts";
import { requestIdOf } from "../request/headers.ts";
import { hasUnreadBody } from "../request/unread-body.ts";
import type { Caller, Route } from "../route.ts";
import { failureOutcome, responseOf } from "./outcome.ts";
import type { RequestContext } from "./request-context.ts";
import type { Unmatched } from "./unmatched.ts";

/** Who has to be known, and by what. */
type Way = Pick<Route, "caller" | "dialect">;

/** One request's way in: who sent it, and what of the minute is left to them. */
export class Admission {
  readonly requestId: string;
  /** On the monotonic clock, in milliseconds. */
  readonly startedMs: number;
  readonly #context: RequestContext;
  readonly #request: Request;
  #principal: Principal | null = null;
  #window: RateWindow | null = null;
  #subject: Subject | null = null;

  constructor(context: RequestContext, request: Request) {
    this.#context = context;
    this.#request = request;
    this.requestId = requestIdOf(request.headers);
    this.startedMs = context.services.clock.monotonicMs();
  }

  /** Aborted when the client goes away. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }

  /** Null until identified, and on routes that are not for apps. */
  get principal(): Principal | null {
    return this.#principal;
  }

  /** Whose failed work it is when this fails; null where nothing is counted. */
  get subject(): Subject | null {
    return this.#subject;
  }

  /** Whether it is known at once who calls; again, whether it still is. */
  recognise(way: Way): boolean {
    if (way.caller !== "app" && way.caller !== "key") return false;
    const { access } = this.#context.services;
    const authorization = this.#request.headers.get("authorization");
    const apiKey = opensByKey(way) ? apiKeyIn(authorization) : null;
    const known = apiKey === null ? authorization && access.known(authorization) : access.knownByKey(apiKey);
    if (!known) return false;
    this.#principal = known;
    return true;
  }

  /**
   * Throws `unauthorized` or `forbidden`, and `too_many_requests` to an address that sends wrong API keys. The operator is known by the
   * admin token, or by the cookie of a session.
   */
  async identify(way: Way): Promise<void> {
    const { caller } = way;
    const authorization = this.#request.headers.get("authorization");
    if (caller === "app" || caller === "key") this.#principal = await this.#identifyApp(authorization, way);
    if (caller === "admin") await this.#identifyAdmin(authorization);
  }

  /** Who was known at once may be so no more, and what is known of the app another: by what other nodes have changed until now. */
  async confirm(way: Way): Promise<void> {
    const renewed = this.#principal && this.#context.services.access.renew(this.#principal.app);
    if (!renewed) return;
    await renewed;
    if (!this.recognise(way)) await this.identify(way);
  }

  /** The answer to a caller who found no route: the window is shown, nothing is counted. */
  async turnAway({ caller, failure, headers, ...way }: Unmatched): Promise<Response> {
    const { access } = this.#context.services;
    if (this.#principal) this.#window = await access.windowOf(this.#principal);
    else if (caller === "address") this.#window = await access.windowOfAddress(this.#context.addressOf(this.#request));
    return responseOf(failureOutcome(failure, way), Object.assign(this.headers(), headers));
  }

  /** Throws `too_many_requests`. */
  async count(caller: Caller): Promise<void> {
    const { access, clock, failedWork } = this.#context.services;
    if (this.#principal) {
      this.#subject = this.#principal.app;
      this.#window = await access.countCall(this.#principal);
    } else if (caller === "address") {
      const address = this.#context.addressOf(this.#request);
      this.#subject = `address:${address}`;
      this.#window = await access.countExchange(address);
    }
    if (this.#window) checkWindow(this.#window, clock.now(), this.#principal?.app ?? null);
    if (this.#subject !== null) failedWork.check(this.#subject);
  }

  /** It was counted with what it cost. */
  counted(window: RateWindow): void {
    this.#window = window;
  }

  /** On every answer, whatever it is. The window only where the caller is known. */
  headers(): Record<string, string> {
    const window = this.#window;
    const headers: Record<string, string> = {
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": this.requestId,
      ...this.#context.crossOrigin.headersFor(this.#request),
    };
    // What is still to come of its body is for nobody: it could keep the connection for ever.
    if (hasUnreadBody(this.#request)) headers.Connection = "close";
    if (window) {
      headers["X-RateLimit-Limit"] = String(window.limit);
      headers["X-RateLimit-Remaining"] = String(window.remaining);
      headers["X-RateLimit-Reset"] = String(Math.ceil(window.resetAt / 1000));
    }
    return headers;
  }

  async #identifyApp(authorization: string | null, way: Way): Promise<Principal> {
    const { access } = this.#context.services;
    if (!opensByKey(way)) return access.authenticate(authorization);
    const apiKey = apiKeyIn(authorization);
    if (apiKey !== null) return access.authenticateByKey(apiKey, this.#context.addressOf(this.#request));
    if (credentialKindIn(authorization) === null) throw notAKeyNorAToken();
    return access.authenticate(authorization);
  }

  async #identifyAdmin(authorization: string | null): Promise<void> {
    const token = bearerIn(authorization);
    const { admin, adminToken } = this.#context.services;
    if (token !== undefined && (await adminToken.matches(token))) return;
    const { headers, method } = this.#request;
    const secret = adminCookieOf(headers);
    if (secret === null || (await admin.sessions.find(secret)) === null) throw notTheAdminToken(authorization);
    checkOwnPage(method, headers);
  }
}

/** Whether an API key will do in the place of a token: clients of other protocols have a place for one secret. */
function opensByKey({ caller, dialect }: Way): boolean {
  return caller === "key" || dialect === "openai";
}
