import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { AliasDraft, AliasKind, AliasRefusal, AliasStore, StoredAlias } from "#core/ports/alias-store.ts";
import type { ChangeCounter } from "#core/ports/change-counter.ts";
import { placedKind, storedSides } from "#core/sets/alias-placing.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { AppReadings } from "./app-readings.ts";
import type { Changes } from "./changes.ts";
import { canBeNamed } from "./kept-names.ts";
import type { Postgres } from "./postgres.ts";

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
}

/** What a name stands for; null where it is no alias. */
interface Known {
  readonly alias: StoredAlias | null;
}

/** Names kept in memory: some 500 bytes each. */
const KNOWN_MAX = 20_000;

const COLUMNS = "id, name, kind, signature, percent, other, revision, created_at, updated_at";

export class ClusterAliases implements AliasStore {
  readonly #postgres: Postgres;
  readonly #changes: Changes;
  readonly #known: AppReadings<Known>;

  constructor(postgres: Postgres, changes: Changes, versions: ChangeCounter) {
    this.#postgres = postgres;
    this.#changes = changes;
    this.#known = new AppReadings({ postgres, changes: versions, weightMax: KNOWN_MAX, weigh: () => 1 });
  }

  put(
    app: AppId,
    name: string,
    draft: AliasDraft,
    at: Instant,
    ifRevision: number | null,
    aliasesMax: number,
  ): Promise<StoredAlias | AliasRefusal> {
    return this.#changes.make(app, async ({ row, rows }) => {
      const found = await row<AliasRow>(`SELECT ${COLUMNS} FROM aliases WHERE app = $1 AND name = $2`, [app, name]);
      const sets = await rows<{ kind: AliasKind; signature: string }>(
        "SELECT kind, signature FROM definitions WHERE app = $1 AND signature = ANY ($2)",
        [app, [name, ...draft.sides.map(({ signature }) => signature)]],
      );
      const others = await row<{ count: number }>("SELECT count(*) AS count FROM aliases WHERE app = $1", [app]);
      const isThere = (kind: AliasKind, signature: string) =>
        sets.some((set) => set.kind === kind && set.signature === signature);
      const isFull = () => (others?.count ?? 0) >= aliasesMax;
      const kind = placedKind(name, draft, ifRevision, { found, isThere, isFull });
      if (typeof kind !== "string") return kind;
      const [{ signature, percent }, other] = draft.sides;
      const placed = await row<AliasRow>(
        `INSERT INTO aliases (app, id, name, kind, signature, percent, other, revision, created_at, updated_at)
         SELECT $1, next, $2, $3, $4, $5, $6, next, $7, $7 FROM nextval('revisions') AS next
         ON CONFLICT (app, name) DO UPDATE SET signature = excluded.signature, percent = excluded.percent,
           other = excluded.other, revision = excluded.revision, updated_at = excluded.updated_at
         RETURNING ${COLUMNS}`,
        [app, name, kind, signature, percent, other?.signature ?? null, at],
      );
      if (!placed) throw new Error(`the alias ${name} was expected to come back`);
      return aliasOf(placed);
    });
  }

  async find(app: AppId, name: string): Promise<StoredAlias | null> {
    if (!canBeNamed(name)) return null;
    const { alias } = await this.#known.of(app, name, async () => {
      const statement = `SELECT ${COLUMNS} FROM aliases WHERE app = $1 AND name = $2`;
      const row = await this.#postgres.rowOf<AliasRow>(app, statement, [app, name]);
      return { alias: row && aliasOf(row) };
    });
    return alias;
  }

  async list(
    app: AppId,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<StoredAlias>> {
    const rows = await this.#postgres.rowsOf<AliasRow>(
      app,
      `SELECT ${COLUMNS} FROM aliases WHERE app = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [app, after ?? 0, limit + 1],
    );
    return pageOf(rows, limit, aliasOf);
  }

  async remove(app: AppId, name: string, ifRevision: number | null): Promise<"not_found" | "removed" | "stale"> {
    if (!canBeNamed(name)) return "not_found";
    return this.#changes.make(app, async ({ row, rows }) => {
      const statement = "SELECT id, revision FROM aliases WHERE app = $1 AND name = $2";
      const found = await row<Pick<AliasRow, "id" | "revision">>(statement, [app, name]);
      if (!found) return "not_found";
      if (ifRevision !== null && found.revision !== ifRevision) return "stale";
      await rows("DELETE FROM aliases WHERE app = $1 AND id = $2", [app, found.id]);
      return "removed";
    });
  }
}

function aliasOf(row: AliasRow): StoredAlias {
  const { name, kind, revision, created_at: createdAt, updated_at: updatedAt } = row;
  return { name, kind, sides: storedSides(row), revision, createdAt, updatedAt };
}
