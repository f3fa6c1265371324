import type { AnsweredRequest, RequestStore } from "#core/ports/storage.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { Damage } from "./damage.ts";
import type { GroupCommit, Participant } from "./group-commit.ts";
import { batchOf, type RecordedRequest, recorded, requestIn, youngerIn } from "./request-batch.ts";
import { type RequestBatchParts, sumOfRequestBatch } from "./row-sums.ts";

/** Requests that wait in memory for a commit. One more costs a flush: after at most so many, one fsync for all of them. */
const UNWRITTEN_MAX = 256;
/** Rows that expire in one transaction: more would hold up the requests beside it. Each has up to `UNWRITTEN_MAX` requests. */
const EXPIRED_AT_ONCE_MAX = 250;

interface BatchOnDisk extends RequestBatchParts {
  readonly sum: number | null;
}

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
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;
  #unwritten = new Map<AppId, Unwritten>();
  #unwrittenCount = 0;

  constructor(commits: GroupCommit, damage = new Damage()) {
    this.#commits = commits;
    this.#damage = damage;
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
      for (const row of this.#statements.find.iterate(app, requestId)) {
        // What is older is below it, too: whoever repeats an id has one row read, not all.
        if (row.position <= floor) break;
        const request = this.#isSound(app, row) ? requestIn(row.answers, requestId, floor) : null;
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
    const { newest, insert, name, trim } = this.#statements;
    for (const [app, { requests, requestsMax }] of this.#unwritten) {
      const kept = [...requests.values()].slice(Math.max(0, requests.size - requestsMax));
      const before = newest.get(app)?.position ?? 0;
      const position = before + kept.length;
      const floor = Math.max(0, position - requestsMax);
      const { answers, begunAt } = batchOf(kept, before + 1);
      const sum = sumOfRequestBatch({ app, position, floor, begun_at: begunAt, answers });
      const batch = kept.length === 0 ? null : insert.get(app, position, floor, begunAt, answers, sum);
      if (batch) name.run(app, batch.id, JSON.stringify(kept.map(({ requestId }) => requestId)));
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
    for (const batch of oldest.all(app, EXPIRED_AT_ONCE_MAX)) {
      if (batch.begun_at >= before) break;
      rows += 1;
      // Of a damaged one nobody can say how old it is.
      const left = this.#isSound(app, batch) ? youngerIn(batch.answers, before, floor) : { row: null, gone: 0 };
      gone += left.gone;
      const { position } = batch;
      if (!left.row) remove.run(app, position);
      else {
        const { begunAt, answers } = left.row;
        const sum = sumOfRequestBatch({ ...batch, begun_at: begunAt, answers });
        renew.run(begunAt, answers, sum, app, position);
      }
    }
    return { rows, gone };
  }

  /** Whether the row is what was written. A damaged index may lead to one of another app. */
  #isSound(app: AppId, row: BatchOnDisk): boolean {
    if (row.app === app && row.sum === sumOfRequestBatch(row)) return true;
    this.#damage.ignored("what was kept of requests for feedback", app);
    return false;
  }
}

function statementsFor(commits: GroupCommit) {
  const columns = "app, position, floor, begun_at, answers, sum";
  return {
    newest: commits.prepare<{ position: number; floor: number }, [AppId]>(
      "SELECT position, floor FROM request_batches WHERE app = ? ORDER BY position DESC LIMIT 1",
    ),
    // Nobody is there to record it for when the app was removed meanwhile.
    insert: commits.prepare<{ id: number }, [AppId, number, number, Instant, string, number]>(`
      INSERT INTO request_batches (app, position, floor, begun_at, answers, sum)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1) RETURNING id`),
    name: commits.prepare<null, [AppId, number, string]>(
      "INSERT INTO request_ids (app, request_id, batch) SELECT ?1, value, ?2 FROM json_each(?3)",
    ),
    trim: commits.prepare<null, [AppId, number]>("DELETE FROM request_batches WHERE app = ? AND position <= ?"),
    // Ids of rows grow among those that are there: the newest comes first, and nothing is sorted.
    find: commits.prepare<BatchOnDisk, [AppId, string]>(`
      SELECT request_batches.app, position, floor, begun_at, answers, sum
      FROM request_ids JOIN request_batches ON request_batches.id = request_ids.batch
      WHERE request_ids.app = ? AND request_id = ? ORDER BY batch DESC`),
    nextApp: commits.prepare<{ app: AppId | null }, [string]>(
      "SELECT min(app) AS app FROM request_batches WHERE app > ?",
    ),
    oldest: commits.prepare<BatchOnDisk, [AppId, number]>(
      `SELECT ${columns} FROM request_batches WHERE app = ? ORDER BY position LIMIT ?`,
    ),
    remove: commits.prepare<null, [AppId, number]>("DELETE FROM request_batches WHERE app = ? AND position = ?"),
    renew: commits.prepare<null, [Instant, string, number, AppId, number]>(
      "UPDATE request_batches SET begun_at = ?, answers = ?, sum = ? WHERE app = ? AND position = ?",
    ),
  };
}
