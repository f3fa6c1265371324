import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { AnsweredRequest, RequestStore } from "#core/ports/request-store.ts";
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
import type { NotingParticipant, Owner } from "./commits/participant.ts";
import { Damage } from "./damage.ts";
import { type RequestBatchParts, sumOfRequestBatch } from "./row-sums.ts";

/** Requests that wait in memory for a commit. One more costs a flush: after at most so many, one fsync for all of them. */
const UNNOTED_MAX = 1_024;
/** Those that wait for their table, some 20 MB. One more, and all of them are written, which holds up everybody. */
const UNWRITTEN_MAX = 65_536;
/** Rows that expire in one transaction: more would hold up the requests beside it. Each has up to 256 requests. */
const EXPIRED_AT_ONCE_MAX = 250;

interface BatchOnDisk extends RequestBatchParts {
  readonly sum: number | null;
}

/** Of each request in turn its id, when it was answered, and the number of its answer. */
type NotedRecords = readonly (string | number)[];

/** Of an app how many requests it may have; its answers that no note since its last row has, and the number of the first; requests. */
type AppNote = readonly [
  app: AppId,
  requestsMax: number,
  first: number,
  answers: readonly string[],
  records: NotedRecords,
];

/** As an older version noted it: answers of all apps, numbered together from the first note on. */
interface OlderNote extends JsonObject {
  readonly answers: readonly string[];
  readonly requests: readonly (readonly [AppId, number, NotedRecords])[];
}

function isOlder(note: JsonValue): note is OlderNote {
  return isJsonObject(note);
}

interface Unwritten {
  /** By request id, in the order of recording. */
  readonly requests: Map<string, RecordedRequest>;
  requestsMax: number;
  /** The answers that notes have, numbered in their order. */
  readonly notedAnswers: Map<string, number>;
}

/**
 * Recorded in memory, written along with the next commit: a request that changes nothing else costs no fsync. An app may
 * have more than its share until then.
 */
export class EmbeddedRequests implements RequestStore, NotingParticipant {
  readonly #commits: GroupCommit;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;
  #unwritten = new Map<AppId, Unwritten>();
  #unwrittenCount = 0;
  /** Those of them that no note has. */
  #unnoted = new Map<AppId, RecordedRequest[]>();
  #unnotedCount = 0;
  /** The answers that the note under way adds. */
  #newAnswers = new Map<AppId, readonly string[]>();
  /** After a crash: the answers that were taken up, by their numbers; under "" those of an older version's notes. */
  readonly #takenUp = new Map<AppId | "", Map<number, string>>();

