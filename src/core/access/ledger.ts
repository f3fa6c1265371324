import { AppError } from "../errors.ts";
import type { Page } from "../page.ts";
import type { Clock } from "../ports/clock.ts";
import type { KeptAnswer } from "../ports/kept-answer-store.ts";
import type { LedgerEntry, LedgerMonth, LedgerStore, Reservation } from "../ports/ledger-store.ts";
import { NOBODY, type Observer } from "../ports/observer.ts";
import type { AppId, Principal } from "../tenant.ts";

/** What calls cost, in requests. */
export interface Costs {
  /** Create, list, read, replace, delete. */
  readonly manage: number;
  readonly resolve: number;
  readonly resolveRespond: number;
  readonly classify: number;
}

/** Takes the cost of a call before its work, makes it final when the call succeeded, gives it back when it did not. */
export class Ledger {
  readonly #store: LedgerStore;
  readonly #clock: Clock;
  readonly #observer: Observer;
  /** Neither settled nor given back. */
  readonly #open = new Set<Reservation>();

  constructor(store: LedgerStore, clock: Clock, observer: Observer = NOBODY) {
    this.#store = store;
    this.#clock = clock;
    this.#observer = observer;
  }

  /** Throws `payment_required` when less than `cost` is left; at a balance of zero that is so for every charged call. */
  async reserve(principal: Principal, cost: number): Promise<Reservation> {
    const { requestsPerMonth } = principal.plan;
    const now = this.#clock.now();
    const reservation = await this.#store.reserve(principal.app, cost, requestsPerMonth, now);
    if (reservation) {
      this.#open.add(reservation);
      this.#observer.reservationMade();
      return reservation;
    }
    throw unpaid(principal.app, `the call costs ${cost} and ${await this.balance(principal)} requests are left`);
  }

  /** Throws `payment_required` at a balance of zero: for calls whose parts are charged one by one. */
  async requireAny(principal: Principal): Promise<void> {
    if ((await this.balance(principal)) === 0) throw unpaid(principal.app, "no requests are left");
  }

  /** What the app may still spend, were all that is under way given back. */
  balance({ app, plan }: Principal): Promise<number> {
    return this.#store.balance(app, plan.requestsPerMonth, this.#clock.now());
  }

  /** Every change of what the app may spend, newest first. */
  entries(app: AppId, page: { readonly limit: number; readonly after: number | null }): Promise<Page<LedgerEntry>> {
    return this.#store.entries(app, page);
  }

  /** The app's months that stand for older entries, oldest first. */
  months(app: AppId): Promise<readonly LedgerMonth[]> {
    return this.#store.months(app);
  }

  /** The balance after the charge, durable when this resolves, together with the answer that `keep` makes of it. */
  async settle(reservation: Reservation, keep?: (balance: number) => KeptAnswer): Promise<number> {
    const balance = await this.#store.settle(reservation, this.#clock.now(), keep);
    this.#end(reservation, "settled");
    return balance;
  }

  async giveBack(reservation: Reservation): Promise<void> {
    await this.#store.giveBack(reservation);
    this.#end(reservation, "given_back");
  }

  /** Settling or giving back twice is the same as once. */
  #end(reservation: Reservation, how: "given_back" | "settled"): void {
    if (this.#open.delete(reservation)) this.#observer.reservationEnded(how, reservation.cost);
  }
}

/** Names the commands that help: only who holds a token of the app reads it, and who may run them is for the server's machine. */
function unpaid(app: AppId, reason: string): AppError {
  const advice = `\`dragoman app credit ${app} N\` adds requests, \`dragoman app plan ${app} PLAN\` changes the plan, and the next month brings new ones`;
  return new AppError("payment_required", `${reason}: ${advice}`);
}
