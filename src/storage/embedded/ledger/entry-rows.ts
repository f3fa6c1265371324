/** Entries of the ledger as they stand in rows and in notes. */
import type { JsonValue } from "#core/json.ts";
import type { LedgerEntry } from "#core/ports/ledger-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { type EntryParts, numbersIn, sumOfEntry } from "../row-sums.ts";

export const CREDITS = "credits";
export const MONTH_PREFIX = "month:";

/** An entry before it is one. */
export interface Entered extends EntryParts {
  readonly app: AppId;
}

/** As it is inserted. */
export type EntryValues = [
  id: number,
  app: string,
  at: Instant,
  bucket: string,
  kind: string,
  amount: number,
  reservation: number | null,
  sum: number,
  charges: string | null,
];

/** As it is read. */
export interface EntryRow {
  readonly id: number;
  readonly at: Instant;
  readonly bucket: string;
  readonly kind: LedgerEntry["kind"];
  readonly amount: number;
  readonly charges: string | null;
}

/** The row before those that are added. */
export interface LastRow {
  readonly id: number;
  readonly sum: number | null;
}

/**
 * Charges that are written together stand in one row where they are of one app and bucket: a row and its place in three indexes
 * for each were half of what an answer from memory wrote. Ids count entries, and a row has that of its last one.
 */
export function rowsOf(entries: readonly Entered[], { id, sum }: LastRow): readonly EntryValues[] {
  let [lastId, lastSum] = [id, sum ?? 0];
  return together(entries).map((some) => {
    const row = some.length === 1 ? (some[0] as Entered) : asOne(some);
    lastId += some.length;
    lastSum = sumOfEntry(lastSum, row);
    const { app, at, bucket, kind, amount, reservation, charges = null } = row;
    return [lastId, app, at, bucket, kind, amount, reservation, lastSum, charges];
  });
}

function together(entries: readonly Entered[]): readonly (readonly Entered[])[] {
  const known = new Map<AppId, Map<string, Entered[]>>();
  const all: Entered[][] = [];
  for (const entry of entries) {
    const ofApp = known.get(entry.app) ?? new Map<string, Entered[]>();
    if (ofApp.size === 0) known.set(entry.app, ofApp);
    const some = ofApp.get(entry.bucket);
    if (some) some.push(entry);
    else {
      const begun = [entry];
      ofApp.set(entry.bucket, begun);
      all.push(begun);
    }
  }
  return all;
}

/** What the row has of the last charge, each charge has in `charges` as its distance to it: reservation, instant; then its amount. */
function asOne(charges: readonly Entered[]): Entered {
  const last = charges.at(-1) as Entered;
  const numbers: number[] = [];
  let amount = 0;
  for (const charge of charges) {
    numbers.push((charge.reservation ?? 0) - (last.reservation ?? 0), charge.at - last.at, charge.amount);
    amount += charge.amount;
  }
  return { ...last, amount, charges: JSON.stringify(numbers) };
}

/** Newest first. */
export function entriesIn({ id, at, bucket, kind, amount, charges }: EntryRow): readonly LedgerEntry[] {
  const month = bucket === CREDITS ? null : bucket.slice(MONTH_PREFIX.length);
  const numbers = numbersIn(charges);
  // What is damaged is shown as what it is in all: the doctor says so.
  if (!numbers) return [{ id, at, month, kind, amount }];
  return Array.from({ length: numbers.length / 3 }, (_, back) => {
    const [, distance = 0, charged = 0] = numbers.slice(numbers.length - 3 * (back + 1));
    return { id: id - back, at: at + distance, month, kind, amount: charged };
  });
}

/** Of an app, a bucket and an instant, which charges that follow each other often share: reservations and amounts, in turn. */
export type ChargesNote = readonly (readonly [AppId, string, Instant, readonly number[]])[];

export function noteOf(entries: readonly Entered[]): JsonValue {
  const note: [AppId, string, Instant, number[]][] = [];
  for (const { app, bucket, at, reservation, amount } of entries) {
    const last = note.at(-1);
    if (last && last[0] === app && last[1] === bucket && last[2] === at) last[3].push(reservation ?? 0, amount);
    else note.push([app, bucket, at, [reservation ?? 0, amount]]);
  }
  return note;
}

export function chargesIn(note: ChargesNote): readonly Entered[] {
  return note.flatMap(([app, bucket, at, numbers]) =>
    Array.from({ length: numbers.length / 2 }, (_, index) => {
      const [reservation = 0, amount = 0] = numbers.slice(2 * index);
      return { app, at, bucket, kind: "charge", amount, reservation };
    }),
  );
}
