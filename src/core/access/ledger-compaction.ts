import { messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Clock } from "../ports/clock.ts";
import type { LedgerDiscrepancy, LedgerStore } from "../ports/storage.ts";
import type { Instant } from "../tenant.ts";
import { compactedBefore } from "./ledger-months.ts";

export interface LedgerCompactionOptions {
  readonly ledger: Pick<LedgerStore, "compact">;
  /** Reads all of the ledger; not on the thread that serves. */
  readonly audit: () => Promise<readonly LedgerDiscrepancy[]>;
  readonly clock: Pick<Clock, "now">;
  /** Full months whose entries stay single; 0: all of them stay. */
  readonly monthsKept: number;
  readonly log: Log;
  /** Of each change, how many entries it put into months. */
  readonly compacted: (entries: number) => void;
}

/** So long requests have the server to themselves between two changes of a ledger. */
const PAUSE_MS = 50;

/** Puts old entries of the ledger into months, where the owner wants it. */
export class LedgerCompaction {
  readonly #options: LedgerCompactionOptions;
  /** Up to where all is done, as far as this process knows. */
  #doneBefore: Instant = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: LedgerCompactionOptions) {
    this.#options = options;
  }

  /**
   * To be called now and then; looks once a month, and after a start. Resolves with how many entries went into months. Nothing is done where a balance is not the
   * sum of its months and entries: what is wrong must stay to be seen. Never rejects.
   */
  async run(): Promise<number> {
    const { ledger, clock, monthsKept, log, compacted } = this.#options;
    if (monthsKept === 0 || this.#isClosed) return 0;
    const before = compactedBefore(clock.now(), monthsKept);
    if (before <= this.#doneBefore) return 0;
    let total = 0;
    try {
      if (!(await this.#isSound())) return 0;
      while (!this.#isClosed) {
        const entries = await ledger.compact(before);
        if (entries === 0) {
          this.#doneBefore = before;
          break;
        }
        total += entries;
        compacted(entries);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      if (total > 0)
        log(`${total} entries of the ledger from before ${new Date(before).toISOString()} are in months now`);
    } catch (failure) {
      log(`entries of the ledger were not put into months: ${messageOf(failure)}`, { level: "warn" });
    }
    return total;
  }

  /** Nothing more is begun. */
  close(): void {
    this.#isClosed = true;
  }

  async #isSound(): Promise<boolean> {
    const [first] = await this.#options.audit();
    if (!first) return true;
    const advice = '"dragoman doctor" says what is wrong, and until it is put right all entries stay';
    this.#options.log(
      `entries of the ledger were not put into months, since ${first.app} ${first.bucket} has ${first.balance} where its entries make ${first.entered}: ${advice}`,
      { level: "error" },
    );
    return false;
  }
}
