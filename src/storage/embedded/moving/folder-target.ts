import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MoveError, type MoveTarget } from "#core/moving/move.ts";
import type { MovedCounters, MovedRow, MovedStore } from "#core/moving/moved-rows.ts";
import { SETTINGS_FILE } from "../backup-format.ts";
import { syncFolder } from "../data-folder.ts";
import { DATABASE_FILE, problemsOf } from "../database.ts";
import { MARKER_FILE } from "../folder-marker.ts";
import { openEmbeddedStorage } from "../index.ts";
import { QUERY_LOG_FILE } from "../query-log.ts";
import { problemsOfRows } from "../summed-rows.ts";
import { setCounters } from "./folder-counters.ts";
import { attachQueryLog, FolderRows } from "./folder-rows.ts";
import { type FolderOptions, heldFolder, problemsOfBalances } from "./folder-source.ts";
import { FOLDER_TABLES } from "./folder-tables.ts";

export interface FolderTarget extends MoveTarget {
  /** What is not finished is gone after it. */
  close(): void;
}

/** In the folder until all is there. */
const UNFINISHED = "unfinished-move";
/** What may be in a folder that is empty: it is of no database. */
const OF_NO_DATABASE = ["dragoman.lock", "lock.json", SETTINGS_FILE];
/** In their order. The database last: a folder without one is not opened where there is a marker, and holds nothing where there is none. */
const FILES = [QUERY_LOG_FILE, MARKER_FILE, DATABASE_FILE];

/**
 * A new folder, made where needed, and held. The rows go into a database beside, which takes its place when all of them are there: whoever
 * was killed before that begins anew. Throws a MoveError for a folder that is not empty, or that a process works on.
 */
export async function openFolderTarget({ dataDir, log }: FolderOptions): Promise<FolderTarget> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = heldFolder(dataDir);
  try {
    removeUnfinished(dataDir);
    refuseFull(dataDir);
    const unfinished = join(dataDir, UNFINISHED);
    // As a server makes one.
    await (await openEmbeddedStorage({ dataDir: unfinished, log })).close();
    const target = new UnfinishedFolder(dataDir, unfinished, log);
    return Object.assign(target, {
      close: () => {
        target.end();
        lock.release();
      },
    });
  } catch (failure) {
    lock.release();
    throw failure;
  }
}

class UnfinishedFolder implements MoveTarget {
  readonly #dataDir: string;
  readonly #unfinished: string;
  readonly #log: (message: string) => void;
  readonly #database: Database;
  readonly #rows: FolderRows;
  readonly #has = new Set<MovedStore>();

  constructor(dataDir: string, unfinished: string, log: (message: string) => void) {
    this.#dataDir = dataDir;
    this.#unfinished = unfinished;
    this.#log = log;
    this.#database = new Database(join(unfinished, DATABASE_FILE), { readwrite: true, strict: true });
    attachQueryLog(this.#database, join(unfinished, QUERY_LOG_FILE));
    // Until it is finished nothing of it has to last.
    this.#database.run("PRAGMA main.synchronous = OFF");
    this.#database.run("PRAGMA log.synchronous = OFF");
    this.#database.run("PRAGMA foreign_keys = ON");
    this.#rows = new FolderRows(this.#database, { hasLog: true });
  }

  /** Whoever was killed begins anew: what it read was of another moment. */
  async written(): Promise<number> {
    return 0;
  }

  async write(store: MovedStore, rows: readonly MovedRow[]): Promise<void> {
    this.#has.add(store);
    const write = this.#database.transaction(() => FOLDER_TABLES[store].write(this.#database, rows));
    write.immediate();
  }

  pages(store: MovedStore, rowsMax: number): AsyncIterable<readonly MovedRow[]> {
    return this.#rows.pages(store, rowsMax);
  }

  async finish(counters: MovedCounters): Promise<void> {
    const database = this.#database;
    database.transaction(() => setCounters(database, counters)).immediate();
    const problems = [...problemsOf(database), ...problemsOfRows(database), ...problemsOfBalances(database)];
    if (problems.length > 0) throw new MoveError(`what was written is not sound: ${problems[0]}`);
    for (const schema of ["main", "log"]) {
      database.run(`PRAGMA ${schema}.synchronous = FULL`);
      // Writes all of the file to the disk.
      database.run(`PRAGMA ${schema}.wal_checkpoint = TRUNCATE`);
    }
    database.close();
    if (!this.#has.has("query_log_settings") && !this.#has.has("logged_questions")) {
      rmSync(join(this.#unfinished, QUERY_LOG_FILE));
    }
    // As a server opens it; this marks it, too.
    await (await openEmbeddedStorage({ dataDir: this.#unfinished, log: this.#log })).close();
    for (const name of FILES) {
      const made = join(this.#unfinished, name);
      if (existsSync(made)) renameSync(made, join(this.#dataDir, name));
    }
    rmSync(this.#unfinished, { recursive: true });
    syncFolder(this.#dataDir);
  }

  end(): void {
    this.#database.close();
    rmSync(this.#unfinished, { recursive: true, force: true });
  }
}

/** What somebody left who was killed. */
function removeUnfinished(dataDir: string): void {
  const unfinished = join(dataDir, UNFINISHED);
  if (!existsSync(unfinished)) return;
  if (existsSync(join(dataDir, DATABASE_FILE))) {
    // It was finished but for this.
    if (existsSync(join(unfinished, DATABASE_FILE))) return;
    rmSync(unfinished, { recursive: true });
    return;
  }
  for (const name of [QUERY_LOG_FILE, MARKER_FILE]) rmSync(join(dataDir, name), { force: true });
  rmSync(unfinished, { recursive: true });
}

function refuseFull(dataDir: string): void {
  const [first] = readdirSync(dataDir).filter((name) => !OF_NO_DATABASE.includes(name));
  if (first === undefined) return;
  throw new MoveError(`the folder ${dataDir} is not empty (${first}): name a new one, or move away what is in it`);
}
