/** Entries of the ledger on their way from one storage to another. */
import type { LedgerEntry } from "../ports/ledger-store.ts";
import type { AppId, Instant } from "../tenant.ts";
import { type MovedRow, numberIn, textIn } from "./moved-rows.ts";

/** What is no month. */
const CREDITS = "credits";

export interface MovedEntry {
  readonly app: AppId;
  readonly at: Instant;
  /** As 2026-11; null for credits. */
  readonly month: string | null;
  readonly kind: LedgerEntry["kind"];
  readonly amount: number;
}

export function entryRow(app: string, { at, month, kind, amount }: Omit<MovedEntry, "app">): MovedRow {
  return { app, at, bucket: month ?? CREDITS, kind, amount };
}

/** Throws where it is none. */
export function entryIn(row: MovedRow): MovedEntry {
  const bucket = textIn(row, "bucket");
  return {
    app: textIn(row, "app") as AppId,
    at: numberIn(row, "at"),
    month: bucket === CREDITS ? null : bucket,
    kind: kindIn(row),
    amount: numberIn(row, "amount"),
  };
}

export function kindIn(row: Readonly<Record<string, unknown>>): LedgerEntry["kind"] {
  const kind = textIn(row, "kind");
  if (kind === "allowance" || kind === "charge" || kind === "credit") return kind;
  throw new TypeError(`an entry of the ledger is no ${kind}`);
}

/** Charges that follow each other and may stand in one row, at most so many; every other entry by itself. */
export function together(
  entries: readonly MovedEntry[],
  {
    entriesMax,
    mayFollow,
  }: { readonly entriesMax: number; readonly mayFollow: (last: MovedEntry, next: MovedEntry) => boolean },
): readonly (readonly MovedEntry[])[] {
  const all: MovedEntry[][] = [];
  for (const entry of entries) {
    const some = all.at(-1);
    const last = some?.at(-1);
    const fits = some && last && some.length < entriesMax && areAlike(last, entry) && mayFollow(last, entry);
    if (fits) some.push(entry);
    else all.push([entry]);
  }
  return all;
}

function areAlike(last: MovedEntry, entry: MovedEntry): boolean {
  const areCharges = last.kind === "charge" && entry.kind === "charge";
  return areCharges && last.app === entry.app && last.month === entry.month;
}
