import { requireEntriesBelow } from "#core/access/ledger-months.ts";
import type { JsonValue } from "#core/json.ts";
import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { KeptAnswer } from "#core/ports/kept-answer-store.ts";
import type {
  LedgerDiscrepancy,
  LedgerEntry,
  LedgerMonth,
  LedgerStore,
  Reservation,
} from "#core/ports/ledger-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit } from "../commits/group-commit.ts";
import type { NotingParticipant, Owner } from "../commits/participant.ts";
import { KEPT_BYTES_PER_APP_MAX, keptAnswerWriter } from "../kept-answers.ts";
import { Balances } from "./balances.ts";
import { type Buckets, bucketOf, requireCount, spendable } from "./buckets.ts";
import {
  type ChargesNote,
  CREDITS,
  chargesIn,
  type Entered,
  entriesIn,
  type LastRow,
  noteOf,
  rowsOf,
} from "./entry-rows.ts";
import { Holds } from "./holds.ts";
import { LedgerMonths } from "./months.ts";
import { NotedEntries } from "./noted-entries.ts";
import { ENTERED_TOGETHER, ledgerStatements } from "./statements.ts";

/** A reservation that is being settled. */
interface Charge {
  readonly id: number;
  readonly hold: Hold;
  readonly at: Instant;
  /** What it entered, and the balance after it, once it is. */
  entries: readonly Entered[];
  balance: number;
}

/** A reservation as this process remembers it. */
interface Hold {
  readonly app: AppId;
  readonly bucket: string;
  readonly allowance: number;
  readonly fromMonth: number;
  readonly fromCredits: number;
  state: "held" | "settled" | "given back";
  /** The settlement under way. */
  settling: Promise<number> | null;
}

/**
 * Entries on disk, reservations in memory. A synchronous flush means that what is there plus what is held is the whole
 * truth at any moment.
 */
export class EmbeddedLedger implements LedgerStore, NotingParticipant {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof ledgerStatements>;
  readonly #keep: (answer: KeptAnswer) => void;
  readonly #balances: Balances;
  readonly #months: LedgerMonths;
  readonly #held = new Holds();
  /** By identity: a reservation that nobody knows any more can be neither settled nor given back. */
  readonly #holds = new WeakMap<Reservation, Hold>();
  #lastReservation: number;
  /** Charges that wait for the next commit. */
  #charges: Charge[] = [];
  /** Of those that are noted: they wait for the table. */
  readonly #noted = new NotedEntries();

  /** @param keptBytesPerAppMax of the answers that are kept with their charges, and all others. */
  constructor(commits: GroupCommit, keptBytesPerAppMax = KEPT_BYTES_PER_APP_MAX) {
    this.#commits = commits;
    this.#statements = ledgerStatements(commits);
    this.#balances = new Balances(commits, (app, bucket) => this.#noted.sumOf(app, bucket, this.#charges));
    this.#months = new LedgerMonths(commits);
    commits.joinNoting(this, "charges");
    this.#keep = keptAnswerWriter(commits, keptBytesPerAppMax);
    this.#lastReservation = commits.read(() => this.#statements.lastReservation.get()?.reservation ?? 0);
  }

