import type { AppId } from "#core/tenant.ts";
import type { AnswerRow } from "../answer-rows.ts";
import type { Seal } from "./seal.ts";
import type { Valkey } from "./valkey.ts";

/** How long an answer is here, however often it is asked for: what no request names any more goes by itself. */
const LIVES_MS = 600_000;
/** Of one answer, sealed. What is larger is read from Postgres. */
const BYTES_MAX = 65_536;

/** Of what an answer is. */
export interface HotName {
  readonly app: AppId;
  /** Of the app, as it was known before the answer was read or written: over 0. */
  readonly version: number;
  readonly partition: string;
  readonly key: string;
}

export interface HotAnswer {
  readonly row: AnswerRow;
  /** As `FoundAnswer` has it. */
  readonly corrections: number;
}

/**
 * Answers that other nodes have found or learned. One that is found under a version of its app has seen every change up to that, and whoever
 * asks under it has heard of no other: docs/decisions/0073-numbers-are-given-once.md.
 */
export class HotAnswers {
  readonly #valkey: Valkey;
  readonly #seal: Seal;
  readonly #keyPrefix: string;

  constructor(valkey: Valkey, seal: Seal, keyPrefix: string) {
    this.#valkey = valkey;
    this.#seal = seal;
    this.#keyPrefix = keyPrefix;
  }

  /** Null where it is not here, or was not put here by a node. */
  async find(hot: HotName): Promise<HotAnswer | null> {
    const name = this.#nameOf(hot);
    const told = await this.#valkey.ask("answers", () => ["GET", name]);
    const sealed = told?.reply;
    const text = typeof sealed === "string" ? this.#seal.open(name, sealed) : null;
    return text === null ? null : (JSON.parse(text) as HotAnswer);
  }

  /** Nobody waits for it. */
  keep(hot: HotName, answer: HotAnswer): void {
    const name = this.#nameOf(hot);
    const sealed = this.#seal.seal(name, JSON.stringify(answer));
    if (sealed.length > BYTES_MAX) return;
    // It is told by its id when it has to make room. Two commands, one after the other: nobody waits for either.
    const byId = this.#byIdOf(hot.app, answer.row.id);
    void this.#valkey.ask("answers", () => ["SET", byId, name, "PX", String(LIVES_MS)]);
    void this.#valkey.ask("answers", () => ["SET", name, sealed, "PX", String(LIVES_MS)]);
  }

  /** Those that made room for others. Nobody waits for it: they are not wrong. */
  drop(app: AppId, ids: readonly number[]): void {
    if (ids.length === 0) return;
    void this.#valkey.run("answers", "dropAnswers", () => ({
      keys: ids.map((id) => this.#byIdOf(app, id)),
      values: [],
    }));
  }

  #byIdOf(app: AppId, id: number): string {
    return `${this.#keyPrefix}answer-id:${app}:${id}`;
  }

  #nameOf({ app, version, partition, key }: HotName): string {
    return `${this.#keyPrefix}answer:${app}:${version}:${partition}:${key}`;
  }
}
