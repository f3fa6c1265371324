import type { AnsweredRequest, RequestStore } from "#core/ports/storage.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit, Participant } from "./group-commit.ts";
import { batchOf, type RecordedRequest, recorded, requestIn, youngerIn } from "./request-batch.ts";

/** Requests that wait in memory for a commit. One more costs a flush: after at most so many, one fsync for all of them. */
const UNWRITTEN_MAX = 256;
/** Rows that expire in one transaction: more would hold up the requests beside it. Each has up to `UNWRITTEN_MAX` requests. */
const EXPIRED_AT_ONCE_MAX = 250;

interface Unwritten {
  /** By request id, in the order of recording. */
  readonly requests: Map<string, RecordedRequest>;
  requestsMax: number;
}

/**
 * Recorded in memory, written along with the next commit: a request that changes nothing else costs no fsync. An app may
 * have more than its share until then.
 */
export class EmbeddedRequests implements RequestStore, Participant {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;
  #unwritten = new Map<AppId, Unwritten>();
  #unwrittenCount = 0;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
    commits.join(this);
  }

  async record(app: AppId, request: AnsweredRequest, requestsMax: number): Promise<void> {
    const { requestId, createdAt } = request;
    // A row that SQLite refuses would fail every commit from now on, not only this call.
    if (!Number.isSafeInteger(createdAt)) throw new RangeError(`createdAt is ${createdAt}: a whole number is needed`);
    const record = recorded(request);
    this.#commits.requireOpen();
    if (this.#unwrittenCount >= UNWRITTEN_MAX) this.#commits.flush();
    const ofApp = this.#unwritten.get(app) ?? { requests: new Map<string, RecordedRequest>(), requestsMax };
    this.#unwritten.set(app, ofApp);
    ofApp.requestsMax = requestsMax;
    if (!ofApp.requests.delete(requestId)) this.#unwrittenCount += 1;
    ofApp.requests.set(requestId, record);
  }

  async find(app: AppId, requestId: string): Promise<AnsweredRequest | null> {
    return this.#commits.read(() => {
      const waiting = this.#unwritten.get(app)?.requests.get(requestId);
      if (waiting) return requestIn(batchOf([waiting], 1).answers, requestId, 0);
      const floor = this.#statements.newest.get(app)?.floor ?? 0;
      // Whoever writes ids into sentences has rows read in vain; they are their own.
      for (const { answers } of this.#statements.find.iterate(app, JSON.stringify(requestId))) {
        const request = requestIn(answers, requestId, floor);
        if (request) return request;
      }
      return null;
    });
  }

  async expire(before: Instant): Promise<number> {
    // What waits in memory is to be looked at, too.
    await this.#commits.write(() => {});
    let expired = 0;
    const nextAfter = (app: string) => this.#commits.read(() => this.#statements.nextApp.get(app)?.app ?? null);
    for (let app = nextAfter(""); app !== null; app = nextAfter(app)) {
      const owner = app;
      let rows: number;
      do {
        const some = await this.#commits.write(() => this.#expireSome(owner, before));
        rows = some.rows;
        expired += some.gone;
      } while (rows === EXPIRED_AT_ONCE_MAX);
    }
    return expired;
  }

  write(): void {
    const { newest, insert, trim } = this.#statements;
    for (const [app, { requests, requestsMax }] of this.#unwritten) {
      const kept = [...requests.values()].slice(Math.max(0, requests.size - requestsMax));
      const before = newest.get(app)?.position ?? 0;
      const position = before + kept.length;
      const floor = Math.max(0, position - requestsMax);
      const { answers, begunAt } = batchOf(kept, before + 1);
      if (kept.length > 0) insert.run(app, position, floor, begunAt, answers);
      if (floor > 0) trim.run(app, floor);
    }
  }

  committed(): void {
    if (this.#unwrittenCount === 0) return;
    this.#unwritten = new Map();
    this.#unwrittenCount = 0;
  }

  /** The app's oldest rows, up to the first that is young. Returns how many rows that were, and how many requests went. */
  #expireSome(app: AppId, before: Instant): { readonly rows: number; readonly gone: number } {
    const { newest, oldest, remove, renew } = this.#statements;
    const floor = newest.get(app)?.floor ?? 0;
    let [rows, gone] = [0, 0];
    for (const { position, begunAt, answers } of oldest.all(app, EXPIRED_AT_ONCE_MAX)) {
      if (begunAt >= before) break;
      const left = youngerIn(answers, before, floor);
      if (left.row) renew.run(left.row.begunAt, left.row.answers, app, position);
      else remove.run(app, position);
      rows += 1;
      gone += left.gone;
    }
    return { rows, gone };
  }
}

function statementsFor(commits: GroupCommit) {
  return {
    newest: commits.prepare<{ position: number; floor: number }, [AppId]>(
      "SELECT position, floor FROM request_batches WHERE app = ? ORDER BY position DESC LIMIT 1",
    ),
    // Nobody is there to record it for when the app was removed meanwhile.
    insert: commits.prepare<null, [AppId, number, number, Instant, string]>(`
      INSERT INTO request_batches (app, position, floor, begun_at, answers)
      SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1)`),
    trim: commits.prepare<null, [AppId, number]>("DELETE FROM request_batches WHERE app = ? AND position <= ?"),
    find: commits.prepare<{ answers: string }, [AppId, string]>(
      "SELECT answers FROM request_batches WHERE app = ? AND instr(answers, ?) > 0 ORDER BY position DESC",
    ),
    nextApp: commits.prepare<{ app: AppId | null }, [string]>(
      "SELECT min(app) AS app FROM request_batches WHERE app > ?",
    ),
    oldest: commits.prepare<{ position: number; begunAt: Instant; answers: string }, [AppId, number]>(`
      SELECT position, begun_at AS begunAt, answers FROM request_batches WHERE app = ? ORDER BY position LIMIT ?`),
    remove: commits.prepare<null, [AppId, number]>("DELETE FROM request_batches WHERE app = ? AND position = ?"),
    renew: commits.prepare<null, [Instant, string, AppId, number]>(
      "UPDATE request_batches SET begun_at = ?, answers = ? WHERE app = ? AND position = ?",
    ),
  };
}
