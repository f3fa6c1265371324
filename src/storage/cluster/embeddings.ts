import type { EmbeddingName, EmbeddingStore } from "#core/ports/embedding-store.ts";
import type { AppId } from "#core/tenant.ts";
import type { Postgres } from "./postgres.ts";
import { bytesOf, floatsIn } from "./vector-bytes.ts";

interface WrittenRow extends EmbeddingName {
  /** The transaction that wrote it last. */
  readonly written_by: string;
}

export class ClusterEmbeddings implements EmbeddingStore {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async read(app: AppId, embedder: string, keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const rows = await this.#postgres.rowsOf<{ key: string; vector: Uint8Array }>(
      app,
      "SELECT key, vector FROM embeddings WHERE app = $1 AND embedder = $2 AND key = ANY ($3)",
      [app, embedder, keys],
    );
    return new Map(rows.map(({ key, vector }) => [key, floatsIn(vector)]));
  }

  async write(app: AppId, embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    if (vectors.size === 0) return;
    const values = [app, embedder, [...vectors.keys()], Array.from(vectors.values(), bytesOf)];
    await this.#postgres.rowsOf(app, "SELECT write_embeddings($1, $2, $3, $4)", values);
  }

  list(
    app: AppId,
    { limit, after }: { readonly limit: number; readonly after: EmbeddingName | null },
  ): Promise<readonly EmbeddingName[]> {
    // All of it stands in the index: no vector is read.
    return this.#postgres.rowsOf<EmbeddingName>(
      app,
      `SELECT embedder, key FROM embeddings WHERE app = $1 AND (embedder, key) > ($2, $3)
       ORDER BY embedder, key LIMIT $4`,
      [app, after?.embedder ?? "", after?.key ?? "", limit],
    );
  }

  /** What any node writes after `isUsed` was asked stays: it was written by another transaction than the one that was seen before. */
  async remove(app: AppId, names: readonly EmbeddingName[], isUsed: (name: EmbeddingName) => boolean): Promise<number> {
    const there = await this.#postgres.rowsOf<WrittenRow>(
      app,
      `SELECT embedder, key, xmin::text AS written_by FROM embeddings
       WHERE app = $1 AND (embedder, key) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
      [app, names.map(({ embedder }) => embedder), names.map(({ key }) => key)],
    );
    const unused = there.filter(({ embedder, key }) => !isUsed({ embedder, key }));
    if (unused.length === 0) return 0;
    const removed = await this.#postgres.rowsOf(
      app,
      `DELETE FROM embeddings USING unnest($2::text[], $3::text[], $4::text[]) AS unused (embedder, key, written_by)
       WHERE app = $1 AND embeddings.embedder = unused.embedder AND embeddings.key = unused.key
         AND embeddings.xmin::text = unused.written_by
       RETURNING 1`,
      [
        app,
        unused.map(({ embedder }) => embedder),
        unused.map(({ key }) => key),
        unused.map(({ written_by: transaction }) => transaction),
      ],
    );
    return removed.length;
  }
}
