import type { ChargedHit, Hit, HitStore } from "#core/ports/hit-store.ts";
import { answeredOf } from "#core/request-batch.ts";
import type { EmbeddedLedger } from "./ledger/ledger.ts";
import type { EmbeddedRequests } from "./requests.ts";
import type { EmbeddedWindows } from "./windows.ts";

/** What an answer from memory writes, put together where all of it is in memory. */
export class EmbeddedHits implements HitStore {
  readonly #windows: EmbeddedWindows;
  readonly #ledger: EmbeddedLedger;
  readonly #requests: EmbeddedRequests;
  /** What is stored of each trace. */
  readonly #answered = new WeakMap<Hit["trace"], string>();

  constructor(windows: EmbeddedWindows, ledger: EmbeddedLedger, requests: EmbeddedRequests) {
    this.#windows = windows;
    this.#ledger = ledger;
    this.#requests = requests;
  }

  /** Whatever changes the app changes its memory in the same turn: no answer in it is another by now. */
  charge(hit: Omit<Hit, "changes">): ChargedHit | null {
    const { app, callsMax, cost, allowance, at, requestId, requestsMax } = hit;
    if (!this.#ledger.canChargeNow(app, cost, allowance, at)) return null;
    const count = this.#windows.countWithin(app, at, callsMax);
    if (count === null) return null;
    this.#requests.recordNow(app, { requestId, createdAt: at, answered: this.#answeredOf(hit.trace) }, requestsMax);
    return { count, balance: this.#ledger.chargeNow(app, cost, allowance, at) };
  }

  #answeredOf(trace: Hit["trace"]): string {
    const known = this.#answered.get(trace);
    if (known !== undefined) return known;
    const answered = answeredOf(trace);
    this.#answered.set(trace, answered);
    return answered;
  }
}
