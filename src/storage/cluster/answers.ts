import type { ContentHash, JsonObject } from "#core/json.ts";
import type {
  AnswerLimits,
  AnswerStore,
  AnswersOfContent,
  FoundAnswer,
  KeptEntry,
  StoredAnswer,
  StoredLesson,
} from "#core/ports/answers.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import {
  type AnswerRow,
  answerRowIn,
  answerRowOf,
  entryOf,
  type NewRow,
  newRowOf,
  type Remembered,
  type RememberedRow,
  rememberedOf,
} from "./answer-rows.ts";
import type { AppVersions } from "./app-versions.ts";
import type { Changes } from "./changes.ts";
import { expireAppByApp } from "./expiry.ts";
import { Gathered, summing } from "./gathered.ts";
import type { Postgres, Value } from "./postgres.ts";
import { Shares } from "./shares.ts";
import type { HotAnswers, HotName } from "./valkey/hot-answers.ts";
import { bytesOf, floatsIn } from "./vector-bytes.ts";

/** Answers of an app that are kept in one statement. */
const REMEMBERED_TOGETHER_MAX = 64;
/** Answers of a content that go in one change: it holds the app's other changes up. */
const FORGOTTEN_TOGETHER_MAX = 1_000;

const COLUMNS = "id, key, content_hashes, answer, sentence, lesson, hits, model_ms, model_cost, created_at";
const REMEMBER =
  "SELECT id, is_known, gone FROM remember_answers($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";

type FoundRow = { readonly is_refused: boolean; readonly corrections: number } & (AnswerRow | { readonly id: null });

interface LessonRow extends Pick<AnswerRow, "created_at" | "id" | "sentence"> {
  readonly lesson: string;
  readonly vector: Uint8Array | null;
}

export interface ClusterAnswersOptions {
  readonly postgres: Postgres;
  readonly changes: Changes;
  readonly versions: Pick<AppVersions, "versionNow">;
  /** Null where nodes share none. */
  readonly hot: HotAnswers | null;
  readonly log: (message: string) => void;
}

interface Remembering {
  /** Null where it is not to be known to other nodes at once. */
  readonly hot: HotName | null;
  readonly row: NewRow;
  readonly end: PromiseWithResolvers<Remembered>;
}

interface Touch {
  readonly app: AppId;
  readonly id: number;
  readonly hits: number;
  readonly at: Instant;
}

/** Those of an app that wait for their turn are kept in one statement. Hits are gathered. */
export class ClusterAnswers implements AnswerStore {
  readonly isShared = true;
  readonly #postgres: Postgres;
  readonly #changes: Changes;
  readonly #versions: Pick<AppVersions, "versionNow">;
  readonly #hot: HotAnswers | null;
  readonly #order = new Shares(1);
  /** Those that what an app remembers next still goes with. */
  readonly #open = new Map<AppId, Remembering[]>();
  readonly #touched: Gathered<Touch>;

