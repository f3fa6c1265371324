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

/** A month's row that was found right, and how far its entries and their chain go. */
interface Proven {
  readonly row: string;
  readonly count: number;
  readonly chain: string;
}

/** Of an app. */
interface Book {
  readonly entries: LedgerEntry[];
  /** The months that were made once more, oldest first. */
  readonly proven: Proven[];
  charged: number;
  credited: number;
  /** What can be spent in any month, and by month what of its own, with what was given for it. */
  always: number;
  readonly ofMonth: Map<string, number>;
  readonly granted: Map<string, number[]>;
}

/**
 * All entries of the ledger that were ever seen, in the order of their numbers. An entry that was there is there for ever: by itself, or in a month
 * that has the sums and the end of the chain over it. The chain is made here once more, by what is promised of it, and not by the server. What was
 * proven of a month is not proven again while its row is the same: the entries of this book do not change.
 */
export class LedgerBook {
  readonly #books = new Map<string, Book>();
  #lastEntry = 0;

  /** What is wrong with the ledger in a database, in words. @param singleFrom entries from then on are in no month yet; it never becomes earlier. */
  look(database: Database, singleFrom: number): readonly string[] {
    const rows = database.query<AppRow, []>("SELECT * FROM ledger_entries ORDER BY id").all();
    const single = new Map<string, LedgerEntry[]>();
    const last = this.#lastEntry;
    for (const row of rows) {
      const own = entriesIn(row).toReversed();
      const ofApp = single.get(row.app) ?? [];
      single.set(row.app, ofApp);
      ofApp.push(...own);
      for (const entry of own) if (entry.id > last) this.#enter(row.app, entry);
      this.#lastEntry = row.id;
    }
    const months = database.query<MonthRow, []>("SELECT * FROM ledger_months ORDER BY app, month").all();
    const ofApp = Map.groupBy(months, ({ app }) => app);
    return [...this.#books].flatMap(([app, book]) => {
      const { problems, count } = inMonths(app, book, ofApp.get(app) ?? [], singleFrom);
      const rest = JSON.stringify(book.entries.slice(count));
      if (rest !== JSON.stringify(single.get(app) ?? [])) problems.push(`an entry of ${app} is in no month, and gone`);
      return problems;
    });
  }

  /** What the entries of an app make. @param month the one whose allowance is spent now. */
  entered(app: string, month: string, allowance: number): Entered {
    const { granted, charged, credited, always, ofMonth } = this.#books.get(app) ?? newBook();
    const twice = [...granted].find(([, amounts]) => amounts.length > 1 || amounts[0] !== allowance);
    if (twice) throw new Error(`${app} was given the allowance of ${twice[0]} as ${JSON.stringify(twice[1])}`);
    const spendable = (granted.has(month) ? 0 : allowance) + always + (ofMonth.get(month) ?? 0);
    return { charged, credited, spendable };
  }

  #enter(app: string, entry: LedgerEntry): void {
    const book = this.#books.get(app) ?? newBook();
    this.#books.set(app, book);
    book.entries.push(entry);
    const { kind, amount, month } = entry;
    if (kind === "charge") book.charged -= amount;
    if (kind === "credit") book.credited += amount;
    if (month === null) book.always += amount;
    else book.ofMonth.set(month, (book.ofMonth.get(month) ?? 0) + amount);
    if (kind === "allowance") book.granted.set(String(month), [...(book.granted.get(String(month)) ?? []), amount]);
  }
}

function newBook(): Book {
  const sums = { charged: 0, credited: 0, always: 0, ofMonth: new Map(), granted: new Map() };
  return { entries: [], proven: [], ...sums };
}

/** How many entries the months of an app stand for, and what they say wrongly of them. */
function inMonths(app: string, { entries, proven }: Book, months: readonly MonthRow[], singleFrom: number) {
  const problems: string[] = [];
  // The newest may have grown since, and all behind the first that is another is looked at once more.
  const changed = months.findIndex((row, index) => proven[index]?.row !== JSON.stringify(row));
  proven.splice(changed < 0 ? months.length : changed);
  for (const row of months.slice(proven.length)) {
    const { month, entries: size, first_entry: first, last_entry: last, sums, chain: told } = row;
    let { count, chain } = proven.at(-1) ?? { count: 0, chain: sha256(`dragoman ledger\n${app}`) };
    const own = entries.slice(count, count + size);
    count += size;
    for (const { at, month: bucket, kind, amount } of own)
      chain = sha256(`${chain}\n${JSON.stringify([at, bucket, kind, amount])}`);
    const isWhole = own.length === size && own[0]?.id === first && own.at(-1)?.id === last;
    if (!isWhole || chain !== told || sumsText(own) !== sortedText(JSON.parse(sums) as MonthSums))
      problems.push(`the month ${month} of ${app} is not what its entries make`);
    if (own.some(({ at }) => at >= singleFrom)) problems.push(`an entry of ${app} went into ${month} too early`);
    proven.push({ row: JSON.stringify(row), count, chain });
  }
  return { problems, count: proven.at(-1)?.count ?? 0 };
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
