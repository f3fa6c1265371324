/** The ledger of a cluster, entry by entry. */
import { sumsIn } from "#core/access/ledger-months.ts";
import { entryIn, entryRow, kindIn, type MovedEntry, together } from "#core/moving/moved-entries.ts";
import { type MovedRow, numberIn, textIn } from "#core/moving/moved-rows.ts";
import type { AppId } from "#core/tenant.ts";
import { ENTRIES_OF_ROW_MAX, entriesIn } from "../money/entry-rows.ts";
import { type ClusterTable, insertion, type Statement, type Types } from "./cluster-table.ts";

/** Charges of one instant stand in one row: that is all a row says of when they were. */
const ROWS = {
  entriesMax: ENTRIES_OF_ROW_MAX,
  mayFollow: (last: MovedEntry, next: MovedEntry) => last.at === next.at,
};

/** Numbers of entries are given anew. Sums go with the entries: nothing is leased in a cluster that no node works on. */
export const ledgerTable: ClusterTable = {
  select: "SELECT app, id, at, bucket, kind, amount, charges, count FROM ledger_entries ORDER BY app, id",
  estimate: "SELECT coalesce(sum(coalesce(cardinality(charges), count)), 0)::bigint AS rows FROM ledger_entries",
  fetchedMax: 256,
  asRead: (row) => {
    const numbers = { id: numberIn(row, "id"), at: numberIn(row, "at"), amount: numberIn(row, "amount") };
    const charges = { charges: chargesIn(row.charges), count: numberIn(row, "count") };
    const entry = { ...numbers, bucket: textIn(row, "bucket"), kind: kindIn(row), ...charges };
    return [...entriesIn(entry)].toReversed().map((each) => entryRow(textIn(row, "app"), each));
  },
  written: (rows) => {
    const entries = rows.map(entryIn);
    return [enter(together(entries, ROWS)), addUp(entries)];
  },
};

function chargesIn(charges: unknown): readonly number[] | null {
  return Array.isArray(charges) ? charges.map(Number) : null;
}

const bucketOf = ({ month }: Pick<MovedEntry, "month">) => month ?? "credits";

function enter(all: readonly (readonly MovedEntry[])[]): Statement {
  const firsts = all.flatMap(([first]) => (first ? [first] : []));
  return {
    text: `INSERT INTO ledger_entries (app, at, bucket, kind, amount, charges)
      SELECT app, at, bucket, kind, amount, charges::bigint[]
      FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[])
        WITH ORDINALITY AS entry (app, at, bucket, kind, amount, charges, place) ORDER BY place`,
    values: [
      firsts.map(({ app }) => app),
      firsts.map(({ at }) => at),
      firsts.map(bucketOf),
      firsts.map(({ kind }) => kind),
      all.map((some) => some.reduce((sum, { amount }) => sum + amount, 0)),
      // A list of lists of different lengths is none of Postgres's.
      all.map((some) => (some.length === 1 ? null : `{${some.map(({ amount }) => -amount).join(",")}}`)),
    ],
  };
}

const MONTH_TYPES: Types = {
  app: "text",
  month: "text",
  first_entry: "bigint",
  last_entry: "bigint",
  entries: "bigint",
  sums: "text",
  chain: "text",
  seal: "text",
};

/** Before the entries, which are numbered behind them: a cursor of before finds the months. */
export const ledgerMonthsTable: ClusterTable = {
  select: `SELECT ${Object.keys(MONTH_TYPES).join(", ")} FROM ledger_months ORDER BY app, month`,
  estimate: "SELECT count(*) AS rows FROM ledger_months",
  asRead: (row) => [row as MovedRow],
  written: (rows) => [insertion("ledger_months", MONTH_TYPES, rows), addUp(rows.flatMap(sumsOf)), NUMBERED_BEHIND],
};

const NUMBERED_BEHIND: Statement = {
  text: `SELECT setval(pg_get_serial_sequence('ledger_entries', 'id'),
    greatest((SELECT max(last_entry) FROM ledger_months) / ${ENTRIES_OF_ROW_MAX} + 1, 1))`,
  values: [],
};

function sumsOf(row: MovedRow): readonly Omit<MovedEntry, "at">[] {
  const app = textIn(row, "app") as AppId;
  return sumsIn(textIn(row, "sums")).map(({ month, kind, amount }) => ({ app, month, kind, amount }));
}

/** What a month was given is null until it is given something. */
function addUp(entries: readonly Omit<MovedEntry, "at">[]): Statement {
  return {
    text: `INSERT INTO balances AS known (app, bucket, unleased, granted)
      SELECT app, bucket, sum(amount), sum(amount) FILTER (WHERE kind = 'allowance')
      FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS entry (app, bucket, kind, amount) GROUP BY app, bucket
      ON CONFLICT (app, bucket) DO UPDATE SET unleased = known.unleased + excluded.unleased,
        granted = CASE WHEN excluded.granted IS NULL THEN known.granted ELSE coalesce(known.granted, 0) + excluded.granted END`,
    values: [
      entries.map(({ app }) => app),
      entries.map(bucketOf),
      entries.map(({ kind }) => kind),
      entries.map(({ amount }) => amount),
    ],
  };
}
