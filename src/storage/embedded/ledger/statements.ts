import type { AppId } from "#core/tenant.ts";
import type { GroupCommit } from "../commits/group-commit.ts";
import type { EntryRow, EntryValues, LastRow } from "./entry-rows.ts";

/** Rows of one statement: half of what one statement for each takes. */
export const ENTERED_TOGETHER = 16;
const ENTER = "INSERT INTO ledger_entries (id, app, at, bucket, kind, amount, reservation, sum, charges) VALUES";
const COLUMNS = "id, at, bucket, kind, amount, charges";
const VALUES = "(?, ?, ?, ?, ?, ?, ?, ?, ?)";

/** Gives a LedgerDiscrepancy for each balance that is not the sum of its entries. Reads all of the ledger. */
export const LEDGER_AUDIT = `
  SELECT app, bucket, ifnull(entered, 0) AS entered, ifnull(amount, 0) AS balance
  FROM (SELECT app, bucket, sum(amount) AS entered FROM ledger_entries GROUP BY app, bucket)
  FULL JOIN balances USING (app, bucket)
  WHERE entered IS NOT amount`;

/** An app's bucket whose balance is not the sum of its entries: somebody else wrote into the file. */
export interface LedgerDiscrepancy {
  readonly app: string;
  readonly bucket: string;
  readonly entered: number;
  readonly balance: number;
}

export const ENTRY_INSERT = `${ENTER} ${VALUES}`;
export const LAST_ENTRY_ROW = "SELECT id, sum FROM ledger_entries WHERE id = (SELECT max(id) FROM ledger_entries)";

export function ledgerStatements(commits: GroupCommit) {
  return {
    enter: commits.prepare<null, EntryValues>(ENTRY_INSERT),
    enterSome: commits.prepare<null, EntryValues[number][]>(
      `${ENTER} ${Array.from({ length: ENTERED_TOGETHER }, () => VALUES).join(", ")}`,
    ),
    last: commits.prepare<LastRow>(LAST_ENTRY_ROW),
    // The row that has an entry may have later ones, too.
    rowFrom: commits.prepare<EntryRow, [AppId, number]>(
      `SELECT ${COLUMNS} FROM ledger_entries WHERE app = ? AND id >= ? ORDER BY id LIMIT 1`,
    ),
    rowsBefore: commits.prepare<EntryRow, [AppId, number]>(
      `SELECT ${COLUMNS} FROM ledger_entries WHERE app = ? AND id < ? ORDER BY id DESC`,
    ),
    lastReservation: commits.prepare<{ reservation: number | null }>(
      "SELECT max(reservation) AS reservation FROM ledger_entries WHERE reservation IS NOT NULL",
    ),
    audit: commits.prepare<LedgerDiscrepancy>(LEDGER_AUDIT),
  };
}
