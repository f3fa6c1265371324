import type { KeyStore } from "#core/ports/app-store.ts";
import type { ApiKey, AppId, Instant, KeyId } from "#core/tenant.ts";
import type { Changes } from "./changes.ts";
import type { Postgres } from "./postgres.ts";

interface KeyRow {
  readonly id: KeyId;
  readonly app: AppId;
  readonly name: string;
  readonly secret_hash: string;
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
  readonly revoked_at: Instant | null;
}

const COLUMNS = "id, app, name, secret_hash, created_at, expires_at, revoked_at";

export class ClusterKeys implements KeyStore {
  readonly #postgres: Postgres;
  readonly #changes: Changes;

  constructor(postgres: Postgres, changes: Changes) {
    this.#postgres = postgres;
    this.#changes = changes;
  }

  create({ id, app, name, secretHash, createdAt, expiresAt, revokedAt }: ApiKey): Promise<void> {
    return this.#changes.make(app, async ({ rows }) => {
      await rows(`INSERT INTO keys (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, [
        id,
        app,
        name,
        secretHash,
        createdAt,
        expiresAt,
        revokedAt,
      ]);
    });
  }

  async find(id: KeyId): Promise<ApiKey | null> {
    const row = await this.#postgres.row<KeyRow>(`SELECT ${COLUMNS} FROM key_of($1)`, [id]);
    return row && keyOf(row);
  }

  async list(app: AppId): Promise<readonly ApiKey[]> {
    const statement = `SELECT ${COLUMNS} FROM keys WHERE app = $1 ORDER BY position`;
    return (await this.#postgres.rowsOf<KeyRow>(app, statement, [app])).map(keyOf);
  }

  async revoke(id: KeyId, at: Instant): Promise<ApiKey | null> {
    // A key is never given to another app.
    const key = await this.find(id);
    if (!key) return null;
    return this.#changes.make(key.app, async ({ row, rows }) => {
      const revoked = await row<KeyRow>(
        `UPDATE keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
        [id, at],
      );
      if (revoked) await rows("UPDATE apps SET epoch = epoch + 1 WHERE app = $1", [key.app]);
      const now = revoked ?? (await row<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE id = $1`, [id]));
      return now && keyOf(now);
    });
  }
}

function keyOf(row: KeyRow): ApiKey {
  const { id, app, name } = row;
  return {
    id,
    app,
    name,
    secretHash: row.secret_hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
