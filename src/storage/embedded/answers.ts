import type { ContentHash, JsonObject } from "#core/json.ts";
import type { AnswerStore, StoredAnswer } from "#core/ports/storage.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { expireInPieces } from "./expiry.ts";
import type { GroupCommit } from "./group-commit.ts";

interface AnswerRow {
  readonly content_hashes: string;
  readonly answer: string;
  readonly created_at: Instant;
}

export class EmbeddedAnswers implements AnswerStore {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
  }

  async find(app: AppId, partition: string, key: string): Promise<StoredAnswer | null> {
    return this.#commits.read(() => {
      const row = this.#statements.find.get(app, partition, key);
      if (!row) return null;
      const contentHashes = JSON.parse(row.content_hashes) as ContentHash[];
      const answer = JSON.parse(row.answer) as JsonObject;
      return { partition, key, contentHashes, answer, createdAt: row.created_at };
    });
  }

  remember(app: AppId, answer: StoredAnswer, entriesMax: number): Promise<void> {
    const { partition, key, contentHashes, createdAt } = answer;
    const hashes = JSON.stringify(contentHashes);
    const body = JSON.stringify(answer.answer);
    return this.#commits.write(() => {
      this.#statements.remove.run(app, partition, key);
      // No row when the app was removed while the answer was being made: then there is nobody to remember it for.
      const inserted = this.#statements.insert.get(app, partition, key, hashes, body, createdAt);
      if (!inserted) return;
      for (const hash of contentHashes) this.#statements.link.run(app, hash, inserted.id);
      const excess = (this.#statements.count.get(app)?.count ?? 0) - entriesMax;
      if (excess > 0) this.#statements.removeOldest.run(app, excess);
    });
  }

  drop(app: AppId, partition: string, key: string): Promise<void> {
    return this.#commits.write(() => {
      this.#statements.remove.run(app, partition, key);
    });
  }

  forget(app: AppId, contentHash: ContentHash): Promise<void> {
    return this.#commits.write(() => {
      this.#statements.forget.run(app, contentHash);
    });
  }

  expire(before: Instant): Promise<number> {
    return expireInPieces(this.#commits, (countMax) => this.#statements.expire.all(before, countMax).length);
  }
}

function statementsFor(commits: GroupCommit) {
  return {
    find: commits.prepare<AnswerRow, [AppId, string, string]>(
      "SELECT content_hashes, answer, created_at FROM answers WHERE app = ? AND partition = ? AND key = ?",
    ),
    remove: commits.prepare<null, [AppId, string, string]>(
      "DELETE FROM answers WHERE app = ? AND partition = ? AND key = ?",
    ),
    insert: commits.prepare<{ id: number }, [AppId, string, string, string, string, Instant]>(`
      INSERT INTO answers (app, partition, key, content_hashes, answer, created_at)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1)
      RETURNING id`),
    link: commits.prepare<null, [AppId, ContentHash, number]>(
      "INSERT OR IGNORE INTO answer_contents (app, content_hash, answer) VALUES (?, ?, ?)",
    ),
    count: commits.prepare<{ count: number }, [AppId]>("SELECT count FROM answer_counts WHERE app = ?"),
    removeOldest: commits.prepare<null, [AppId, number]>(
      "DELETE FROM answers WHERE id IN (SELECT id FROM answers WHERE app = ? ORDER BY created_at, id LIMIT ?)",
    ),
    forget: commits.prepare<null, [AppId, ContentHash]>(
      "DELETE FROM answers WHERE id IN (SELECT answer FROM answer_contents WHERE app = ? AND content_hash = ?)",
    ),
    // Of all apps, as the contract says: age is the only thing that counts here.
    expire: commits.prepare<{ id: number }, [Instant, number]>(
      "DELETE FROM answers WHERE id IN (SELECT id FROM answers WHERE created_at < ? LIMIT ?) RETURNING id",
    ),
  };
}
