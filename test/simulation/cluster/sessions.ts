/** Who is signed in on the admin page, whichever node is asked. */
import type { Node } from "./node.ts";

const LINKS_MAX = 100_000;
const SESSIONS_MAX = 100_000;
/** Longer than clocks of nodes are apart. */
const HOURS_MS = 1_000 * 3_600_000;

interface Link {
  readonly hash: string;
  readonly addedBehind: number;
}

interface Session {
  readonly hash: string;
  /** How many had begun to sign all out before it was opened. */
  readonly openedBehind: number;
  /** Whether nobody was signing all out: else it may be out already. */
  readonly isCertain: boolean;
}

/** A link lets one in; who was signed out stays out, and nobody else is. */
export class Sessions {
  #number = 0;
  readonly #links: Link[] = [];
  readonly #entered = new Map<string, number>();
  readonly #sessions: Session[] = [];
  /** How often all were begun to be signed out, and the last of them that was acknowledged. */
  #closings = 0;
  #closedBy = 0;
  /** Of those how many may come yet, or never. */
  #unknown = 0;

  /** Whatever was under way has come to its end. */
  nextPeriod(): void {
    if (this.#unknown > 0) this.#closings += 1;
    this.#unknown = 0;
  }

  async addLink(node: Node): Promise<null> {
    const link = this.#next("link");
    await node.storage.adminSessions.addLink(link, Date.now() + HOURS_MS, LINKS_MAX);
    // Only now: whoever began to sign all out meanwhile may have done so before the link was there.
    this.#links.push({ hash: link, addedBehind: this.#closings });
    return null;
  }

  /** With the last link or the one before: others may be using it. */
  async enter(node: Node, random: number): Promise<string | null> {
    const link = this.#links.at(random < 0.5 ? -1 : -2);
    if (!link) return null;
    const closedBy = this.#closedBy;
    const session = { hash: this.#next("session"), openedBehind: this.#closings, isCertain: this.#unknown === 0 };
    const openedAt = Date.now();
    const times = { openedAt, endsAt: openedAt + HOURS_MS };
    if (!(await node.storage.adminSessions.openByLink(link.hash, session.hash, times, SESSIONS_MAX))) return null;
    this.#sessions.push(session);
    const entered = (this.#entered.get(link.hash) ?? 0) + 1;
    this.#entered.set(link.hash, entered);
    if (link.addedBehind < closedBy) return `${link.hash} has let in when all were signed out`;
    return entered > 1 ? `${link.hash} has let ${entered} in` : null;
  }

  async ask(node: Node, random: number): Promise<string | null> {
    const session = this.#sessions[Math.floor(random * this.#sessions.length)];
    if (!session) return null;
    const closedBy = this.#closedBy;
    const found = await node.storage.adminSessions.ask(session.hash, Date.now(), HOURS_MS);
    if (found && session.openedBehind < closedBy) return `${session.hash} was signed out, and is let in`;
    if (!found && session.isCertain && session.openedBehind === this.#closings)
      return `${session.hash} is signed in, and was not let in`;
    return null;
  }

  async closeAll(node: Node): Promise<null> {
    this.#closings += 1;
    this.#unknown += 1;
    const number = this.#closings;
    await node.storage.adminSessions.closeAll();
    this.#unknown -= 1;
    this.#closedBy = Math.max(this.#closedBy, number);
    return null;
  }

  #next(what: string): string {
    this.#number += 1;
    return `${what} ${this.#number}`;
  }
}
