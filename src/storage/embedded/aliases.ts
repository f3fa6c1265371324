import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { AliasDraft, AliasKind, AliasRefusal, AliasStore, StoredAlias } from "#core/ports/alias-store.ts";
import { placedKind, storedSides } from "#core/sets/alias-placing.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { AppChanges } from "./app-changes.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import { Damage } from "./damage.ts";
import { revisionsOf } from "./revisions.ts";
import { sumOfAlias } from "./row-sums.ts";

interface AliasRow {
  readonly id: number;
  readonly name: string;
  readonly kind: AliasKind;
  readonly signature: string;
  readonly percent: number;
  readonly other: string | null;
  readonly revision: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly sum: number;
}

const COLUMNS = "id, name, kind, signature, percent, other, revision, created_at, updated_at, sum";

export class EmbeddedAliases implements AliasStore {
  readonly #commits: GroupCommit;
  readonly #changes: AppChanges;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;
  readonly #nextRevision: () => number;

  constructor(commits: GroupCommit, changes: AppChanges, damage = new Damage()) {
    this.#commits = commits;
    this.#changes = changes;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
    this.#nextRevision = revisionsOf(commits);
  }

  put(
    app: AppId,
    name: string,
    draft: AliasDraft,
    at: Instant,
    ifRevision: number | null,
    aliasesMax: number,
  ): Promise<StoredAlias | AliasRefusal> {
    const put = (): StoredAlias | AliasRefusal => {
      const { find, set, count, insert, update } = this.#statements;
      const found = find.get(app, name);
      const isThere = (kind: AliasKind, signature: string) => set.get(app, kind, signature) !== null;
      const isFull = () => (count.get(app)?.count ?? 0) >= aliasesMax;
      const kind = placedKind(name, draft, ifRevision, { found, isThere, isFull });
      if (typeof kind !== "string") return kind;
      const [{ signature, percent }, other] = draft.sides;
      const revision = this.#nextRevision();
      const row = { kind, signature, percent, other: other?.signature ?? null };
      const sum = sumOfAlias({ app, name, ...row });
      if (found) update.run(signature, percent, row.other, revision, at, sum, app, name);
      else insert.run(revision, app, name, kind, signature, percent, row.other, at, sum);
      const createdAt = found?.created_at ?? at;
      return { name, kind, sides: storedSides(row), revision, createdAt, updatedAt: at };
    };
    return this.#commits.write(put, () => this.#changes.raise(app));
  }

  async find(app: AppId, name: string): Promise<StoredAlias | null> {
    return this.#commits.read(() => {
      const row = this.#statements.find.get(app, name);
      return row && this.#aliasOf(app, row);
    });
  }

  async list(app: AppId, page: { readonly limit: number; readonly after: number | null }): Promise<Page<StoredAlias>> {
    return this.#commits.read(() => {
      const rows = this.#statements.list.all(app, page.after ?? 0, page.limit + 1);
      return pageOf(rows, page.limit, (row) => this.#aliasOf(app, row));
    });
  }

  remove(app: AppId, name: string, ifRevision: number | null): Promise<"not_found" | "removed" | "stale"> {
    const remove = () => {
      const row = this.#statements.find.get(app, name);
      if (!row) return "not_found";
      if (ifRevision !== null && row.revision !== ifRevision) return "stale";
      this.#statements.remove.run(app, name);
      return "removed";
    };
    return this.#commits.write(remove, () => this.#changes.raise(app));
  }

  /** Throws `service_unavailable` for a row that is not what was written. */
  #aliasOf(app: AppId, row: AliasRow): StoredAlias {
    if (row.sum !== sumOfAlias({ app, ...row })) {
      throw this.#damage.refused(`the alias "${row.name}"`, app, "put it anew or delete it");
    }
    const { name, kind, revision, created_at: createdAt, updated_at: updatedAt } = row;
    return { name, kind, sides: storedSides(row), revision, createdAt, updatedAt };
  }
}

function statementsFor(commits: GroupCommit) {
  const named = "app = ? AND name = ?";
  return {
    set: commits.prepare<{ id: number }, [AppId, AliasKind, string]>(
      "SELECT id FROM definitions WHERE app = ? AND kind = ? AND signature = ?",
    ),
    find: commits.prepare<AliasRow, [AppId, string]>(`SELECT ${COLUMNS} FROM aliases WHERE ${named}`),
    list: commits.prepare<AliasRow, [AppId, number, number]>(
      `SELECT ${COLUMNS} FROM aliases WHERE app = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    count: commits.prepare<{ count: number }, [AppId]>("SELECT count(*) AS count FROM aliases WHERE app = ?"),
    insert: commits.prepare<null, [number, AppId, string, AliasKind, string, number, string | null, Instant, number]>(`
      INSERT INTO aliases (id, app, name, kind, signature, percent, other, revision, created_at, updated_at, sum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?1, ?8, ?8, ?9)`),
    update: commits.prepare<null, [string, number, string | null, number, Instant, number, AppId, string]>(`
      UPDATE aliases SET signature = ?, percent = ?, other = ?, revision = ?, updated_at = ?, sum = ? WHERE ${named}`),
    remove: commits.prepare<null, [AppId, string]>(`DELETE FROM aliases WHERE ${named}`),
  };
}
