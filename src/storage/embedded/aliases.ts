import type {
  AliasDraft,
  AliasKind,
  AliasRefusal,
  AliasSides,
  AliasStore,
  StoredAlias,
} from "#core/ports/alias-store.ts";
import type { Page } from "#core/ports/storage.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { AppChanges } from "./app-changes.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import { Damage } from "./damage.ts";
import { pageOf } from "./pages.ts";
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
const KINDS: readonly AliasKind[] = ["toolset", "classification_set"];

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
      const { find, count, insert, update } = this.#statements;
      const found = find.get(app, name);
      const kind = this.#kindOf(app, draft);
      if (typeof kind !== "string") return kind;
      if (ifRevision !== null && found?.revision !== ifRevision) return { refused: "stale" };
      const by = KINDS.find((one) => this.#isThere(app, one, name));
      if (by) return { refused: "taken", by };
      if (found && found.kind !== kind) return { refused: "other_kind", kind: found.kind };
      if (!found && (count.get(app)?.count ?? 0) >= aliasesMax) return { refused: "full" };
      const [{ signature, percent }, other] = draft.sides;
      const revision = this.#nextRevision();
      const row = { kind, signature, percent, other: other?.signature ?? null };
      const sum = sumOfAlias({ app, name, ...row });
      if (found) update.run(signature, percent, row.other, revision, at, sum, app, name);
      else insert.run(revision, app, name, kind, signature, percent, row.other, at, sum);
      const createdAt = found?.created_at ?? at;
      return { name, kind, sides: sidesOf(row), revision, createdAt, updatedAt: at };
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

  /** The kind of which the app has all the sides. */
  #kindOf(app: AppId, { kind, sides }: AliasDraft): AliasKind | AliasRefusal {
    const kinds = kind === null ? KINDS : [kind];
    const missing = sides.find(({ signature }) => !kinds.some((one) => this.#isThere(app, one, signature)));
    if (missing) return { refused: "unknown", signature: missing.signature };
    const whole = kinds.filter((one) => sides.every(({ signature }) => this.#isThere(app, one, signature)));
    const [only] = whole;
    if (only === undefined) return { refused: "mixed" };
    return whole.length === 1 ? only : { refused: "ambiguous" };
  }

  #isThere(app: AppId, kind: AliasKind, signature: string): boolean {
    return this.#statements.set.get(app, kind, signature) !== null;
  }

  /** Throws `service_unavailable` for a row that is not what was written. */
  #aliasOf(app: AppId, row: AliasRow): StoredAlias {
    if (row.sum !== sumOfAlias({ app, ...row })) {
      throw this.#damage.refused(`the alias "${row.name}"`, app, "put it anew or delete it");
    }
    const { name, kind, revision, created_at: createdAt, updated_at: updatedAt } = row;
    return { name, kind, sides: sidesOf(row), revision, createdAt, updatedAt };
  }
}

function sidesOf({ signature, percent, other }: Pick<AliasRow, "other" | "percent" | "signature">): AliasSides {
  const first = { signature, percent };
  return other === null ? [first] : [first, { signature: other, percent: 100 - percent }];
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
