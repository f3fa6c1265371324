import { Database, SQLiteError } from "bun:sqlite";
import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { ensureDataFolder, reasonOf, StorageOpenError } from "./data-folder.ts";
import { migrate } from "./migrations.ts";

export const DATABASE_FILE = "dragoman.sqlite";

/** "DGMN" in ASCII, in the header of the file: tells our databases from others. */
const APPLICATION_ID = 0x44474d4e;

/** Small files are read through at every start (some 10 ms at this size); large ones only when `doctor` asks. */
const CHECKED_AT_START_BYTES_MAX = 4 * 1024 * 1024;

/** SQLite cuts its log back to this size when it begins anew. */
export const LOG_BYTES_MAX = 67_108_864;

/** How long a write waits for another program (a backup, a curious person) that holds the file. Nothing else runs meanwhile. */
const BUSY_TIMEOUT_MS = 2_000;

/**
 * Opens `<dataDir>/dragoman.sqlite`, creating folder and file where needed, and brings it up to date.
 * Throws a StorageOpenError for a folder or file that cannot be used, is damaged, foreign, or newer than this program.
 */
export function openDatabase(dataDir: string, log: (message: string) => void): Database {
  ensureDataFolder(dataDir);
  const path = join(dataDir, DATABASE_FILE);
  let database: Database | undefined;
  try {
    createPrivately(path);
    database = new Database(path, { readwrite: true, strict: true });
    warnOfFaultyLibrary(database, log);
    refuseForeign(database, path);
    configure(database);
    refuseDamaged(database, path);
    migrate(database, path);
    return database;
  } catch (cause) {
    database?.close();
    throw cause instanceof StorageOpenError ? cause : explained(cause, path);
  }
}

/** Everything that is wrong with the file, in SQLite's words; nothing when it is sound. Reads all of it. */
export function problemsOf(database: Database): readonly string[] {
  const found = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
  const orphans = database.query<{ table: string }, []>("PRAGMA foreign_key_check").all();
  return [
    ...found.map((row) => row.integrity_check).filter((line) => line !== "ok"),
    ...orphans.map((row) => `a row of ${row.table} refers to one that is not there`),
  ];
}

/** SQLite gives its side files the mode of the database, so that must be right before it opens it. */
function createPrivately(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
}

function configure(database: Database): void {
  database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.run("PRAGMA journal_mode = WAL");
  // NORMAL would survive a killed process but not a power cut.
  database.run("PRAGMA synchronous = FULL");
  // On macOS an ordinary fsync leaves the data in the drive's cache. Elsewhere these change nothing.
  database.run("PRAGMA fullfsync = ON");
  database.run("PRAGMA checkpoint_fullfsync = ON");
  database.run("PRAGMA foreign_keys = ON");
  database.run("PRAGMA trusted_schema = OFF");
  database.run("PRAGMA cell_size_check = ON");
  database.run(`PRAGMA journal_size_limit = ${LOG_BYTES_MAX}`);
}

function refuseForeign(database: Database, path: string): void {
  const id = database.query<{ application_id: number }, []>("PRAGMA application_id").get()?.application_id;
  const tables = database.query<{ count: number }, []>("SELECT count(*) AS count FROM sqlite_schema").get()?.count ?? 0;
  if (id === APPLICATION_ID) return;
  if (id !== 0 || tables > 0) {
    throw new StorageOpenError(
      `${path} is a database of another program: move it away, or choose another folder with --data`,
    );
  }
  database.run(`PRAGMA application_id = ${APPLICATION_ID}`);
}

function refuseDamaged(database: Database, path: string): void {
  if (statSync(path).size > CHECKED_AT_START_BYTES_MAX) return;
  const verdict = database.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").get()?.quick_check;
  if (verdict !== "ok") throw damaged(path, verdict ?? "no verdict");
}

function explained(cause: unknown, path: string): StorageOpenError {
  const reason = reasonOf(cause);
  if (cause instanceof SQLiteError && /^SQLITE_(CORRUPT|NOTADB)/.test(reason))
    return damaged(path, cause.message, cause);
  if (cause instanceof SQLiteError && /^SQLITE_(BUSY|LOCKED)/.test(reason)) {
    return new StorageOpenError(`${path} is held by another program: end it and start again`, cause);
  }
  if (/^(SQLITE_FULL|ENOSPC)/.test(reason)) {
    return new StorageOpenError(`${path} cannot be written, the disk is full: make room and start again`, cause);
  }
  return new StorageOpenError(
    `${path} cannot be opened (${reason}): give the user that runs Dragoman the right to read and write it`,
    cause,
  );
}

function damaged(path: string, finding: string, cause?: unknown): StorageOpenError {
  return new StorageOpenError(
    `${path} is damaged (${finding}): move it away together with its -wal and -shm files, and restore a backup`,
    cause,
  );
}

/** The program carries a sound SQLite on Linux and Windows; on macOS it uses the system's. */
function warnOfFaultyLibrary(database: Database, log: (message: string) => void): void {
  const version = database.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version ?? "";
  if (!hasWalResetFault(version)) return;
  log(
    `this system's SQLite ${version} can damage a database that two programs write at once (repaired in 3.51.3): ` +
      `open ${database.filename} with nothing else while the server runs`,
  );
}

/** Whether this SQLite has the fault of 3.7.0 to 3.51.2 in resetting the write-ahead log. */
export function hasWalResetFault(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (major !== 3 || minor < 7) return false;
  return minor < 51 || (minor === 51 && patch <= 2);
}
