import type { Page } from "../page.ts";
import type { TaughtKind } from "../teaching/taught-case.ts";
import type { AppId, Instant } from "../tenant.ts";

/** What an alias may stand for. */
export type AliasKind = TaughtKind;
export const ALIAS_KINDS = ["toolset", "classification_set"] as const satisfies readonly AliasKind[];

/** One of the sets that an alias stands for. */
export interface AliasSide {
  readonly signature: string;
  /** Of those who ask; a whole number from 0 to 100. Those of all sides together are 100. */
  readonly percent: number;
}

/** All of them to one set, or shared out between two. */
export type AliasSides = readonly [AliasSide] | readonly [AliasSide, AliasSide];

export interface StoredAlias {
  readonly name: string;
  readonly kind: AliasKind;
  /** In the order given; sets of this kind, each another one. */
  readonly sides: AliasSides;
  /** Unique to every version of every alias and every set, growing: what an ETag is made of. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface AliasDraft {
  /** Null: the kind of which the app has all the sides. */
  readonly kind: AliasKind | null;
  readonly sides: AliasSides;
}

/** Why an alias was not put. Nothing was changed. */
export type AliasRefusal =
  /** A set has the name. */
  | { readonly refused: "taken"; readonly by: AliasKind }
  /** There is no set of that signature; of no kind where none was given. */
  | { readonly refused: "unknown"; readonly signature: string }
  /** Each side is there, and there is no kind of which all are. */
  | { readonly refused: "mixed" }
  /** There are sets of both kinds with these signatures. */
  | { readonly refused: "ambiguous" }
  /** The alias stands for sets of the other kind. */
  | { readonly refused: "other_kind"; readonly kind: AliasKind }
  | { readonly refused: "stale" }
  /** The app has as many as it may have. */
  | { readonly refused: "full" };

/**
 * Other names for sets of an app. A name is one of an alias or of sets, never of both: `DefinitionStore.create` and `put` look for it
 * in the change that would take it. What an alias stands for is there as long as it does: `DefinitionStore.remove` leaves it.
 * One that is no longer what was written is `service_unavailable` by name, and can be put anew and removed.
 */
export interface AliasStore {
  /**
   * Makes the alias, or has it stand for something else: whoever asks after this resolves is answered by that. With `ifRevision`
   * only that revision, and none that is new.
   */
  put(
    app: AppId,
    name: string,
    draft: AliasDraft,
    at: Instant,
    ifRevision: number | null,
    aliasesMax: number,
  ): Promise<StoredAlias | AliasRefusal>;
  find(app: AppId, name: string): Promise<StoredAlias | null>;
  /** Oldest first. */
  list(app: AppId, page: { readonly limit: number; readonly after: number | null }): Promise<Page<StoredAlias>>;
  remove(app: AppId, name: string, ifRevision: number | null): Promise<"not_found" | "removed" | "stale">;
}
