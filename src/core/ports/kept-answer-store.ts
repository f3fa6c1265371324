import type { AppId, Instant } from "../tenant.ts";

/** An answer that is given again to whoever repeats the request under the same idempotency key. */
export interface KeptAnswer {
  readonly app: AppId;
  /** The idempotency key, as the client chose it. */
  readonly key: string;
  /** Hex digest of method, path and body: another one under the same key is a mistake of the client. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for no body. */
  readonly body: string | null;
  readonly createdAt: Instant;
}

/**
 * An answer that is no longer what was written is as good as not there.
 * What an app has here has a bound in bytes, which the storage is opened with. Over it the app's oldest go, whichever way
 * they came; an answer that is larger by itself is not kept.
 */
export interface KeptAnswerStore {
  find(app: AppId, key: string): Promise<KeptAnswer | null>;
  /** Keeps an answer that cost nothing; one that cost something is kept by `LedgerStore.settle`. Replaces an older one. */
  keep(answer: KeptAnswer): Promise<void>;
  /** What is kept for all apps takes so many bytes, as far as this process knows. */
  bytes(): number;
  /** Drops those of all apps made before `before`. Returns how many went. */
  expire(before: Instant): Promise<number>;
}
