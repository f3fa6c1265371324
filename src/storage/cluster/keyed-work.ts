import { randomUUID } from "node:crypto";
import type { KeyedWork, KeyedWorkStore } from "#core/ports/storage.ts";
import type { AppId } from "#core/tenant.ts";
import type { Postgres } from "./postgres.ts";

/** How long the right outlives a node that does not renew it, by the database's clock. */
const LEASE_SECONDS = 30;
const RENEW_EVERY_MS = 10_000;
/** How often it is tried to end work that could not be ended: whoever repeats the request waits for that. */
const END_EVERY_MS = 500;

/** Tables of work that is under way: app, key, holder and end of each. */
export type WorkTable = "keyed_work" | "learning_leases";

/** A row for each piece of work that is under way, in a node's name until it ends it, or has not been heard of for a while. */
export class ClusterKeyedWork implements KeyedWorkStore {
  readonly #postgres: Postgres;
  readonly #table: WorkTable;

  constructor(postgres: Postgres, table: WorkTable) {
    this.#postgres = postgres;
    this.#table = table;
  }

  async begin(app: AppId, key: string): Promise<KeyedWork | null> {
    const holder = randomUUID();
    const begun = await this.#postgres.rowOf(
      app,
      `INSERT INTO ${this.#table} AS known (app, key, holder, ends_at)
       SELECT $1, $2, $3, clock_timestamp() + make_interval(secs => $4) WHERE EXISTS (SELECT FROM apps WHERE app = $1)
       ON CONFLICT (app, key) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
       WHERE known.ends_at < clock_timestamp()
       RETURNING holder`,
      [app, key, holder, LEASE_SECONDS],
    );
    // Of an app that was removed meanwhile nothing is kept, and everybody may begin.
    if (!begun && (await this.#isThere(app))) return null;
    const renewing = setInterval(() => void this.#renew(app, key, holder), RENEW_EVERY_MS);
    const end = async () => {
      clearInterval(renewing);
      await this.#end(app, key, holder).catch(() => this.#endLater(app, key, holder));
    };
    return { end };
  }

  async #end(app: AppId, key: string, holder: string): Promise<void> {
    const values = [app, key, holder];
    await this.#postgres.rowsOf(app, `DELETE FROM ${this.#table} WHERE app = $1 AND key = $2 AND holder = $3`, values);
  }

  /** Until the database does it, or the lease is over in any case. */
  #endLater(app: AppId, key: string, holder: string): void {
    const endsAt = performance.now() + LEASE_SECONDS * 1_000;
    const ending = setInterval(() => {
      const isOver = () => clearInterval(ending);
      if (performance.now() >= endsAt) isOver();
      else void this.#end(app, key, holder).then(isOver, () => {});
    }, END_EVERY_MS);
    ending.unref();
  }

  async #isThere(app: AppId): Promise<boolean> {
    return (await this.#postgres.rowOf(app, "SELECT FROM apps WHERE app = $1", [app])) !== null;
  }

  async #renew(app: AppId, key: string, holder: string): Promise<void> {
    const values = [app, key, holder, LEASE_SECONDS];
    await this.#postgres
      .rowsOf(
        app,
        `UPDATE ${this.#table} SET ends_at = clock_timestamp() + make_interval(secs => $4)
         WHERE app = $1 AND key = $2 AND holder = $3`,
        values,
      )
      .catch(() => {});
  }
}