  async reserve(app: AppId, cost: number, allowance: number, at: Instant): Promise<Reservation | null> {
    requireCount("cost", cost, 0);
    requireCount("allowance", allowance, 0);
    const bucket = bucketOf(at);
    const hold = this.#commits.read(() => this.#take(app, bucket, cost, allowance));
    if (!hold) return null;
    try {
      const granted = this.#commits.read(() => this.#granted(app, bucket)) ?? 0;
      if (granted !== allowance)
        await this.#commits.write(() => this.#enterAllowance(app, bucket, allowance, at), undefined, app);
    } catch (error) {
      this.#letGo(hold);
      throw error;
    }
    this.#lastReservation += 1;
    const reservation: Reservation = Object.freeze({ app, cost, id: this.#lastReservation });
    this.#holds.set(reservation, hold);
    return reservation;
  }

  /** Whether the month was given this allowance already, and `cost` is there. */
  canChargeNow(app: AppId, cost: number, allowance: number, at: Instant): boolean {
    const bucket = bucketOf(at);
    return this.#commits.read(
      () => this.#granted(app, bucket) === allowance && this.#freeIn(app, bucket, allowance) >= cost,
    );
  }

  /** What was reserved and settled in one step, after `canChargeNow` and in the same turn; resolves as `settle` does. */
  chargeNow(app: AppId, cost: number, allowance: number, at: Instant): Promise<number> {
    const hold = this.#take(app, bucketOf(at), cost, allowance);
    if (!hold) throw new Error(`${cost} cannot be charged to ${app}: it was not looked whether it is there`);
    this.#lastReservation += 1;
    const charged = this.#charge(this.#lastReservation, hold, at);
    // Nobody can give back what no reservation names.
    charged.catch(() => {
      if (hold.state === "held") this.#letGo(hold);
    });
    return charged;
  }

  async settle(reservation: Reservation, at: Instant, keep?: (balance: number) => KeptAnswer): Promise<number> {
    const hold = this.#holdOf(reservation);
    if (hold.state === "given back")
      throw new Error(`reservation ${reservation.id} was given back: it cannot be settled`);
    if (hold.state === "settled") return this.#commits.read(() => this.#balanceAfter(hold, at));
    const { id } = reservation;
    hold.settling ??= keep ? this.#chargeAndKeep(id, hold, at, keep) : this.#charge(id, hold, at);
    return hold.settling;
  }

  async entries(
    app: AppId,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<LedgerEntry>> {
    this.#commits.writeNoted(app);
    requireEntriesBelow(page.after, this.#months.lastEntry(app));
    return this.#commits.read(() => pageOf([...this.#entriesBelow(app, page)], page.limit, (entry) => entry));
  }

  async months(app: AppId): Promise<readonly LedgerMonth[]> {
    return this.#months.of(app);
  }

  compact(before: Instant): Promise<number> {
    return this.#months.compact(before);
  }

  /** One more than the page has, where there is one. */
  *#entriesBelow(
    app: AppId,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Generator<LedgerEntry> {
    const { rowFrom, rowsBefore } = this.#statements;
    const below = after ?? Number.MAX_SAFE_INTEGER;
    const partly = after === null ? null : rowFrom.get(app, after);
    let left = limit + 1;
    for (const rows of [partly ? [partly] : [], rowsBefore.iterate(app, below)]) {
      for (const row of rows) {
        for (const entry of entriesIn(row)) {
          if (entry.id >= below) continue;
          yield entry;
          left -= 1;
          if (left === 0) return;
        }
      }
    }
  }

  async giveBack(reservation: Reservation): Promise<void> {
    const hold = this.#holdOf(reservation);
    if (hold.state === "given back") return;
    if (hold.state === "settled" || hold.settling) {
      throw new Error(`reservation ${reservation.id} was settled: it cannot be given back`);
    }
    hold.state = "given back";
    this.#letGo(hold);
  }

  async credit(app: AppId, requests: number, at: Instant): Promise<void> {
    requireCount("requests", requests, 1);
    const enter = () => this.#enter({ app, at, bucket: CREDITS, kind: "credit", amount: requests, reservation: null });
    await this.#commits.write(enter, undefined, app);
  }

  async balance(app: AppId, allowance: number, at: Instant): Promise<number> {
    requireCount("allowance", allowance, 0);
    return this.#commits.read(() => spendable(this.#buckets(app, bucketOf(at), allowance)));
  }

  /** Compares every balance with its months and entries. Reads all of the ledger. */
  async audit(): Promise<readonly LedgerDiscrepancy[]> {
    this.#commits.writeNoted();
    return this.#commits.read(() => this.#statements.audit.all());
  }

  /** Holds `cost` if it is there, the allowance before credits. Nothing in here waits: two callers cannot both get the last one. */
  #take(app: AppId, bucket: string, cost: number, allowance: number): Hold | null {
    const { month, credits } = this.#buckets(app, bucket, allowance);
    const freeOfMonth = Math.max(0, month - this.#held.of(app, bucket));
    const freeOfCredits = credits - this.#held.of(app, CREDITS);
    const fromMonth = Math.min(cost, freeOfMonth);
    const fromCredits = cost - fromMonth;
    if (fromCredits > freeOfCredits) return null;
    this.#held.add(app, bucket, fromMonth);
    this.#held.add(app, CREDITS, fromCredits);
    return { app, bucket, allowance, fromMonth, fromCredits, state: "held", settling: null };
  }

  #freeIn(app: AppId, bucket: string, allowance: number): number {
    const { month, credits } = this.#buckets(app, bucket, allowance);
    const freeOfMonth = Math.max(0, month - this.#held.of(app, bucket));
    return freeOfMonth + credits - this.#held.of(app, CREDITS);
  }

  #letGo(hold: Hold): void {
    this.#held.add(hold.app, hold.bucket, -hold.fromMonth);
    this.#held.add(hold.app, CREDITS, -hold.fromCredits);
  }

  get ownerCount(): number {
    return this.#noted.appCount;
  }

  owners(): Iterable<Owner> {
    return this.#noted.apps();
  }

  write(): void {
    // A note that did not fit had entered them.
    for (const charge of this.#charges) charge.entries = [];
    this.#insertAll([...this.#noted.all(), ...this.#charges.flatMap((charge) => this.#entered(charge))]);
    this.#balances.inserted(null);
  }

  writeOf(owners: ReadonlySet<Owner>): void {
    const noting = this.#charges.flatMap(({ hold, entries }) => (owners.has(hold.app) ? entries : []));
    this.#insertAll([...this.#noted.of(owners), ...noting]);
    this.#balances.inserted(owners);
  }

  #insertAll(entries: readonly Entered[]): void {
    if (entries.length === 0) return;
    const rows = rowsOf(entries, this.#lastRow());
    const { enter, enterSome } = this.#statements;
    const rest = rows.length % ENTERED_TOGETHER;
    for (const row of rows.slice(0, rest)) enter.run(...row);
    for (let at = rest; at < rows.length; at += ENTERED_TOGETHER) {
      enterSome.run(...rows.slice(at, at + ENTERED_TOGETHER).flat());
    }
  }

  committed(): void {
    this.#noted.clear();
    for (const { hold } of this.#charges.splice(0)) this.#settled(hold);
  }

  writtenOf(owners: ReadonlySet<Owner>): void {
    this.#noted.delete(owners);
  }

  note(): JsonValue | null {
    if (this.#charges.length === 0) return null;
    return noteOf(this.#charges.flatMap((charge) => this.#entered(charge)));
  }

  noted(): void {
    for (const charge of this.#charges.splice(0)) {
      for (const entry of charge.entries) this.#noted.push(entry);
      this.#settled(charge.hold);
    }
  }

  takeUp(note: JsonValue): void {
    for (const entry of chargesIn(note as ChargesNote)) {
      this.#noted.push(entry);
      this.#lastReservation = Math.max(this.#lastReservation, entry.reservation ?? 0);
    }
  }

  abandoned(): void {
    for (const { hold } of this.#charges.splice(0)) hold.settling = null;
  }

  /** Together with all others that wait: an operation for each would cost more than its entries. */
  async #charge(id: number, hold: Hold, at: Instant): Promise<number> {
    const charge: Charge = { id, hold, at, entries: [], balance: 0 };
    this.#charges.push(charge);
    await this.#commits.next();
    return charge.balance;
  }

  #entered(charge: Charge): readonly Entered[] {
    charge.entries = this.#entriesOf(charge);
    charge.balance = this.#balanceAfter(charge.hold, charge.at);
    return charge.entries;
  }

  /** What the charge enters, entered into the balances already. */
  #entriesOf({ id, hold, at }: Pick<Charge, "at" | "hold" | "id">): readonly Entered[] {
    const { app, bucket, fromMonth, fromCredits } = hold;
    const entered: Entered[] = [];
    const enter = (of: string, requests: number) => {
      if (requests === 0) return;
      this.#balances.enter(app, of, { amount: -requests, granted: 0 });
      entered.push({ app, at, bucket: of, kind: "charge", amount: -requests, reservation: id });
    };
    enter(bucket, fromMonth);
    enter(CREDITS, fromCredits);
    return entered;
  }

  #settled(hold: Hold): void {
    hold.state = "settled";
    hold.settling = null;
    this.#letGo(hold);
  }

  async #chargeAndKeep(id: number, hold: Hold, at: Instant, keep: (balance: number) => KeptAnswer): Promise<number> {
    const enter = () => {
      for (const entry of this.#entriesOf({ id, hold, at })) this.#insert(entry);
      const balance = this.#balanceAfter(hold, at);
      this.#keepFor(hold.app, keep(balance));
      return balance;
    };
    const enterWhole = () => {
      try {
        return enter();
      } catch (failure) {
        this.#balances.undone(hold.app, hold.bucket);
        this.#balances.undone(hold.app, CREDITS);
        throw failure;
      }
    };
    // With the COMMIT itself: a reservation made in between would be weighed against the charge and the hold.
    try {
      return await this.#commits.write(enterWhole, () => this.#settled(hold), hold.app);
    } finally {
      hold.settling = null;
    }
  }

  #keepFor(app: AppId, answer: KeptAnswer): void {
    if (answer.app !== app) throw new Error(`an answer of ${answer.app} cannot be kept with a charge to ${app}`);
    this.#keep(answer);
  }

  #enterAllowance(app: AppId, bucket: string, allowance: number, at: Instant): void {
    const difference = allowance - (this.#granted(app, bucket) ?? 0);
    if (difference === 0) return;
    this.#enter({ app, at, bucket, kind: "allowance", amount: difference, reservation: null });
  }

  /** Inside a transaction. */
  #enter(entry: Entered): void {
    const { app, bucket, kind, amount } = entry;
    this.#balances.enter(app, bucket, { amount, granted: kind === "allowance" ? amount : 0 });
    this.#insert(entry);
  }

  #insert(entry: Entered): void {
    for (const row of rowsOf([entry], this.#lastRow())) this.#statements.enter.run(...row);
  }

  /** Read each time: what an operation entered that then failed is not there any more. */
  #lastRow(): LastRow {
    return this.#statements.last.get() ?? this.#statements.floor.get() ?? { id: 0, sum: 0 };
  }

  /** What the month was given so far; null while nobody asked for it. */
  #granted(app: AppId, bucket: string): number | null {
    return this.#balances.of(app, bucket).granted;
  }

  /** The buckets as they are once the month was given this allowance. */
  #buckets(app: AppId, bucket: string, allowance: number): Buckets {
    const { amount, granted } = this.#balances.of(app, bucket);
    return { month: amount + allowance - (granted ?? 0), credits: this.#balances.of(app, CREDITS).amount };
  }

  /** What the month was given last counts; the reservation's own allowance only where the month turned meanwhile. */
  #balanceAfter(hold: Hold, at: Instant): number {
    const bucket = bucketOf(at);
    return spendable(this.#buckets(hold.app, bucket, this.#granted(hold.app, bucket) ?? hold.allowance));
  }

  #holdOf(reservation: Reservation): Hold {
    const hold = this.#holds.get(reservation);
    if (!hold) throw new Error(`reservation ${reservation.id} was not made by this storage`);
    return hold;
  }
}
