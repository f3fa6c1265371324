import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { type BackupProgress, piecesOf, type Receipt, refuseSmallDisk } from "./backup.ts";
import {
  type BackedUpFile,
  BackupError,
  damaged,
  foreign,
  MANIFEST_BYTES_MAX,
  type Manifest,
  parseManifest,
  parseTrailer,
  TRAILER_BYTES,
} from "./backup-format.ts";
import { reasonOf } from "./data-folder.ts";
import { problemsOf } from "./database.ts";
import { decrypted, type Identities, isArmored, isEncrypted } from "./encryption.ts";
import { type Mark, markOf } from "./folder-marker.ts";
import { schemaVersionOf } from "./migrations.ts";
import { makeEmptyFolder, putInPlace, removeIfEmpty, unfinishedIn } from "./restored-folder.ts";

export interface RestoreOptions {
  /** The backup. */
  readonly file: string;
  /** Absolute. Made where needed; must be empty otherwise. */
  readonly dataDir: string;
  /** What opens it; null where no key was named. */
  readonly identities: Identities | null;
  /** Nothing is left behind when it is aborted. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BackupProgress) => void;
  /** Told of the files that a killed restore had left in the folder, which are gone. */
  readonly onRemoved: (paths: readonly string[]) => void;
}

/** Where the parts of a backup lie. */
interface Layout {
  /** Where it is read: the backup itself, or what was decrypted of it. */
  readonly path: string;
  readonly manifest: Manifest;
  /** Where the stream of the files begins, and where it ends. */
  readonly start: number;
  readonly end: number;
  /** What the last line says. */
  readonly sha256: string;
}

const OWNER_ONLY = 0o600;
/** What was decrypted, until it is unpacked. */
const PLAIN_NAME = "backup";
/** Enough to tell what it is. */
const BEGINNING_BYTES = 64;

/**
 * Puts what is in a backup into an empty folder. The schema stays as it was: the first start brings it up to date.
 * Throws a BackupError for a file that is damaged, foreign or of a newer program, and for a folder that is not empty; the
 * folder then is as it was.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Receipt> {
  const { file, dataDir, signal, onRemoved } = options;
  const isSealed = refuseWrongKey(options);
  // Of one that anybody can read it is known before the folder is touched.
  if (!isSealed) layoutOf(file, file);
  const isNew = !existsSync(dataDir);
  makeEmptyFolder(dataDir, onRemoved);
  const unfinished = (name: string) => unfinishedIn(dataDir, name);
  const plain = unfinished(PLAIN_NAME);
  let names: readonly string[] = [];
  try {
    const sealed = isSealed ? await opened(options, plain) : null;
    const layout = layoutOf(sealed ? plain : file, file);
    names = layout.manifest.files.map(({ name }) => name);
    refuseSmallDisk(unfinished(""), total(layout.manifest.files));
    const receipt = await unpacked(layout, options, unfinished);
    const mark = checkedDatabase(unfinished(names[0] ?? ""), layout.manifest, options);
    signal.throwIfAborted();
    putInPlace(dataDir, names, mark);
    return { ...receipt, ...sealed };
  } catch (cause) {
    for (const name of names) rmSync(unfinished(name), { force: true });
    rmSync(plain, { force: true });
    if (isNew) removeIfEmpty(dataDir);
    throw wordedRestore(cause, options);
  } finally {
    rmSync(plain, { force: true });
  }
}

/** Whether it is encrypted, and can be opened with the keys that are there. Throws a BackupError where it cannot. */
function refuseWrongKey({ file, identities }: RestoreOptions): boolean {
  const descriptor = openedFile(file);
  try {
    if (!fstatSync(descriptor).isFile()) throw foreign(file);
    const beginning = readAt(descriptor, 0, BEGINNING_BYTES);
    if (isArmored(beginning)) {
      throw new BackupError(
        `${file} is encrypted and written as text: "age --decrypt" with the key makes a backup of it`,
      );
    }
    const isSealed = isEncrypted(beginning);
    if (isSealed && identities === null) {
      throw new BackupError(`${file} is encrypted: name the file of the secret key with --key`);
    }
    if (!isSealed && identities !== null) throw new BackupError(`${file} is not encrypted: leave out --key`);
    return isSealed;
  } finally {
    closeSync(descriptor);
  }
}

