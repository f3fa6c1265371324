import type { Instant } from "../tenant.ts";

/** Somebody who is signed in on the admin page. */
export interface AdminSession {
  readonly openedAt: Instant;
  /** It is over then at the latest, however much is asked in it. */
  readonly endsAt: Instant;
}

/**
 * Who is signed in on the admin page, and the links that let them in: the same whichever node is asked. Each is known by the hash of
 * its secret. On a data folder they are in memory alone, so a restart ends every session and no copy of the folder holds one.
 */
export interface AdminSessionStore {
  /** A link that is good until `endsAt`. Over `linksMax` the oldest go. */
  addLink(hash: string, endsAt: Instant, linksMax: number): Promise<void>;
  /** Over `sessionsMax` those go in which nothing was asked for longest. */
  open(hash: string, session: AdminSession, sessionsMax: number): Promise<void>;
  /**
   * The same for a link that is good when the session is opened; false, and nothing opened, where it is not. It is good for nothing from then
   * on: of those who use it at once, one is let in.
   */
  openByLink(link: string, hash: string, session: AdminSession, sessionsMax: number): Promise<boolean>;
  /** The session, in which something is asked at `at`; null where it is over, nothing was asked for `idleMs`, or it never was. */
  ask(hash: string, at: Instant, idleMs: number): Promise<AdminSession | null>;
  /** Ends it; where there is none nothing happens. */
  close(hash: string): Promise<void>;
  /** Ends all, and makes every link worthless: what was let in by a link until then is out, too. */
  closeAll(): Promise<void>;
}
