import type { ApiKey, App, AppId, Instant, KeyId } from "../tenant.ts";

export interface AppStore {
  create(app: App): Promise<void>;
  /** As it is durable: who was let in, or refused, by what this shows is so after a power cut, too. */
  find(id: AppId): Promise<App | null>;
  /** Oldest first. */
  list(): Promise<readonly App[]>;
  /** Changes the given fields; `raiseEpoch` makes every token of the app invalid. Null when there is no such app. */
  update(
    id: AppId,
    change: { readonly status?: App["status"]; readonly plan?: string; readonly raiseEpoch?: true },
  ): Promise<App | null>;
  /** Removes the app and all it owns: keys, sets, answers, embeddings, logged questions. Its ledger entries stay. False when unknown. */
  remove(id: AppId): Promise<boolean>;
}

export interface KeyStore {
  create(key: ApiKey): Promise<void>;
  /** The one look-up without a tenant: it is what finds the tenant. Revoked and expired keys are found too. */
  find(id: KeyId): Promise<ApiKey | null>;
  /** Oldest first, revoked ones included. */
  list(app: AppId): Promise<readonly ApiKey[]>;
  /**
   * Marks the key as revoked and, in the same change, raises the epoch of its app: every token dies at once. Revoking again
   * changes nothing and keeps the first time. Null when there is no such key.
   */
  revoke(id: KeyId, at: Instant): Promise<ApiKey | null>;
}
