import type { Page } from "../page.ts";
import type { Instant } from "../tenant.ts";

/** Something that an operator did. */
export interface AuditRecord {
  /** Grows with every record. */
  readonly id: number;
  readonly at: Instant;
  /** Who, in words: the admin page, or the user of the system behind a command. */
  readonly by: string;
  /** What, in one line without secrets, as in `app.credit app_id="app_1" requests=50`. */
  readonly what: string;
}

/** What operators did. Records are added and never changed; over a bound that the storage has, the oldest go. */
export interface AuditStore {
  add(record: Omit<AuditRecord, "id">): Promise<void>;
  /** Newest first. `after`: the `next` of the page before. */
  list(page: { readonly limit: number; readonly after: number | null }): Promise<Page<AuditRecord>>;
}
