import { requireEntriesBelow } from "#core/access/ledger-months.ts";
import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { KeptAnswer } from "#core/ports/kept-answer-store.ts";
import type { LedgerEntry, LedgerMonth, LedgerStore, Reservation } from "#core/ports/ledger-store.ts";
import { type AppId, type Instant, monthOf } from "#core/tenant.ts";
import type { ClusterKeptAnswers } from "../kept-answers.ts";
import type { Postgres } from "../postgres.ts";
import { ENTRIES_OF_ROW_MAX, type EntryRow, entriesIn } from "./entry-rows.ts";
import { compactOneApp, lastEntryInMonths, monthsOf } from "./months.ts";
import type { Turns } from "./turns.ts";
import type { Split, Step, StepOutcome } from "./wishes.ts";

/** A reservation as this node remembers it; what it holds stands in the node's lease. */
interface Hold {
  readonly app: AppId;
  readonly month: string;
  readonly allowance: number;
  readonly split: Split;
  readonly node: string;
  state: "held" | "settled" | "given back";
  /** The settlement under way. */
  settling: Promise<number> | null;
}

interface Sums {
  /** Null for a month that was given nothing yet. */
  readonly month: number | null;
  readonly granted: number | null;
  readonly credits: number;
}

/**
 * The ledger of all nodes: entries and sums stand in the database, and each step of a request comes with this node's next turn.
 * What is told after a step is durable.
 */
export class ClusterLedger implements LedgerStore {
  readonly #postgres: Postgres;
  readonly #turns: Turns;
  readonly #kept: ClusterKeptAnswers;
  readonly #holds = new WeakMap<Reservation, Hold>();
  /** Of each app: what is being charged together with answers that have told its balance already. */
  readonly #promised = new Map<AppId, number>();
  #lastReservation = 0;

  constructor(postgres: Postgres, turns: Turns, kept: ClusterKeptAnswers) {
    this.#postgres = postgres;
    this.#kept = kept;
    this.#turns = turns;
  }

