import { createHash } from "node:crypto";
import {
  constants as accessModes,
  accessSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import {
  type BackedUpFile,
  BackupError,
  type Manifest,
  manifestLine,
  SETTINGS_FILE,
  trailerOf,
} from "./backup-format.ts";
import { reasonOf, syncFolder } from "./data-folder.ts";
import { DATABASE_FILE } from "./database.ts";
import { encrypted, type Recipients } from "./encryption.ts";
import { FileWorkError, workOnFile } from "./file-worker-client.ts";
import { DataLostError, lookAtFolder } from "./folder-marker.ts";
import { QUERY_LOG_FILE } from "./query-log.ts";
import { removeAbandoned, workingFile } from "./working-files.ts";

export interface BackupProgress {
  readonly step:
    | "copying the database"
    | "adding it up"
    | "compressing"
    | "decrypting"
    | "unpacking"
    | "writing the log over it"
    | "checking the database";
  /** Bytes that are done, of so many; a copy may end with fewer than were expected. */
  readonly done: number;
  readonly of: number;
}

export interface BackupOptions {
  readonly dataDir: string;
  /** The file to be made. Absolute. */
  readonly file: string;
  /** Whether a file that is there already gives way. */
  readonly replaces: boolean;
  /** Whether what apps have logged of their questions goes with it. */
  readonly withQueryLog: boolean;
  /** To whom it is encrypted; null where everybody who has the file may read it. */
  readonly recipients: Recipients | null;
  /** The version of this program. */
  readonly program: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** Nothing is left behind when it is aborted. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BackupProgress) => void;
  /** Told of the files that a killed backup had left beside this one, which are gone. */
  readonly onRemoved: (paths: readonly string[]) => void;
}

export interface Receipt {
  readonly bytes: number;
  /** Of the whole file: what `sha256sum` says. */
  readonly sha256: string;
  readonly manifest: Manifest;
}

const CHUNK_BYTES = 1_048_576;
const COPY_LOOK_MS = 200;
/** Nobody but the owner: signing keys and the hashes of API keys are in it. */
const OWNER_ONLY = 0o600;

interface Source extends BackedUpFile {
  readonly path: string;
}

/**
 * Makes one consistent file of database and settings, while a server works on the folder or not: it reads as any other
 * connection does, and holds up no writer. The indexes and the unpacked libraries are made again by whoever needs them.
 * Throws a BackupError; `file` is there whole or not at all, and nothing else is left.
 */
export async function takeBackup(options: BackupOptions): Promise<Receipt> {
  const { dataDir, file, replaces, program, createdAt, signal, onRemoved } = options;
  const database = join(dataDir, DATABASE_FILE);
  refuseForeignFolder(dataDir);
  refuseLost(dataDir);
  if (!existsSync(database))
    throw new BackupError(`there is no database in ${dataDir}: name another folder with --data`);
  refuseExisting(file, replaces);
  // What only the owner may read is not written where the backup goes, not even for a moment.
  const copiedTo = options.recipients === null ? file : database;
  onRemoved(removeAbandoned(dirname(file)));
  refuseSmallDisk(copiedTo, statSync(database).size);
  const copy = workingFile(copiedTo, "copy");
  const logCopy = `${copy}-log`;
  const unfinished = workingFile(file, "unfinished");
  try {
    const schema = await copied(database, copy, options);
    const settings = join(dataDir, SETTINGS_FILE);
    const sources = [await measured(copy, DATABASE_FILE, options)];
    if (existsSync(settings)) sources.push(await measured(settings, SETTINGS_FILE, options));
    const queryLog = join(dataDir, QUERY_LOG_FILE);
    if (options.withQueryLog && existsSync(queryLog)) {
      await copied(queryLog, logCopy, options);
      sources.push(await measured(logCopy, QUERY_LOG_FILE, options));
    }
    const files = sources.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
    const manifest = { createdAt, program, schema, files };
    const written = await write(unfinished, manifest, sources, options);
    refuseExisting(file, replaces);
    signal.throwIfAborted();
    renameSync(unfinished, file);
    syncFolder(dirname(file));
    return { ...written, manifest };
  } catch (cause) {
    throw worded(cause, file, signal);
  } finally {
    // The log of the copy, too, should SQLite have been stopped in the middle of it.
    for (const path of [copy, `${copy}-journal`, logCopy, `${logCopy}-journal`, unfinished])
      rmSync(path, { force: true });
  }
}

/** Throws a BackupError when fewer than `bytes` are free where `path` is to be. */
export function refuseSmallDisk(path: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  if (free >= bytes) return;
  // Rounded apart, never to the same number.
  const [left, needed] = [Math.floor(free / 1e6), Math.ceil(bytes / 1e6)];
  throw new BackupError(
    `${dirname(path)} has ${left} MB left, and at least ${needed} MB are needed: make room, or choose another disk`,
  );
}

/** The pieces of a file, each added to `hash`. */
export async function* piecesOf(path: string, onRead: (piece: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES);
    if (bytesRead === 0) return;
    const piece = buffer.subarray(0, bytesRead);
    onRead(piece);
    yield piece;
  }
}

