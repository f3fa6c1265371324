import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { AuditRecord, AuditStore } from "#core/ports/audit-store.ts";
import type { Instant } from "#core/tenant.ts";
import type { GroupCommit } from "./commits/group-commit.ts";

/** Some 150 bytes each: 15 MB. A command a minute fills that in two months. */
const RECORDS_MAX = 100_000;

interface Row {
  readonly id: number;
  readonly at: Instant;
  readonly who: string;
  readonly what: string;
}

export class EmbeddedAuditRecords implements AuditStore {
  readonly #commits: GroupCommit;
  readonly #recordsMax: number;
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(commits: GroupCommit, recordsMax = RECORDS_MAX) {
    this.#commits = commits;
    this.#recordsMax = recordsMax;
    this.#statements = statementsFor(commits);
  }

  add({ at, by, what }: Omit<AuditRecord, "id">): Promise<void> {
    return this.#commits.write(() => {
      this.#statements.add.run(at, by, what);
      this.#statements.drop.run(this.#recordsMax);
    });
  }

  async list({ limit, after }: Parameters<AuditStore["list"]>[0]): Promise<Page<AuditRecord>> {
    const rows = this.#commits.read(() => this.#statements.list.all(after ?? Number.MAX_SAFE_INTEGER, limit + 1));
    return pageOf(rows, limit, ({ id, at, who: by, what }) => ({ id, at, by, what }));
  }
}

function statementsFor(commits: GroupCommit) {
  return {
    add: commits.prepare<null, [number, string, string]>("INSERT INTO audit_records (at, who, what) VALUES (?, ?, ?)"),
    list: commits.prepare<Row, [number, number]>(
      "SELECT id, at, who, what FROM audit_records WHERE id < ? ORDER BY id DESC LIMIT ?",
    ),
    drop: commits.prepare<null, [number]>(
      "DELETE FROM audit_records WHERE id <= (SELECT max(id) FROM audit_records) - ?",
    ),
  };
}
