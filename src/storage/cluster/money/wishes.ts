/** What requests want of a turn. */
import type { KeptAnswer } from "#core/ports/kept-answer-store.ts";
import type { RecordedRequest } from "#core/request-batch.ts";
import type { AppId, Instant } from "#core/tenant.ts";

/** How a cost is shared between the month's allowance and credits. */
export interface Split {
  readonly fromMonth: number;
  readonly fromCredits: number;
}

/** As `turn` numbers them. */
export const STEPS = { charge: 1, reserve: 2, settle: 3, giveBack: 4, undo: 5, look: 6 } as const;

interface Wish {
  readonly failed: (failure: unknown) => void;
}

/** One call more in a window. */
export interface Count extends Wish {
  readonly wants: "count";
  readonly subject: string;
  readonly at: Instant;
  readonly told: (count: number) => void;
}

/** Requests that do not expire with the month. */
export interface Credit extends Wish {
  readonly wants: "credit";
  readonly app: AppId;
  readonly requests: number;
  readonly at: Instant;
  readonly told: () => void;
}

/** A request that was answered: it is durable when what its app wants next is told. */
export interface RecordWish extends Wish {
  readonly wants: "record";
  readonly app: AppId;
  readonly request: RecordedRequest;
  readonly requestsMax: number;
  readonly told: () => void;
}

export interface StepOutcome {
  /** Null where less than the cost is left, or the answer may not be given: nothing was done then. */
  readonly split: Split | null;
  /** After it. */
  readonly balance: number;
  /** Of the minute's calls, where it was counted. */
  readonly count: number;
  /** Whether an answer from memory was recorded with its charge. */
  readonly isRecorded: boolean;
  /** What is kept for the app under idempotency keys now, where an answer was kept with the step. */
  readonly keptBytes: number | null;
}

/** Of what was not done. */
export const REFUSED: StepOutcome = { split: null, balance: 0, count: 0, isRecorded: false, keptBytes: null };

export interface HitOfStep {
  /** The app's version that it is of. */
  readonly version: number;
  /** How many calls its minute has. */
  readonly callsMax: number;
  /** The one that it is, where that was counted already; null where the turn counts it. */
  readonly number: number | null;
  /** Counts it, right before the turn; null where there is no other who does, or it was done. */
  readonly takeNumber: (() => Promise<number | "none left" | null>) | null;
  readonly request: RecordedRequest;
  readonly requestsMax: number;
}

/** A change of what an app may spend, or a look at it. */
export interface Step extends Wish {
  readonly wants: keyof typeof STEPS;
  readonly app: AppId;
  /** The bucket that pays first. */
  readonly month: string;
  /** What the plan gives that month. */
  readonly allowance: number;
  readonly at: Instant;
  readonly cost: number;
  /** Null where it is to be found out. */
  readonly split: Split | null;
  /** The node whose lease holds it; null where it is any. */
  readonly heldBy: string | null;
  /** Of an answer from memory. */
  readonly hit: HitOfStep | null;
  /** An answer that is kept with the charge. */
  readonly keeps: KeptAnswer | null;
  readonly told: (outcome: StepOutcome, node: string) => void;
}

export type AnyWish = Count | Credit | RecordWish | Step;
