import type { JsonObject } from "#core/json.ts";
import type { AnsweredRequest, RequestStore } from "#core/ports/storage.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { Damage } from "./damage.ts";
import { expireInPieces } from "./expiry.ts";
import type { GroupCommit, Participant } from "./group-commit.ts";
import { sumOfRequest } from "./row-sums.ts";

interface RequestRow {
  readonly partition: string | null;
  readonly key: string | null;
  readonly text: string;
  readonly answer: string;
  readonly reuse: string | null;
  readonly created_at: Instant;
}

interface UnwrittenRequest {
  readonly app: AppId;
  readonly requestId: string;
  readonly row: RequestRow;
  readonly requestsMax: number;
}

/** Requests that wait in memory for a commit. One more costs a flush: after at most so many, one fsync for all of them. */
const UNWRITTEN_MAX = 256;

/**
 * Recorded in memory, written along with the next commit: a request that changes nothing else costs no fsync. An app may
 * have more than its share until then.
 */
export class EmbeddedRequests implements RequestStore, Participant {
  readonly #commits: GroupCommit;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;
  /** By app and request id, in the order of recording. */
  #unwritten = new Map<string, UnwrittenRequest>();

  constructor(commits: GroupCommit, damage = new Damage()) {
    this.#commits = commits;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
    commits.join(this);
  }

  async record(app: AppId, request: AnsweredRequest, requestsMax: number): Promise<void> {
    const { requestId, entry, text, createdAt } = request;
    // A row that SQLite refuses would fail every commit from now on, not only this call.
    if (!Number.isSafeInteger(createdAt)) throw new RangeError(`createdAt is ${createdAt}: a whole number is needed`);
    const answer = JSON.stringify(request.answer);
    const reuse = request.reuse && JSON.stringify(request.reuse);
    if (this.#unwritten.size >= UNWRITTEN_MAX) this.#commits.flush();
    // After the flush, which may remove the app: a row of one that is gone would fail every commit, too. A later removal
    // writes first what was recorded before it.
    if (!this.#commits.read(() => this.#statements.app.get(app))) return;
    const name = nameOf(app, requestId);
    this.#unwritten.delete(name);
    const at = { partition: entry?.partition ?? null, key: entry?.key ?? null };
    const row = { ...at, text, answer, reuse, created_at: createdAt };
    this.#unwritten.set(name, { app, requestId, row, requestsMax });
  }

  async find(app: AppId, requestId: string): Promise<AnsweredRequest | null> {
    return this.#commits.read(() => {
      const row = this.#unwritten.get(nameOf(app, requestId))?.row ?? this.#sound(app, requestId);
      return row && requestOf(requestId, row);
    });
  }

  expire(before: Instant): Promise<number> {
    return expireInPieces(this.#commits, (countMax) => this.#statements.expire.all(before, countMax).length);
  }

  write(): void {
    const maxima = new Map<AppId, number>();
    for (const { app, requestId, row, requestsMax } of this.#unwritten.values()) {
      const { partition, key, text, answer, reuse, created_at: createdAt } = row;
      const sum = sumOfRequest(app, requestId, row);
      this.#statements.insert.run(app, requestId, partition, key, text, answer, reuse, createdAt, sum);
      maxima.set(app, requestsMax);
    }
    for (const [app, requestsMax] of maxima) this.#statements.trim.run(app, requestsMax);
  }

  committed(): void {
    if (this.#unwritten.size > 0) this.#unwritten = new Map();
  }

  /** What is on disk, when it is what was written. */
  #sound(app: AppId, requestId: string): RequestRow | null {
    const row = this.#statements.find.get(app, requestId);
    if (!row || row.sum === sumOfRequest(app, requestId, row)) return row;
    this.#damage.ignored("a request that was kept for feedback", app);
    return null;
  }
}

function statementsFor(commits: GroupCommit) {
  return {
    app: commits.prepare<{ id: AppId }, [AppId]>("SELECT id FROM apps WHERE id = ?"),
    insert: commits.prepare<
      null,
      [AppId, string, string | null, string | null, string, string, string | null, Instant, number]
    >(`
      INSERT INTO requests (app, position, request_id, partition, key, text, answer, reuse, created_at, sum)
      VALUES (?1, (SELECT ifnull(max(position), 0) + 1 FROM requests WHERE app = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`),
    trim: commits.prepare<null, [AppId, number]>(`
      DELETE FROM requests
      WHERE app = ?1 AND position <= (SELECT max(position) FROM requests WHERE app = ?1) - ?2`),
    find: commits.prepare<RequestRow & { readonly sum: number | null }, [AppId, string]>(`
      SELECT partition, key, text, answer, reuse, created_at, sum FROM requests
      WHERE app = ? AND request_id = ? ORDER BY position DESC LIMIT 1`),
    // Of all apps, as the contract says: age is the only thing that counts here.
    expire: commits.prepare<{ id: number }, [Instant, number]>(
      "DELETE FROM requests WHERE id IN (SELECT id FROM requests WHERE created_at < ? LIMIT ?) RETURNING id",
    ),
  };
}

/** No app's id has a slash. */
function nameOf(app: AppId, requestId: string): string {
  return `${app}/${requestId}`;
}

function requestOf(requestId: string, row: RequestRow): AnsweredRequest {
  const { partition, key, text, created_at: createdAt } = row;
  const entry = partition === null || key === null ? null : { partition, key };
  const reuse = row.reuse === null ? null : (JSON.parse(row.reuse) as JsonObject);
  return { requestId, entry, text, answer: JSON.parse(row.answer) as JsonObject, reuse, createdAt };
}
