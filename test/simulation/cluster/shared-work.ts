/** Work that one node does for all, and who has the right to it. */
import type { AppId } from "#core/tenant.ts";
import type { Node } from "./node.ts";

/** How long a right outlives a node that does not renew it, by the database's clock. */
const LEASE_MS = 30_000;

/** One that was given. By the database's clock, from when on it was asked for, and by when its node had heard of it. */
interface Right {
  readonly askedAt: number;
  readonly heardAt: number;
  isEnding: boolean;
}

/** Nobody has the right to a piece of work while another node has it. */
export class SharedWork {
  readonly #databaseNow: () => number;
  readonly #rights = new Map<string, Right[]>();
  /** A node never asks for what it does already. */
  readonly #underWay = new WeakMap<Node, Set<string>>();

  constructor(databaseNow: () => number) {
    this.#databaseNow = databaseNow;
  }

  /** Gives what is wrong with the right that was given. */
  async does(node: Node, app: AppId, key: string, workMs: number): Promise<string | null> {
    const name = `${app} ${key}`;
    const ofNode = this.#underWay.get(node) ?? new Set();
    this.#underWay.set(node, ofNode);
    if (ofNode.has(name)) return null;
    ofNode.add(name);
    try {
      const askedAt = this.#databaseNow();
      const work = await node.storage.learning.begin(app, key);
      if (!work) return null;
      const right = { askedAt, heardAt: this.#databaseNow(), isEnding: false };
      const fault = this.#faultOf(name, right);
      await new Promise((resolve) => setTimeout(resolve, workMs));
      right.isEnding = true;
      await work.end();
      return fault;
    } finally {
      ofNode.delete(name);
    }
  }

  #faultOf(name: string, right: Right): string | null {
    const others = (this.#rights.get(name) ?? []).filter(({ isEnding }) => !isEnding);
    this.#rights.set(name, [...others, right]);
    return others.some((other) => !mayFollow(other, right) && !mayFollow(right, other))
      ? `${name}: two nodes have the right to the same work`
      : null;
  }
}

/** Whether the second may have been given once the lease of the first was over. */
function mayFollow(first: Right, second: Right): boolean {
  return second.heardAt >= first.askedAt + LEASE_MS;
}
