import { Database } from "bun:sqlite";
import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "#core/errors.ts";
import type { Page } from "#core/page.ts";
import type { LogSelection, QueryLogStore } from "#core/ports/query-log-store.ts";
import type { KeptRow, LoggedQuestion, LoggedRow, LogSettings, Verdict } from "#core/query-log/logged-row.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { turn } from "#core/turn.ts";
import { reasonOf } from "./data-folder.ts";
import { workOnFile } from "./file-worker-client.ts";

/** A file of its own: no other one holds a byte of what is in it, and a backup leaves it out. */
export const QUERY_LOG_FILE = "query-log.sqlite";

/** "DGQL" in ASCII, in the header of the file. */
const APPLICATION_ID = 0x4447514c;
const SCHEMA_VERSION = 1;
/** Nobody else has it open but who sweeps it, and then nothing is asked of it here. */
const BUSY_TIMEOUT_MS = 1_000;

/** Rows that are deleted between two chances for everything else: each takes some 20 µs, as its bytes are written over. */
const DROPPED_AT_ONCE = 250;

const SCHEMA = `
CREATE TABLE settings (
  app    TEXT PRIMARY KEY,
  days   INTEGER NOT NULL,
  rows   INTEGER NOT NULL,
  redact INTEGER NOT NULL
) STRICT;
CREATE TABLE questions (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  app        TEXT NOT NULL,
  digest     TEXT NOT NULL,
  content    TEXT NOT NULL,
  doubt      REAL NOT NULL,
  times      INTEGER NOT NULL,
  request    TEXT NOT NULL,
  first_at   INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  -- 1 right, 0 wrong; null where nobody said.
  verdict    INTEGER,
  UNIQUE (app, digest)
) STRICT;
CREATE INDEX questions_by_age ON questions (app, at);
CREATE INDEX questions_by_doubt ON questions (app, doubt);
-- One row: whether anything was dropped whose bytes may still be somewhere.
CREATE TABLE dropped (since INTEGER NOT NULL) STRICT;
`;

/** Bytes of what is no row may be in the file, or beside it. */
const DROPPED = "INSERT INTO dropped (since) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM dropped)";

interface Row {
  readonly id: number;
  readonly content: string;
  readonly doubt: number;
  readonly times: number;
  readonly request: string;
  readonly first_at: Instant;
  readonly at: Instant;
  readonly verdict: number | null;
}

const COLUMNS = "id, content, doubt, times, request, first_at, at, verdict";

/** The log of questions, in `<dataDir>/query-log.sqlite`, which is made when the first app turns it on. */
export class EmbeddedQueryLog implements QueryLogStore {
  readonly isShared = false;
  readonly #path: string;
  readonly #settings = new Map<AppId, LogSettings>();
  #database: Database | null = null;
  #isClosed = false;
  /** What else is asked waits for it: the file belongs to whoever sweeps. */
  #sweeping: Promise<void> = Promise.resolve();

  /** A file that cannot be used is said once, and leaves the log off: it is no reason to serve nobody. */
  constructor(dataDir: string, log: (message: string) => void) {
    this.#path = join(dataDir, QUERY_LOG_FILE);
    if (!existsSync(this.#path)) return;
    try {
      this.#open();
    } catch (cause) {
      log(
        `${this.#path} cannot be used (${reasonOf(cause)}), so nothing is logged of questions: ` +
          "move it away, or remove it with its -wal and -shm files, and turn the log on again",
      );
    }
  }

  settings(app: AppId): LogSettings | null {
    return this.#settings.get(app) ?? null;
  }

  apps(): readonly AppId[] {
    return [...this.#settings.keys()];
  }

  configure(app: AppId, settings: LogSettings | null): Promise<void> {
    return this.#work(settings !== null, (database) => {
      durably(database, () => {
        if (settings === null) database.query("DELETE FROM settings WHERE app = ?").run(app);
        else {
          const { days, rows, redact } = settings;
          database
            .query("INSERT OR REPLACE INTO settings (app, days, rows, redact) VALUES (?, ?, ?, ?)")
            .run(app, days, rows, redact ? 1 : 0);
        }
      });
      if (settings === null) this.#settings.delete(app);
      else this.#settings.set(app, settings);
    }).then(() => {});
  }

  async add(app: AppId, rows: readonly LoggedRow[]): Promise<void> {
    await this.#work(false, (database) => {
      if (!this.#settings.has(app)) return;
      const insert = database.query(`
        INSERT INTO questions (app, digest, content, doubt, times, request, first_at, at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
        ON CONFLICT (app, digest) DO UPDATE SET times = times + excluded.times, request = excluded.request,
          at = max(at, excluded.at),
          content = CASE WHEN ?8 THEN excluded.content ELSE content END,
          doubt = CASE WHEN ?8 THEN excluded.doubt ELSE doubt END`);
      const all = database.transaction(() => {
        for (const { digest, question, doubt, times, requestId, at } of rows) {
          // A model tells more of its answer than the cache does.
          const isTold = question.source === "model" ? 1 : 0;
          insert.run(app, digest, JSON.stringify(question), doubt, times, requestId, at, isTold);
        }
      });
      all.immediate();
    });
  }