  constructor({ postgres, changes, versions, hot, log }: ClusterAnswersOptions) {
    this.#postgres = postgres;
    this.#changes = changes;
    this.#versions = versions;
    this.#hot = hot;
    this.#touched = new Gathered({
      what: "hits of kept answers",
      log,
      together: summing("hits"),
      write: async (touches) => {
        await postgres.rows("SELECT touch_answers($1, $2, $3, $4)", [
          touches.map(({ app }) => app),
          touches.map(({ id }) => id),
          touches.map(({ hits }) => hits),
          touches.map(({ at }) => at),
        ]);
      },
    });
  }

  async find(app: AppId, partition: string, key: string): Promise<FoundAnswer> {
    this.#postgres.requireOpen();
    // Before it is read: what is read has seen all changes up to that, and may have seen more.
    const hot = this.#hotNameOf(app, partition, key);
    const known = hot && (await this.#hot?.find(hot));
    // Words whose answer is kept are not refused, and with another correction the app would have another version.
    if (known) return { entry: entryOf(partition, known.row), isRefused: false, corrections: known.corrections };
    const row = await this.#foundRow(app, partition, key);
    const { is_refused: isRefused, corrections } = row;
    if (row.id === null) return { entry: null, isRefused, corrections };
    if (hot && !isRefused) this.#hot?.keep(hot, { row: answerRowOf(row), corrections });
    return { entry: entryOf(partition, row), isRefused, corrections };
  }

  async read(app: AppId, partition: string, id: number): Promise<KeptEntry | null> {
    const statement = `SELECT ${COLUMNS} FROM answers WHERE app = $1 AND partition = $2 AND id = $3`;
    const row = await this.#postgres.rowOf<AnswerRow>(app, statement, [app, partition, id]);
    return row && entryOf(partition, row);
  }

  remember(app: AppId, answer: StoredAnswer, limits: AnswerLimits, corrections?: number): Promise<Remembered> {
    const end = Promise.withResolvers<Remembered>();
    const open = this.#open.get(app);
    // Made at once: the caller may use its objects again.
    const row = newRowOf(answer, limits, corrections ?? null);
    const remembering = { hot: this.#hotNameOf(app, row.partition, row.key), row, end };
    if (open && open.length < REMEMBERED_TOGETHER_MAX) open.push(remembering);
    else {
      const together = [remembering];
      this.#open.set(app, together);
      void this.#order.within(app, () => this.#rememberAll(app, together));
    }
    return end.promise;
  }

  attachVector(app: AppId, id: number, embedder: string, vector: Float32Array): Promise<void> {
    const bytes = bytesOf(vector);
    return this.#write(app, async () => {
      await this.#postgres.rowsOf(app, "SELECT attach_vector($1, $2, $3, $4)", [app, id, embedder, bytes]);
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
    const { before, after = 0, limit, embedder } = page;
    const rows = await this.#postgres.rowsOf<LessonRow>(
      app,
      `SELECT id, sentence, lesson, created_at, CASE WHEN embedder = $6 THEN vector END AS vector FROM answers
       WHERE app = $1 AND partition = $2 AND lesson IS NOT NULL AND id < $3 AND id > $4 ORDER BY id DESC LIMIT $5`,
      [app, partition, before ?? Number.MAX_SAFE_INTEGER, after, limit, embedder],
    );
    return rows.map(({ id, sentence, lesson, vector, created_at: createdAt }) => ({
      id,
      sentence: JSON.parse(sentence) as string,
      lesson: JSON.parse(lesson) as JsonObject,
      vector: vector && floatsIn(vector),
      createdAt,
    }));
  }

  async lessonIds(app: AppId, partition: string): Promise<readonly number[]> {
    const rows = await this.#postgres.rowsOf<{ id: number }>(
      app,
      "SELECT id FROM answers WHERE app = $1 AND partition = $2 AND lesson IS NOT NULL ORDER BY id DESC",
      [app, partition],
    );
    return rows.map(({ id }) => id);
  }

  touch(app: AppId, id: number, at: Instant): void {
    // An instant that Postgres refuses would fail all that are written with it.
    if (!Number.isSafeInteger(at)) throw new RangeError(`a hit at ${at}: a whole number is needed`);
    this.#touched.note(`${id} ${app}`, { app, id, hits: 1, at });
  }

  drop(
    app: AppId,
    partition: string,
    { ids, key }: { readonly ids: readonly number[]; readonly key: string | null },
    { at, refusalsMax }: { readonly at: Instant; readonly refusalsMax: number },
  ): Promise<readonly number[]> {
    const values = [app, partition, ids, key, at, refusalsMax];
    return this.#write(app, () =>
      this.#changes.make(app, async ({ rows }) => {
        const gone = await rows<{ id: number }>("SELECT id FROM drop_answers($1, $2, $3, $4, $5, $6)", values);
        return gone.map(({ id }) => id);
      }),
    );
  }

  forget(app: AppId, contentHash: ContentHash): Promise<readonly string[]> {
    return this.#write(app, async () => {
      const partitions = new Set<string>();
      for (let count = FORGOTTEN_TOGETHER_MAX; count === FORGOTTEN_TOGETHER_MAX; ) {
        const gone = await this.#changes.make(app, ({ rows }) =>
          rows<{ partition: string; gone: number }>("SELECT partition, gone FROM forget_answers($1, $2, $3)", [
            app,
            contentHash,
            FORGOTTEN_TOGETHER_MAX,
          ]),
        );
        for (const { partition } of gone) partitions.add(partition);
        count = gone.reduce((sum, row) => sum + row.gone, 0);
      }
      return [...partitions];
    });
  }

  expire(before: Instant): Promise<number> {
    return expireAppByApp(this.#postgres, "SELECT app, gone FROM expire_answers($1, $2, $3)", before);
  }

  sizes(app: AppId): Promise<readonly AnswersOfContent[]> {
    return this.#postgres.rowsOf<AnswersOfContent>(
      app,
      `SELECT content_hash AS "contentHash", count(*) AS entries, sum(bytes)::bigint AS bytes
       FROM answer_contents JOIN answers ON answers.app = answer_contents.app AND answers.id = answer_contents.answer
       WHERE answer_contents.app = $1 GROUP BY content_hash ORDER BY content_hash`,
      [app],
    );
  }

  /** Writes hits that wait. */
  close(): Promise<void> {
    return this.#touched.close();
  }

  async #foundRow(app: AppId, partition: string, key: string): Promise<FoundRow> {
    const row = await this.#postgres.rowOf<FoundRow>(
      app,
      `SELECT ${COLUMNS}, is_refused, corrections
       FROM (SELECT
         EXISTS (SELECT FROM answer_refusals WHERE app = $1 AND partition = $2 AND key = $3) AS is_refused,
         coalesce((SELECT corrections FROM answer_totals WHERE app = $1), 0) AS corrections) AS words
       LEFT JOIN answers ON app = $1 AND partition = $2 AND key = $3`,
      [app, partition, key],
    );
    if (!row) throw new Error("whether the words are refused was expected to come back");
    return row;
  }

  #hotNameOf(app: AppId, partition: string, key: string): HotName | null {
    const version = this.#hot && this.#versions.versionNow(app);
    return version === null ? null : { app, version, partition, key };
  }

  /** What is asked for from now on is not before it. */
  #write<Result>(app: AppId, work: () => Promise<Result>): Promise<Result> {
    this.#open.delete(app);
    return this.#order.within(app, work);
  }

  async #rememberAll(app: AppId, all: readonly Remembering[]): Promise<void> {
    // What was asked for just now is worth more than the database knows; where that fails it is said, and tried again.
    await this.#touched.written().catch(() => {});
    if (this.#open.get(app) === all) this.#open.delete(app);
    try {
      const rows = await this.#postgres.rowsOf<RememberedRow>(app, REMEMBER, valuesOf(app, all, "only new ones"));
      const replacing = all.filter((_, at) => rows[at]?.is_known);
      const replaced = await this.#replace(app, replacing);
      for (const [at, remembering] of all.entries()) {
        const row = rows[at];
        if (row?.is_known) continue;
        const remembered = rememberedOf(row);
        this.#shareNew(app, remembering, remembered);
        remembering.end.resolve(remembered);
      }
      for (const [at, { end }] of replacing.entries()) end.resolve(rememberedOf(replaced[at]));
    } catch (failure) {
      for (const { end } of all) end.reject(failure);
    }
  }

  /** It was written where nothing stood, and there had been no correction since it was looked for. */
  #shareNew(app: AppId, { hot, row }: Remembering, { id, gone }: Remembered): void {
    if (hot && id !== null && row.corrections !== null) {
      this.#hot?.keep(hot, { row: answerRowIn(row, id), corrections: row.corrections });
    }
    const ids = gone.map((one) => one.id);
    this.#hot?.drop(app, ids);
  }

  async #replace(app: AppId, replacing: readonly Remembering[]): Promise<readonly RememberedRow[]> {
    if (replacing.length === 0) return [];
    const values = valuesOf(app, replacing, "all");
    return this.#changes.make(app, ({ rows }) => rows<RememberedRow>(REMEMBER, values));
  }
}

function valuesOf(app: AppId, all: readonly Remembering[], which: "all" | "only new ones"): readonly Value[] {
  const column = <Name extends keyof NewRow>(name: Name) => all.map(({ row }) => row[name]);
  return [
    app,
    column("partition"),
    column("key"),
    column("hashes"),
    column("body"),
    column("sentence"),
    column("lesson"),
    column("modelMs"),
    column("modelCost"),
    column("bytes"),
    column("createdAt"),
    column("entriesMax"),
    column("bytesMax"),
    column("corrections"),
    which === "all",
  ];
}
