import { Database, SQLiteError } from "bun:sqlite";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "#core/errors.ts";
import type { Log } from "#core/log.ts";
import { ensureDataFolder, reasonOf, StorageOpenError } from "./data-folder.ts";

/** What a holder of the folder calls itself. */
export const SERVER = "dragoman serve";
export const COMMAND = "a dragoman command";

/** What is written beside the lock, for whoever finds it taken. */
interface Note {
  readonly pid: number;
  readonly started_at: string;
  readonly what: string;
  /** Of a server that does not take commands yet. */
  readonly is_starting?: true;
}

/**
 * Another process works in the data folder: `folder_starting` for a server that will take commands in a moment, else
 * `folder_in_use`. Try again when it has, or has ended.
 */
export class FolderLockedError extends OperatorError {
  /** As the holder calls itself; null when it took the lock a moment ago, and has not said it yet. */
  readonly holder: string | null;
  /** Its process; null as `holder`. */
  readonly pid: number | null;

  constructor(dataDir: string, note: Note | null) {
    const holder = note ? `"${note.what}" (process ${note.pid}, since ${note.started_at})` : "another process";
    const advice = "stop that process, or choose another folder with --data";
    super(
      note?.is_starting ? "folder_starting" : "folder_in_use",
      `the data folder ${dataDir} is in use by ${holder}: ${advice}`,
    );
    this.holder = note?.what ?? null;
    this.pid = note?.pid ?? null;
  }
}

export interface FolderLock {
  /** Said by a server when it takes commands: until then whoever finds the folder taken is told that it is starting. */
  started(): void;
  release(): void;
}

/** Locks of this process. One that nobody held on to would be closed with what is no longer used, and the folder be free while somebody works in it. */
const HELD = new Set<Database>();

/** How long a server waits for a command that works on the folder: some ask a model thousands of questions. */
const COMMAND_MS_MAX = 600_000;
/** How long a process that has the lock may take to say who it is. */
const NOTE_MS_MAX = 3_000;
const LOOK_MS = 50;

/**
 * Takes the folder for a server, as `lockFolder` does. Nobody who starts a server can know of the commands of others, so one that
 * works on the folder is waited for, which is logged; another server is not.
 */
export async function lockFolderForServer(
  dataDir: string,
  { log, signal }: { readonly log: Log; readonly signal?: AbortSignal | undefined },
): Promise<FolderLock> {
  const begun = performance.now();
  for (let isTold = false; ; ) {
    try {
      return takeFolder(dataDir, SERVER, { isStarting: true });
    } catch (failure) {
      if (!(failure instanceof FolderLockedError) || signal?.aborted) throw failure;
      if (performance.now() - begun > patienceMs(failure.holder)) throw failure;
      if (failure.holder === COMMAND && !isTold) {
        log(`a command works on ${dataDir}: the server starts when that has ended`);
        isTold = true;
      }
    }
    await Bun.sleep(LOOK_MS);
  }
}

function patienceMs(holder: string | null): number {
  if (holder === null) return NOTE_MS_MAX;
  return holder === COMMAND ? COMMAND_MS_MAX : 0;
}

/**
 * Takes the data folder, creating it where needed, for as long as this process lives: the lock is one that the operating
 * system drops with the process, `kill -9` included. `holder` is what the next one is told, beside the process id.
 * Throws a FolderLockedError when it is taken, a StorageOpenError when the folder cannot be used.
 */
export function lockFolder(dataDir: string, holder = SERVER): FolderLock {
  return takeFolder(dataDir, holder, { isStarting: false });
}

function takeFolder(dataDir: string, what: string, { isStarting }: { readonly isStarting: boolean }): FolderLock {
  ensureDataFolder(dataDir);
  const notePath = join(dataDir, "lock.json");
  const database = takeLock(dataDir, notePath);
  const note = { pid: process.pid, started_at: new Date().toISOString(), what };
  try {
    writeNote(notePath, isStarting ? { ...note, is_starting: true } : note);
  } catch (failure) {
    database.close();
    throw failure;
  }
  HELD.add(database);
  return {
    started() {
      if (HELD.has(database)) writeNote(notePath, note);
    },
    release() {
      if (!HELD.delete(database)) return;
      // The note first: once the lock is gone the note may be another process's. The lock's own file stays, since
      // deleting it would let two processes lock two files of the same name.
      rmSync(notePath, { force: true });
      database.close();
    },
  };
}

function writeNote(path: string, note: Note): void {
  try {
    // Of a killed process, or a link that somebody put there: never written through.
    rmSync(`${path}.new`, { force: true });
    writeFileSync(`${path}.new`, `${JSON.stringify(note)}\n`, { flag: "wx", mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (cause) {
    throw new StorageOpenError(
      `${path} cannot be written (${reasonOf(cause)}): make room, or give the right to`,
      cause,
    );
  }
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
      throw new FolderLockedError(dataDir, readNote(notePath));
    }
    throw new StorageOpenError(
      `the lock file ${path} cannot be used (${reasonOf(cause)}): ` +
        "give the user that runs Dragoman the right to write it, or delete it while no server runs",
      cause,
    );
  }
}

function readNote(path: string): Note | null {
  try {
    const note: { readonly [Name in keyof Note]?: unknown } = JSON.parse(readFileSync(path, "utf8"));
    return {
      pid: Number(note.pid),
      started_at: String(note.started_at),
      what: String(note.what),
      ...(note.is_starting === true && { is_starting: true }),
    };
  } catch {
    // The holder took the lock a moment ago and has not written its note, or somebody deleted it.
    return null;
  }
}
