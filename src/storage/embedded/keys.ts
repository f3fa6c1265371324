import type { KeyStore } from "#core/ports/app-store.ts";
import type { ApiKey, AppId, Instant, KeyId } from "#core/tenant.ts";
import type { AppChanges } from "./app-changes.ts";
import type { GroupCommit } from "./commits/group-commit.ts";

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

export class EmbeddedKeys implements KeyStore {
  readonly #commits: GroupCommit;
  readonly #changes: AppChanges;
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(commits: GroupCommit, changes: AppChanges) {
    this.#commits = commits;
    this.#changes = changes;
    this.#statements = statementsFor(commits);
  }

  create(key: ApiKey): Promise<void> {
    const { id, app, name, secretHash, createdAt, expiresAt, revokedAt } = key;
    return this.#commits.write(() => {
      this.#statements.insert.run(id, app, name, secretHash, createdAt, expiresAt, revokedAt);
    });
  }

  async find(id: KeyId): Promise<ApiKey | null> {
    return this.#commits.read(() => this.#found(id));
  }

  async list(app: AppId): Promise<readonly ApiKey[]> {
    return this.#commits.read(() => this.#statements.list.all(app).map(keyOf));
  }

  revoke(id: KeyId, at: Instant): Promise<ApiKey | null> {
    return this.#commits.write(
      () => {
        const revoked = this.#statements.revoke.get(at, id);
        if (revoked) this.#statements.raiseEpoch.run(revoked.app);
        return this.#found(id);
      },
      (key) => key && this.#changes.raise(key.app),
    );
  }

  #found(id: KeyId): ApiKey | null {
    const row = this.#statements.find.get(id);
    return row && keyOf(row);
  }
}

function statementsFor(commits: GroupCommit) {
  return {
    insert: commits.prepare<null, [KeyId, AppId, string, string, Instant, Instant | null, Instant | null]>(
      `INSERT INTO keys (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    find: commits.prepare<KeyRow, [KeyId]>(`SELECT ${COLUMNS} FROM keys WHERE id = ?`),
    list: commits.prepare<KeyRow, [AppId]>(`SELECT ${COLUMNS} FROM keys WHERE app = ? ORDER BY position`),
    revoke: commits.prepare<{ app: AppId }, [Instant, KeyId]>(
      "UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL RETURNING app",
    ),
    raiseEpoch: commits.prepare<null, [AppId]>("UPDATE apps SET epoch = epoch + 1 WHERE id = ?"),
  };
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
