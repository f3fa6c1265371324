/** Entries of a data folder that are put together into months. */
import type { Database } from "bun:sqlite";
import { MonthsGrown, problemsOfMonths, sumsIn, sumsText } from "#core/access/ledger-months.ts";
import type { LedgerMonth } from "#core/ports/ledger-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit } from "../commits/group-commit.ts";
import { type EntryRow, entriesIn } from "./entry-rows.ts";

/** Entries of one change: the thread that serves does nothing else for some ten milliseconds. A row is taken whole. */
const ENTRIES_AT_ONCE = 1_000;

export interface MonthRow {
  readonly app: string;
  readonly month: string;
  readonly first_entry: number;
  readonly last_entry: number;
  readonly entries: number;
  readonly sums: string;
  readonly chain: string;
  readonly seal: string;
}

interface OldRow extends EntryRow {
  readonly app: AppId;
  readonly sum: number;
}

const COLUMNS = "app, month, first_entry, last_entry, entries, sums, chain, seal";
const MONTHS_OF_APP = `SELECT ${COLUMNS} FROM ledger_months WHERE app = ?`;
/** All of a row but its key is that of the month as it grew. */
export const MONTH_PUT = `INSERT INTO ledger_months (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (app, month) DO UPDATE SET last_entry = excluded.last_entry, entries = excluded.entries, sums = excluded.sums,
    chain = excluded.chain, seal = excluded.seal`;
export const FLOOR_RAISE = "UPDATE ledger_floor SET id = ?, sum = ?";

export class LedgerMonths {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof monthStatements>;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = monthStatements(commits);
  }

  /** Oldest first. */
  of(app: AppId): readonly LedgerMonth[] {
    return this.#commits.read(() => this.#statements.ofApp.all(app)).map(monthIn);
  }

  /** The last entry of the app that is in a month; 0 for none. */
  lastEntry(app: AppId): number {
    return this.#commits.read(() => this.#statements.lastEntry.get(app)?.last ?? 0);
  }

  /** As `LedgerStore.compact`. */
  compact(before: Instant): Promise<number> {
    return this.#commits.write(() => this.#compactNow(before));
  }

  /** Within a transaction: months, then the floor, then the rows, all of it or nothing. */
  #compactNow(before: Instant): number {
    const rows = this.#rowsBefore(before);
    const last = rows.at(-1);
    if (!last) return 0;
    const { put, raise, remove, total } = this.#statements;
    const growing = new Map<AppId, MonthsGrown>();
    let [taken, amount] = [0, 0];
    for (const row of rows) {
      const months = growing.get(row.app) ?? new MonthsGrown(row.app, this.#newestOf(row.app));
      growing.set(row.app, months);
      for (const entry of entriesIn(row).toReversed()) {
        months.add(entry);
        taken += 1;
        amount += entry.amount;
      }
    }
    const made = [...growing.values()].flatMap((months) => months.end());
    const { amount: there = 0, newest = 0 } = total.get(last.id) ?? {};
    // What the months say of the entries against what the database says of their rows.
    if (amount !== (there ?? 0))
      throw new Error(`the entries up to ${last.id} make ${amount}, and their rows ${there}`);
    if (newest === last.id) throw new Error(`entry ${last.id} is the newest: it cannot go`);
    const countedBefore = this.#countOf(growing.keys());
    for (const month of made) put.run(...valuesOf(month));
    const grown = this.#countOf(growing.keys()) - countedBefore;
    if (grown !== taken) throw new Error(`${taken} entries would go, and months would have ${grown} more`);
    raise.run(last.id, last.sum);
    remove.run(last.id);
    return taken;
  }

  /** The oldest rows, up to one that is not old enough, and never the newest of all. */
  #rowsBefore(before: Instant): readonly OldRow[] {
    const rows: OldRow[] = [];
    let entries = 0;
    for (const row of this.#statements.oldest.iterate()) {
      const own = entriesIn(row);
      // A clock that went forward and back holds up what follows, until it is old as well.
      if (own.some(({ at }) => at >= before)) break;
      rows.push(row);
      entries += own.length;
      if (entries >= ENTRIES_AT_ONCE) break;
    }
    return rows;
  }

  #newestOf(app: AppId): readonly LedgerMonth[] {
    return this.#statements.newest.all(app).map(monthIn).toReversed();
  }

  #countOf(apps: Iterable<AppId>): number {
    let count = 0;
    for (const app of apps) count += this.#statements.count.get(app)?.count ?? 0;
    return count;
  }
}

function monthStatements(commits: GroupCommit) {
  return {
    ofApp: commits.prepare<MonthRow, [AppId]>(`${MONTHS_OF_APP} ORDER BY month`),
    newest: commits.prepare<MonthRow, [AppId]>(`${MONTHS_OF_APP} ORDER BY month DESC LIMIT 2`),
    lastEntry: commits.prepare<{ last: number }, [AppId]>(
      "SELECT last_entry AS last FROM ledger_months WHERE app = ? ORDER BY month DESC LIMIT 1",
    ),
    count: commits.prepare<{ count: number }, [AppId]>(
      "SELECT ifnull(sum(entries), 0) AS count FROM ledger_months WHERE app = ?",
    ),
    oldest: commits.prepare<OldRow>(
      `SELECT app, id, at, bucket, kind, amount, charges, sum FROM ledger_entries
       WHERE id < (SELECT max(id) FROM ledger_entries) ORDER BY id LIMIT ${ENTRIES_AT_ONCE}`,
    ),
    total: commits.prepare<{ amount: number | null; newest: number }, [number]>(
      "SELECT sum(amount) AS amount, (SELECT max(id) FROM ledger_entries) AS newest FROM ledger_entries WHERE id <= ?",
    ),
    put: commits.prepare<null, (string | number)[]>(MONTH_PUT),
    raise: commits.prepare<null, [number, number]>(FLOOR_RAISE),
    remove: commits.prepare<null, [number]>("DELETE FROM ledger_entries WHERE id <= ?"),
  };
}

function valuesOf({ app, month, firstEntry, lastEntry, entries, sums, chain, seal }: LedgerMonth): (string | number)[] {
  return [app, month, firstEntry, lastEntry, entries, sumsText(sums), chain, seal];
}

/** Throws where its sums cannot be read. */
export function monthIn(row: MonthRow): LedgerMonth {
  const { app, month, first_entry: firstEntry, last_entry: lastEntry, entries, chain, seal } = row;
  return { app: app as AppId, month, firstEntry, lastEntry, entries, sums: sumsIn(row.sums), chain, seal };
}

/** In words, which months are not what was written. */
export function problemsOfLedgerMonths(database: Database): readonly string[] {
  const rows = database.query<MonthRow, []>(`SELECT ${COLUMNS} FROM ledger_months ORDER BY app, month`).all();
  const byApp = Map.groupBy(rows, ({ app }) => app);
  return [...byApp].flatMap(([app, own]) => {
    try {
      return problemsOfMonths(own.map(monthIn));
    } catch {
      return [`the sums of a month of ${app} cannot be read`];
    }
  });
}
