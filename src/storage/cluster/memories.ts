import type { Memory } from "#core/bank.ts";
import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { ChangeCounter } from "#core/ports/change-counter.ts";
import type { MemoryStore } from "#core/ports/memory-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { AppReadings } from "./app-readings.ts";
import type { Changes } from "./changes.ts";
import { type GrownList, grownLists, grownSince, type Listed } from "./grown-list.ts";
import { thoseThere } from "./joined-rows.ts";
import { canBeNamed } from "./kept-names.ts";
import type { Postgres, Transaction } from "./postgres.ts";

interface MemoryRow {
  readonly id: number;
  readonly memory: string;
  readonly content: string;
  readonly created_at: Instant;
}

type ListedMemory = Listed<MemoryRow>;

/** A bank's revision stands in its definition, and `ClusterDefinitions` shows it: the two share the sequence of revisions. */
export class ClusterMemories implements MemoryStore {
  readonly #postgres: Postgres;
  readonly #changes: Changes;
  /** By bank. */
  readonly #known: AppReadings<GrownList<Memory>>;

  constructor(postgres: Postgres, changes: Changes, versions: ChangeCounter) {
    this.#postgres = postgres;
    this.#changes = changes;
    this.#known = grownLists(postgres, versions);
  }

  async add(
    app: AppId,
    bank: string,
    { id, content, createdAt }: Memory,
    memoriesMax: number,
  ): Promise<"added" | "full" | "not_found"> {
    if (!canBeNamed(bank)) return "not_found";
    return this.#changes.make(app, async ({ row, rows }) => {
      const grown = await row<{ id: number; revision: number }>(
        `UPDATE definitions SET memories = memories + 1, revision = nextval('revisions'), updated_at = $4
         WHERE app = $1 AND kind = 'bank' AND signature = $2 AND memories < $3 RETURNING id, revision`,
        [app, bank, memoriesMax, createdAt],
      );
      if (!grown) {
        const statement = "SELECT id FROM definitions WHERE app = $1 AND kind = 'bank' AND signature = $2";
        return (await row(statement, [app, bank])) ? "full" : "not_found";
      }
      await rows("INSERT INTO memories (app, bank, id, memory, content, created_at) VALUES ($1, $2, $3, $4, $5, $6)", [
        app,
        grown.id,
        grown.revision,
        id,
        JSON.stringify(content),
        createdAt,
      ]);
      return "added";
    });
  }

  async list(
    app: AppId,
    bank: string,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<Memory> | null> {
    if (!canBeNamed(bank)) return null;
    const rows = await this.#postgres.rowsOf<ListedMemory>(app, `${listed("$3")} LIMIT $4`, [
      app,
      bank,
      after ?? 0,
      limit + 1,
    ]);
    return rows.length === 0 ? null : pageOf(thoseThere<MemoryRow>(rows), limit, memoryOf);
  }

  async all(app: AppId, bank: string): Promise<readonly Memory[]> {
    if (!canBeNamed(bank)) return [];
    const statement = listed("CASE WHEN banks.id = $3 THEN $4 ELSE 0 END");
    const { items } = await this.#known.of(app, bank, (before) =>
      grownSince(
        before,
        (owner, newest) => this.#postgres.rowsOf<ListedMemory>(app, statement, [app, bank, owner, newest]),
        memoryOf,
      ),
    );
    return items;
  }

  async remove(app: AppId, bank: string, memory: string, at: Instant): Promise<boolean> {
    if (!canBeNamed(bank) || !canBeNamed(memory)) return false;
    return this.#changes.make(app, async ({ row }) => {
      const renewed = await row(
        `WITH gone AS (
           DELETE FROM memories USING definitions AS banks
           WHERE memories.app = $1 AND memories.bank = banks.id AND memory = $3
             AND banks.app = $1 AND banks.kind = 'bank' AND banks.signature = $2
           RETURNING bank)
         UPDATE definitions SET memories = memories - 1, revision = nextval('revisions'), updated_at = $4
         FROM gone WHERE app = $1 AND id = bank RETURNING id`,
        [app, bank, memory, at],
      );
      return renewed !== null;
    });
  }
}

/** In the place of all that the bank of that number has, within a change that is somebody else's. */
export async function rememberedBy(
  { rows }: Pick<Transaction, "rows">,
  app: AppId,
  bank: number,
  memories: readonly Memory[],
): Promise<void> {
  await rows("DELETE FROM memories WHERE app = $1 AND bank = $2", [app, bank]);
  await rows(
    `INSERT INTO memories (app, bank, id, memory, content, created_at)
     SELECT $1, $2, nextval('revisions'), memory, content, created_at
     FROM (SELECT * FROM unnest($3::text[], $4::text[], $5::bigint[])
       WITH ORDINALITY AS given (memory, content, created_at, place) ORDER BY place) AS ordered`,
    [
      app,
      bank,
      memories.map(({ id }) => id),
      memories.map(({ content }) => JSON.stringify(content)),
      memories.map(({ createdAt }) => createdAt),
    ],
  );
  await rows("UPDATE definitions SET memories = $3 WHERE app = $1 AND id = $2", [app, bank, memories.length]);
}

/** The memories of a bank behind one of them, in their order; one row without a memory where there are none, none where there is no bank. */
function listed(after: string): string {
  return `
    SELECT banks.id AS owner, banks.memories AS count, kept.id, kept.memory, kept.content, kept.created_at
    FROM definitions AS banks
    LEFT JOIN memories AS kept ON kept.app = banks.app AND kept.bank = banks.id AND kept.id > ${after}
    WHERE banks.app = $1 AND banks.kind = 'bank' AND banks.signature = $2 ORDER BY kept.id`;
}

function memoryOf(row: MemoryRow): Memory {
  return { id: row.memory, content: JSON.parse(row.content) as Memory["content"], createdAt: row.created_at };
}