  constructor(commits: GroupCommit, damage = new Damage()) {
    this.#commits = commits;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
    commits.joinNoting(this, "requests");
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
    if (this.#unwrittenCount >= UNWRITTEN_MAX) this.#commits.writeAll();
    else if (this.#unnotedCount >= UNNOTED_MAX) this.#commits.flush();
    this.#add(app, record, requestsMax);
  }

  #add(app: AppId, record: RecordedRequest, requestsMax: number): void {
    const { requestId } = record;
    const ofApp = this.#unwritten.get(app) ?? { requests: new Map(), requestsMax, notedAnswers: new Map() };
    this.#unwritten.set(app, ofApp);
    ofApp.requestsMax = requestsMax;
    if (!ofApp.requests.delete(requestId)) this.#unwrittenCount += 1;
    ofApp.requests.set(requestId, record);
    const unnoted = this.#unnoted.get(app);
    if (unnoted) unnoted.push(record);
    else this.#unnoted.set(app, [record]);
    this.#unnotedCount += 1;
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
        const some = await this.#commits.write(() => this.#expireSome(owner, before), undefined, owner);
        rows = some.rows;
        expired += some.gone;
      } while (rows === EXPIRED_AT_ONCE_MAX);
    }
    return expired;
  }

  get ownerCount(): number {
    return this.#unwritten.size;
  }

  owners(): Iterable<Owner> {
    return this.#unwritten.keys();
  }

  write(): void {
    for (const [app, ofApp] of this.#unwritten) this.#writeApp(app, ofApp);
  }

  writeOf(owners: ReadonlySet<Owner>): void {
    for (const owner of owners) {
      const app = owner as AppId;
      const ofApp = this.#unwritten.get(app);
      if (ofApp) this.#writeApp(app, ofApp);
    }
  }

  writtenOf(owners: ReadonlySet<Owner>): void {
    for (const owner of owners) {
      const app = owner as AppId;
      this.#unwrittenCount -= this.#unwritten.get(app)?.requests.size ?? 0;
      this.#unnotedCount -= this.#unnoted.get(app)?.length ?? 0;
      this.#unwritten.delete(app);
      this.#unnoted.delete(app);
      this.#takenUp.delete(app);
    }
  }

  #writeApp(app: AppId, { requests, requestsMax }: Unwritten): void {
    const { newest, trim } = this.#statements;
    const kept = [...requests.values()].slice(Math.max(0, requests.size - requestsMax));
    const floor = (newest.get(app)?.position ?? 0) + kept.length - requestsMax;
    for (const row of rowsOf(kept)) this.#writeRow(app, row, Math.max(0, floor));
    if (floor > 0) trim.run(app, floor);
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
    this.#newAnswers.clear();
    this.#takenUp.clear();
    if (this.#unwrittenCount === 0) return;
    this.#unwritten = new Map();
    this.#unwrittenCount = 0;
    this.#unnoted = new Map();
    this.#unnotedCount = 0;
  }

  abandoned(): void {
    this.#newAnswers.clear();
  }

  note(): JsonValue | null {
    if (this.#unnoted.size === 0) return null;
    return Array.from(this.#unnoted, ([app, records]) => this.#appNote(app, records));
  }

  #appNote(app: AppId, records: readonly RecordedRequest[]): AppNote {
    const { requestsMax = 0, notedAnswers } = this.#unwritten.get(app) ?? {};
    const first = notedAnswers?.size ?? 0;
    const added = new Map<string, number>();
    const numberOf = (answered: string) => {
      const known = notedAnswers?.get(answered) ?? added.get(answered);
      if (known !== undefined) return known;
      const number = first + added.size;
      added.set(answered, number);
      return number;
    };
    const parts: (string | number)[] = [];
    for (const { requestId, createdAt, answered } of records) parts.push(requestId, createdAt, numberOf(answered));
    const answers = [...added.keys()];
    if (answers.length > 0) this.#newAnswers.set(app, answers);
    return [app, requestsMax, first, answers, parts];
  }

  noted(): void {
    for (const [app, answers] of this.#newAnswers) {
      const notedAnswers = this.#unwritten.get(app)?.notedAnswers;
      for (const answered of answers) notedAnswers?.set(answered, notedAnswers.size);
    }
    this.#newAnswers.clear();
    this.#unnoted = new Map();
    this.#unnotedCount = 0;
  }

  takeUp(note: JsonValue): void {
    if (isOlder(note)) this.#takeUpOlder(note);
    else {
      for (const [app, requestsMax, first, answers, records] of note as readonly AppNote[]) {
        this.#takeUpRecords(app, requestsMax, records, this.#answersTakenUp(app, first, answers));
      }
    }
  }

  #takeUpOlder({ answers, requests }: OlderNote): void {
    const known = this.#answersTakenUp("", this.#takenUp.get("")?.size ?? 0, answers);
    for (const [app, requestsMax, records] of requests) this.#takeUpRecords(app, requestsMax, records, known);
  }

  #answersTakenUp(of: AppId | "", first: number, answers: readonly string[]): ReadonlyMap<number, string> {
    const known = this.#takenUp.get(of) ?? new Map<number, string>();
    this.#takenUp.set(of, known);
    for (const [index, answered] of answers.entries()) known.set(first + index, answered);
    return known;
  }

  #takeUpRecords(app: AppId, requestsMax: number, records: NotedRecords, answers: ReadonlyMap<number, string>): void {
    for (let at = 0; at < records.length; at += 3) {
      const [requestId, createdAt, number] = records.slice(at) as [string, Instant, number];
      const answered = answers.get(number);
      // The note that had it is damaged.
      if (answered !== undefined) this.#add(app, { requestId, createdAt, answered }, requestsMax);
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