  async reserve(app: AppId, cost: number, allowance: number, at: Instant): Promise<Reservation | null> {
    requireCount("cost", cost, 0);
    requireCount("allowance", allowance, 0);
    const month = monthOf(at);
    const wish = { wants: "reserve", app, month, allowance, at, cost, split: null, heldBy: null } as const;
    const { outcome, node } = await this.#step(wish);
    const { split } = outcome;
    if (!split) return null;
    this.#turns.held(node, 1);
    this.#lastReservation += 1;
    const reservation: Reservation = Object.freeze({ app, cost, id: this.#lastReservation });
    this.#holds.set(reservation, { app, month, allowance, split, node, state: "held", settling: null });
    return reservation;
  }

  async settle(reservation: Reservation, at: Instant, keep?: (balance: number) => KeptAnswer): Promise<number> {
    const hold = this.#holdOf(reservation);
    if (hold.state === "given back")
      throw new Error(`reservation ${reservation.id} was given back: it cannot be settled`);
    if (hold.state === "settled") {
      const { month, credits } = await this.#sums(hold.app, monthOf(at));
      return Math.max(0, month ?? hold.allowance) + credits;
    }
    const step = { ...this.#ofHold(hold, reservation.cost), at };
    hold.settling ??= (keep ? this.#chargeAndKeep(step, keep) : this.#charge(step))
      .then((balance) => {
        this.#end(hold, "settled");
        return balance;
      })
      .finally(() => {
        hold.settling = null;
      });
    return hold.settling;
  }

  async giveBack(reservation: Reservation): Promise<void> {
    const hold = this.#holdOf(reservation);
    if (hold.state === "given back") return;
    if (hold.state === "settled" || hold.settling) {
      throw new Error(`reservation ${reservation.id} was settled: it cannot be given back`);
    }
    this.#end(hold, "given back");
    await this.#step({ ...this.#ofHold(hold, reservation.cost), wants: "giveBack", at: instantOf(hold.month) });
  }

  async credit(app: AppId, requests: number, at: Instant): Promise<void> {
    requireCount("requests", requests, 1);
    await new Promise<void>((told, failed) => this.#turns.add({ wants: "credit", app, requests, at, told, failed }));
  }

  async balance(app: AppId, allowance: number, at: Instant): Promise<number> {
    requireCount("allowance", allowance, 0);
    const { month, granted, credits } = await this.#sums(app, monthOf(at));
    return Math.max(0, (month ?? 0) + allowance - (granted ?? 0)) + credits;
  }

  async entries(
    app: AppId,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<LedgerEntry>> {
    requireEntriesBelow(after, await lastEntryInMonths(this.#postgres, app));
    const below = after ?? Number.MAX_SAFE_INTEGER;
    // The row of the last entry before may have more.
    const rows = await this.#postgres.rowsOf<EntryRow>(
      app,
      "SELECT id, at, bucket, kind, amount, charges, count FROM ledger_entries WHERE app = $1 AND id <= $2 ORDER BY id DESC LIMIT $3",
      [app, Math.floor(below / ENTRIES_OF_ROW_MAX), limit + 2],
    );
    const entries = rows.flatMap((row) => [...entriesIn(row)]).filter(({ id }) => id < below);
    return pageOf(entries.slice(0, limit + 1), limit, (entry) => entry);
  }

  months(app: AppId): Promise<readonly LedgerMonth[]> {
    return monthsOf(this.#postgres, app);
  }

  compact(before: Instant): Promise<number> {
    return compactOneApp(this.#postgres, before);
  }

  async #charge(step: Omit<Step, "failed" | "hit" | "keeps" | "told">): Promise<number> {
    return (await this.#step(step)).outcome.balance;
  }

  /**
   * The answer tells the balance after its charge, and is written with it by one statement: so the balance is asked for in the turn
   * before. What this node charges meanwhile comes behind it; another node's charges of that instant the answer does not tell.
   */
  #chargeAndKeep(
    step: Omit<Step, "failed" | "hit" | "keeps" | "told">,
    keep: (balance: number) => KeptAnswer,
  ): Promise<number> {
    const { app, split, month, at } = step;
    const cost = (split?.fromCredits ?? 0) + (month === monthOf(at) ? (split?.fromMonth ?? 0) : 0);
    return new Promise((resolve, failed) => {
      const told = ({ balance }: StepOutcome) => {
        // In the turn of the event loop in which the balance is told: nothing comes in between.
        const promised = this.#promised.get(app) ?? 0;
        const left = Math.max(0, balance - promised - cost);
        const answer = keep(left);
        if (answer.app !== app) throw new Error(`an answer of ${answer.app} cannot be kept with a charge to ${app}`);
        this.#promised.set(app, promised + cost);
        this.#turns.addFirst({
          ...step,
          hit: null,
          keeps: answer,
          told: ({ keptBytes }) => {
            this.#keptPromise(app, cost);
            this.#kept.learn(app, keptBytes);
            resolve(left);
          },
          failed: (failure) => {
            this.#keptPromise(app, cost);
            failed(failure);
          },
        });
      };
      const looking = (outcome: StepOutcome) => {
        try {
          told(outcome);
        } catch (failure) {
          failed(failure);
        }
      };
      this.#turns.add({ ...step, wants: "look", split: NOTHING, hit: null, keeps: null, told: looking, failed });
    });
  }

  #keptPromise(app: AppId, cost: number): void {
    const left = (this.#promised.get(app) ?? 0) - cost;
    if (left > 0) this.#promised.set(app, left);
    else this.#promised.delete(app);
  }

  #step(
    step: Omit<Step, "failed" | "hit" | "keeps" | "told">,
  ): Promise<{ readonly outcome: StepOutcome; readonly node: string }> {
    return new Promise((resolve, failed) => {
      const told = (outcome: StepOutcome, node: string) => resolve({ outcome, node });
      this.#turns.add({ ...step, hit: null, keeps: null, told, failed });
    });
  }

  #ofHold({ app, month, allowance, split, node }: Hold, cost: number) {
    return { wants: "settle", app, month, allowance, cost, split, heldBy: node } as const;
  }

  #end(hold: Hold, how: "given back" | "settled"): void {
    hold.state = how;
    this.#turns.held(hold.node, -1);
  }

  async #sums(app: AppId, month: string): Promise<Sums> {
    const row = await this.#postgres.rowOf<Sums>(app, SUMS, [app, month]);
    return row ?? { month: null, granted: null, credits: 0 };
  }

  #holdOf(reservation: Reservation): Hold {
    const hold = this.#holds.get(reservation);
    if (!hold) throw new Error(`reservation ${reservation.id} was not made by this storage`);
    return hold;
  }
}

const NOTHING: Split = { fromMonth: 0, fromCredits: 0 };

/** Of one bucket each: what is unleased, and what remains of leases. */
const SUMS = `
  WITH sums AS (
    SELECT bucket, granted, (unleased + coalesce(
      (SELECT sum(remaining) FROM leases WHERE leases.app = $1 AND leases.bucket = balances.bucket), 0))::bigint AS amount
    FROM balances WHERE app = $1 AND bucket IN ($2, 'credits')
  )
  SELECT (SELECT amount FROM sums WHERE bucket = $2 AND granted IS NOT NULL) AS month,
    (SELECT granted FROM sums WHERE bucket = $2) AS granted,
    coalesce((SELECT amount FROM sums WHERE bucket = 'credits'), 0) AS credits`;

/** One of a month. */
function instantOf(month: string): Instant {
  return Date.parse(`${month}-01T00:00:00Z`);
}

function requireCount(name: string, value: number, min: number): void {
  if (!Number.isSafeInteger(value) || value < min)
    throw new RangeError(`${name} is ${value}: a whole number from ${min} is needed`);
}
