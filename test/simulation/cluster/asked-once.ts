import type { Node } from "./node.ts";
import type { AppTruth } from "./oracle.ts";

/** Who has waited so long for another node asks by itself, and knows it when its last look has come back, or was given up. */
const WAIT_MS_MAX = 10_000;
const LOOK_MS_MAX = 500;
/** Nobody who asks goes away. */
const NEVER = new AbortController().signal;

/** A node that asks a model, since it was let. */
interface Asking {
  readonly node: Node;
  /** What had gone wrong when it asked for the lease: with anything since then nobody can rely on that. */
  readonly missed: number;
  readonly doubts: number;
}

/**
 * Of several nodes one asks a model what all of them are asked at a time: as long as Valkey answers them and forgets nothing, and each is heard of.
 * Where that is not so, several ask; and nobody waits for longer than ten seconds.
 */
export class AskedOnce {
  readonly #asking = new Map<string, Set<Asking>>();
  #doubts = 0;

  /** A lease may be over, or forgotten, and its holder does not know it. */
  doubt(): void {
    this.#doubts += 1;
  }

  /** Whatever it asked is asked by it no more. */
  gone(node: Node): void {
    for (const all of this.#asking.values()) for (const one of all) if (one.node === node) all.delete(one);
  }

  /** Asks when it may, unless another node has asked the same meanwhile. Gives what is wrong with that. */
  async ask(node: Node, { id, name }: AppTruth, question: string, modelMs: number): Promise<string | null> {
    const asking = { node, missed: node.questionsMissed, doubts: this.#doubts };
    const begunMs = performance.now();
    const asked = await node.storage.questions.begin(id, question, NEVER);
    const waitedMs = performance.now() - begunMs;
    const all = this.#asking.get(`${id} ${question}`) ?? new Set();
    this.#asking.set(`${id} ${question}`, all);
    const isLet = waitedMs < WAIT_MS_MAX && this.#isSure(asking);
    const isSecond = isLet && [...all].some((other) => this.#isSure(other));
    if (isLet) all.add(asking);
    try {
      if (isSecond) return `${name}: a model is asked the same by two nodes at a time`;
      if (waitedMs > WAIT_MS_MAX + LOOK_MS_MAX && asking.doubts === this.#doubts)
        return `${name}: another node was waited for ${Math.round(waitedMs)} ms`;
      if (!asked.wasAsked) await new Promise((resolve) => setTimeout(resolve, modelMs));
      return null;
    } finally {
      all.delete(asking);
      asked.end();
    }
  }

  #isSure({ node, missed, doubts }: Asking): boolean {
    return node.questionsMissed === missed && doubts === this.#doubts && !node.isClosing;
  }
}
