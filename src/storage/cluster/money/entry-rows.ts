/** Entries of the ledger as they stand in rows. */
import type { LedgerEntry } from "#core/ports/storage.ts";
import type { Instant } from "#core/tenant.ts";

/** Charges of one row are never more: a turn has fewer steps. */
export const ENTRIES_OF_ROW_MAX = 1_024;

export interface EntryRow {
  readonly id: number;
  readonly at: Instant;
  readonly bucket: string;
  readonly kind: LedgerEntry["kind"];
  readonly amount: number;
  readonly charges: readonly number[] | null;
}

/** Newest first. Those of one row have the instant of its last one. */
export function* entriesIn({ id, at, bucket, kind, amount, charges }: EntryRow): Generator<LedgerEntry> {
  const month = bucket === "credits" ? null : bucket;
  const amounts = charges?.map((charge) => -charge) ?? [amount];
  for (let place = amounts.length - 1; place >= 0; place -= 1) {
    yield { id: id * ENTRIES_OF_ROW_MAX + place, at, month, kind, amount: amounts[place] ?? 0 };
  }
}
