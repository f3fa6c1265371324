import type { AdminSession, AdminSessionStore } from "#core/ports/admin-session-store.ts";
import type { Instant } from "#core/tenant.ts";
import type { Postgres } from "./postgres.ts";
import { Shares } from "./shares.ts";

/** Connections that look for sessions at once: anybody may send what looks like the cookie of one. */
const LOOKING_MAX = 2;

const ASK = `WITH ended AS (
    DELETE FROM admin_sessions WHERE hash = $1 AND (ends_at <= $2::bigint OR last_asked_at <= $2 - $3::bigint)
  )
  UPDATE admin_sessions SET last_asked_at = greatest(last_asked_at, $2), position = nextval('revisions')
  WHERE hash = $1 AND ends_at > $2 AND last_asked_at > $2 - $3
  RETURNING opened_at, ends_at`;

/** Only hashes: whoever reads the database can sign in with none of them. */
export class ClusterAdminSessions implements AdminSessionStore {
  readonly #postgres: Postgres;
  readonly #looking = new Shares(LOOKING_MAX);

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async addLink(hash: string, endsAt: Instant, linksMax: number): Promise<void> {
    await this.#postgres.rows("INSERT INTO admin_links (hash, ends_at) VALUES ($1, $2)", [hash, endsAt]);
    await this.#postgres.rows(
      "DELETE FROM admin_links WHERE hash IN (SELECT hash FROM admin_links ORDER BY position DESC OFFSET $1)",
      [linksMax],
    );
  }

  async open(hash: string, { openedAt, endsAt }: AdminSession, sessionsMax: number): Promise<void> {
    await this.#postgres.rows(
      "INSERT INTO admin_sessions (hash, opened_at, ends_at, last_asked_at) VALUES ($1, $2, $3, $2)",
      [hash, openedAt, endsAt],
    );
    await this.#drop(openedAt, sessionsMax);
  }

  async openByLink(
    link: string,
    hash: string,
    { openedAt, endsAt }: AdminSession,
    sessionsMax: number,
  ): Promise<boolean> {
    // One statement, so that nobody has used the link and is nowhere yet while all are signed out.
    const opened = await this.#looked(
      `WITH used AS (DELETE FROM admin_links WHERE hash = $1 RETURNING ends_at)
       INSERT INTO admin_sessions (hash, opened_at, ends_at, last_asked_at)
       SELECT $2, $3, $4, $3 FROM used WHERE ends_at > $3 RETURNING hash`,
      [link, hash, openedAt, endsAt],
    );
    if (opened.length > 0) await this.#drop(openedAt, sessionsMax);
    return opened.length > 0;
  }

  async ask(hash: string, at: Instant, idleMs: number): Promise<AdminSession | null> {
    const [found] = await this.#looked<{ opened_at: Instant; ends_at: Instant }>(ASK, [hash, at, idleMs]);
    return found ? { openedAt: found.opened_at, endsAt: found.ends_at } : null;
  }

  async close(hash: string): Promise<void> {
    await this.#postgres.rows("DELETE FROM admin_sessions WHERE hash = $1", [hash]);
  }

  async closeAll(): Promise<void> {
    // One after the other: the first waits for whoever is using a link, and the second sees what came of it.
    await this.#postgres.rows("DELETE FROM admin_links");
    await this.#postgres.rows("DELETE FROM admin_sessions");
  }

  /** Those that are over, and those that are too many. */
  async #drop(at: Instant, sessionsMax: number): Promise<void> {
    await this.#postgres.rows(
      `DELETE FROM admin_sessions
       WHERE ends_at <= $1 OR hash IN (SELECT hash FROM admin_sessions ORDER BY position DESC OFFSET $2)`,
      [at, sessionsMax],
    );
  }

  #looked<Row extends object>(statement: string, values: readonly (string | number)[]): Promise<readonly Row[]> {
    return this.#looking.within("sessions", () => this.#postgres.rows<Row>(statement, values));
  }
}
