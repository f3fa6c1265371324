import type { JsonObject, JsonValue } from "#core/json.ts";
import type { AnsweredRequest, RequestStore } from "#core/ports/storage.ts";
import {
  batchOf,
  type FoundRequest,
  isFoundByTime,
  type RecordedRequest,
  recorded,
  requestIn,
  rowsOf,
  timesOfRow,
  youngerIn,
} from "#core/request-batch.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import type { Participant } from "./commits/participant.ts";
import { Damage } from "./damage.ts";
import { type RequestBatchParts, sumOfRequestBatch } from "./row-sums.ts";

/** Requests that wait in memory for a commit. One more costs a flush: after at most so many, one fsync for all of them. */
const UNWRITTEN_MAX = 1_024;
/**
 * Apps whose requests wait for their table: each is a row of its own, here and in the ledger, and takes a tenth of a millisecond, in
 * which nobody is served.
 */
const UNWRITTEN_APPS_MAX = 48;
/** Rows that expire in one transaction: more would hold up the requests beside it. Each has up to `UNWRITTEN_MAX` requests. */
const EXPIRED_AT_ONCE_MAX = 250;

interface BatchOnDisk extends RequestBatchParts {
  readonly sum: number | null;
}

/** Answers that no note since the last write has, then requests with the numbers of their answers. */
interface RequestsNote extends JsonObject {
  readonly answers: readonly string[];
  /** Of each app how many it may have, then of each request in turn its id, when it was answered, and the answer's number. */
  readonly requests: readonly (readonly [AppId, number, readonly (string | number)[]])[];
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
  /** Those of them that no note has. */
  #unnoted = new Map<AppId, RecordedRequest[]>();
  /** The answers that notes have, numbered in their order. */
  #notedAnswers = new Map<string, number>();
  /** Those that the note under way adds. */
  #newAnswers: string[] = [];

  constructor(commits: GroupCommit, damage = new Damage()) {
    this.#commits = commits;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
    commits.join(this, "requests");
  }

  async record(app: AppId, request: AnsweredRequest, requestsMax: number): Promise<void> {
    this.recordNow(app, recorded(request), requestsMax);
  }

  /** As `record`, of a request that waits already. */
  recordNow(app: AppId, record: RecordedRequest, requestsMax: number): void {
    const { createdAt } = record;
    // A row that SQLite refuses would fail every commit from now on, not only this call.
    if (!Number.isSafeInteger(createdAt)) throw new RangeError(`createdAt is ${createdAt}: a whole number is needed`);
    this.#commits.requireOpen();
    if (this.#unwrittenCount >= UNWRITTEN_MAX) this.#commits.flush();
    this.#add(app, record, requestsMax);
  }

  #add(app: AppId, record: RecordedRequest, requestsMax: number): void {
    const { requestId } = record;
    const ofApp = this.#unwritten.get(app) ?? { requests: new Map<string, RecordedRequest>(), requestsMax };
    this.#unwritten.set(app, ofApp);
    ofApp.requestsMax = requestsMax;
    if (!ofApp.requests.delete(requestId)) this.#unwrittenCount += 1;
    ofApp.requests.set(requestId, record);
    const unnoted = this.#unnoted.get(app);
    if (unnoted) unnoted.push(record);
    else this.#unnoted.set(app, [record]);
  }

