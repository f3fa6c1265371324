/**
 * A backup is one file: a line of JSON that says what is in it, the named files one after the other as one zstd stream, and
 * a last line with the SHA-256 of everything before it. `head -n 1` shows the first, and no byte can change unnoticed.
 */
import { OperatorError } from "#core/errors.ts";
import { DATABASE_FILE } from "./database.ts";
import { SCHEMA_VERSION } from "./migrations.ts";
import { QUERY_LOG_FILE } from "./query-log.ts";

export const SETTINGS_FILE = "dragoman.toml";
/** What may stand in a backup, the database first. Any other name in one is refused: it could be a path that leads anywhere. */
const FILE_NAMES = [DATABASE_FILE, SETTINGS_FILE, QUERY_LOG_FILE];

const FORMAT = "dragoman-backup";
/** Counts up with every change of what is written here. */
const FORMAT_VERSION = 1;
/** A manifest has some 500 bytes. */
export const MANIFEST_BYTES_MAX = 65_536;
/** A line break before it, since the stream ends anywhere, 64 hexadecimal digits, and one after it. */
export const TRAILER_BYTES = 66;

/** A backup cannot be made or restored; the message says what is wrong and what to do. */
export class BackupError extends OperatorError {
  constructor(message: string, cause?: unknown) {
    super("backup", message, cause);
  }
}

export interface BackedUpFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  /** RFC 3339. */
  readonly createdAt: string;
  /** The version of the program that made it. */
  readonly program: string;
  /** Of the database. An older one is brought up to date by the first start. */
  readonly schema: number;
  readonly files: readonly BackedUpFile[];
}

export function manifestLine({ createdAt, program, schema, files }: Manifest): string {
  const format = { format: FORMAT, version: FORMAT_VERSION };
  const manifest = { ...format, created_at: createdAt, dragoman: program, schema, compression: "zstd", files };
  return `${JSON.stringify(manifest)}\n`;
}

/** Throws a BackupError, in words about `file`, for anything that this program cannot restore. */
export function parseManifest(line: string, file: string): Manifest {
  const { format, version, created_at, dragoman, schema, files } = parsed(line, file);
  if (format !== FORMAT) throw foreign(file);
  if (version !== FORMAT_VERSION) {
    throw new BackupError(
      `${file} is a backup of format ${version}, this program reads format ${FORMAT_VERSION}: ` +
        `restore it with the Dragoman that made it (${dragoman}), or a newer one`,
    );
  }
  if (typeof schema !== "number" || !Number.isSafeInteger(schema) || schema < 1) throw damagedManifest(file);
  if (schema > SCHEMA_VERSION) {
    throw new BackupError(
      `${file} has schema version ${schema}, this program knows only up to ${SCHEMA_VERSION}: ` +
        `restore it with Dragoman ${dragoman}, which made it, or a newer one`,
    );
  }
  if (typeof created_at !== "string" || typeof dragoman !== "string" || !Array.isArray(files) || !areFiles(files)) {
    throw damagedManifest(file);
  }
  return { createdAt: created_at, program: dragoman, schema, files };
}

export function trailerOf(sha256: string): string {
  return `\n${sha256}\n`;
}

/** The sum in the last line. Throws a BackupError when there is none: the file was cut short. */
export function parseTrailer(trailer: string, file: string): string {
  const sha256 = /^\n([0-9a-f]{64})\n$/.exec(trailer)?.[1];
  if (sha256 !== undefined) return sha256;
  throw new BackupError(`${file} is not whole: its end is missing. Copy it again, or take another backup`);
}

export function foreign(file: string): BackupError {
  return new BackupError(`${file} is no backup of Dragoman: name a file that "dragoman backup" made`);
}

export function damaged(file: string, finding: string): BackupError {
  return new BackupError(
    `${file} is damaged (${finding}): copy it again from where it is kept, or take another backup`,
  );
}

function parsed(line: string, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Whatever the file is, it does not begin as a backup does.
  }
  throw foreign(file);
}

function areFiles(files: readonly unknown[]): files is readonly BackedUpFile[] {
  const names = files.map((file) => (typeof file === "object" && file !== null && "name" in file ? file.name : null));
  // In this order, each once, the database never missing.
  const places = names.map((name) => FILE_NAMES.indexOf(String(name)));
  const isOrdered = places.every((place, index) => place > (places[index - 1] ?? -1));
  return places[0] === 0 && isOrdered && files.every(isMeasured);
}

function isMeasured(file: unknown): boolean {
  const { bytes, sha256 } = file as { readonly bytes?: unknown; readonly sha256?: unknown };
  return Number.isSafeInteger(bytes) && Number(bytes) >= 0 && /^[0-9a-f]{64}$/.test(String(sha256));
}

function damagedManifest(file: string): BackupError {
  return damaged(file, "its first line does not say what is in it");
}
