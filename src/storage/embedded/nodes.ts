import type { KnownNode, NodeReport, NodeStore } from "#core/ports/node-store.ts";
import { SCHEMA_VERSION } from "./migrations.ts";

/** Of a data folder there is one at a time, and its lock sees to that: it lives as long as this. */
export class EmbeddedNodes implements NodeStore {
  #node: KnownNode | null = null;

  async report({ at, uptimeMs, ...report }: NodeReport) {
    this.#node = { ...report, schema: SCHEMA_VERSION, startedAt: at - uptimeMs, heardAt: at, isGone: false };
    const counts = { starting: 0, ready: 0, draining: 0, gone: 0 };
    counts[report.state] = 1;
    return { at: null, counts };
  }

  async leave(id: string): Promise<void> {
    if (this.#node?.id === id) this.#node = null;
  }

  async list(): Promise<readonly KnownNode[]> {
    return this.#node ? [this.#node] : [];
  }
}
