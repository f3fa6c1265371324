import type { ContentHash, JsonObject } from "#core/json.ts";
import type {
  AnswerLimits,
  AnswerStore,
  AnswersOfContent,
  EntryName,
  FoundAnswer,
  KeptEntry,
  StoredAnswer,
  StoredLesson,
} from "#core/ports/answers.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { AppChanges } from "./app-changes.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import type { Participant } from "./commits/participant.ts";
import { Damage } from "./damage.ts";
import { expireInPieces } from "./expiry.ts";
import { sumOfAnswer, sumOfVector } from "./row-sums.ts";

/** What a row takes beside its texts and its vector: columns, indexes. */
export const ANSWER_ROW_BYTES = 200;
/** Rows looked at together when room has to be made. */
const EVICTED_AT_ONCE = 16;
/** Hits that wait in memory for a commit; more cost a flush. */
const UNWRITTEN_MAX = 65_536;
/** From so many on each commit writes some, so that there are never that many to write at once; and where many apps ask. */
const UNWRITTEN_MANY = 1_024;
const UNWRITTEN_MANY_OF_CROWD = 16_384;
const WRITTEN_AT_LEAST = 64;

interface AnswerRow {
  readonly id: number;
  readonly key: string;
  readonly content_hashes: string;
  readonly answer: string;
  readonly sentence: string;
  readonly lesson: string | null;
  readonly hits: number;
  readonly model_ms: number;
  readonly model_cost: number;
  readonly created_at: Instant;
  readonly sum: number | null;
}

interface LessonRow extends AnswerRow {
  readonly lesson: string;
  readonly embedder: string | null;
  readonly vector: Uint8Array | null;
  readonly vector_sum: number | null;
}

interface Touch {
  readonly app: AppId;
  hits: number;
  at: Instant;
}

/** Hits are counted in memory and written along with a later commit: one that changes nothing else costs no fsync. */
export class EmbeddedAnswers implements AnswerStore, Participant {
  readonly isShared = false;
  readonly #commits: GroupCommit;
  readonly #changes: AppChanges;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;
  /** By app, since the start: whoever was asked before that is gone. */
  readonly #corrections = new Map<AppId, number>();
  readonly #touched = new Map<number, Touch>();
  /** Those that the transaction under way has. */
  readonly #written = new Set<number>();

  constructor(commits: GroupCommit, changes: AppChanges, damage = new Damage()) {
    this.#commits = commits;
    this.#changes = changes;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
    commits.join(this);
  }

