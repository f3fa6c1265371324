import { AppError } from "../errors.ts";
import type { AdminSession, AdminSessionStore } from "../ports/admin-session-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { Instant } from "../tenant.ts";
import type { AdminToken } from "./admin-token.ts";
import { hashOf, randomBase62 } from "./api-key.ts";

/** 256 random bits: more than 32 bytes have. */
const SECRET_LENGTH = 43;
/** How long a link lets somebody in. */
export const LINK_MS = 30 * 60_000;
/** Links that were asked for and not used yet; the oldest goes first. */
const LINKS_MAX = 16;
/** Browsers that are signed in at once; the one that asked for nothing for longest goes first. */
const SESSIONS_MAX = 64;
const MINUTE_MS = 60_000;

/** What proves that somebody is the operator: the admin token, or the code of a link. */
export type Proof = { readonly token: string } | { readonly code: string };

export interface AdminSessionsOptions {
  readonly store: AdminSessionStore;
  readonly adminToken: Pick<AdminToken, "matches">;
  readonly clock: Pick<Clock, "now">;
  /** Without a request for so long a session is over. */
  readonly idleMinutes: number;
  readonly minutesMax: number;
}

/** Who is signed in on the admin page, and the links that let them in. Of session secrets and codes only hashes are kept. */
export class AdminSessions {
  readonly #options: AdminSessionsOptions;

  constructor(options: AdminSessionsOptions) {
    this.#options = options;
  }

  /** A code that opens one session, once, within `LINK_MS`. */
  async newLink(): Promise<{ readonly code: string; readonly endsAt: Instant }> {
    const { store, clock } = this.#options;
    const code = randomBase62(SECRET_LENGTH);
    const endsAt = clock.now() + LINK_MS;
    await store.addLink(hashOf(code), endsAt, LINKS_MAX);
    return { code, endsAt };
  }

  /**
   * A session for whoever has a proof; its secret is known to them alone. Throws `unauthorized` for a token that is wrong, and for
   * a code that is wrong, used or too old, in the same words.
   */
  async open(proof: Proof): Promise<{ readonly secret: string; readonly session: AdminSession }> {
    const { clock, minutesMax } = this.#options;
    const now = clock.now();
    const secret = randomBase62(SECRET_LENGTH);
    const session = { openedAt: now, endsAt: now + minutesMax * MINUTE_MS };
    if ("token" in proof) await this.#openByToken(proof.token, hashOf(secret), session);
    else await this.#openByCode(proof.code, hashOf(secret), session);
    return { secret, session };
  }

  /** The session, which somebody has asked something in now; null where there is none, or none any more. */
  async find(secret: string): Promise<AdminSession | null> {
    const { store, clock, idleMinutes } = this.#options;
    return store.ask(hashOf(secret), clock.now(), idleMinutes * MINUTE_MS);
  }

  /** Ends it; where there is none nothing happens. */
  async close(secret: string): Promise<void> {
    await this.#options.store.close(hashOf(secret));
  }

  /** Ends all, and makes every link worthless. */
  async closeAll(): Promise<void> {
    await this.#options.store.closeAll();
  }

  async #openByToken(token: string, hash: string, session: AdminSession): Promise<void> {
    const { store, adminToken } = this.#options;
    if (!(await adminToken.matches(token))) throw wrongToken();
    await store.open(hash, session, SESSIONS_MAX);
    // Where it was reset meanwhile, maybe on another node, all were signed out before this one was in.
    if (await adminToken.matches(token)) return;
    await store.close(hash);
    throw wrongToken();
  }

  async #openByCode(code: string, hash: string, session: AdminSession): Promise<void> {
    if (await this.#options.store.openByLink(hashOf(code), hash, session, SESSIONS_MAX)) return;
    throw new AppError(
      "unauthorized",
      "the link was used already, or is older than 30 minutes: `dragoman admin-link` prints another",
    );
  }
}

function wrongToken(): AppError {
  return new AppError(
    "unauthorized",
    "the admin token is wrong: it was printed at the first start, and `dragoman admin-token reset` makes another",
  );
}
