/** Entries of the ledger as they stand in rows. */
import type { LedgerEntry } from "#core/ports/ledger-store.ts";
import type { Instant } from "#core/tenant.ts";

/** Charges of one row are never more: a turn has fewer steps. */
export const ENTRIES_OF_ROW_MAX = 1_024;

export interface EntryRow {
  readonly id: number;
  readonly at: Instant;
  readonly bucket: string;
  readonly kind: LedgerEntry["kind"];
  readonly amount: number;
  /** Of several that differ; null where all are equal. */
  readonly charges: readonly number[] | null;
  /** How many equal ones it is. */
  readonly count: number;
}

/** Newest first. Those of one row have the instant of its last one. */
export function* entriesIn({ id, at, bucket, kind, amount, charges, count }: EntryRow): Generator<LedgerEntry> {
  const month = bucket === "credits" ? null : bucket;
  const amounts = charges?.map((charge) => -charge) ?? new Array<number>(count).fill(amount / count);
  for (let place = amounts.length - 1; place >= 0; place -= 1) {
    yield { id: id * ENTRIES_OF_ROW_MAX + place, at, month, kind, amount: amounts[place] ?? 0 };
  }
}
