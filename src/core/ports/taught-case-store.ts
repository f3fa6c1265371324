import type { Page } from "../page.ts";
import type { TaughtCase, TaughtKind } from "../teaching/taught-case.ts";
import type { AppId } from "../tenant.ts";
import type { WordedCase } from "./definition-store.ts";

/** What the sets of apps were taught. It stays where a set is replaced, and goes with the set. */
export interface TaughtCaseStore {
  /**
   * A case of the set with the same words is replaced. Nothing is changed when there is no such set, or when it
   * has `casesMax` others already.
   */
  teach(app: AppId, set: TaughtSet, taught: WordedCase, casesMax: number): Promise<"taught" | "full" | "not_found">;
  /** Oldest first; null when there is no such set. */
  list(
    app: AppId,
    set: TaughtSet,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<TaughtCase> | null>;
  /** All of a set, oldest first; none when there is no such set. */
  all(app: AppId, set: TaughtSet): Promise<readonly TaughtCase[]>;
  /** False when set or case are unknown. */
  remove(app: AppId, set: TaughtSet, id: string): Promise<boolean>;
}

/** The set that a case is of. */
export interface TaughtSet {
  readonly kind: TaughtKind;
  readonly signature: string;
}
