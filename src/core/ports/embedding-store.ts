import type { AppId } from "../tenant.ts";

/** Which vector of an app's it is. */
export interface EmbeddingName {
  /** `Embedder.id` */
  readonly embedder: string;
  readonly key: string;
}

/** Sentence embeddings that were computed once. Keys are made by `embeddingKeyOf`. What was damaged since counts as not there. */
export interface EmbeddingStore {
  /** Those that are there, by key. */
  read(app: AppId, embedder: string, keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Nothing is kept for an app that was removed meanwhile. */
  write(app: AppId, embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** What is kept of the app, by embedder and key, behind a name or from the first. */
  list(
    app: AppId,
    page: { readonly limit: number; readonly after: EmbeddingName | null },
  ): Promise<readonly EmbeddingName[]>;
  /**
   * Removes those that are not used by the time of the writing: `isUsed` is asked in the transaction, after all writes that
   * were asked for before. How many there were.
   */
  remove(app: AppId, names: readonly EmbeddingName[], isUsed: (name: EmbeddingName) => boolean): Promise<number>;
}
