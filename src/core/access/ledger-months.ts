/**
 * Entries of the ledger put together into months: sums, and the end of a chain of hashes over the entries, so that whoever has the entries in a file can
 * prove that they are those of the sums. Both storages make the same of the same entries.
 */
import { hash } from "node:crypto";
import { AppError } from "../errors.ts";
import type { LedgerEntry, LedgerMonth, MonthSum } from "../ports/ledger-store.ts";
import { type AppId, type Instant, monthOf } from "../tenant.ts";

/** What of an entry is in the chain: all but its number, which each storage gives anew. */
export type ChainedEntry = Omit<LedgerEntry, "id">;

/** An entry in its canonical bytes. */
export function lineOf({ at, month, kind, amount }: ChainedEntry): string {
  return JSON.stringify([at, month, kind, amount]);
}

/** Where the chain of an app begins. */
export function chainBegun(app: AppId): string {
  return sha256(`dragoman ledger\n${app}`);
}

/** The chain behind one more entry: no entry can be changed, left out or moved without all that follow. */
export function chainedTo(chain: string, line: string): string {
  return sha256(`${chain}\n${line}`);
}

/** @param before the seal of the month before; "" for the first. */
export function sealOf(before: string, sealed: Omit<LedgerMonth, "seal">): string {
  const { app, month, firstEntry, lastEntry, entries, sums, chain } = sealed;
  return sha256(JSON.stringify([before, app, month, firstEntry, lastEntry, entries, sumsText(sums), chain]));
}

/** As they are kept. */
export function sumsText(sums: readonly MonthSum[]): string {
  return JSON.stringify(sums.map(({ month, kind, entries, amount }) => [month ?? CREDITS, kind, entries, amount]));
}

/** Throws a SyntaxError or a TypeError where it is no such text. */
export function sumsIn(text: string): readonly MonthSum[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw new TypeError("the sums of a month are no list");
  return rows.map((row: unknown) => {
    const [bucket, kind, entries, amount] = Array.isArray(row) ? row : [];
    const isSum =
      typeof bucket === "string" && isKind(kind) && Number.isSafeInteger(entries) && Number.isSafeInteger(amount);
    if (!isSum) throw new TypeError(`${JSON.stringify(row)} is no sum of a month`);
    return { month: bucket === CREDITS ? null : bucket, kind, entries, amount };
  });
}

const CREDITS = "credits";
const KINDS: readonly unknown[] = ["allowance", "charge", "credit"] satisfies readonly LedgerEntry["kind"][];

function isKind(kind: unknown): kind is LedgerEntry["kind"] {
  return KINDS.includes(kind);
}

/** In words, which months of an app are not what was written. @param months all of them, oldest first. */
export function problemsOfMonths(months: readonly LedgerMonth[]): readonly string[] {
  let before = "";
  return months.flatMap(({ seal, ...month }) => {
    const isSealed = seal === sealOf(before, month);
    const counted = month.sums.reduce((sum, { entries }) => sum + entries, 0);
    before = seal;
    return isSealed && counted === month.entries
      ? []
      : [`the ledger's month ${month.month} of ${month.app}, or the one before it, was changed`];
  });
}

/** Puts entries of one app, in their order, into months behind those that are there. */
export class MonthsGrown {
  readonly #app: AppId;
  /** Of the month before the one that grows. */
  #sealBefore: string;
  #growing: Growing | null;
  readonly #grown: LedgerMonth[] = [];

  /** @param last the newest months that are there, oldest first: two, or as many as there are. */
  constructor(app: AppId, last: readonly LedgerMonth[]) {
    const newest = last.at(-1);
    this.#app = app;
    this.#growing = newest ? { ...newest, sums: new Sums(newest.sums) } : null;
    this.#sealBefore = last.at(-2)?.seal ?? "";
  }

  add(entry: LedgerEntry): void {
    const made = monthOf(entry.at);
    if (!this.#growing || made > this.#growing.month) {
      const chain = this.#growing?.chain ?? chainBegun(this.#app);
      if (this.#growing) this.#sealBefore = this.#seal(this.#growing);
      const { id } = entry;
      const begun = { app: this.#app, month: made, firstEntry: id, lastEntry: id, entries: 0, chain };
      this.#growing = { ...begun, sums: new Sums([]) };
    }
    const growing = this.#growing;
    growing.lastEntry = entry.id;
    growing.entries += 1;
    growing.sums.add(entry);
    growing.chain = chainedTo(growing.chain, lineOf(entry));
  }

  /** Those that are new, or other than they were. Nothing can be added after it. */
  end(): readonly LedgerMonth[] {
    if (this.#growing) this.#seal(this.#growing);
    return this.#grown;
  }

  #seal(growing: Growing): string {
    const { app, month, firstEntry, lastEntry, entries, sums, chain } = growing;
    const sealed = { app, month, firstEntry, lastEntry, entries, sums: sums.inOrder(), chain };
    const seal = sealOf(this.#sealBefore, sealed);
    this.#grown.push({ ...sealed, seal });
    return seal;
  }
}

/** A month while entries come to it: a new object for each would be most of the work. */
interface Growing {
  readonly app: AppId;
  readonly month: string;
  readonly firstEntry: number;
  lastEntry: number;
  entries: number;
  readonly sums: Sums;
  chain: string;
}

/** What entries make, by bucket and kind. */
export class Sums {
  readonly #byName = new Map<string, { readonly sum: MonthSum; entries: number; amount: number }>();

  constructor(known: readonly MonthSum[]) {
    for (const sum of known) this.#byName.set(nameOf(sum), { sum, entries: sum.entries, amount: sum.amount });
  }

  add(entry: Omit<ChainedEntry, "at">): void {
    const name = nameOf(entry);
    const known = this.#byName.get(name);
    const { month, kind, amount } = entry;
    if (!known) this.#byName.set(name, { sum: { month, kind, entries: 1, amount }, entries: 1, amount });
    else {
      known.entries += 1;
      known.amount += amount;
    }
  }

  /** By month, then kind, whatever the order of the entries was. */
  inOrder(): readonly MonthSum[] {
    const named = [...this.#byName].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return named.map(([, { sum, entries, amount }]) => ({ ...sum, entries, amount }));
  }
}

function nameOf({ month, kind }: Pick<MonthSum, "kind" | "month">): string {
  return `${month ?? CREDITS} ${kind}`;
}

function sha256(text: string): string {
  return hash("sha256", text, "hex");
}

/**
 * Throws `bad_request` where entries below `after` are in months, of which `lastEntry` is the last: whoever goes on from there would be told
 * some of a month twice, or never.
 */
export function requireEntriesBelow(after: number | null, lastEntry: number): void {
  if (after === null || after > lastEntry) return;
  const advice = "begin anew without a cursor: the months stand behind the entries";
  throw new AppError(
    "bad_request",
    `the entries behind this cursor have been put together into months since: ${advice}`,
  );
}

/** What was kept under an idempotency key is gone by then, and each call has been told its answer. */
const MONTHS_KEPT_MIN = 1;

/**
 * Entries before it may be put together: the beginning of the month of `now`, and so many full months before.
 * Throws a RangeError for less than one: what was charged under a key that is still remembered must be found.
 */
export function compactedBefore(now: Instant, monthsKept: number): Instant {
  if (!Number.isSafeInteger(monthsKept) || monthsKept < MONTHS_KEPT_MIN)
    throw new RangeError(`${monthsKept} months are kept: a whole number from ${MONTHS_KEPT_MIN} is needed`);
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsKept, 1);
}
