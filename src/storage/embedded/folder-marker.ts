/**
 * What the data folder knows of its database, in a file of its own: which one it is, and how far it has come. A database
 * that is gone, emptied, exchanged or older than that is noticed, and not taken for a new or a whole one. The sum of a record tells damage;
 * it is no signature, since whoever may write the folder may write both files.
 */
import { Database, constants as sqlite } from "bun:sqlite";
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { OperatorError } from "#core/errors.ts";
import { reasonOf, StorageOpenError, syncFolder } from "./data-folder.ts";

export const MARKER_FILE = "dragoman.marker";

/** How far a database has come: both only grow, and every commit that changes something makes one of them grow. */
export interface Progress {
  /** The highest entry of the ledger. */
  readonly entry: number;
  /** Commits that changed something else. */
  readonly change: number;
}

export interface Mark extends Progress {
  /** Of the database: 32 hexadecimal digits. A copy of it has the same. */
  readonly id: string;
}

/** What lies in a data folder, against what its marker says. */
export type FolderState =
  /** Neither a database nor a marker: nothing was here, or all of it is gone. */
  | { readonly kind: "new" }
  /** A database without a marker: of an older version, or copied here. */
  | { readonly kind: "unmarked" }
  | { readonly kind: "whole" }
  /** The database cannot be read; opening it says why. */
  | { readonly kind: "damaged"; readonly found: string }
  | { readonly kind: "lost"; readonly found: string };

/** The data folder had more than is in it now. Nothing in it was changed. */
export class DataLostError extends OperatorError {
  constructor(found: string) {
    super("data_lost", `${found}. What is missing is lost unless it is put back: ${WHAT_TO_DO}`);
  }
}

const WHAT_TO_DO =
  "keep a copy of the folder, then put the files back, or restore the last backup into a new folder; " +
  '"dragoman serve --accept-loss" gives up what is missing and goes on with what is there';

const MAGIC = 0x4d4d4744;
/** Counts up with every change of what is written here. */
const FORMAT = 1;
const [ID_AT, ENTRY_AT, CHANGE_AT, SUM_AT, RECORD_BYTES] = [8, 24, 32, 40, 48] as const;
/** Two records in turn, in blocks of their own: whatever a power cut leaves of one, the other is whole. */
const SLOTS_AT = [0, 4_096] as const;
const OWNER_ONLY = 0o600;

/** Looks, and changes nothing. While a server works on the folder, too: the marker is read first, and never ahead of the database. */
export function lookAtFolder(dataDir: string, databaseFile: string): FolderState {
  const path = join(dataDir, databaseFile);
  const markerPath = join(dataDir, MARKER_FILE);
  // Whatever else is wrong with the folder, opening it says so.
  if (!existsSync(dataDir)) return { kind: "new" };
  const marker = readMarker(markerPath);
  const size = lstatSync(path, { throwIfNoEntry: false })?.size;
  if (marker === "none") return { kind: size === undefined || size === 0 ? "new" : "unmarked" };
  if (marker === "unreadable") {
    return { kind: "lost", found: `${markerPath} is damaged: nobody can tell whether ${path} is all that it was` };
  }
  const had = `${markerPath} says that it had ${worded(marker)}`;
  if (size === undefined) return { kind: "lost", found: `${path} is gone, and ${had}` };
  if (size === 0) return { kind: "lost", found: `${path} is empty, and ${had}` };
  try {
    const found = markIn(path);
    if (found?.id !== marker.id) return { kind: "lost", found: `${path} is not the database that was here` };
    if (found.entry >= marker.entry && found.change >= marker.change) return { kind: "whole" };
    return { kind: "lost", found: `${path} is older than it was: it has ${worded(found)}, and ${had}` };
  } catch (cause) {
    return { kind: "damaged", found: `${path} cannot be read (${reasonOf(cause)})` };
  }
}

/** What an opened database says of itself; null where it is none of ours, or of an older version. */
export function markOf(database: Database): Mark | null {
  const tables = "SELECT count(*) AS count FROM sqlite_schema WHERE name IN ('identity', 'counters', 'ledger_entries')";
  if (database.query<{ count: number }, []>(tables).get()?.count !== 3) return null;
  const written = "(SELECT value FROM counters WHERE name = 'change')";
  const isNoting = database.query("SELECT name FROM sqlite_schema WHERE name = 'journal'").get() !== null;
  const change = isNoting ? `max(${written}, (SELECT ifnull(max(change), 0) FROM journal))` : written;
  return database
    .query<Mark, []>(
      `SELECT id, (SELECT ifnull(max(id), 0) FROM ledger_entries) AS entry, ${change} AS change FROM identity`,
    )
    .get();
}

