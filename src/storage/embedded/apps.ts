import { growingCache } from "#core/growing-cache.ts";
import type { AppStore } from "#core/ports/app-store.ts";
import type { QueryLogStore } from "#core/ports/query-log-store.ts";
import type { App, AppId, Instant } from "#core/tenant.ts";
import type { AppChanges } from "./app-changes.ts";
import type { GroupCommit } from "./commits/group-commit.ts";

interface AppRow {
  readonly id: AppId;
  readonly name: string;
  readonly plan: string;
  readonly status: App["status"];
  readonly epoch: number;
  readonly created_at: Instant;
}

const COLUMNS = "id, name, plan, status, epoch, created_at";

/** Apps that are kept in memory, since every call looks its own up: some 200 bytes each. */
const CACHED_APPS_MAX = 10_000;

export class EmbeddedApps implements AppStore {
  readonly #commits: GroupCommit;
  readonly #changes: AppChanges;
  readonly #queryLog: Pick<QueryLogStore, "forget"> | null;
  readonly #statements: ReturnType<typeof statementsFor>;
  /** Each as it was at a count of its changes. */
  readonly #cached = growingCache<AppId, { readonly app: App; readonly changes: number }>(CACHED_APPS_MAX);

  constructor(commits: GroupCommit, changes: AppChanges, queryLog: Pick<QueryLogStore, "forget"> | null = null) {
    this.#commits = commits;
    this.#changes = changes;
    this.#queryLog = queryLog;
    this.#statements = statementsFor(commits);
  }

  create(app: App): Promise<void> {
    return this.#commits.write(() => {
      const position = this.#statements.nextPosition.get()?.value ?? 0;
      this.#statements.insert.run(app.id, position, app.name, app.plan, app.status, app.epoch, app.createdAt);
    });
  }

  /**
   * Waits for the disk where the app itself has changed: a refusal, and a token that is signed for an epoch, would else tell of
   * what a power cut takes back, and the epoch would be given again to another change.
   */
  async find(id: AppId): Promise<App | null> {
    const changes = this.#changes.of(id);
    const known = this.#cached.get(id);
    if (known?.changes === changes) {
      this.#commits.requireOpen();
      return known.app;
    }
    const app = this.#commits.read(() => this.#found(id));
    // Most changes are of what it has: of those nobody has to wait here.
    if (!known || !app || !isSame(known.app, app)) await this.#commits.durable();
    // As it was read: what was changed while the disk was waited for is for whoever asks next, however often that is.
    if (app) this.#cached.set(id, { app, changes });
    return app;
  }

  async list(): Promise<readonly App[]> {
    return this.#commits.read(() => this.#statements.list.all().map(appOf));
  }

  update(
    id: AppId,
    change: { readonly status?: App["status"]; readonly plan?: string; readonly raiseEpoch?: true },
  ): Promise<App | null> {
    const update = () => {
      this.#statements.update.run(change.status ?? null, change.plan ?? null, change.raiseEpoch ? 1 : 0, id);
      return this.#found(id);
    };
    return this.#commits.write(update, () => this.#changes.raise(id));
  }

  async remove(id: AppId): Promise<boolean> {
    // First: while the app is there, whoever removes it can try again.
    await this.#queryLog?.forget(id);
    return this.#commits.write(
      () => this.#statements.remove.get(id) !== null,
      () => this.#changes.raise(id),
    );
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

function isSame(one: App, other: App): boolean {
  return one.epoch === other.epoch && one.status === other.status && one.plan === other.plan;
}

function appOf(row: AppRow): App {
  const { created_at: createdAt, ...same } = row;
  return { ...same, createdAt };
}