/** Decrypts it into `path`, and measures what was read. */
async function opened({ file, identities, signal, onProgress }: RestoreOptions, path: string) {
  if (identities === null) throw new TypeError("no key to decrypt with");
  const of = statSync(file).size;
  refuseSmallDisk(path, of);
  const hash = createHash("sha256");
  let bytes = 0;
  const sealed = piecesOf(file, (piece) => {
    hash.update(piece);
    bytes += piece.length;
    onProgress({ step: "decrypting", done: bytes, of });
  });
  const target = openSync(path, "wx", OWNER_ONLY);
  try {
    for await (const piece of decrypted(sealed, identities, file)) {
      signal.throwIfAborted();
      for (let left = piece; left.length > 0; ) left = left.subarray(writeSync(target, left));
    }
  } finally {
    closeSync(target);
  }
  return { bytes, sha256: hash.digest("hex") };
}

function layoutOf(path: string, file: string): Layout {
  const descriptor = openedFile(path);
  try {
    if (!fstatSync(descriptor).isFile()) throw foreign(file);
    const head = readAt(descriptor, 0, MANIFEST_BYTES_MAX);
    const start = head.indexOf("\n") + 1;
    if (start === 0) throw foreign(file);
    const manifest = parseManifest(head.toString("utf8", 0, start), file);
    const end = fstatSync(descriptor).size - TRAILER_BYTES;
    if (end < start) throw damaged(file, "it ends after its first line");
    const sha256 = parseTrailer(readAt(descriptor, end, TRAILER_BYTES).toString("latin1"), file);
    return { path, manifest, start, end, sha256 };
  } finally {
    closeSync(descriptor);
  }
}

function openedFile(file: string): number {
  try {
    return openSync(file, "r");
  } catch (cause) {
    const reason = reasonOf(cause);
    if (reason === "ENOENT") throw new BackupError(`there is no file ${file}`, cause);
    throw new BackupError(`${file} cannot be read (${reason}): give the user that runs this the right to`, cause);
  }
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
}

/** Writes the files under unfinished names, and compares every sum. */
async function unpacked(
  { path, manifest, start, end, sha256 }: Layout,
  { file, signal, onProgress }: RestoreOptions,
  pathOf: (name: string) => string,
): Promise<Receipt> {
  const beforeTrailer = createHash("sha256");
  const whole = createHash("sha256");
  let position = 0;
  const compressed = compressedPieces(path, start, end, (piece) => {
    whole.update(piece);
    beforeTrailer.update(piece.subarray(0, Math.max(0, end - position)));
    position += piece.length;
  });
  const of = total(manifest.files);
  const sink = new UnpackedFiles(file, manifest.files, pathOf);
  try {
    await pipeline(
      Readable.from(compressed, { objectMode: false }),
      createZstdDecompress(),
      async (pieces: AsyncIterable<Uint8Array>) => {
        for await (const piece of pieces) onProgress({ step: "unpacking", done: sink.take(piece), of });
      },
      { signal },
    );
    if (beforeTrailer.digest("hex") !== sha256) throw damaged(file, "its SHA-256 is not the one in its last line");
    sink.finish();
  } finally {
    sink.close();
  }
  return { bytes: end + TRAILER_BYTES, sha256: whole.digest("hex"), manifest };
}

/** The stream of the files; `onRead` gets all of the file, in order. */
async function* compressedPieces(file: string, start: number, end: number, onRead: (piece: Uint8Array) => void) {
  let position = 0;
  for await (const piece of piecesOf(file, onRead)) {
    const from = Math.max(0, start - position);
    const to = Math.min(piece.length, end - position);
    position += piece.length;
    if (from < to) yield piece.subarray(from, to);
  }
}

