/** The ledger of a data folder, entry by entry. */
import type { Database } from "bun:sqlite";
import { sumsIn } from "#core/access/ledger-months.ts";
import { entryIn, entryRow, type MovedEntry, together } from "#core/moving/moved-entries.ts";
import { MOVED_COLUMNS, type MovedRow, type MovedValue, numberIn, textIn } from "#core/moving/moved-rows.ts";
import {
  CREDITS,
  type Entered,
  type EntryRow,
  entriesIn,
  type LastRow,
  MONTH_PREFIX,
  rowsOf,
} from "../ledger/entry-rows.ts";
import { FLOOR_RAISE, MONTH_PUT } from "../ledger/months.ts";
import { ENTRY_INSERT, LAST_ENTRY_ROW, LEDGER_FLOOR } from "../ledger/statements.ts";
import type { FolderTable } from "./folder-table.ts";

/** Those that came together did so within a commit. What is taken and what is given back never add up to nothing: the table has no such row. */
const ROWS = {
  entriesMax: 256,
  mayFollow: (last: MovedEntry, next: MovedEntry) => last.amount < 0 === next.amount < 0,
};

/**
 * Numbers of entries are given anew: they are those of the folder. A charge of two buckets is two of one each, and a reservation is of one
 * charge, since nothing asks for it after it was settled.
 */
export const ledgerTable: FolderTable = {
  estimate: "SELECT ifnull(max(id), 0) AS rows FROM ledger_entries",
  *rows(database) {
    const statement = "SELECT app, id, at, bucket, kind, amount, charges FROM ledger_entries ORDER BY app, id";
    using all = database.prepare<EntryRow & { readonly app: string }, []>(statement);
    for (const row of all.iterate()) for (const entry of entriesIn(row).toReversed()) yield entryRow(row.app, entry);
  },
  write(database, rows) {
    const insert = database.query<null, (string | number | null)[]>(ENTRY_INSERT);
    for (const some of together(rows.map(entryIn), ROWS)) {
      const last = lastRow(database);
      const entered = some.map((entry, at) => enteredOf(entry, last.id + at + 1));
      for (const row of rowsOf(entered, last)) insert.run(...row);
    }
  },
};

/** `number`: that of the entry, which no other charge has as its reservation. */
function enteredOf({ app, at, month, kind, amount }: MovedEntry, number: number): Entered {
  const bucket = month === null ? CREDITS : `${MONTH_PREFIX}${month}`;
  return { app, at, bucket, kind, amount, reservation: kind === "charge" ? number : null };
}

/** The last that was written, in the same transaction. */
function lastRow(database: Database): LastRow {
  const last = database.query<LastRow, []>(LAST_ENTRY_ROW).get() ?? database.query<LastRow, []>(LEDGER_FLOOR).get();
  return last ?? { id: 0, sum: 0 };
}

const MONTH_COLUMNS = MOVED_COLUMNS.ledger_months;
/** Those of entries are added up by a trigger. */
const ADD_UP = `INSERT INTO balances (app, bucket, amount, granted) VALUES (?, ?, ?, ?)
  ON CONFLICT (app, bucket) DO UPDATE SET amount = amount + excluded.amount, granted = granted + excluded.granted`;

/** Before the entries, which are numbered behind them: a cursor of before finds the months. */
export const ledgerMonthsTable: FolderTable = {
  estimate: "SELECT count(*) AS rows FROM ledger_months",
  *rows(database) {
    using all = database.prepare<MovedRow, []>(
      `SELECT ${MONTH_COLUMNS.join(", ")} FROM ledger_months ORDER BY app, month`,
    );
    yield* all.iterate();
  },
  write(database, rows) {
    const put = database.query<null, MovedValue[]>(MONTH_PUT);
    const addUp = database.query<null, (string | number)[]>(ADD_UP);
    const floor = lastRow(database);
    let highest = floor.id;
    for (const row of rows) {
      put.run(...MONTH_COLUMNS.map((column) => row[column] ?? null));
      highest = Math.max(highest, numberIn(row, "last_entry"));
      for (const { month, kind, amount } of sumsIn(textIn(row, "sums"))) {
        const bucket = month === null ? CREDITS : `${MONTH_PREFIX}${month}`;
        addUp.run(textIn(row, "app"), bucket, amount, kind === "allowance" ? amount : 0);
      }
    }
    database.query<null, [number, number]>(FLOOR_RAISE).run(highest, floor.sum ?? 0);
  },
};
