/** See `turn` in the migrations. Each array is in the order in which its things were sent. */
export interface TurnDone {
  readonly is: "done";
  readonly from_months: readonly (number | null)[];
  readonly from_credits: readonly (number | null)[];
  /** Of windows, before the turn. */
  readonly counts: readonly number[];
  /** Accounts whose answers from memory were not all given: none of those was recorded. */
  readonly withheld: readonly number[];
  /** Of each answer that was kept: what its app has then. */
  readonly kept_bytes: readonly (number | null)[];
  /** Sums after the turn; null for a month that was given nothing yet. */
  readonly months: readonly (number | null)[];
  readonly credits: readonly number[];
  /** What is free in the node's own leases. */
  readonly free: readonly number[];
}