  async judge(app: AppId, digest: string, verdict: Verdict): Promise<boolean> {
    const found = await this.#work(false, (database) =>
      database
        .query("UPDATE questions SET verdict = ? WHERE app = ? AND digest = ? RETURNING id")
        .get(verdict === "right" ? 1 : 0, app, digest),
    );
    return found !== null && found !== undefined;
  }

  async list(
    app: AppId,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<KeptRow>> {
    const rows = await this.#work(false, (database) =>
      database
        .query<Row, [AppId, number, number]>(
          `SELECT ${COLUMNS} FROM questions WHERE app = ? AND id < ? ORDER BY id DESC LIMIT ?`,
        )
        .all(app, after ?? Number.MAX_SAFE_INTEGER, limit + 1),
    );
    const items = (rows ?? []).slice(0, limit).map(keptRow);
    return { items, next: (rows ?? []).length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  async doubtful(
    app: AppId,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<readonly KeptRow[]> {
    const rows = await this.#work(false, (database) =>
      database
        .query<Row, [AppId, number, number]>(`
          SELECT ${COLUMNS} FROM questions
          WHERE app = ? AND (verdict = 0 OR (verdict IS NULL AND doubt > 0))
          ORDER BY verdict IS NULL, doubt DESC, times DESC, id DESC LIMIT ? OFFSET ?`)
        .all(app, limit, offset),
    );
    return (rows ?? []).map(keptRow);
  }

  async count(app: AppId): Promise<number> {
    const found = await this.#work(false, (database) =>
      database.query<{ count: number }, [AppId]>("SELECT count(*) AS count FROM questions WHERE app = ?").get(app),
    );
    return found?.count ?? 0;
  }

  async remove(app: AppId, which: LogSelection): Promise<number> {
    const conditions = {
      all: "app = ?",
      ids: "app = ? AND id IN (SELECT value FROM json_each(?))",
      before: "app = ? AND at < ?",
    };
    let gone: number;
    if (which === "all") gone = await this.#drop(conditions.all, [app]);
    else if ("ids" in which) gone = await this.#drop(conditions.ids, [app, JSON.stringify(which.ids)]);
    else gone = await this.#drop(conditions.before, [app, which.before]);
    // Also where none went: what went before may not have been swept.
    await this.sweep();
    return gone;
  }

  async trim(app: AppId, { before, rows }: { readonly before: Instant; readonly rows: number }): Promise<number> {
    const old = await this.#drop("app = ? AND at < ?", [app, before]);
    const over = (await this.count(app)) - rows;
    if (over <= 0) return old;
    const last = await this.#work(false, (database) =>
      database
        .query<{ at: Instant; id: number }, [AppId, number]>(
          "SELECT at, id FROM questions WHERE app = ? ORDER BY at, id LIMIT 1 OFFSET ?",
        )
        .get(app, over - 1),
    );
    if (!last) return old;
    return old + (await this.#drop("app = ? AND (at, id) <= (?, ?)", [app, last.at, last.id]));
  }

  /** Writes the file anew, in a worker, without what is not in it any more: SQLite leaves copies where pages were split. */
  async sweep(): Promise<void> {
    const isNeeded = await this.#work(
      false,
      (database) => database.query("SELECT 1 FROM dropped LIMIT 1").get() !== null,
    );
    if (!isNeeded) return;
    const sweeping = this.#sweeping.then(async () => {
      // Another one may have been faster, or the folder is closed.
      if (this.#isClosed) return;
      await workOnFile({ work: "rewrite", database: this.#path });
    });
    this.#sweeping = sweeping.catch(() => {});
    try {
      await sweeping;
    } catch (cause) {
      throw unavailable(this.#path, cause);
    }
  }

  async forget(app: AppId): Promise<void> {
    if (!this.#database) return;
    await this.configure(app, null);
    await this.remove(app, "all");
  }

  /** Waits for whoever sweeps. */
  async close(): Promise<void> {
    await this.#sweeping;
    this.#isClosed = true;
    this.#database?.close();
    this.#database = null;
  }

  /** Some at a time: what waits for the thread goes between. How many went. */
  async #drop(condition: string, values: readonly (number | string)[]): Promise<number> {
    for (let count = 0; ; ) {
      const gone = (await this.#work(false, (database) => dropped(database, condition, values))) ?? 0;
      count += gone;
      if (gone < DROPPED_AT_ONCE) return count;
      await turn();
    }
  }

  /** Undefined where there is no file, and none is made. */
  async #work<Result>(makes: boolean, work: (database: Database) => Result): Promise<Result | undefined> {
    // Whoever comes while others wait finds another one that sweeps.
    for (let sweeping: Promise<void> | null = null; sweeping !== this.#sweeping; ) {
      sweeping = this.#sweeping;
      await sweeping;
    }
    if (this.#isClosed) throw new AppError("service_unavailable", "the storage is closed");
    if (!this.#database && !makes) return undefined;
    try {
      return work(this.#database ?? this.#open());
    } catch (cause) {
      throw cause instanceof AppError ? cause : unavailable(this.#path, cause);
    }
  }

  #open(): Database {
    const leftover = statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const database = openQueryLogFile(this.#path);
    try {
      // Of what a crash left there some may be no rows, and be read by whoever looks at the bytes.
      if (leftover > 0) database.run(DROPPED);
      for (const { app, days, rows, redact } of settingsIn(database)) {
        this.#settings.set(app, { days, rows, redact: redact !== 0 });
      }
    } catch (cause) {
      database.close();
      this.#settings.clear();
      throw cause;
    }
    this.#database = database;
    return database;
  }
}

/** Makes the file where there is none. Throws where it cannot be used. */
export function openQueryLogFile(path: string): Database {
  // SQLite gives its side files the mode of the database.
  closeSync(openSync(path, "a", 0o600));
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  const database = new Database(path, { readwrite: true, strict: true });
  try {
    configured(database);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function configured(database: Database): void {
  database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const id = database.query<{ application_id: number }, []>("PRAGMA application_id").get()?.application_id ?? 0;
  const version = database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
  const tables = database.query<{ count: number }, []>("SELECT count(*) AS count FROM sqlite_schema").get()?.count ?? 0;
  if (id !== APPLICATION_ID && (id !== 0 || tables > 0)) throw new Error("it is a database of another program");
  if (version > SCHEMA_VERSION) throw new Error("a newer Dragoman wrote it");
  database.run("PRAGMA journal_mode = WAL");
  // What a power cut takes of it is no loss; that the file stays sound is enough.
  database.run("PRAGMA synchronous = NORMAL");
  database.run("PRAGMA secure_delete = ON");
  database.run("PRAGMA temp_store = MEMORY");
  database.run("PRAGMA trusted_schema = OFF");
  if (version === SCHEMA_VERSION) return;
  const make = database.transaction(() => {
    database.run(SCHEMA);
    database.run(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
  make.immediate();
}

interface SettingsRow {
  readonly app: AppId;
  readonly days: number;
  readonly rows: number;
  readonly redact: number;
}

function settingsIn(database: Database): readonly SettingsRow[] {
  return database.query<SettingsRow, []>("SELECT app, days, rows, redact FROM settings").all();
}

function durably(database: Database, work: () => void): void {
  database.run("PRAGMA synchronous = FULL");
  try {
    database.transaction(work).immediate();
  } finally {
    database.run("PRAGMA synchronous = NORMAL");
  }
}

/** How many went, of the first ones. That some did is known in the same change: a crash does not leave their bytes for ever. */
function dropped(database: Database, condition: string, values: readonly (number | string)[]): number {
  let count = 0;
  durably(database, () => {
    count = database
      .query(`DELETE FROM questions WHERE id IN (SELECT id FROM questions WHERE ${condition} LIMIT ${DROPPED_AT_ONCE})`)
      .run(...values).changes;
    if (count > 0) database.run(DROPPED);
  });
  return count;
}

function keptRow({ id, content, doubt, times, request, first_at: firstAt, at, verdict }: Row): KeptRow {
  return {
    id,
    question: JSON.parse(content) as LoggedQuestion,
    doubt,
    times,
    requestId: request,
    firstAt,
    at,
    verdict: verdict === null ? null : verdict === 1 ? "right" : "wrong",
  };
}

function unavailable(path: string, cause: unknown): AppError {
  return new AppError(
    "service_unavailable",
    `the log of questions cannot be used at the moment (${reasonOf(cause)}): look at ${path} and the disk, and try again`,
    { cause },
  );
}
