import type { EmbeddingName, EmbeddingStore } from "#core/ports/embedding-store.ts";
import type { AppId } from "#core/tenant.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import { Damage } from "./damage.ts";
import { sumOfVector } from "./row-sums.ts";

/** Vectors are stored as they lie in memory. Every machine that the program is built for is little-endian. */
export class EmbeddedEmbeddings implements EmbeddingStore {
  readonly #commits: GroupCommit;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(commits: GroupCommit, damage = new Damage()) {
    this.#commits = commits;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
  }

  async read(app: AppId, embedder: string, keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#commits.read(() => {
      const vectors = new Map<string, Float32Array>();
      for (const key of keys) {
        const row = this.#statements.find.get(app, embedder, key);
        if (!row) continue;
        // Copied: the bytes may start anywhere, and floats must start at a multiple of four.
        if (row.sum === sumOfVector({ app, embedder, key, ...row }))
          vectors.set(key, new Float32Array(row.vector.slice().buffer));
        else this.#damage.dropped("a vector", app);
      }
      return vectors;
    });
  }

  async write(app: AppId, embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    // Copied at once: the caller may use its arrays again before the transaction runs.
    const rows = [...vectors].map(([key, vector]) => [key, new Uint8Array(vector.slice().buffer)] as const);
    if (rows.length === 0) return;
    await this.#commits.write(() => {
      for (const [key, vector] of rows) {
        this.#statements.put.run(app, embedder, key, vector, sumOfVector({ app, embedder, key, vector }));
      }
    });
  }

  async list(
    app: AppId,
    { limit, after }: { readonly limit: number; readonly after: EmbeddingName | null },
  ): Promise<readonly EmbeddingName[]> {
    return this.#commits.read(() => this.#statements.list.all(app, after?.embedder ?? "", after?.key ?? "", limit));
  }

  remove(app: AppId, names: readonly EmbeddingName[], isUsed: (name: EmbeddingName) => boolean): Promise<number> {
    return this.#commits.write(() => {
      let removed = 0;
      for (const name of names)
        if (!isUsed(name)) removed += this.#statements.remove.run(app, name.embedder, name.key).changes;
      return removed;
    });
  }
}

function statementsFor(commits: GroupCommit) {
  return {
    find: commits.prepare<{ vector: Uint8Array; sum: number | null }, [AppId, string, string]>(
      "SELECT vector, sum FROM embeddings WHERE app = ? AND embedder = ? AND key = ?",
    ),
    // All of it stands in the index: no vector is read.
    list: commits.prepare<EmbeddingName, [AppId, string, string, number]>(
      "SELECT embedder, key FROM embeddings WHERE app = ? AND (embedder, key) > (?, ?) ORDER BY embedder, key LIMIT ?",
    ),
    remove: commits.prepare<null, [AppId, string, string]>(
      "DELETE FROM embeddings WHERE app = ? AND embedder = ? AND key = ?",
    ),
    // Nothing is written for an app that was removed while its texts were being embedded.
    put: commits.prepare<null, [AppId, string, string, Uint8Array, number]>(`
      INSERT INTO embeddings (app, embedder, key, vector, sum)
      SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1)
      ON CONFLICT (app, embedder, key) DO UPDATE SET vector = excluded.vector, sum = excluded.sum`),
  };
}
