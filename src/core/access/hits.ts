import type { Clock } from "../ports/clock.ts";
import type { ChargedHit, Hit, HitStore } from "../ports/hit-store.ts";
import { NOBODY, type Observer } from "../ports/observer.ts";
import type { Principal } from "../tenant.ts";
import { type RateWindow, windowAt } from "./access.ts";
import type { FailedWork } from "./failed-work.ts";

export interface HitsOptions {
  readonly store: HitStore;
  readonly failedWork: Pick<FailedWork, "isOver">;
  readonly clock: Clock;
  readonly requestsPerAppMax: number;
  readonly observer?: Observer;
}

/** What answers from memory cost. */
export class Hits {
  readonly #options: HitsOptions;

  constructor(options: HitsOptions) {
    this.#options = options;
  }

  /**
   * Counts, charges and records an answer from memory in one step. Null, with nothing done, where the steps one by one would
   * refuse it or have to look for something: they say what, in their order. As `HitStore.charge`, at once or a promise.
   */
  charge(
    { app, plan }: Principal,
    { cost, changes, requestId, trace }: Pick<Hit, "changes" | "cost" | "requestId" | "trace">,
  ): CountedHit | null | Promise<CountedHit | null> {
    const { store, failedWork, clock, requestsPerAppMax: requestsMax } = this.#options;
    if (failedWork.isOver(app)) return null;
    const at = clock.now();
    const { requestsPerMinute: callsMax, requestsPerMonth: allowance } = plan;
    const hit: Hit = { app, callsMax, cost, allowance, at, changes, requestId, trace, requestsMax };
    const charged = store.charge(hit);
    if (charged instanceof Promise) return charged.then((later) => later && this.#counted(hit, later));
    return charged && this.#counted(hit, charged);
  }

  #counted({ at, callsMax, cost }: Hit, charged: ChargedHit): CountedHit {
    const { observer = NOBODY } = this.#options;
    observer.reservationMade();
    const balance = charged.balance.then(
      (left) => {
        observer.reservationEnded("settled", cost);
        return left;
      },
      (failure) => {
        observer.reservationEnded("given_back", cost);
        throw failure;
      },
    );
    return { window: windowAt(at, charged.count, callsMax), balance };
  }
}

/** An answer from memory that is paid for. */
export interface CountedHit {
  readonly window: RateWindow;
  readonly balance: Promise<number>;
}
