import type { WindowStore } from "#core/ports/window-store.ts";
import type { Instant } from "#core/tenant.ts";
import type { Postgres } from "../postgres.ts";
import type { MinuteNumbers } from "../valkey/minute-numbers.ts";
import { minuteOf } from "./minutes.ts";
import type { Turns } from "./turns.ts";

/** Calls of a minute over all nodes, counted in Valkey, or where it is away or none with this node's next turn. */
export class ClusterWindows implements WindowStore {
  readonly #postgres: Postgres;
  readonly #turns: Turns;
  readonly #numbers: MinuteNumbers | null;

  constructor(postgres: Postgres, turns: Turns, numbers: MinuteNumbers | null) {
    this.#postgres = postgres;
    this.#turns = turns;
    this.#numbers = numbers;
  }

  async count(subject: Parameters<WindowStore["count"]>[0], at: Instant): Promise<number> {
    this.#turns.requireOpen();
    const number = (await this.#numbers?.take(subject, minuteOf(at))) ?? null;
    if (number !== null) return number;
    return new Promise((told, failed) => this.#turns.add({ wants: "count", subject, at, told, failed }));
  }

  async peek(subject: Parameters<WindowStore["peek"]>[0], at: Instant): Promise<number> {
    this.#turns.requireOpen();
    const minute = minuteOf(at);
    const number = (await this.#numbers?.peek(subject, minute)) ?? null;
    if (number !== null) return number;
    const [row] = await this.#postgres.call<{ calls: number }>("SELECT calls_of($1, $2) AS calls", [minute, subject]);
    return row?.calls ?? 0;
  }
}
