import { AppError } from "./errors.ts";
import type { Clock, KeptAnswer, LedgerStore, Reservation } from "./ports.ts";
import type { Principal } from "./tenant.ts";

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

  constructor(store: LedgerStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Throws `payment_required` when less than `cost` is left; at a balance of zero that is so for every charged call. */
  async reserve(principal: Principal, cost: number): Promise<Reservation> {
    const { requestsPerMonth } = principal.plan;
    const now = this.#clock.now();
    const reservation = await this.#store.reserve(principal.app, cost, requestsPerMonth, now);
    if (reservation) return reservation;
    const left = await this.#store.balance(principal.app, requestsPerMonth, now);
    throw new AppError(
      "payment_required",
      `the call costs ${cost} and ${left} requests are left: add credits, change the plan, or wait for the next month`,
    );
  }

  /** The balance after the charge, durable when this resolves, together with the answer that `keep` makes of it. */
  settle(reservation: Reservation, keep?: (balance: number) => KeptAnswer): Promise<number> {
    return this.#store.settle(reservation, this.#clock.now(), keep);
  }

  giveBack(reservation: Reservation): Promise<void> {
    return this.#store.giveBack(reservation);
  }
}