  async find(app: AppId, partition: string, key: string): Promise<FoundAnswer> {
    const { find, refusal } = this.#statements;
    return this.#commits.read(() => ({
      entry: this.#entryOf(app, partition, find.get(app, partition, key), key),
      isRefused: refusal.get(app, partition, key) !== null,
      corrections: this.#correctionsOf(app),
    }));
  }

  async read(app: AppId, partition: string, id: number): Promise<KeptEntry | null> {
    return this.#commits.read(() => this.#entryOf(app, partition, this.#statements.read.get(app, partition, id)));
  }

  remember(app: AppId, answer: StoredAnswer, limits: AnswerLimits, corrections?: number) {
    const { partition, key, contentHashes, createdAt, sentence, modelMs, modelCost } = answer;
    const hashes = JSON.stringify(contentHashes);
    const body = JSON.stringify(answer.answer);
    const lesson = answer.lesson && JSON.stringify(answer.lesson);
    const bytes = ANSWER_ROW_BYTES + hashes.length + body.length + sentence.length + (lesson?.length ?? 0);
    const made = { model_ms: Math.round(modelMs), model_cost: modelCost, created_at: createdAt };
    const sum = sumOfAnswer(app, partition, { key, content_hashes: hashes, answer: body, sentence, lesson, ...made });
    const values = [hashes, body, sentence, lesson, made.model_ms, modelCost, bytes, createdAt, sum] as const;
    let isReplaced = false;
    const remember = () => {
      if (corrections !== undefined && corrections !== this.#correctionsOf(app)) return { id: null, gone: [] };
      const replaced = this.#statements.remove.all(app, partition, key).map(({ id }) => ({ partition, id }));
      isReplaced = replaced.length > 0;
      this.#statements.endRefusal.run(app, partition, key);
      // No row when the app was removed while the answer was being made: then there is nobody to remember it for.
      const inserted = this.#statements.insert.get(app, partition, key, ...values);
      if (!inserted) return { id: null, gone: replaced };
      this.#statements.nextId.run();
      for (const hash of contentHashes) this.#statements.link.run(app, hash, inserted.id);
      return { id: inserted.id, gone: [...replaced, ...this.#makeRoom(app, inserted.id, limits)] };
    };
    return this.#commits.write(remember, () => isReplaced && this.#changes.raise(app));
  }

  attachVector(app: AppId, id: number, embedder: string, vector: Float32Array): Promise<void> {
    // Copied at once: the caller may use its array again before the transaction runs.
    const bytes = new Uint8Array(vector.slice().buffer);
    const sum = sumOfVector({ app, embedder, key: String(id), vector: bytes });
    return this.#commits.write(() => {
      this.#statements.attach.run(embedder, bytes, bytes.length, app, id, sum);
    });
  }

  async lessons(
    app: AppId,
    partition: string,
    page: {
      readonly before: number | null;
      readonly after?: number;
      readonly limit: number;
      readonly embedder: string;
    },
  ): Promise<readonly StoredLesson[]> {
    const { before, after = 0, limit } = page;
    return this.#commits.read(() =>
      this.#statements.lessons
        .all(app, partition, before ?? Number.MAX_SAFE_INTEGER, after, limit)
        .filter((row) => this.#isSound(app, partition, row))
        .map((row) => ({
          id: row.id,
          sentence: row.sentence,
          lesson: JSON.parse(row.lesson) as JsonObject,
          vector: row.embedder === page.embedder ? this.#vectorOf(app, page.embedder, row) : null,
          createdAt: row.created_at,
        })),
    );
  }

  async lessonIds(app: AppId, partition: string): Promise<readonly number[]> {
    return this.#commits.read(() => this.#statements.lessonIds.all(app, partition).map(({ id }) => id));
  }

  touch(app: AppId, id: number, at: Instant): void {
    // An instant that SQLite refuses would fail every commit from now on.
    if (!Number.isSafeInteger(at)) throw new RangeError(`a hit at ${at}: a whole number is needed`);
    if (this.#touched.size >= UNWRITTEN_MAX) this.#commits.flush();
    const touched = this.#touched.get(id) ?? { app, hits: 0, at };
    touched.hits += 1;
    touched.at = at;
    this.#touched.set(id, touched);
  }

  drop(
    app: AppId,
    partition: string,
    { ids, key }: { readonly ids: readonly number[]; readonly key: string | null },
    { at, refusalsMax }: { readonly at: Instant; readonly refusalsMax: number },
  ): Promise<readonly number[]> {
    const { remove, drop, refuse, trimRefusals } = this.#statements;
    const dropAll = () => {
      if (key !== null) this.#corrections.set(app, this.#correctionsOf(app) + 1);
      const named = key === null ? [] : remove.all(app, partition, key);
      const gone = [...named, ...ids.flatMap((id) => drop.all(app, partition, id))];
      const keys = new Set([...(key === null ? [] : [key]), ...gone.map((answer) => answer.key)]);
      for (const words of keys) refuse.run(app, partition, words, at);
      trimRefusals.run(app, refusalsMax);
      return gone.map(({ id }) => id);
    };
    return this.#commits.write(dropAll, () => this.#changes.raise(app));
  }

  forget(app: AppId, contentHash: ContentHash): Promise<readonly string[]> {
    const forget = () => {
      const gone = this.#statements.forget.all(app, contentHash);
      return [...new Set(gone.map(({ partition }) => partition))];
    };
    return this.#commits.write(forget, () => this.#changes.raise(app));
  }

  async expire(before: Instant): Promise<number> {
    await expireInPieces(this.#commits, (countMax) => this.#statements.expireRefusals.all(before, countMax).length);
    return expireInPieces(this.#commits, (countMax) => this.#statements.expire.all(before, countMax).length);
  }

  async sizes(app: AppId): Promise<readonly AnswersOfContent[]> {
    return this.#commits.read(() => this.#statements.sizes.all(app));
  }

  mustWrite(isOfCrowd: boolean): boolean {
    return this.#touched.size > (isOfCrowd ? UNWRITTEN_MANY_OF_CROWD : UNWRITTEN_MANY);
  }

  write(statisticsMax: number, isOfCrowd = false): void {
    this.#writeTouched(this.mustWrite(isOfCrowd) ? Math.max(statisticsMax, WRITTEN_AT_LEAST) : statisticsMax);
  }

  committed(): void {
    for (const id of this.#written) this.#touched.delete(id);
    this.#written.clear();
  }

  abandoned(): void {
    this.#written.clear();
  }

  #writeTouched(countMax: number): void {
    for (const [id, { app, hits, at }] of this.#touched) {
      if (this.#written.size >= countMax) return;
      if (this.#written.has(id)) continue;
      this.#statements.touch.run(hits, at, app, id);
      this.#written.add(id);
    }
  }

  #correctionsOf(app: AppId): number {
    return this.#corrections.get(app) ?? 0;
  }

  /** `key`: what it was asked by. A damaged index may lead to the answer to other words, or of another app. */
  #entryOf(app: AppId, partition: string, row: AnswerRow | null, key = row?.key): KeptEntry | null {
    return row && row.key === key && this.#isSound(app, partition, row) ? entryOf(partition, row) : null;
  }

  /** Whether it is what was written. What is not goes with the next commit, and a model is asked. */
  #isSound(app: AppId, partition: string, row: AnswerRow): boolean {
    if (row.sum === sumOfAnswer(app, partition, row)) return true;
    this.#damage.dropped(`the kept answer ${row.id}`, app);
    // Where that fails it is met again.
    this.#commits.write(() => this.#statements.removeOne.run(app, row.id)).catch(() => {});
    return false;
  }

  #vectorOf(app: AppId, embedder: string, { id, vector, vector_sum }: LessonRow): Float32Array | null {
    if (!vector) return null;
    if (vector_sum !== sumOfVector({ app, embedder, key: String(id), vector })) {
      this.#damage.dropped(`the vector of the kept answer ${id}`, app);
      return null;
    }
    // Copied: the bytes may start anywhere, and floats must start at a multiple of four.
    return new Float32Array(vector.slice().buffer);
  }

  /** What is worth the least goes first, and never what came in just now. */
  #makeRoom(app: AppId, newest: number, { entriesMax, bytesMax }: AnswerLimits): readonly EntryName[] {
    const gone: EntryName[] = [];
    for (;;) {
      const total = this.#statements.total.get(app);
      if (!total || (total.count <= entriesMax && total.bytes <= bytesMax)) return gone;
      // What was asked for just now is worth more than the disk knows.
      this.#writeTouched(Number.POSITIVE_INFINITY);
      const least = this.#statements.leastWorth.all(app, newest, EVICTED_AT_ONCE);
      if (least.length === 0) return gone;
      let [count, bytes] = [total.count, total.bytes];
      for (const row of least) {
        if (count <= entriesMax && bytes <= bytesMax) break;
        this.#statements.removeOne.run(app, row.id);
        this.#statements.raiseFloor.run(row.worth, app);
        gone.push({ partition: row.partition, id: row.id });
        count -= 1;
        bytes -= row.bytes;
      }
    }
  }
}

