import type { AppStore } from "#core/ports/storage.ts";
import type { App, AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit } from "./group-commit.ts";

interface AppRow {
  readonly id: AppId;
  readonly name: string;
  readonly plan: string;
  readonly status: App["status"];
  readonly epoch: number;
  readonly created_at: Instant;
}

const COLUMNS = "id, name, plan, status, epoch, created_at";

export class EmbeddedApps implements AppStore {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
  }

  create(app: App): Promise<void> {
    return this.#commits.write(() => {
      const position = this.#statements.nextPosition.get()?.value ?? 0;
      this.#statements.insert.run(app.id, position, app.name, app.plan, app.status, app.epoch, app.createdAt);
    });
  }

  async find(id: AppId): Promise<App | null> {
    return this.#commits.read(() => this.#found(id));
  }

  async list(): Promise<readonly App[]> {
    return this.#commits.read(() => this.#statements.list.all().map(appOf));
  }

  update(
    id: AppId,
    change: { readonly status?: App["status"]; readonly plan?: string; readonly raiseEpoch?: true },
  ): Promise<App | null> {
    return this.#commits.write(() => {
      this.#statements.update.run(change.status ?? null, change.plan ?? null, change.raiseEpoch ? 1 : 0, id);
      return this.#found(id);
    });
  }

  remove(id: AppId): Promise<boolean> {
    return this.#commits.write(() => this.#statements.remove.get(id) !== null);
  }

  #found(id: AppId): App | null {
    const row = this.#statements.find.get(id);
    return row && appOf(row);
  }
}

function statementsFor(commits: GroupCommit) {
  return {
    nextPosition: commits.prepare<{ value: number }>(
      "UPDATE counters SET value = value + 1 WHERE name = 'app' RETURNING value",
    ),
    insert: commits.prepare<null, [AppId, number, string, string, string, number, Instant]>(
      "INSERT INTO apps (id, position, name, plan, status, epoch, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    find: commits.prepare<AppRow, [AppId]>(`SELECT ${COLUMNS} FROM apps WHERE id = ?`),
    list: commits.prepare<AppRow>(`SELECT ${COLUMNS} FROM apps ORDER BY position`),
    update: commits.prepare<null, [string | null, string | null, number, AppId]>(
      "UPDATE apps SET status = ifnull(?, status), plan = ifnull(?, plan), epoch = epoch + ? WHERE id = ?",
    ),
    // All it owns goes with it but its ledger entries: the foreign keys say so.
    remove: commits.prepare<{ id: AppId }, [AppId]>("DELETE FROM apps WHERE id = ? RETURNING id"),
  };
}

function appOf(row: AppRow): App {
  const { created_at: createdAt, ...same } = row;
  return { ...same, createdAt };
}
