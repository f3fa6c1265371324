import type { KeptAnswer, KeptAnswerStore } from "#core/ports/storage.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { expireInPieces } from "./expiry.ts";
import type { GroupCommit } from "./group-commit.ts";

interface KeptAnswerRow {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string | null;
  readonly created_at: Instant;
}

export class EmbeddedKeptAnswers implements KeptAnswerStore {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;
  readonly #write: (answer: KeptAnswer) => void;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
    this.#write = keptAnswerWriter(commits);
  }

  async find(app: AppId, key: string): Promise<KeptAnswer | null> {
    return this.#commits.read(() => {
      const row = this.#statements.find.get(app, key);
      if (!row) return null;
      const { fingerprint, status, body, created_at: createdAt } = row;
      const headers = JSON.parse(row.headers) as KeptAnswer["headers"];
      return { app, key, fingerprint, status, headers, body, createdAt };
    });
  }

  keep(answer: KeptAnswer): Promise<void> {
    return this.#commits.write(() => this.#write(answer));
  }

  expire(before: Instant): Promise<number> {
    return expireInPieces(this.#commits, (countMax) => this.#statements.expire.all(before, countMax).length);
  }
}

/**
 * Writes kept answers inside a transaction, in place of older ones: the ledger's, so that an answer comes with its charge.
 * Nothing is written for an app that was removed while it was being answered.
 */
export function keptAnswerWriter(commits: GroupCommit): (answer: KeptAnswer) => void {
  const put = commits.prepare<null, [AppId, string, string, number, string, string | null, Instant]>(`
    INSERT INTO kept_answers (app, key, fingerprint, status, headers, body, created_at)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1)
    ON CONFLICT (app, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
      headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`);
  return ({ app, key, fingerprint, status, headers, body, createdAt }) => {
    put.run(app, key, fingerprint, status, JSON.stringify(headers), body, createdAt);
  };
}

function statementsFor(commits: GroupCommit) {
  return {
    find: commits.prepare<KeptAnswerRow, [AppId, string]>(
      "SELECT fingerprint, status, headers, body, created_at FROM kept_answers WHERE app = ? AND key = ?",
    ),
    // Of all apps, as the contract says: age is the only thing that counts here.
    expire: commits.prepare<{ id: number }, [Instant, number]>(
      "DELETE FROM kept_answers WHERE id IN (SELECT id FROM kept_answers WHERE created_at < ? LIMIT ?) RETURNING id",
    ),
  };
}
