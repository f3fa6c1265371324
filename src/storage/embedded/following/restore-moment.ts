import { Database } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import type { Instant } from "#core/tenant.ts";
import type { BackupProgress } from "../backup.ts";
import { refuseSmallDisk } from "../backup.ts";
import { BackupError, damaged, SETTINGS_FILE } from "../backup-format.ts";
import { checkedDatabase, wordedRestore } from "../backup-restore.ts";
import { DATABASE_FILE } from "../database.ts";
import type { Identities } from "../encryption.ts";
import { SCHEMA_VERSION, schemaVersionOf } from "../migrations.ts";
import { makeEmptyFolder, putInPlace, removeIfEmpty, unfinishedIn } from "../restored-folder.ts";
import { type Piece, pieceIn, refuseNewer, WHOLE_FORMAT } from "./followed-folder.ts";
import { areSame, committedIn, followsDirectly, framesOf } from "./log-frames.ts";
import { type Moment, momentIn } from "./moments.ts";
import { contentOf, provenHeaderOf } from "./sealed-file.ts";

export interface MomentOptions {
  /** Of the followed backup. */
  readonly folder: string;
  /** The last moment at or before it is wanted; null for the last one that there is. */
  readonly at: Instant | null;
  /** Absolute. Made where needed; must be empty otherwise. */
  readonly dataDir: string;
  readonly identities: Identities | null;
  /** Nothing is left behind when it is aborted. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BackupProgress) => void;
  readonly onRemoved: (paths: readonly string[]) => void;
}

export interface MomentReceipt {
  /** Everything that was acknowledged before is there. */
  readonly at: Instant;
  /** Nothing changed until then; null where nobody looked any more. */
  readonly sameUntil: Instant | null;
  readonly schema: number;
  /** Pieces of the log that were written over the copy. */
  readonly pieces: number;
}

const OWNER_ONLY = 0o600;
/** Of SQLite's file format: 2 for a database with a log beside it, 1 for one without. */
const JOURNAL_MODE_AT = 18;
const WITHOUT_LOG = new Uint8Array([1, 1]);

/**
 * Puts the database as it was at a moment into an empty folder: the last copy before, and the log since, every sum of which is
 * checked. Throws a BackupError where something is damaged or missing, with the last moment that can be had; the folder then is as it was.
 */
export async function restoreMoment(options: MomentOptions): Promise<MomentReceipt> {
  const { folder, dataDir, signal, onProgress, onRemoved } = options;
  const moment = momentIn(folder, options.at);
  const isNew = !existsSync(dataDir);
  makeEmptyFolder(dataDir, onRemoved);
  const database = unfinishedIn(dataDir, DATABASE_FILE);
  const settings = unfinishedIn(dataDir, SETTINGS_FILE);
  try {
    const hasSettings = await unpackWhole(moment, options, { database, settings });
    await writeLog(moment, options, database);
    signal.throwIfAborted();
    const schema = schemaIn(database, folder);
    const mark = checkedDatabase(database, { schema }, { file: folder, onProgress });
    putInPlace(dataDir, [DATABASE_FILE, ...(hasSettings ? [SETTINGS_FILE] : [])], mark);
    return { at: moment.at, sameUntil: moment.sameUntil, schema, pieces: moment.pieces.length };
  } catch (cause) {
    for (const path of [database, settings]) rmSync(path, { force: true });
    if (isNew) removeIfEmpty(dataDir);
    throw wordedRestore(cause, { file: folder, dataDir, signal });
  }
}

/** Returns whether there are settings. */
async function unpackWhole(
  { whole }: Moment,
  { identities, signal, onProgress }: MomentOptions,
  paths: { readonly database: string; readonly settings: string },
): Promise<boolean> {
  const { header } = await provenHeaderOf(whole.path);
  refuseNewer(header, whole.path);
  const { format, database_bytes: databaseBytes, settings_bytes: settingsBytes } = header;
  if (format !== WHOLE_FORMAT || typeof databaseBytes !== "number") {
    throw damaged(whole.path, "its first line does not say what is in it");
  }
  const of = databaseBytes + (typeof settingsBytes === "number" ? settingsBytes : 0);
  refuseSmallDisk(paths.database, of);
  const database = openSync(paths.database, "wx", OWNER_ONLY);
  const settings = typeof settingsBytes === "number" ? openSync(paths.settings, "wx", OWNER_ONLY) : null;
  try {
    let done = 0;
    for await (const piece of contentOf(whole.path, identities)) {
      signal.throwIfAborted();
      const ofDatabase = piece.subarray(0, Math.max(0, databaseBytes - done));
      writeWhole(database, ofDatabase);
      if (settings !== null) writeWhole(settings, piece.subarray(ofDatabase.length));
      done += piece.length;
      onProgress({ step: "unpacking", done, of });
    }
    if (done !== of) throw damaged(whole.path, "it is not whole");
    if (settings !== null) fsyncSync(settings);
    return settings !== null;
  } finally {
    closeSync(database);
    if (settings !== null) closeSync(settings);
  }
}

