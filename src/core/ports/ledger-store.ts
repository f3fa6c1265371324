import type { Page } from "../page.ts";
import type { AppId, Instant } from "../tenant.ts";
import type { KeptAnswer } from "./kept-answer-store.ts";

/** The right to spend: taken before the work, settled or given back after it. */
export interface Reservation {
  readonly app: AppId;
  readonly cost: number;
  readonly id: number;
}

/** One change of what an app may spend. */
export interface LedgerEntry {
  readonly id: number;
  readonly at: Instant;
  /** The month whose allowance changed, as `2026-11`; null for credits. */
  readonly month: string | null;
  readonly kind: "allowance" | "charge" | "credit";
  /**
   * In requests; negative for a charge, and for an allowance that a smaller plan cut. A charge above 0 takes one back whose request
   * was told that the storage is not there before it was known that it had been made.
   */
  readonly amount: number;
}

/** What the entries of a month make of one bucket and kind. */
export interface MonthSum {
  /** The month whose allowance changed, as `2026-11`; null for credits. */
  readonly month: string | null;
  readonly kind: LedgerEntry["kind"];
  readonly entries: number;
  /** In requests; never lost where it is 0. */
  readonly amount: number;
}

/** The entries of an app that were made in one month, in the place of them. */
export interface LedgerMonth {
  readonly app: AppId;
  /** UTC. An entry whose clock had gone back belongs to the month of the one before it. */
  readonly month: string;
  /** Ids, of the storage in which they were put together. */
  readonly firstEntry: number;
  readonly lastEntry: number;
  readonly entries: number;
  /** By month, then kind. */
  readonly sums: readonly MonthSum[];
  /** Of the last entry: SHA-256 in hexadecimal digits, see `chainedTo` of `ledger-months.ts`. */
  readonly chain: string;
  /** SHA-256 of all of this and of the seal of the month before: none of them can be changed without the rest. */
  readonly seal: string;
}

/**
 * The requests an app may still spend: what is left of the month's allowance, and credits, which outlive the month.
 * One entry for every change, never updated; a balance is the sum of its entries. The allowance is spent before credits.
 * A reservation lives as long as the process that made it: a crash gives it back, since nothing was answered.
 */
export interface LedgerStore {
  /**
   * Takes `cost` out of what may be spent. Null, and nothing changed, when less than `cost` is left.
   * `allowance` is the plan's requests per month; when it differs from what the month was given, the difference is
   * entered first, so a plan changed in mid-month keeps what was used.
   */
  reserve(app: AppId, cost: number, allowance: number, at: Instant): Promise<Reservation | null>;
  /**
   * Makes a reservation final. Returns the balance after it. Settling twice is the same as once.
   * `keep`, given that balance, makes an answer that is kept in the same change: after a crash either both are there or
   * neither is.
   */
  settle(reservation: Reservation, at: Instant, keep?: (balance: number) => KeptAnswer): Promise<number>;
  /**
   * The app's entries, newest first, that are not in `months`. `after`: the `next` of the page before. Throws `bad_request` where the
   * entries behind it have been put together into months since: some of them would be told twice, or never.
   */
  entries(app: AppId, page: { readonly limit: number; readonly after: number | null }): Promise<Page<LedgerEntry>>;
  /** The app's months that stand for their entries, oldest first. */
  months(app: AppId): Promise<readonly LedgerMonth[]>;
  /**
   * Puts the oldest entries made before `before` into months, some thousands of them in one change: after a crash either they are there
   * or they are in their month, and every sum stays what it was. Resolves with how many they were: 0 when all is done.
   * Throws an Error, and changes nothing, where what it would write is not the sum of what it would take.
   */
  compact(before: Instant): Promise<number>;
  /** Undoes a reservation. Giving back twice is the same as once; giving back what was settled throws: that would be a bug of ours. */
  giveBack(reservation: Reservation): Promise<void>;
  /** Adds `requests` (> 0) that do not expire with the month. */
  credit(app: AppId, requests: number, at: Instant): Promise<void>;
  /** The sum of the entries that count at `at`, never below 0. Reservations in flight are no entries yet. */
  balance(app: AppId, allowance: number, at: Instant): Promise<number>;
}

/** An app's bucket whose balance is not the sum of its months and entries: somebody else wrote into the storage. */
export interface LedgerDiscrepancy {
  readonly app: string;
  readonly bucket: string;
  readonly entered: number;
  readonly balance: number;
}
