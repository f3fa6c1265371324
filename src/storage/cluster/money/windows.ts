import type { WindowStore } from "#core/ports/storage.ts";
import type { Instant } from "#core/tenant.ts";
import type { Postgres } from "../postgres.ts";
import type { Turns } from "./turns.ts";

const MINUTE_MS = 60_000;

/** Calls of a minute over all nodes, counted with this node's next turn. */
export class ClusterWindows implements WindowStore {
  readonly #postgres: Postgres;
  readonly #turns: Turns;

  constructor(postgres: Postgres, turns: Turns) {
    this.#postgres = postgres;
    this.#turns = turns;
  }

  count(subject: Parameters<WindowStore["count"]>[0], at: Instant): Promise<number> {
    return new Promise((told, failed) => this.#turns.add({ wants: "count", subject, at, told, failed }));
  }

  async peek(subject: Parameters<WindowStore["peek"]>[0], at: Instant): Promise<number> {
    const minute = Math.floor(at / MINUTE_MS);
    const [row] = await this.#postgres.call<{ calls: number }>("SELECT calls_of($1, $2) AS calls", [minute, subject]);
    return row?.calls ?? 0;
  }
}
