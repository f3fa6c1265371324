import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { AuditRecord, AuditStore } from "#core/ports/audit-store.ts";
import type { Instant } from "#core/tenant.ts";
import type { Postgres } from "./postgres.ts";

/** Some 150 bytes each: 15 MB. A command a minute fills that in two months. */
const RECORDS_MAX = 100_000;

interface Row {
  readonly id: number;
  readonly at: Instant;
  readonly who: string;
  readonly what: string;
}

export class ClusterAuditRecords implements AuditStore {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async add({ at, by, what }: Omit<AuditRecord, "id">): Promise<void> {
    await this.#postgres.rows("SELECT note_audit($1, $2, $3, $4)", [at, by, what, RECORDS_MAX]);
  }

  async list({ limit, after }: Parameters<AuditStore["list"]>[0]): Promise<Page<AuditRecord>> {
    const rows = await this.#postgres.rows<Row>(
      "SELECT id, at, who, what FROM audit_records WHERE id < $1 ORDER BY id DESC LIMIT $2",
      [after ?? Number.MAX_SAFE_INTEGER, limit + 1],
    );
    return pageOf(rows, limit, ({ id, at, who: by, what }) => ({ id, at, by, what }));
  }
}
