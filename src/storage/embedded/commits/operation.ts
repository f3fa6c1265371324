import type { Owner } from "./participant.ts";

/** What somebody wants to be changed. */
export interface Operation {
  /** Whose rows have to stand in their tables first; null where that does not matter. */
  readonly of: Owner | null;
  /** Does the work inside the transaction. */
  readonly execute: () => Outcome;
  readonly reject: (reason: unknown) => void;
}

export interface Outcome {
  /** Called in the turn of the COMMIT. */
  readonly committed: () => void;
  /** Called when it is on the disk. */
  readonly onDisk: () => void;
}

export const UNCHANGED: Outcome = { committed: () => {}, onDisk: () => {} };

/** Whose rows have to stand in their tables before these. */
export function ownersOf(batch: readonly Operation[]): ReadonlySet<Owner> {
  return new Set(batch.flatMap(({ of }) => of ?? []));
}