/** The marker of an opened folder, advanced after every commit: behind the database by a moment, never ahead of it. */
export class FolderMarker {
  readonly #descriptor: number;
  readonly #record: Uint8Array;
  #slot: number;

  private constructor(descriptor: number, record: Uint8Array, slot: number) {
    this.#descriptor = descriptor;
    this.#record = record;
    this.#slot = slot;
  }

  /** Marks the folder with what its database is now. Throws a StorageOpenError where that cannot be written. */
  static open(dataDir: string, mark: Mark): FolderMarker {
    const path = join(dataDir, MARKER_FILE);
    try {
      makeMarker(dataDir, mark);
      const descriptor = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW);
      return new FolderMarker(descriptor, recordOf(mark), 1);
    } catch (cause) {
      throw new StorageOpenError(
        `${path} cannot be written (${reasonOf(cause)}): make room, or give the right to write there`,
        cause,
      );
    }
  }

  /** Called when the commit is on disk. One small write and no sync: after a power cut the marker may be the older one. */
  advance({ entry, change }: Progress): void {
    const view = viewOf(this.#record);
    view.setFloat64(ENTRY_AT, entry, true);
    view.setFloat64(CHANGE_AT, change, true);
    seal(this.#record);
    writeSync(this.#descriptor, this.#record, 0, RECORD_BYTES, SLOTS_AT[this.#slot]);
    this.#slot = 1 - this.#slot;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Whole or not at all, also through a power cut: an empty marker would be taken for a damaged one. */
export function makeMarker(dataDir: string, mark: Mark): void {
  const path = join(dataDir, MARKER_FILE);
  if (Bun.deepEquals(readMarker(path), mark)) return;
  const unfinished = `${path}.new`;
  // Of a killed process, or a link that somebody put there: never written through.
  rmSync(unfinished, { force: true });
  const descriptor = openSync(unfinished, "wx", OWNER_ONLY);
  try {
    const record = recordOf(mark);
    for (const at of SLOTS_AT) writeSync(descriptor, record, 0, RECORD_BYTES, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, path);
  syncFolder(dataDir);
}

/** Which database a folder has. Throws a StorageOpenError where it has none, or none that says so. */
export function identityOf(dataDir: string, databaseFile: string): string {
  const path = join(dataDir, databaseFile);
  const id = existsSync(path) ? markIn(path)?.id : undefined;
  if (id !== undefined) return id;
  throw new StorageOpenError(`${path} is not there, or of an older version: start the server on it once`);
}

function markIn(path: string): Mark | null {
  // What a killed server left in the log is read without being taken up. Where there is no log, SQLite would make one.
  const isAlone = !existsSync(`${path}-wal`);
  using database = isAlone
    ? new Database(`${pathToFileURL(path).href}?immutable=1`, sqlite.SQLITE_OPEN_READONLY | sqlite.SQLITE_OPEN_URI)
    : new Database(path, { readonly: true });
  return markOf(database);
}

function readMarker(path: string): Mark | "none" | "unreadable" {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return "none";
  if (!stat.isFile()) return "unreadable";
  const content = readFileSync(path);
  const marks = SLOTS_AT.flatMap((at) => markFrom(content.subarray(at, at + RECORD_BYTES)) ?? []);
  const [newest] = marks.sort((one, other) => other.entry + other.change - (one.entry + one.change));
  return newest ?? "unreadable";
}

function recordOf({ id, entry, change }: Mark): Uint8Array {
  const record = new Uint8Array(RECORD_BYTES);
  const view = viewOf(record);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, FORMAT, true);
  record.set(Buffer.from(id, "hex"), ID_AT);
  view.setFloat64(ENTRY_AT, entry, true);
  view.setFloat64(CHANGE_AT, change, true);
  seal(record);
  return record;
}

function markFrom(record: Uint8Array): Mark | null {
  if (record.length !== RECORD_BYTES) return null;
  const view = viewOf(record);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== FORMAT) return null;
  if (view.getBigUint64(SUM_AT, true) !== sumOf(record)) return null;
  const id = Buffer.from(record.subarray(ID_AT, ENTRY_AT)).toString("hex");
  return { id, entry: view.getFloat64(ENTRY_AT, true), change: view.getFloat64(CHANGE_AT, true) };
}

function seal(record: Uint8Array): void {
  viewOf(record).setBigUint64(SUM_AT, sumOf(record), true);
}

function sumOf(record: Uint8Array): bigint {
  return Bun.hash.xxHash64(record.subarray(0, SUM_AT));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function worded({ entry, change }: Progress): string {
  return `${entry} ledger ${entry === 1 ? "entry" : "entries"} and ${change} other ${change === 1 ? "change" : "changes"}`;
}
