import type { LedgerDiscrepancy } from "#core/ports/ledger-store.ts";
import type { AppId } from "#core/tenant.ts";
import type { GroupCommit } from "../commits/group-commit.ts";
import type { EntryRow, EntryValues, LastRow } from "./entry-rows.ts";

/** Rows of one statement: half of what one statement for each takes. */
export const ENTERED_TOGETHER = 16;
const ENTER = "INSERT INTO ledger_entries (id, app, at, bucket, kind, amount, reservation, sum, charges) VALUES";
const COLUMNS = "id, at, bucket, kind, amount, charges";
const VALUES = "(?, ?, ?, ?, ?, ?, ?, ?, ?)";

/** Gives a LedgerDiscrepancy for each balance that is not the sum of its months and entries. Reads all of the ledger. */
export const LEDGER_AUDIT = `
  WITH parts AS (
    SELECT app, bucket, amount FROM ledger_entries
    UNION ALL
    SELECT app, iif(value ->> 0 = 'credits', 'credits', 'month:' || (value ->> 0)), value ->> 3
    FROM ledger_months, json_each(sums)
  )
  SELECT app, bucket, ifnull(entered, 0) AS entered, ifnull(amount, 0) AS balance
  FROM (SELECT app, bucket, sum(amount) AS entered FROM parts GROUP BY app, bucket)
  FULL JOIN balances USING (app, bucket)
  WHERE entered IS NOT amount`;

export const ENTRY_INSERT = `${ENTER} ${VALUES}`;
export const LAST_ENTRY_ROW = "SELECT id, sum FROM ledger_entries WHERE id = (SELECT max(id) FROM ledger_entries)";
/** Of what goes before all rows: those that are in months. */
export const LEDGER_FLOOR = "SELECT id, sum FROM ledger_floor";

export function ledgerStatements(commits: GroupCommit) {
  return {
    enter: commits.prepare<null, EntryValues>(ENTRY_INSERT),
    enterSome: commits.prepare<null, EntryValues[number][]>(
      `${ENTER} ${Array.from({ length: ENTERED_TOGETHER }, () => VALUES).join(", ")}`,
    ),
    last: commits.prepare<LastRow>(LAST_ENTRY_ROW),
    floor: commits.prepare<LastRow>(LEDGER_FLOOR),
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