  async find(app: AppId, requestId: string): Promise<AnsweredRequest | null> {
    return this.#commits.read(() => {
      const waiting = this.#unwritten.get(app)?.requests.get(requestId);
      if (waiting) return requestIn(batchOf([waiting], 1).answers, requestId, 0)?.request ?? null;
      const floor = this.#statements.newest.get(app)?.floor ?? 0;
      const named = this.#foundIn(app, this.#statements.find.iterate(app, requestId), requestId, floor);
      const times = timesOfRow(requestId);
      if (!times) return named?.request ?? null;
      const alike = this.#statements.findByTime.iterate(app, times.from, times.to, times.begunBy, requestId);
      const timed = this.#foundIn(app, alike, requestId, floor);
      return (timed && timed.position > (named?.position ?? 0) ? timed : named)?.request ?? null;
    });
  }

  /** The newest of these rows, which come newest first, that has the request above the floor. */
  #foundIn(app: AppId, rows: Iterable<BatchOnDisk>, requestId: string, floor: number): FoundRequest | null {
    for (const row of rows) {
      // What is older is below it, too: whoever repeats an id has one row read, not all.
      if (row.position <= floor) return null;
      const found = this.#isSound(app, row) ? requestIn(row.answers, requestId, floor) : null;
      if (found) return found;
    }
    return null;
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
    const { newest, trim } = this.#statements;
    for (const [app, { requests, requestsMax }] of this.#unwritten) {
      const kept = [...requests.values()].slice(Math.max(0, requests.size - requestsMax));
      const floor = (newest.get(app)?.position ?? 0) + kept.length - requestsMax;
      for (const row of rowsOf(kept)) this.#writeRow(app, row, Math.max(0, floor));
      if (floor > 0) trim.run(app, floor);
    }
  }

  #writeRow(app: AppId, requests: readonly RecordedRequest[], floor: number): void {
    const { newest, insert, name } = this.#statements;
    const before = newest.get(app)?.position ?? 0;
    const position = before + requests.length;
    const { answers, begunAt, endedAt } = batchOf(requests, before + 1);
    const sum = sumOfRequestBatch({ app, position, floor, begun_at: begunAt, answers });
    const batch = insert.get(app, position, floor, begunAt, endedAt, answers, sum);
    const named = requests.filter((request) => !isFoundByTime(request));
    if (batch && named.length > 0) name.run(app, batch.id, JSON.stringify(named.map(({ requestId }) => requestId)));
  }

  committed(): void {
    this.#newAnswers = [];
    if (this.#unwrittenCount === 0) return;
    this.#unwritten = new Map();
    this.#unwrittenCount = 0;
    this.#unnoted = new Map();
    this.#notedAnswers = new Map();
  }

  abandoned(): void {
    this.#newAnswers = [];
  }

  mustWrite(): boolean {
    return this.#unwritten.size > UNWRITTEN_APPS_MAX;
  }

  note(): JsonValue | null {
    if (this.#unnoted.size === 0) return null;
    const added = new Map<string, number>();
    const numberOf = ({ answered }: RecordedRequest) => {
      const number = this.#notedAnswers.get(answered) ?? added.get(answered) ?? this.#notedAnswers.size + added.size;
      if (number === this.#notedAnswers.size + added.size) added.set(answered, number);
      return number;
    };
    const requests: RequestsNote["requests"] = Array.from(this.#unnoted, ([app, records]) => {
      const { requestsMax = 0 } = this.#unwritten.get(app) ?? {};
      const parts: (string | number)[] = [];
      for (const record of records) parts.push(record.requestId, record.createdAt, numberOf(record));
      return [app, requestsMax, parts];
    });
    this.#newAnswers = [...added.keys()];
    return { answers: this.#newAnswers, requests };
  }

  noted(): void {
    for (const answered of this.#newAnswers) this.#notedAnswers.set(answered, this.#notedAnswers.size);
    this.#newAnswers = [];
    this.#unnoted = new Map();
  }

  takeUp(note: JsonValue): void {
    const { answers, requests } = note as RequestsNote;
    for (const answered of answers) this.#notedAnswers.set(answered, this.#notedAnswers.size);
    const known = [...this.#notedAnswers.keys()];
    for (const [app, requestsMax, records] of requests) {
      for (let at = 0; at < records.length; at += 3) {
        const [requestId, createdAt, number] = records.slice(at) as [string, Instant, number];
        const answered = known[number];
        // The note that had it is damaged.
        if (answered !== undefined) this.#add(app, { requestId, createdAt, answered }, requestsMax);
      }
    }
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
    insert: commits.prepare<{ id: number }, [AppId, number, number, Instant, Instant, string, number]>(`
      INSERT INTO request_batches (app, position, floor, begun_at, ended_at, answers, sum)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1) RETURNING id`),
    name: commits.prepare<null, [AppId, number, string]>(
      "INSERT INTO request_ids (app, request_id, batch) SELECT ?1, value, ?2 FROM json_each(?3)",
    ),
    trim: commits.prepare<null, [AppId, number]>("DELETE FROM request_batches WHERE app = ? AND position <= ?"),
    // Ids of rows grow among those that are there: the newest comes first, and nothing is sorted.
    find: commits.prepare<BatchOnDisk, [AppId, string]>(`
      SELECT request_batches.app, position, floor, begun_at, answers, sum
      FROM request_ids JOIN request_batches ON request_batches.id = request_ids.batch
      WHERE request_ids.app = ? AND request_id = ? ORDER BY batch DESC`),
    // The rows of a moment, and of those only the ones that have the id somewhere. Time mostly grows with the position.
    findByTime: commits.prepare<BatchOnDisk, [AppId, Instant, Instant, Instant, string]>(`
      SELECT ${columns} FROM request_batches
      WHERE app = ? AND ended_at BETWEEN ? AND ? AND begun_at <= ? AND instr(answers, ?) > 0
      ORDER BY ended_at DESC, id DESC`),
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
