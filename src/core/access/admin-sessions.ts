import { AppError } from "../errors.ts";
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

export interface AdminSession {
  readonly openedAt: Instant;
  /** It is over then at the latest, however much is asked in it. */
  readonly endsAt: Instant;
}

interface Kept extends AdminSession {
  readonly lastAskedAt: Instant;
}

export interface AdminSessionsOptions {
  readonly adminToken: Pick<AdminToken, "matches">;
  readonly clock: Pick<Clock, "now">;
  /** Without a request for so long a session is over. */
  readonly idleMinutes: number;
  readonly minutesMax: number;
}

/**
 * Who is signed in on the admin page, and the links that let them in. Of session secrets and codes only hashes are kept, and in
 * memory alone: a restart ends every session, and no copy of the data folder holds one.
 */
export class AdminSessions {
  readonly #options: AdminSessionsOptions;
  /** By hash; whoever asked last comes last. */
  readonly #sessions = new Map<string, Kept>();
  /** By hash, when the code is good for nothing any more; the oldest first. */
  readonly #links = new Map<string, Instant>();

  constructor(options: AdminSessionsOptions) {
    this.#options = options;
  }

  /** A code that opens one session, once, within `LINK_MS`. */
  newLink(): { readonly code: string; readonly endsAt: Instant } {
    const code = randomBase62(SECRET_LENGTH);
    const endsAt = this.#options.clock.now() + LINK_MS;
    this.#links.set(hashOf(code), endsAt);
    dropFirst(this.#links, LINKS_MAX);
    return { code, endsAt };
  }

  /**
   * A session for whoever has a proof; its secret is known to them alone. Throws `unauthorized` for a token that is wrong, and for
   * a code that is wrong, used or too old, in the same words.
   */
  async open(proof: Proof): Promise<{ readonly secret: string; readonly session: AdminSession }> {
    if (!("token" in proof)) this.#use(proof.code);
    else if (!(await this.#options.adminToken.matches(proof.token))) {
      throw new AppError(
        "unauthorized",
        "the admin token is wrong: it was printed at the first start, and `dragoman admin-token reset` makes another",
      );
    }
    const now = this.#options.clock.now();
    const secret = randomBase62(SECRET_LENGTH);
    const session = { openedAt: now, endsAt: now + this.#options.minutesMax * MINUTE_MS };
    this.#sessions.set(hashOf(secret), { ...session, lastAskedAt: now });
    dropFirst(this.#sessions, SESSIONS_MAX);
    return { secret, session };
  }

  /** The session, which somebody has asked something in now; null where there is none, or none any more. */
  find(secret: string): AdminSession | null {
    const hash = hashOf(secret);
    const kept = this.#sessions.get(hash);
    if (!kept) return null;
    const now = this.#options.clock.now();
    this.#sessions.delete(hash);
    const { openedAt, endsAt, lastAskedAt } = kept;
    if (now >= endsAt || now - lastAskedAt >= this.#options.idleMinutes * MINUTE_MS) return null;
    this.#sessions.set(hash, { ...kept, lastAskedAt: now });
    return { openedAt, endsAt };
  }

  /** Ends it; where there is none nothing happens. */
  close(secret: string): void {
    this.#sessions.delete(hashOf(secret));
  }

  /** Ends all, and makes every link worthless. */
  closeAll(): void {
    this.#sessions.clear();
    this.#links.clear();
  }

  #use(code: string): void {
    const hash = hashOf(code);
    const endsAt = this.#links.get(hash);
    this.#links.delete(hash);
    if (endsAt !== undefined && this.#options.clock.now() < endsAt) return;
    throw new AppError(
      "unauthorized",
      "the link was used already, or is older than 30 minutes: `dragoman admin-link` prints another",
    );
  }
}

/** A map keeps the order in which its keys were set. */
function dropFirst(map: Map<string, unknown>, countMax: number): void {
  for (const key of map.keys()) {
    if (map.size <= countMax) return;
    map.delete(key);
  }
}
