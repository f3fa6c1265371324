import type { AppStore } from "#core/ports/app-store.ts";
import type { App, AppId, Instant } from "#core/tenant.ts";
import type { Changes } from "./changes.ts";
import type { Postgres } from "./postgres.ts";

interface AppRow {
  readonly app: AppId;
  readonly name: string;
  readonly plan: string;
  readonly status: App["status"];
  readonly epoch: number;
  readonly created_at: Instant;
}

const COLUMNS = "app, name, plan, status, epoch, created_at";

export class ClusterApps implements AppStore {
  readonly #postgres: Postgres;
  readonly #changes: Changes;
  readonly #removed: (app: AppId, version: number) => void;

  /** `removed`: told of every app that this node has removed, and the version with which it is. */
  constructor(postgres: Postgres, changes: Changes, removed: (app: AppId, version: number) => void) {
    this.#postgres = postgres;
    this.#changes = changes;
    this.#removed = removed;
  }

  create({ id, name, plan, status, epoch, createdAt }: App): Promise<void> {
    return this.#changes.make(id, async ({ rows }) => {
      await rows(`INSERT INTO apps (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)`, [
        id,
        name,
        plan,
        status,
        epoch,
        createdAt,
      ]);
    });
  }

  async find(id: AppId): Promise<App | null> {
    const row = await this.#postgres.rowOf<AppRow>(id, `SELECT ${COLUMNS} FROM apps WHERE app = $1`, [id]);
    return row && appOf(row);
  }

  async list(): Promise<readonly App[]> {
    return (await this.#postgres.rows<AppRow>(`SELECT ${COLUMNS} FROM all_apps()`)).map(appOf);
  }

  update(
    id: AppId,
    {
      status,
      plan,
      raiseEpoch,
    }: { readonly status?: App["status"]; readonly plan?: string; readonly raiseEpoch?: true },
  ): Promise<App | null> {
    return this.#changes.make(id, async ({ row }) => {
      const updated = await row<AppRow>(
        `UPDATE apps SET status = coalesce($2, status), plan = coalesce($3, plan), epoch = epoch + $4
         WHERE app = $1 RETURNING ${COLUMNS}`,
        [id, status ?? null, plan ?? null, raiseEpoch ? 1 : 0],
      );
      return updated && appOf(updated);
    });
  }

  async remove(id: AppId): Promise<boolean> {
    // All it owns goes with it but its ledger entries: the foreign keys say so.
    const removed = await this.#changes.make(id, async ({ row, version }) => ({
      isKnown: (await row("DELETE FROM apps WHERE app = $1 RETURNING app", [id])) !== null,
      version,
    }));
    if (removed.isKnown) this.#removed(id, removed.version);
    return removed.isKnown;
  }
}

function appOf({ app, created_at: createdAt, ...same }: AppRow): App {
  return { ...same, id: app, createdAt };
}
