import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import type { LedgerEntry } from "#core/ports/ledger-store.ts";
import { type EntryRow, entriesIn } from "#storage/embedded/ledger/entry-rows.ts";
import type { MonthRow } from "#storage/embedded/ledger/months.ts";
import type { Entered } from "./kit/money.ts";

interface AppRow extends EntryRow {
  readonly app: string;
}

/** What a month says of its entries: bucket, kind, how many, how much. */
type MonthSums = readonly (readonly [bucket: string, kind: string, entries: number, amount: number])[];

/**
 * All entries of the ledger that were ever seen, in the order of their numbers. An entry that was there is there for ever: by itself, or in a month
 * that has the sums and the end of the chain over it. The chain is made here once more, by what is promised of it, and not by the server.
 */
export class LedgerBook {
  readonly #entries = new Map<string, LedgerEntry[]>();
  #lastEntry = 0;

  /** What is wrong with the ledger in a database, in words. @param singleFrom entries from then on are in no month yet. */
  look(database: Database, singleFrom: number): readonly string[] {
    const rows = database.query<AppRow, []>("SELECT * FROM ledger_entries ORDER BY id").all();
    const single = new Map<string, LedgerEntry[]>();
    const last = this.#lastEntry;
    for (const row of rows) {
      const own = entriesIn(row).toReversed();
      single.set(row.app, [...(single.get(row.app) ?? []), ...own]);
      this.#entries.set(row.app, [...(this.#entries.get(row.app) ?? []), ...own.filter(({ id }) => id > last)]);
      this.#lastEntry = row.id;
    }
    const months = database.query<MonthRow, []>("SELECT * FROM ledger_months ORDER BY app, month").all();
    const ofApp = Map.groupBy(months, ({ app }) => app);
    return [...this.#entries].flatMap(([app, entries]) => {
      const { problems, count } = inMonths(app, entries, ofApp.get(app) ?? [], singleFrom);
      const rest = JSON.stringify(entries.slice(count));
      if (rest !== JSON.stringify(single.get(app) ?? [])) problems.push(`an entry of ${app} is in no month, and gone`);
      return problems;
    });
  }

  /** What the entries of an app make. @param month the one whose allowance is spent now. */
  entered(app: string, month: string, allowance: number): Entered {
    const entries = this.#entries.get(app) ?? [];
    const sum = (of: (entry: LedgerEntry) => boolean) =>
      entries.reduce((total, entry) => total + (of(entry) ? entry.amount : 0), 0);
    const granted = Map.groupBy(
      entries.filter(({ kind }) => kind === "allowance"),
      (entry) => entry.month,
    );
    const twice = [...granted].find(([, own]) => own.length > 1 || own[0]?.amount !== allowance);
    if (twice) throw new Error(`${app} was given the allowance of ${twice[0]} as ${JSON.stringify(twice[1])}`);
    return {
      charged: -sum(({ kind }) => kind === "charge"),
      credited: sum(({ kind }) => kind === "credit"),
      spendable: (granted.has(month) ? 0 : allowance) + sum((entry) => entry.month === null || entry.month === month),
    };
  }
}

/** How many entries the months of an app stand for, and what they say wrongly of them. */
function inMonths(app: string, entries: readonly LedgerEntry[], months: readonly MonthRow[], singleFrom: number) {
  const problems: string[] = [];
  let chain = sha256(`dragoman ledger\n${app}`);
  let count = 0;
  for (const { month, entries: size, first_entry: first, last_entry: last, sums, chain: told } of months) {
    const own = entries.slice(count, count + size);
    count += size;
    for (const { at, month: bucket, kind, amount } of own)
      chain = sha256(`${chain}\n${JSON.stringify([at, bucket, kind, amount])}`);
    const isWhole = own.length === size && own[0]?.id === first && own.at(-1)?.id === last;
    if (!isWhole || chain !== told || sumsText(own) !== sortedText(JSON.parse(sums) as MonthSums))
      problems.push(`the month ${month} of ${app} is not what its entries make`);
    if (own.some(({ at }) => at >= singleFrom)) problems.push(`an entry of ${app} went into ${month} too early`);
  }
  return { problems, count };
}

function sumsText(entries: readonly LedgerEntry[]): string {
  const named = Map.groupBy(entries, ({ month, kind }) => `${month ?? "credits"} ${kind}`);
  return sortedText(
    [...named.values()].map((own) => {
      const amount = own.reduce((sum, entry) => sum + entry.amount, 0);
      return [own[0]?.month ?? "credits", own[0]?.kind ?? "", own.length, amount] as const;
    }),
  );
}

function sortedText(sums: MonthSums): string {
  return JSON.stringify(sums.map((sum) => JSON.stringify(sum)).toSorted());
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
