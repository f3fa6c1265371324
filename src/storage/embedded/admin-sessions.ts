import type { AdminSession, AdminSessionStore } from "#core/ports/admin-session-store.ts";
import type { Instant } from "#core/tenant.ts";

interface Kept extends AdminSession {
  readonly lastAskedAt: Instant;
}

/** In memory: nothing of it is in the folder. */
export class EmbeddedAdminSessions implements AdminSessionStore {
  /** By hash; whoever asked last comes last. */
  readonly #sessions = new Map<string, Kept>();
  /** By hash, when it is good for nothing any more; the oldest first. */
  readonly #links = new Map<string, Instant>();

  async addLink(hash: string, endsAt: Instant, linksMax: number): Promise<void> {
    this.#links.set(hash, endsAt);
    dropFirst(this.#links, linksMax);
  }

  async open(hash: string, session: AdminSession, sessionsMax: number): Promise<void> {
    this.#sessions.set(hash, { ...session, lastAskedAt: session.openedAt });
    dropFirst(this.#sessions, sessionsMax);
  }

  async openByLink(link: string, hash: string, session: AdminSession, sessionsMax: number): Promise<boolean> {
    const endsAt = this.#links.get(link);
    this.#links.delete(link);
    if (endsAt === undefined || session.openedAt >= endsAt) return false;
    await this.open(hash, session, sessionsMax);
    return true;
  }

  async ask(hash: string, at: Instant, idleMs: number): Promise<AdminSession | null> {
    const kept = this.#sessions.get(hash);
    if (!kept) return null;
    this.#sessions.delete(hash);
    const { openedAt, endsAt, lastAskedAt } = kept;
    if (at >= endsAt || at - lastAskedAt >= idleMs) return null;
    this.#sessions.set(hash, { ...kept, lastAskedAt: Math.max(lastAskedAt, at) });
    return { openedAt, endsAt };
  }

  async close(hash: string): Promise<void> {
    this.#sessions.delete(hash);
  }

  async closeAll(): Promise<void> {
    this.#sessions.clear();
    this.#links.clear();
  }
}

/** A map keeps the order in which its keys were set. */
function dropFirst(map: Map<string, unknown>, countMax: number): void {
  for (const key of map.keys()) {
    if (map.size <= countMax) return;
    map.delete(key);
  }
}
