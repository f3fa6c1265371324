import { AppError } from "../errors.ts";
import { growingCache } from "../growing-cache.ts";
import type { AppStore, KeyStore } from "../ports/app-store.ts";
import type { ChangeCounter } from "../ports/change-counter.ts";
import type { Clock } from "../ports/clock.ts";
import { NOBODY, type Observer } from "../ports/observer.ts";
import type { WindowStore } from "../ports/window-store.ts";
import type { ApiKey, App, AppId, Instant, Plan, Principal } from "../tenant.ts";
import { hashOf, NO_SECRET_HASH, parseApiKey, sameHash } from "./api-key.ts";
import { bearerIn, credentialKindIn, notAnAccessToken } from "./credentials.ts";
import { type Tokens, wholeSeconds } from "./tokens.ts";

const WINDOW_MS = 60_000;
/** Callers who are known by their header: some 1 KiB each. */
const KNOWN_CALLERS_MAX = 4_096;

/** Where a caller stands in the current minute. */
export interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  /** When the next window begins. */
  readonly resetAt: Instant;
  readonly exceeded: boolean;
}

/** Somebody who was let in. */
interface KnownCaller {
  readonly principal: Principal;
  readonly expiresAt: Instant;
  /** How many changes of the app there were before it was looked up. */
  readonly changes: number;
}

export interface AccessOptions {
  readonly apps: AppStore;
  readonly keys: KeyStore;
  readonly windows: WindowStore;
  readonly tokens: Tokens;
  readonly changes: ChangeCounter;
  readonly clock: Clock;
  readonly plans: Readonly<Record<string, Plan>>;
  readonly exchangesPerMinute: number;
  readonly observer?: Observer;
}

/** Who is calling, whether they may, and how often. */
export class Access {
  readonly #options: AccessOptions;
  /** By their `Authorization` header, written as most clients do: with spaces in between it could be of any length. */
  readonly #known = growingCache<string, KnownCaller>(KNOWN_CALLERS_MAX);
  /** Those who send an API key, by its hash: what lives longer than a token is not kept as it is. */
  readonly #knownKeys = growingCache<string, KnownCaller>(KNOWN_CALLERS_MAX);

  constructor(options: AccessOptions) {
    this.#options = options;
  }

  /** Counts an exchange of a key by this client address. */
  countExchange(address: string): Promise<RateWindow> {
    return this.#count(`address:${address}`, this.#options.exchangesPerMinute, "address");
  }

  /** Counts a call of the app. Refused calls count too. */
  countCall(principal: Principal): Promise<RateWindow> {
    return this.#count(principal.app, principal.plan.requestsPerMinute, "app");
  }

  /** The caller's window as it stands, for answers that count as no call. */
  windowOf(principal: Principal): Promise<RateWindow> {
    return this.#peek(principal.app, principal.plan.requestsPerMinute);
  }

  /** The same for a client address. */
  windowOfAddress(address: string): Promise<RateWindow> {
    return this.#peek(`address:${address}`, this.#options.exchangesPerMinute);
  }

  /**
   * A token for an API key. Throws `unauthorized` for a key that is malformed, unknown, revoked or expired, in the same
   * words and the same time, and `forbidden` when the app is suspended.
   */
  async exchange(apiKey: string): Promise<{ readonly token: string; readonly expiresInSeconds: number }> {
    const { app, key } = await this.#holderOf(apiKey);
    return this.#options.tokens.sign({ app: app.id, key: key.id, epoch: app.epoch }, key.expiresAt);
  }

  /**
   * The caller who sends an API key in place of a token, for clients that know no other way. Throws as `exchange` does, and
   * `too_many_requests` where the address has sent wrong keys or exchanged keys as often as it may: a right one is not looked at then.
   */
  async authenticateByKey(apiKey: string, address: string): Promise<Principal> {
    const { clock, observer = NOBODY } = this.#options;
    const used = await this.windowOfAddress(address);
    if (used.remaining === 0) {
      observer.windowRefused("address");
      throw windowError(used, clock.now(), null);
    }
    const before = await this.#changesOfHolder(apiKey);
    try {
      const { app, key } = await this.#holderOf(apiKey);
      const principal = { app: app.id, key: key.id, plan: this.#planOf(app) };
      const expiresAt = key.expiresAt ?? Number.POSITIVE_INFINITY;
      this.#knownKeys.set(hashOf(apiKey), { principal, expiresAt, changes: before });
      return principal;
    } catch (failure) {
      if (failure instanceof AppError && failure.code === "unauthorized") await this.countExchange(address);
      throw failure;
    }
  }

  /** How many changes there were of the app that the key may be of, before it is looked at: what changes meanwhile counts. */
  async #changesOfHolder(apiKey: string): Promise<number> {
    const id = parseApiKey(apiKey)?.id;
    const key = id === undefined ? null : await this.#options.keys.find(id);
    if (key) await this.renew(key.app);
    return key ? this.#options.changes.of(key.app) : 0;
  }