/** Copies the database and returns the version of its schema. */
async function copied(database: string, copy: string, { signal, onProgress }: BackupOptions): Promise<number> {
  // SQLite takes an empty file as it is, and would make one that everybody may read.
  closeSync(openSync(copy, "wx", OWNER_ONLY));
  const of = statSync(database).size;
  const looking = setInterval(() => {
    onProgress({ step: "copying the database", done: sizeOf(copy), of });
  }, COPY_LOOK_MS);
  try {
    const { schema } = await workOnFile<{ readonly schema: number }>({ work: "copy", database, copy }, signal);
    return schema;
  } catch (cause) {
    throw cause instanceof FileWorkError ? copyFailure(database, cause) : cause;
  } finally {
    clearInterval(looking);
  }
}

function copyFailure(database: string, cause: FileWorkError): BackupError {
  const { code, message } = cause;
  if (code.startsWith("SQLITE_FULL")) return new BackupError(DISK_FULL, cause);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return new BackupError(`${database} is damaged (${message}): "dragoman doctor" says what to do`, cause);
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return new BackupError(`${database} is held by another program: end it and try again`, cause);
  }
  const reason = code === "" ? message : `${code}: ${message}`;
  return new BackupError(`${database} cannot be copied (${reason}): run this as the user that runs the server`, cause);
}

async function measured(path: string, name: string, { signal, onProgress }: BackupOptions): Promise<Source> {
  const hash = createHash("sha256");
  const of = statSync(path).size;
  let bytes = 0;
  for await (const piece of piecesOf(path, (piece) => hash.update(piece))) {
    signal.throwIfAborted();
    bytes += piece.length;
    onProgress({ step: "adding it up", done: bytes, of });
  }
  return { path, name, bytes, sha256: hash.digest("hex") };
}

async function write(
  path: string,
  manifest: Manifest,
  sources: readonly Source[],
  { recipients, signal, onProgress }: BackupOptions,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const target = openSync(path, "wx", OWNER_ONLY);
  try {
    // What `sha256sum` says of all of it is worth more to people than the sum in the last line, which is of what stands before.
    const whole = createHash("sha256");
    let bytes = 0;
    const of = sources.reduce((sum, source) => sum + source.bytes, 0);
    let done = 0;
    const pieces = allPiecesOf(sources, ({ length }) => {
      done += length;
      onProgress({ step: "compressing", done, of });
    });
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    await pipeline(
      Readable.from(pieces, { objectMode: false }),
      compress,
      async (compressed: AsyncIterable<Uint8Array>) => {
        const backup = framed(manifest, compressed);
        for await (const piece of recipients ? encrypted(backup, recipients) : backup) {
          writeWhole(target, piece);
          whole.update(piece);
          bytes += piece.length;
        }
      },
      { signal },
    );
    fsyncSync(target);
    return { bytes, sha256: whole.digest("hex") };
  } finally {
    closeSync(target);
  }
}

/** The first line, the stream, and the last line. */
async function* framed(manifest: Manifest, compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  const first = Buffer.from(manifestLine(manifest));
  hash.update(first);
  yield first;
  for await (const piece of compressed) {
    hash.update(piece);
    yield piece;
  }
  yield Buffer.from(trailerOf(hash.digest("hex")));
}

/** Throws when a file is no longer what was measured: the settings may be edited at any moment. */
async function* allPiecesOf(sources: readonly Source[], onRead: (piece: Uint8Array) => void) {
  for (const { path, name, sha256 } of sources) {
    const hash = createHash("sha256");
    yield* piecesOf(path, (piece) => {
      hash.update(piece);
      onRead(piece);
    });
    if (hash.digest("hex") !== sha256) throw new BackupError(`${name} changed while it was being copied: try again`);
  }
}

function writeWhole(descriptor: number, piece: Uint8Array): void {
  for (let rest = piece; rest.length > 0; ) rest = rest.subarray(writeSync(descriptor, rest));
}

/** A backup of what is left would take the place of one that has all of it. */
function refuseLost(dataDir: string): void {
  const state = lookAtFolder(dataDir, DATABASE_FILE);
  if (state.kind === "lost") throw new DataLostError(state.found);
}

/** What another user may not see would be said not to be there. */
function refuseForeignFolder(dataDir: string): void {
  try {
    accessSync(dataDir, accessModes.R_OK | accessModes.X_OK);
  } catch (cause) {
    const reason = reasonOf(cause);
    if (reason === "ENOENT") return;
    throw new BackupError(`${dataDir} cannot be opened (${reason}): run this as the user that runs the server`, cause);
  }
}

function refuseExisting(file: string, replaces: boolean): void {
  if (!existsSync(dirname(file))) {
    throw new BackupError(`there is no folder ${dirname(file)} for ${basename(file)}: make it first, or name another`);
  }
  if (!existsSync(file)) return;
  if (!statSync(file).isFile()) throw new BackupError(`${file} is no file: name one that does not exist yet`);
  if (!replaces) {
    throw new BackupError(`${file} exists already: name another file, or let it be replaced with --force`);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const DISK_FULL = "the disk is full: make room, or choose another disk; nothing was left on it";

function worded(cause: unknown, file: string, signal: AbortSignal): unknown {
  if (signal.aborted) return new BackupError("stopped: nothing was written", cause);
  if (cause instanceof BackupError) return cause;
  const reason = reasonOf(cause);
  if (reason === "ENOSPC" || reason === "EDQUOT") return new BackupError(DISK_FULL, cause);
  return new BackupError(`${file} cannot be written (${reason}): give the right to, or choose another place`, cause);
}