/** Files out of one stream, as long as the manifest says each is. */
class UnpackedFiles {
  readonly #backup: string;
  readonly #pathOf: (name: string) => string;
  readonly #files: readonly BackedUpFile[];
  #index = 0;
  #descriptor: number | null = null;
  #hash = createHash("sha256");
  #inFile = 0;
  #done = 0;

  constructor(backup: string, files: readonly BackedUpFile[], pathOf: (name: string) => string) {
    this.#backup = backup;
    this.#files = files;
    this.#pathOf = pathOf;
  }

  /** Returns how many bytes were taken so far. Throws a BackupError at the first that are too many. */
  take(piece: Uint8Array): number {
    let rest = piece;
    while (rest.length > 0) {
      const file = this.#files[this.#index];
      if (!file) throw damaged(this.#backup, "there is more in it than its first line says");
      this.#descriptor ??= openSync(this.#pathOf(file.name), "wx", OWNER_ONLY);
      const part = rest.subarray(0, file.bytes - this.#inFile);
      for (let left = part; left.length > 0; ) left = left.subarray(writeSync(this.#descriptor, left));
      this.#hash.update(part);
      this.#inFile += part.length;
      this.#done += part.length;
      rest = rest.subarray(part.length);
      if (this.#inFile === file.bytes) this.#endFile(file);
    }
    return this.#done;
  }

  /** Throws a BackupError when something is missing. */
  finish(): void {
    for (const file of this.#files.slice(this.#index)) {
      if (file.bytes > this.#inFile) throw damaged(this.#backup, `${file.name} is not whole`);
      this.#descriptor ??= openSync(this.#pathOf(file.name), "wx", OWNER_ONLY);
      this.#endFile(file);
    }
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #endFile({ name, sha256 }: BackedUpFile): void {
    if (this.#hash.digest("hex") !== sha256) throw damaged(this.#backup, `the SHA-256 of ${name} is another`);
    if (this.#descriptor !== null) fsyncSync(this.#descriptor);
    this.close();
    this.#index += 1;
    this.#inFile = 0;
    this.#hash = createHash("sha256");
  }
}

/** What was backed up may have been damaged before. Returns what the database says of itself. */
export function checkedDatabase(
  path: string,
  { schema }: Pick<Manifest, "schema">,
  { file, onProgress }: Pick<RestoreOptions, "file" | "onProgress">,
): Mark | null {
  const of = statSync(path).size;
  onProgress({ step: "checking the database", done: 0, of });
  using database = new Database(path, { readonly: true });
  const [problem] = problemsOf(database);
  if (problem !== undefined) throw damaged(file, `the database in it: ${problem}`);
  if (schemaVersionOf(database) !== schema) throw damaged(file, "the database in it has another schema version");
  onProgress({ step: "checking the database", done: of, of });
  return markOf(database);
}

function total(files: readonly BackedUpFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** What went wrong in a restore, for whoever asked for it. */
export function wordedRestore(
  cause: unknown,
  { file, dataDir, signal }: Pick<RestoreOptions, "file" | "dataDir" | "signal">,
): unknown {
  if (signal.aborted) return new BackupError("stopped: nothing was restored", cause);
  if (cause instanceof BackupError) return cause;
  const reason = reasonOf(cause);
  if (reason === "ENOSPC" || reason === "EDQUOT") {
    return new BackupError(
      "the disk is full: make room, or name a folder on another disk; nothing was restored",
      cause,
    );
  }
  if (/^(SQLITE_|ZSTD_|Z_|ERR_)/.test(reason) || !(cause instanceof Error && "code" in cause)) {
    return damaged(file, reason);
  }
  return new BackupError(`${dataDir} cannot be written (${reason}): give the right to, or name another folder`, cause);
}
