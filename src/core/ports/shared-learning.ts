import type { ContentHash } from "../json.ts";
import type { AppId } from "../tenant.ts";
import type { KeyedWorkStore } from "./keyed-work-store.ts";

/** Something that was made of all examples of a set, by all that it depends on: what was made of anything else is not found under it. */
export interface FitName {
  readonly contentHash: ContentHash;
  /** See `ClassesAsBytes.id`. */
  readonly maker: string;
}

/**
 * What processes that answer the same apps learn once: one has the right to work, as with `KeyedWorkStore.begin`, and the others take what came of
 * it. What an app keeps here has a bound in bytes; over it the oldest go, and are made anew.
 */
export interface SharedLearning extends KeyedWorkStore {
  /** Whether there are others: what was not there a moment ago may be there now. */
  readonly isShared: boolean;
  find(app: AppId, fit: FitName): Promise<Uint8Array | null>;
  keep(app: AppId, fit: FitName, bytes: Uint8Array): Promise<void>;
  /** Of a content that no set of the app has any more. */
  forget(app: AppId, contentHash: ContentHash): Promise<void>;
}
