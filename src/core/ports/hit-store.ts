import type { AppId, Instant } from "../tenant.ts";
import type { AnsweredRequest } from "./request-store.ts";

/** A question that memory answers: what that takes of its app, and leaves behind. */
export interface Hit {
  readonly app: AppId;
  /** Calls of a minute. */
  readonly callsMax: number;
  readonly cost: number;
  /** Of the month. */
  readonly allowance: number;
  readonly at: Instant;
  /**
   * `ChangeCounter.of` the app, when the answer and whoever asks were found in memory: an answer is given only while no node has changed
   * the app since.
   */
  readonly changes: number;
  readonly requestId: string;
  /** The same object for the same answer: what is made of it to be stored is made once. */
  readonly trace: Omit<AnsweredRequest, "createdAt" | "requestId">;
  /** As of `RequestStore.record`. */
  readonly requestsMax: number;
}

export interface ChargedHit {
  /** Calls of this minute, this one among them. */
  readonly count: number;
  /** What may still be spent, as `LedgerStore.settle` has it: durable when this resolves, and the record with it. */
  readonly balance: Promise<number>;
}

/** All that an answer from memory writes, in one step: the count of its minute, its charge, and its record for feedback. */
export interface HitStore {
  /**
   * Null, with nothing done, where it is not certain that the call is within its minute, can be paid, and is answered as the app
   * is now: then the steps one by one say what is the matter. At once where all of it is in memory, else a promise.
   */
  charge(hit: Hit): ChargedHit | null | Promise<ChargedHit | null>;
}