/** Writes the log over the copy, commit by commit as it was. */
async function writeLog(
  moment: Moment,
  { identities, signal, onProgress }: MomentOptions,
  path: string,
): Promise<void> {
  const database = openSync(path, "r+");
  try {
    let before: { readonly piece: Piece; readonly sha256: string } | null = null;
    for (const [index, file] of moment.pieces.entries()) {
      signal.throwIfAborted();
      try {
        const { header, sha256 } = await provenHeaderOf(file.path);
        const piece = pieceIn(file.path, header);
        if (piece.sequence !== file.sequence || !continues(piece, before)) {
          throw damaged(file.path, "it does not go on where the one before ends");
        }
        await writePiece(database, file.path, piece, { moment, identities });
        before = { piece, sha256 };
      } catch (cause) {
        throw cause instanceof BackupError ? withLastMoment(cause, before?.piece ?? null, moment) : cause;
      }
      onProgress({ step: "writing the log over it", done: index + 1, of: moment.pieces.length });
    }
    writeWhole(database, WITHOUT_LOG, JOURNAL_MODE_AT);
    fsyncSync(database);
  } finally {
    closeSync(database);
  }
}

async function writePiece(
  database: number,
  path: string,
  piece: Piece,
  { moment, identities }: { readonly moment: Moment; readonly identities: Identities | null },
): Promise<void> {
  const { pageBytes } = piece.from;
  const parts: Uint8Array[] = [];
  for await (const part of contentOf(path, identities)) parts.push(part);
  const bytes = Buffer.concat(parts);
  const end = committedIn(bytes, piece.from);
  if (end.frames !== piece.to.frames || !areSame(end.sum, piece.to.sum)) {
    throw damaged(path, "its frames are not those of a log of SQLite");
  }
  const count = (piece.sequence === moment.lastSequence ? moment.lastFrames : piece.to.frames) - piece.from.frames;
  let pages = 0;
  let written = 0;
  for (const { page, pagesAfter, content } of framesOf(bytes, pageBytes)) {
    if (written === count) break;
    writeWhole(database, content, (page - 1) * pageBytes);
    if (pagesAfter > 0) pages = pagesAfter;
    written += 1;
  }
  if (pages > 0) ftruncateSync(database, pages * pageBytes);
}

function continues(
  { from, previous }: Piece,
  before: { readonly piece: Piece; readonly sha256: string } | null,
): boolean {
  if (before === null) return true;
  if (previous !== before.sha256) return false;
  const { to } = before.piece;
  if (areSame(from.salts, to.salts)) return from.frames === to.frames && areSame(from.sum, to.sum);
  return from.frames === 0 && followsDirectly(from.salts, to.salts);
}

function withLastMoment(cause: BackupError, before: Piece | null, { whole }: Moment): BackupError {
  const last = before && before.sequence >= whole.through ? before.looks.at(-1)?.at : undefined;
  const until =
    last === undefined
      ? "nothing of this run can be restored without it: name a moment before it began with --at"
      : `everything up to ${new Date(last).toISOString()} can be restored, with --at`;
  return new BackupError(`${cause.message}. Without it, ${until}`, cause);
}

function schemaIn(path: string, folder: string): number {
  using database = new Database(path, { readonly: true });
  const schema = schemaVersionOf(database);
  if (schema <= SCHEMA_VERSION) return schema;
  throw new BackupError(
    `${folder} has schema version ${schema} at that moment, this program knows only up to ${SCHEMA_VERSION}: ` +
      "restore it with the newer Dragoman that the server was then",
  );
}

function writeWhole(descriptor: number, piece: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < piece.length; ) {
    const at = position === null ? null : position + done;
    done += writeSync(descriptor, piece, done, piece.length - done, at);
  }
}
