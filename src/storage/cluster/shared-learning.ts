import type { ContentHash } from "#core/json.ts";
import type { KeyedWork } from "#core/ports/keyed-work-store.ts";
import type { FitName, SharedLearning } from "#core/ports/shared-learning.ts";
import type { AppId } from "#core/tenant.ts";
import { ClusterKeyedWork } from "./keyed-work.ts";
import type { Postgres } from "./postgres.ts";

/** Of each app: those of fifty sets of the most classes, which take 1.2 MB each. */
const FIT_BYTES_PER_APP_MAX = 64 * 1024 * 1024;

export class ClusterSharedLearning implements SharedLearning {
  readonly isShared = true;
  readonly #postgres: Postgres;
  readonly #leases: ClusterKeyedWork;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
    this.#leases = new ClusterKeyedWork(postgres, "learning_leases");
  }

  begin(app: AppId, key: string): Promise<KeyedWork | null> {
    return this.#leases.begin(app, key);
  }

  async find(app: AppId, { contentHash, maker }: FitName): Promise<Uint8Array | null> {
    const row = await this.#postgres.rowOf<{ fit: Uint8Array }>(
      app,
      "SELECT fit FROM fits WHERE app = $1 AND content_hash = $2 AND maker = $3",
      [app, contentHash, maker],
    );
    return row?.fit ?? null;
  }

  async keep(app: AppId, { contentHash, maker }: FitName, bytes: Uint8Array): Promise<void> {
    await this.#postgres.rowsOf(app, "SELECT keep_fit($1, $2, $3, $4, $5)", [
      app,
      contentHash,
      maker,
      bytes,
      FIT_BYTES_PER_APP_MAX,
    ]);
  }

  async forget(app: AppId, contentHash: ContentHash): Promise<void> {
    await this.#postgres.rowsOf(app, "DELETE FROM fits WHERE app = $1 AND content_hash = $2", [app, contentHash]);
  }
}
