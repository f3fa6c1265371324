import { growingCache } from "../growing-cache.ts";
import { type ContentHash, contentHashOf, type JsonObject } from "../json.ts";
import type { HistoryEntry } from "../ports/models.ts";
import type { AppId } from "../tenant.ts";

/**
 * Raised whenever the resolver, the classifier or the rules of reuse would answer otherwise than before: answers of an
 * older version are not found any more, and expire.
 */
const LOGIC_VERSION = 5;

/** Everything but the sentence that an answer depends on. Nothing is reused across two of them. */
export interface Partition {
  readonly app: AppId;
  readonly digest: string;
  readonly contentHashes: readonly ContentHash[];
}

/** What makes up a partition. Each part that a later feature adds goes in here, so that it cannot be forgotten in one place. */
export interface PartitionParts {
  readonly operation: "classify" | "resolve" | "respond";
  /** Of the sets named, in the order named. */
  readonly contentHashes: readonly ContentHash[];
  /** Settings of the sets that change answers and are not hashed with their content. */
  readonly options: JsonObject;
  /** The named banks, each with its version. */
  readonly banks: readonly string[];
  /** Who answers in words, with its version; null where nobody does. */
  readonly persona: string | null;
  readonly context: string | null;
  readonly history: readonly HistoryEntry[];
  /** The model's name and version. */
  readonly model: string;
}

/** Digests of what was asked lately; who asks anew of the same sets has the same one. With longer parts than this, none is kept: 1 MB in all. */
const DIGESTS_MAX = 512;
const PARTS_CHARACTERS_MAX = 1_024;
const digests = growingCache<string, string>(DIGESTS_MAX);

export function partitionOf(app: AppId, parts: PartitionParts): Partition {
  const all = { app, ...parts, logic: LOGIC_VERSION };
  // All of it, as it was put together: equal texts have equal digests, and most come from the same place in the same order.
  const text = JSON.stringify(all);
  const digest = digests.get(text) ?? contentHashOf(all).slice("sha256:".length);
  if (text.length <= PARTS_CHARACTERS_MAX) digests.set(text, digest);
  return { app, digest, contentHashes: parts.contentHashes };
}
