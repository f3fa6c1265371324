import { AppError, messageOf, OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Clock } from "../ports/clock.ts";
import type { LedgerDiscrepancy, LedgerStore } from "../ports/ledger-store.ts";
import type { Instant } from "../tenant.ts";
import { compactedBefore } from "./ledger-months.ts";

export interface LedgerCompactionOptions {
  readonly ledger: Pick<LedgerStore, "compact">;
  /** Reads all of the ledger; not on the thread that serves. */
  readonly audit: () => Promise<readonly LedgerDiscrepancy[]>;
  readonly clock: Pick<Clock, "monotonicMs" | "now">;
  /** Full months whose entries stay single; 0: all of them stay. */
  readonly monthsKept: number;
  readonly log: Log;
  /** Of each change, how many entries it put into months. */
  readonly compacted: (entries: number) => void;
}

/** So long requests have the server to themselves between two changes of a ledger. */
const PAUSE_MS = 50;
const RETRY_AFTER_SECONDS = 30;

/** Puts old entries of the ledger into months, where the owner wants it. */
export class LedgerCompaction {
  readonly #options: LedgerCompactionOptions;
  /** Up to where all is done, as far as this process knows. */
  #doneBefore: Instant = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: LedgerCompactionOptions) {
    this.#options = options;
  }

  /** As the settings have it. To be called now and then; looks once a month, and after a start. Never rejects. */
  async run(): Promise<void> {
    const { clock, monthsKept, log } = this.#options;
    if (monthsKept === 0) return;
    try {
      const before = compactedBefore(clock.now(), monthsKept);
      if (before <= this.#doneBefore) return;
      const { entries } = await this.compact(monthsKept);
      if (entries > 0)
        log(`${entries} entries of the ledger from before ${new Date(before).toISOString()} are in months now`);
    } catch (failure) {
      log(`entries of the ledger were not put into months: ${messageOf(failure)}`, { level: "warn" });
    }
  }

  /**
   * All that is older than so many full months, for at most `msMax`. Throws `conflict`, and changes nothing, where a balance is not the sum of its months and
   * entries: what is wrong must stay to be seen; and `service_unavailable` where the storage could not be read, or written. Throws a RangeError for less than one month.
   */
  async compact(
    monthsKept: number,
    msMax = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly entries: number; readonly isDone: boolean }> {
    const { ledger, clock, compacted } = this.#options;
    const before = compactedBefore(clock.now(), monthsKept);
    requireSound(await this.#audited());
    const endsAt = clock.monotonicMs() + msMax;
    let total = 0;
    while (!this.#isClosed && clock.monotonicMs() < endsAt) {
      const entries = await ledger.compact(before);
      if (entries === 0) {
        this.#doneBefore = Math.max(this.#doneBefore, before);
        return { entries: total, isDone: true };
      }
      total += entries;
      compacted(entries);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return { entries: total, isDone: false };
  }

  /** Whoever failed it says so in an engine's own words, which stay the cause. */
  async #audited(): Promise<readonly LedgerDiscrepancy[]> {
    try {
      return await this.#options.audit();
    } catch (cause) {
      if (cause instanceof AppError || cause instanceof OperatorError) throw cause;
      const what =
        "the ledger could not be read, so its balances were not compared with its entries, and all entries stay as they are";
      const advice =
        "look whether the disk, or the database's server, has room and answers, as `dragoman doctor` says, and try again";
      throw new AppError("service_unavailable", `${what}: ${advice}`, {
        cause,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }

  /** Nothing more is begun. */
  close(): void {
    this.#isClosed = true;
  }
}

function requireSound([first]: readonly LedgerDiscrepancy[]): void {
  if (!first) return;
  const { app, bucket, entered, balance } = first;
  const advice = "`dragoman doctor` says what to do, and until it is put right all entries stay";
  throw new AppError("conflict", `${app} ${bucket} has ${balance} where its entries make ${entered}: ${advice}`);
}
