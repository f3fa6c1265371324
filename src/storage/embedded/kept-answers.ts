import type { KeptAnswer, KeptAnswerStore } from "#core/ports/kept-answer-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import { Damage } from "./damage.ts";
import { expireInPieces } from "./expiry.ts";
import { sumOfKeptAnswer } from "./row-sums.ts";

interface KeptAnswerRow {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string | null;
  readonly created_at: Instant;
  readonly sum: number | null;
}

/** Of one app, 64 MiB. */
export const KEPT_BYTES_PER_APP_MAX = 67_108_864;
/** What a row takes beside its texts: columns, indexes. */
export const KEPT_ROW_BYTES = 200;

export class EmbeddedKeptAnswers implements KeptAnswerStore {
  readonly #commits: GroupCommit;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;
  readonly #write: (answer: KeptAnswer) => void;

  constructor(commits: GroupCommit, bytesPerAppMax = KEPT_BYTES_PER_APP_MAX, damage = new Damage()) {
    this.#commits = commits;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
    this.#write = keptAnswerWriter(commits, bytesPerAppMax);
  }

  async find(app: AppId, key: string): Promise<KeptAnswer | null> {
    // Whoever repeats a request is given what was paid for, and that is on the disk.
    await this.#commits.durable();
    return this.#commits.read(() => {
      const row = this.#statements.find.get(app, key);
      if (!row) return null;
      if (row.sum !== sumOfKeptAnswer({ app, key, ...row })) {
        this.#damage.dropped("an answer under an idempotency key", app);
        return null;
      }
      const { fingerprint, status, body, created_at: createdAt } = row;
      const headers = JSON.parse(row.headers) as KeptAnswer["headers"];
      return { app, key, fingerprint, status, headers, body, createdAt };
    });
  }

  keep(answer: KeptAnswer): Promise<void> {
    return this.#commits.write(() => this.#write(answer));
  }

  bytes(): number {
    return this.#commits.read(() => this.#statements.bytes.get()?.bytes ?? 0);
  }

  expire(before: Instant): Promise<number> {
    return expireInPieces(this.#commits, (countMax) => this.#statements.expire.all(before, countMax).length);
  }
}

/**
 * Writes kept answers inside a transaction, in place of older ones: the ledger's, so that an answer comes with its charge.
 * Nothing is written for an app that was removed while it was being answered. Over `bytesMax` of the app the oldest go.
 */
export function keptAnswerWriter(commits: GroupCommit, bytesMax: number): (answer: KeptAnswer) => void {
  const { put, drop, total, dropOldest } = writingStatementsFor(commits);
  return ({ app, key, fingerprint, status, headers, body, createdAt }) => {
    const head = JSON.stringify(headers);
    const bytes = KEPT_ROW_BYTES + [key, head, body ?? ""].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > bytesMax) {
      // All others would have to go for it.
      drop.run(app, key);
      return;
    }
    const sum = sumOfKeptAnswer({ app, key, fingerprint, status, headers: head, body, created_at: createdAt });
    put.run(app, key, fingerprint, status, head, body, bytes, createdAt, sum);
    while ((total.get(app)?.bytes ?? 0) > bytesMax) {
      // A damaged total would never come down.
      if (dropOldest.run(app, key).changes === 0) return;
    }
  };
}

function writingStatementsFor(commits: GroupCommit) {
  return {
    put: commits.prepare<null, [AppId, string, string, number, string, string | null, number, Instant, number]>(`
      INSERT INTO kept_answers (app, key, fingerprint, status, headers, body, bytes, created_at, sum)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1)
      ON CONFLICT (app, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
        headers = excluded.headers, body = excluded.body, bytes = excluded.bytes, created_at = excluded.created_at, sum = excluded.sum`),
    drop: commits.prepare<null, [AppId, string]>("DELETE FROM kept_answers WHERE app = ? AND key = ?"),
    total: commits.prepare<{ bytes: number }, [AppId]>("SELECT bytes FROM kept_totals WHERE app = ?"),
    // The clock may jump: what was kept just now stays, whatever its age.
    dropOldest: commits.prepare<null, [AppId, string]>(`
      DELETE FROM kept_answers WHERE id =
        (SELECT id FROM kept_answers WHERE app = ?1 AND key <> ?2 ORDER BY created_at, id LIMIT 1)`),
  };
}

function statementsFor(commits: GroupCommit) {
  return {
    find: commits.prepare<KeptAnswerRow, [AppId, string]>(
      "SELECT fingerprint, status, headers, body, created_at, sum FROM kept_answers WHERE app = ? AND key = ?",
    ),
    bytes: commits.prepare<{ bytes: number }>("SELECT ifnull(sum(bytes), 0) AS bytes FROM kept_totals"),
    // Of all apps, as the contract says: age is the only thing that counts here.
    expire: commits.prepare<{ id: number }, [Instant, number]>(
      "DELETE FROM kept_answers WHERE id IN (SELECT id FROM kept_answers WHERE created_at < ? LIMIT ?) RETURNING id",
    ),
  };
}