  /** The same at once, as `known`. */
  knownByKey(apiKey: string): Principal | null {
    return this.#stillKnown(this.#knownKeys.get(hashOf(apiKey)));
  }

  async #holderOf(apiKey: string): Promise<{ readonly app: App; readonly key: ApiKey }> {
    const { apps, keys, clock } = this.#options;
    const parsed = parseApiKey(apiKey);
    const holder = parsed && (await keys.find(parsed.id));
    if (holder) await this.renew(holder.app);
    const app = holder && (await apps.find(holder.app));
    // After the app: a key that is revoked in between would else give a token of the epoch that it has made.
    const key = holder && (await keys.find(holder.id));
    const matches = sameHash(hashOf(parsed?.secret ?? ""), key?.secretHash ?? NO_SECRET_HASH);
    const dead = !key || key.revokedAt !== null || isOver(key, clock.now());
    if (!matches || dead || !app) {
      throw new AppError("unauthorized", "the API key is not valid: it is mistyped, unknown, expired or revoked");
    }
    checkNotSuspended(app);
    return { app, key };
  }

  /**
   * The caller behind an `Authorization` header. Throws `unauthorized` without a valid token, `forbidden` when the app is
   * suspended. Looks the app up each time: a suspension or a revocation counts from the next call on.
   */
  async authenticate(authorization: string | null): Promise<Principal> {
    const token = bearerIn(authorization);
    // A secret of another kind is told by its form: it is compared with nothing.
    const kind = credentialKindIn(authorization);
    if (token === undefined || kind === "API key" || kind === "admin token") throw notAnAccessToken(authorization);
    const claims = await this.#options.tokens.verify(token);
    await this.renew(claims.app);
    const changes = this.#options.changes.of(claims.app);
    const app = await this.#options.apps.find(claims.app);
    if (!app) throw new AppError("unauthorized", "the access token is no longer valid");
    checkNotSuspended(app);
    if (app.epoch !== claims.epoch) {
      throw new AppError(
        "unauthorized",
        "the access token was withdrawn: exchange the API key again with POST /v1/auth",
      );
    }
    const principal = { app: app.id, key: claims.key, plan: this.#planOf(app) };
    this.#known.set(`Bearer ${token}`, { principal, expiresAt: claims.expiresAt, changes });
    return principal;
  }

  /** See `ChangeCounter.renew`: for whoever is known already. Who is looked up is looked up as of now. */
  renew(app: AppId): Promise<void> | null {
    return this.#options.changes.renew(app);
  }

  /** The same at once, where the caller was let in before and nothing of the app has changed since; else null. */
  known(authorization: string): Principal | null {
    return this.#stillKnown(this.#known.get(authorization));
  }

  #stillKnown(known: KnownCaller | undefined): Principal | null {
    if (!known || known.expiresAt <= this.#options.clock.now()) return null;
    return known.changes === this.#options.changes.of(known.principal.app) ? known.principal : null;
  }

  #planOf(app: App): Plan {
    const plan = this.#options.plans[app.plan];
    if (!plan) throw new AppError("forbidden", `the app's plan "${app.plan}" is not in the server's settings`);
    return plan;
  }

  async #count(
    subject: Parameters<WindowStore["count"]>[0],
    limit: number,
    by: "address" | "app",
  ): Promise<RateWindow> {
    const { clock, windows, observer = NOBODY } = this.#options;
    const now = clock.now();
    const window = windowAt(now, await windows.count(subject, now), limit);
    if (window.exceeded) observer.windowRefused(by);
    return window;
  }

  async #peek(subject: Parameters<WindowStore["peek"]>[0], limit: number): Promise<RateWindow> {
    const now = this.#options.clock.now();
    return windowAt(now, await this.#options.windows.peek(subject, now), limit);
  }
}

/** `count`: calls of the minute, this one among them. */
export function windowAt(now: Instant, count: number, limit: number): RateWindow {
  const resetAt = (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS;
  return { limit, remaining: Math.max(0, limit - count), resetAt, exceeded: count > limit };
}

/**
 * `too_many_requests` when the window is used up. `app`: whose window it is; null for that of a client address, which is told of no
 * command: anybody may come from there.
 */
export function checkWindow(window: RateWindow, now: Instant, app: AppId | null): void {
  if (window.exceeded) throw windowError(window, now, app);
}

function windowError(window: RateWindow, now: Instant, app: AppId | null): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((window.resetAt - now) / 1000));
  const command = app === null ? "" : `; \`dragoman app plan ${app} PLAN\` moves the app to a plan that allows more`;
  return new AppError(
    "too_many_requests",
    `the limit of ${window.limit} requests per minute is reached: try again in ${retryAfterSeconds} s${command}`,
    { retryAfterSeconds },
  );
}

/** In its last second, too: no token could be made that ends with it. */
function isOver({ expiresAt }: ApiKey, now: Instant): boolean {
  return expiresAt !== null && wholeSeconds(expiresAt) <= wholeSeconds(now);
}

function checkNotSuspended(app: App): void {
  if (app.status === "suspended") throw new AppError("forbidden", "the app is suspended");
}