function entryOf(partition: string, row: AnswerRow): KeptEntry {
  return {
    partition,
    id: row.id,
    key: row.key,
    // An exact hit needs them not.
    get contentHashes() {
      return JSON.parse(row.content_hashes) as ContentHash[];
    },
    answer: JSON.parse(row.answer) as JsonObject,
    createdAt: row.created_at,
    sentence: row.sentence,
    lesson: row.lesson === null ? null : (JSON.parse(row.lesson) as JsonObject),
    modelMs: row.model_ms,
    modelCost: row.model_cost,
    hits: row.hits,
  };
}

type Values = readonly [string, string, string, string | null, number, number, number, Instant, number];

function statementsFor(commits: GroupCommit) {
  const columns = "id, key, content_hashes, answer, sentence, lesson, hits, model_ms, model_cost, created_at, sum";
  // One millisecond for what costs none: otherwise the embedded model's answers would all be worth nothing.
  const worth = (hits: string) =>
    `ifnull((SELECT floor FROM answer_totals WHERE app = answers.app), 0) + (1.0 + ${hits}) * (model_ms + 1) / bytes`;
  return {
    ...refusalStatementsFor(commits),
    find: commits.prepare<AnswerRow, [AppId, string, string]>(
      `SELECT ${columns} FROM answers WHERE app = ? AND partition = ? AND key = ?`,
    ),
    read: commits.prepare<AnswerRow, [AppId, string, number]>(
      `SELECT ${columns} FROM answers WHERE app = ? AND partition = ? AND id = ?`,
    ),
    remove: commits.prepare<{ id: number; key: string }, [AppId, string, string]>(
      "DELETE FROM answers WHERE app = ? AND partition = ? AND key = ? RETURNING id, key",
    ),
    insert: commits.prepare<{ id: number }, [AppId, string, string, ...Values]>(`
      INSERT INTO answers (id, app, partition, key, content_hashes, answer, sentence, lesson, model_ms, model_cost, bytes,
        created_at, sum, worth)
      SELECT value + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
        ifnull((SELECT floor FROM answer_totals WHERE app = ?1), 0) + (?8 + 1.0) / ?10
      FROM counters WHERE name = 'answer' AND EXISTS (SELECT 1 FROM apps WHERE id = ?1)
      RETURNING id`),
    nextId: commits.prepare<null>("UPDATE counters SET value = value + 1 WHERE name = 'answer'"),
    link: commits.prepare<null, [AppId, ContentHash, number]>(
      "INSERT OR IGNORE INTO answer_contents (app, content_hash, answer) VALUES (?, ?, ?)",
    ),
    attach: commits.prepare<null, [string, Uint8Array, number, AppId, number, number]>(`
      UPDATE answers SET bytes = bytes + ?3 - ifnull(length(vector), 0), embedder = ?1, vector = ?2, vector_sum = ?6
      WHERE app = ?4 AND id = ?5`),
    lessons: commits.prepare<LessonRow, [AppId, string, number, number, number]>(`
      SELECT ${columns}, embedder, vector, vector_sum FROM answers
      WHERE app = ? AND partition = ? AND lesson IS NOT NULL AND id < ? AND id > ? ORDER BY id DESC LIMIT ?`),
    lessonIds: commits.prepare<{ id: number }, [AppId, string]>(
      "SELECT id FROM answers WHERE app = ? AND partition = ? AND lesson IS NOT NULL ORDER BY id DESC",
    ),
    touch: commits.prepare<null, [number, Instant, AppId, number]>(`
      UPDATE answers SET hits = hits + ?1, hit_at = ?2, worth = ${worth("hits + ?1")} WHERE app = ?3 AND id = ?4`),
    total: commits.prepare<{ count: number; bytes: number }, [AppId]>(
      "SELECT count, bytes FROM answer_totals WHERE app = ?",
    ),
    leastWorth: commits.prepare<
      { id: number; partition: string; worth: number; bytes: number },
      [AppId, number, number]
    >(
      "SELECT id, partition, worth, bytes FROM answers WHERE app = ? AND id <> ? ORDER BY worth, created_at, id LIMIT ?",
    ),
    removeOne: commits.prepare<null, [AppId, number]>("DELETE FROM answers WHERE app = ? AND id = ?"),
    raiseFloor: commits.prepare<null, [number, AppId]>("UPDATE answer_totals SET floor = max(floor, ?) WHERE app = ?"),
    drop: commits.prepare<{ id: number; key: string }, [AppId, string, number]>(
      "DELETE FROM answers WHERE app = ? AND partition = ? AND id = ? RETURNING id, key",
    ),
    forget: commits.prepare<{ partition: string }, [AppId, ContentHash]>(`
      DELETE FROM answers WHERE id IN (SELECT answer FROM answer_contents WHERE app = ? AND content_hash = ?)
      RETURNING partition`),
    // Of all apps, as the contract says: age is the only thing that counts here.
    expire: commits.prepare<{ id: number }, [Instant, number]>(
      "DELETE FROM answers WHERE id IN (SELECT id FROM answers WHERE created_at < ? LIMIT ?) RETURNING id",
    ),
    sizes: commits.prepare<AnswersOfContent, [AppId]>(`
      SELECT content_hash AS contentHash, count(*) AS entries, sum(bytes) AS bytes
      FROM answer_contents JOIN answers ON answers.id = answer_contents.answer
      WHERE answer_contents.app = ? GROUP BY content_hash ORDER BY content_hash`),
  };
}

function refusalStatementsFor(commits: GroupCommit) {
  return {
    refuse: commits.prepare<null, [AppId, string, string, Instant]>(`
      INSERT INTO answer_refusals (app, partition, key, created_at)
      SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1)
      ON CONFLICT (app, partition, key) DO UPDATE SET created_at = excluded.created_at`),
    trimRefusals: commits.prepare<null, [AppId, number]>(`
      DELETE FROM answer_refusals WHERE app = ?1 AND id <=
        (SELECT id FROM answer_refusals WHERE app = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`),
    refusal: commits.prepare<{ id: number }, [AppId, string, string]>(
      "SELECT id FROM answer_refusals WHERE app = ? AND partition = ? AND key = ?",
    ),
    endRefusal: commits.prepare<null, [AppId, string, string]>(
      "DELETE FROM answer_refusals WHERE app = ? AND partition = ? AND key = ?",
    ),
    expireRefusals: commits.prepare<{ id: number }, [Instant, number]>(
      "DELETE FROM answer_refusals WHERE id IN (SELECT id FROM answer_refusals WHERE created_at < ? LIMIT ?) RETURNING id",
    ),
  };
}
