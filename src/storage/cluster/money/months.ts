/** Entries of a cluster that are put together into months. */
import { MonthsGrown, problemsOfMonths, sumsIn, sumsText } from "#core/access/ledger-months.ts";
import type { LedgerEntry, LedgerMonth } from "#core/ports/ledger-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { Postgres } from "../postgres.ts";
import { type EntryRow, entriesIn } from "./entry-rows.ts";

/** Rows of one change, and entries in them: a row is taken whole, and has at most a thousand. */
const ROWS_AT_ONCE = 500;
const ENTRIES_AT_ONCE = 5_000;

interface MonthRow {
  readonly app: string;
  readonly month: string;
  readonly first_entry: number;
  readonly last_entry: number;
  readonly entries: number;
  readonly sums: string;
  readonly chain: string;
  readonly seal: string;
}

const COLUMNS = "app, month, first_entry, last_entry, entries, sums, chain, seal";
const OLDEST = `SELECT id, at, bucket, kind, amount, charges, count FROM ledger_entries WHERE app = $1 ORDER BY id LIMIT ${ROWS_AT_ONCE}`;

/** Oldest first. */
export async function monthsOf(postgres: Postgres, app: AppId): Promise<readonly LedgerMonth[]> {
  const statement = `SELECT ${COLUMNS} FROM ledger_months WHERE app = $1 ORDER BY month`;
  return (await postgres.rowsOf<MonthRow>(app, statement, [app])).map(monthIn);
}

/** The last entry of the app that is in a month; 0 for none. */
export async function lastEntryInMonths(postgres: Postgres, app: AppId): Promise<number> {
  const statement = "SELECT last_entry AS last FROM ledger_months WHERE app = $1 ORDER BY month DESC LIMIT 1";
  return (await postgres.rowOf<{ last: number }>(app, statement, [app]))?.last ?? 0;
}

/**
 * As `LedgerStore.compact`, of one app at a time. Nodes need no lease for it: whoever comes second finds another seal, has done nothing, and goes on
 * with what is left.
 */
export async function compactOneApp(postgres: Postgres, before: Instant): Promise<number> {
  const found = await postgres.row<{ app: AppId | null }>("SELECT app_with_old_entries($1) AS app", [before]);
  const app = found?.app ?? null;
  if (app === null) return 0;
  const known = (await monthsOf(postgres, app)).slice(-2);
  const rows = await postgres.rowsOf<EntryRow>(app, OLDEST, [app]);
  const entries: LedgerEntry[] = [];
  let lastRow = 0;
  for (const row of rows) {
    if (row.at >= before || entries.length >= ENTRIES_AT_ONCE) break;
    entries.push(...[...entriesIn(row)].toReversed());
    lastRow = row.id;
  }
  const growing = new MonthsGrown(app, known);
  for (const entry of entries) growing.add(entry);
  const amount = entries.reduce((sum, entry) => sum + entry.amount, 0);
  const grown = growing.end();
  const made = await postgres.row<{ done: boolean }>(
    `SELECT compact_ledger($1, $2, $3, $4, $5, $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::text[],
      $12::text[]) AS done`,
    [
      app,
      known.at(-1)?.seal ?? "",
      lastRow,
      entries.length,
      amount,
      grown.map(({ month }) => month),
      grown.map(({ firstEntry }) => firstEntry),
      grown.map(({ lastEntry }) => lastEntry),
      grown.map((month) => month.entries),
      grown.map(({ sums }) => sumsText(sums)),
      grown.map(({ chain }) => chain),
      grown.map(({ seal }) => seal),
    ],
  );
  return made?.done ? entries.length : compactOneApp(postgres, before);
}

/** In words, which months of all apps are not what was written. */
export async function problemsOfAllMonths(postgres: Postgres): Promise<readonly string[]> {
  const rows = await postgres.rows<MonthRow>(`SELECT ${COLUMNS} FROM all_ledger_months()`);
  return [...Map.groupBy(rows, ({ app }) => app)].flatMap(([app, own]) => {
    try {
      return problemsOfMonths(own.map(monthIn));
    } catch {
      return [`the sums of a month of ${app} cannot be read`];
    }
  });
}

/** Throws where its sums cannot be read. */
function monthIn(row: MonthRow): LedgerMonth {
  const { app, month, first_entry: firstEntry, last_entry: lastEntry, entries, chain, seal } = row;
  return { app: app as AppId, month, firstEntry, lastEntry, entries, sums: sumsIn(row.sums), chain, seal };
}
