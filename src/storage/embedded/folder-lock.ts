import { Database, SQLiteError } from "bun:sqlite";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "#core/errors.ts";
import { ensureDataFolder, reasonOf, StorageOpenError } from "./data-folder.ts";

/** Another process works in the data folder. Try again when it has ended. */
export class FolderLockedError extends OperatorError {
  constructor(message: string) {
    super("folder_in_use", message);
  }
}

export interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder, creating it where needed, for as long as this process lives: the lock is one that the operating
 * system drops with the process, `kill -9` included. `holder` is what the next one is told, beside the process id.
 * Throws a FolderLockedError when it is taken, a StorageOpenError when the folder cannot be used.
 */
export function lockFolder(dataDir: string, holder = "dragoman serve"): FolderLock {
  ensureDataFolder(dataDir);
  const notePath = join(dataDir, "lock.json");
  const database = takeLock(dataDir, notePath);
  try {
    const note = { pid: process.pid, started_at: new Date().toISOString(), what: holder };
    // Of a killed process, or a link that somebody put there: never written through.
    rmSync(`${notePath}.new`, { force: true });
    writeFileSync(`${notePath}.new`, `${JSON.stringify(note)}\n`, { flag: "wx", mode: 0o600 });
    renameSync(`${notePath}.new`, notePath);
  } catch (cause) {
    database.close();
    throw new StorageOpenError(
      `${notePath} cannot be written (${reasonOf(cause)}): make room, or give the right to`,
      cause,
    );
  }
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      // The note first: once the lock is gone the note may be another process's. The lock's own file stays, since
      // deleting it would let two processes lock two files of the same name.
      rmSync(notePath, { force: true });
      database.close();
    },
  };
}

/** SQLite's file locks are the ones that work on every system we run on, and inside one process too. */
function takeLock(dataDir: string, notePath: string): Database {
  const path = join(dataDir, "dragoman.lock");
  let database: Database | undefined;
  try {
    writeFileSync(path, "", { flag: "a", mode: 0o600 });
    database = new Database(path, { readwrite: true });
    database.run("PRAGMA journal_mode = MEMORY");
    database.run("PRAGMA locking_mode = EXCLUSIVE");
    database.run("BEGIN EXCLUSIVE");
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof SQLiteError && cause.code?.startsWith("SQLITE_BUSY")) {
      throw new FolderLockedError(
        `the data folder ${dataDir} is in use by ${holderOf(notePath)}: stop that process, or choose another folder with --data`,
      );
    }
    throw new StorageOpenError(
      `the lock file ${path} cannot be used (${reasonOf(cause)}): ` +
        "give the user that runs Dragoman the right to write it, or delete it while no server runs",
      cause,
    );
  }
}

function holderOf(notePath: string): string {
  try {
    const note: { pid?: unknown; started_at?: unknown; what?: unknown } = JSON.parse(readFileSync(notePath, "utf8"));
    return `"${note.what}" (process ${note.pid}, since ${note.started_at})`;
  } catch {
    // The holder took the lock a moment ago and has not written its note, or somebody deleted it.
    return "another process";
  }
}
