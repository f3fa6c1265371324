import { randomUUID } from "node:crypto";
import type { KeyedWork, KeyedWorkStore } from "#core/ports/keyed-work-store.ts";
import type { AppId } from "#core/tenant.ts";
import { isOutcomeUnknown } from "./engine-failures.ts";
import type { Postgres } from "./postgres.ts";

/** How long the right outlives a node that does not renew it, by the database's clock. */
const LEASE_SECONDS = 30;
const RENEW_EVERY_MS = 10_000;
/** How often it is tried to end work that could not be ended, or that nobody knows to be begun: whoever repeats the request waits for that. */
const END_EVERY_MS = 500;

/** Tables of work that is under way: app, key, holder and end of each. */
export type WorkTable = "keyed_work" | "learning_leases";

/** A row for each piece of work that is under way, in a node's name until it ends it, or has not been heard of for a while. */
export class ClusterKeyedWork implements KeyedWorkStore {
  readonly #postgres: Postgres;
  readonly #table: WorkTable;
  readonly #renewEveryMs: number;
  /** Of this node: the key of each holder's work, by app. All of an app are renewed together, however many are under way. */
  readonly #underWay = new Map<AppId, Map<string, string>>();
  #renewing: Timer | null = null;

  constructor(postgres: Postgres, table: WorkTable, renewEveryMs = RENEW_EVERY_MS) {
    this.#postgres = postgres;
    this.#table = table;
    this.#renewEveryMs = renewEveryMs;
  }

  async begin(app: AppId, key: string): Promise<KeyedWork | null> {
    const holder = randomUUID();
    let isBegun: boolean;
    try {
      isBegun = await this.#take(app, key, holder);
    } catch (failure) {
      // The row may be there, or come yet: nobody works by it, and everybody would wait for its end.
      if (isOutcomeUnknown(failure)) this.#untilDone(() => this.#takeAndEnd(app, key, holder));
      throw failure;
    }
    // Of an app that was removed meanwhile nothing is kept, and everybody may begin.
    if (!isBegun && (await this.#isThere(app))) return null;
    this.#add(app, key, holder);
    const end = async () => {
      this.#remove(app, holder);
      await this.#end(app, key, holder).catch(() => this.#untilDone(() => this.#end(app, key, holder)));
    };
    return { end };
  }

  /** False while another holder has it. Of the same holder it may be asked again: that waits for what was asked before. */
  async #take(app: AppId, key: string, holder: string): Promise<boolean> {
    const taken = await this.#postgres.rowOf(
      app,
      `INSERT INTO ${this.#table} AS known (app, key, holder, ends_at)
       SELECT $1, $2, $3, clock_timestamp() + make_interval(secs => $4) WHERE EXISTS (SELECT FROM apps WHERE app = $1)
       ON CONFLICT (app, key) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
       WHERE known.ends_at < clock_timestamp() OR known.holder = excluded.holder
       RETURNING holder`,
      [app, key, holder, LEASE_SECONDS],
    );
    return taken !== null;
  }

  async #end(app: AppId, key: string, holder: string): Promise<void> {
    const values = [app, key, holder];
    await this.#postgres.rowsOf(app, `DELETE FROM ${this.#table} WHERE app = $1 AND key = $2 AND holder = $3`, values);
  }

  /** What was lost on its way may hang in the server: whoever takes the same row comes behind it. */
  async #takeAndEnd(app: AppId, key: string, holder: string): Promise<void> {
    if (await this.#take(app, key, holder)) await this.#end(app, key, holder);
  }

  /** Until the database does it, or the lease is over in any case. One try at a time, for each can take as long as a statement may. */
  #untilDone(work: () => Promise<void>): void {
    const endsAt = performance.now() + LEASE_SECONDS * 1_000;
    const again = () => {
      if (performance.now() < endsAt) setTimeout(() => void work().catch(again), END_EVERY_MS).unref();
    };
    again();
  }

  async #isThere(app: AppId): Promise<boolean> {
    return (await this.#postgres.rowOf(app, "SELECT FROM apps WHERE app = $1", [app])) !== null;
  }

  #add(app: AppId, key: string, holder: string): void {
    const ofApp = this.#underWay.get(app) ?? new Map<string, string>();
    this.#underWay.set(app, ofApp.set(holder, key));
    this.#renewing ??= setInterval(() => this.#renew(), this.#renewEveryMs);
  }

  #remove(app: AppId, holder: string): void {
    const ofApp = this.#underWay.get(app);
    ofApp?.delete(holder);
    if (ofApp?.size === 0) this.#underWay.delete(app);
    if (this.#underWay.size > 0 || this.#renewing === null) return;
    clearInterval(this.#renewing);
    this.#renewing = null;
  }

  #renew(): void {
    for (const [app, works] of this.#underWay) {
      const values = [app, [...works.values()], [...works.keys()], LEASE_SECONDS];
      void this.#postgres
        .rowsOf(
          app,
          `UPDATE ${this.#table} AS work SET ends_at = clock_timestamp() + make_interval(secs => $4)
           FROM unnest($2::text[], $3::uuid[]) AS own (key, holder)
           WHERE app = $1 AND work.key = own.key AND work.holder = own.holder`,
          values,
        )
        .catch(() => {});
    }
  }
}
