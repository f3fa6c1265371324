import type { Memory } from "#core/bank.ts";
import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { MemoryStore } from "#core/ports/memory-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { AppChanges } from "./app-changes.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import { Damage } from "./damage.ts";
import { revisionsOf } from "./revisions.ts";
import { sumOfMemory } from "./row-sums.ts";

interface MemoryRow {
  readonly id: number;
  readonly memory: string;
  readonly content: string;
  readonly created_at: Instant;
  readonly sum: number | null;
}

/** Rows of memories, written within a change that is somebody else's. */
export class MemoryRows {
  readonly #statements: ReturnType<typeof statementsFor>;
  readonly #nextRevision: () => number;

  constructor(commits: GroupCommit) {
    this.#statements = statementsFor(commits);
    this.#nextRevision = revisionsOf(commits);
  }

  /** To a bank that is there. The revision that it took. */
  add(app: AppId, bank: string, memory: Memory): number {
    const content = JSON.stringify(memory.content);
    const { id, createdAt } = memory;
    const sum = sumOfMemory({ app, bank, memory: id, content, created_at: createdAt });
    const revision = this.#nextRevision();
    this.#statements.insert.run(revision, id, content, createdAt, sum, app, bank);
    return revision;
  }

  /** In the place of all that the bank has. */
  replaceAll(app: AppId, bank: string, memories: readonly Memory[]): void {
    this.#statements.clear.run(app, bank);
    for (const memory of memories) this.add(app, bank, memory);
  }
}

/** A bank's revision stands in its definition, and `EmbeddedDefinitions` shows it: the two share the counter of revisions. */
export class EmbeddedMemories implements MemoryStore {
  readonly #commits: GroupCommit;
  readonly #changes: AppChanges;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;
  readonly #rows: MemoryRows;
  readonly #nextRevision: () => number;

  constructor(commits: GroupCommit, changes: AppChanges, damage = new Damage()) {
    this.#commits = commits;
    this.#changes = changes;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
    this.#rows = new MemoryRows(commits);
    this.#nextRevision = revisionsOf(commits);
  }

  add(app: AppId, bank: string, memory: Memory, memoriesMax: number): Promise<"added" | "full" | "not_found"> {
    const add = () => {
      const found = this.#statements.bank.get(app, bank);
      if (!found) return "not_found";
      if (found.memories >= memoriesMax) return "full";
      this.#statements.renew.run(this.#rows.add(app, bank, memory), memory.createdAt, app, bank);
      return "added";
    };
    return this.#commits.write(add, () => this.#changes.raise(app));
  }

  async list(
    app: AppId,
    bank: string,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<Memory> | null> {
    return this.#commits.read(() => {
      if (!this.#statements.bank.get(app, bank)) return null;
      const rows = this.#statements.list.all(app, bank, page.after ?? 0, page.limit + 1);
      return pageOf(rows, page.limit, (row) => this.#memoryOf(app, bank, row));
    });
  }

  async all(app: AppId, bank: string): Promise<readonly Memory[]> {
    return this.#commits.read(() => this.#statements.all.all(app, bank).map((row) => this.#memoryOf(app, bank, row)));
  }

  remove(app: AppId, bank: string, memory: string, at: Instant): Promise<boolean> {
    const remove = () => {
      if (!this.#statements.remove.get(app, bank, memory)) return false;
      this.#statements.renew.run(this.#nextRevision(), at, app, bank);
      return true;
    };
    return this.#commits.write(remove, () => this.#changes.raise(app));
  }

  /** Throws `service_unavailable` for a row that is not what was written. */
  #memoryOf(app: AppId, bank: string, row: MemoryRow): Memory {
    if (row.sum !== sumOfMemory({ app, bank, ...row })) {
      throw this.#damage.refused(`the memory ${row.memory} of bank ${bank}`, app, "delete it");
    }
    return memoryOf(row);
  }
}

function statementsFor(commits: GroupCommit) {
  const named = "app = ? AND kind = 'bank' AND signature = ?";
  const ofBank = `bank = (SELECT id FROM definitions WHERE ${named})`;
  const columns = "id, memory, content, created_at, sum";
  return {
    bank: commits.prepare<{ memories: number }, [AppId, string]>(`
      SELECT ifnull((SELECT count FROM memory_counts WHERE bank = definitions.id), 0) AS memories
      FROM definitions WHERE ${named}`),
    insert: commits.prepare<null, [number, string, string, Instant, number, AppId, string]>(
      `INSERT INTO memories (id, bank, memory, content, created_at, sum) SELECT ?, id, ?, ?, ?, ? FROM definitions WHERE ${named}`,
    ),
    list: commits.prepare<MemoryRow, [AppId, string, number, number]>(
      `SELECT ${columns} FROM memories WHERE ${ofBank} AND id > ? ORDER BY id LIMIT ?`,
    ),
    all: commits.prepare<MemoryRow, [AppId, string]>(`SELECT ${columns} FROM memories WHERE ${ofBank} ORDER BY id`),
    remove: commits.prepare<{ id: number }, [AppId, string, string]>(
      `DELETE FROM memories WHERE ${ofBank} AND memory = ? RETURNING id`,
    ),
    clear: commits.prepare<null, [AppId, string]>(`DELETE FROM memories WHERE ${ofBank}`),
    renew: commits.prepare<null, [number, Instant, AppId, string]>(
      `UPDATE definitions SET revision = ?, updated_at = ? WHERE ${named}`,
    ),
  };
}

function memoryOf(row: MemoryRow): Memory {
  return { id: row.memory, content: JSON.parse(row.content) as Memory["content"], createdAt: row.created_at };
}
