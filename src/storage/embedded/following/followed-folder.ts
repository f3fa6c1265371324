/**
 * What lies in the folder of a followed backup. `following.json` says of which database it is. Below it is a folder for each run, named
 * by its start: an unbroken row of pieces of the log, `00000001.log` and on, and copies of the whole database within it,
 * `00000001-00000004.whole`. Such a copy was made while the database changed: it is of one moment with the pieces from the first number to
 * the second written over it, and of every later moment with more of them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { BackupError, damaged } from "../backup-format.ts";
import { reasonOf, syncFolder } from "../data-folder.ts";
import type { LogPosition, RunningSum, Salts } from "./log-frames.ts";
import { headerOf } from "./sealed-file.ts";

const FORMAT = "dragoman-following";
const PIECE_FORMAT = "dragoman-followed-log";
export const WHOLE_FORMAT = "dragoman-followed-whole";
/** Counts up with every change of what is written here. */
export const FORMAT_VERSION = 1;
const IDENTITY_FILE = "following.json";
const RUN_NAME = /^\d{8}T\d{9}Z$/;
const PIECE_NAME = /^(\d{8})\.log$/;
const WHOLE_NAME = /^(\d{8})-(\d{8})\.whole$/;

/** A look at the log: everything that was acknowledged before `at` stands in the first `frames` frames of it. */
export interface Look {
  readonly frames: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A piece of one log: whole commits. */
export interface Piece {
  /** From 1 on, without a gap. */
  readonly sequence: number;
  /** The SHA-256 of the one before; null for the first of a run. */
  readonly previous: string | null;
  /** Where in the log it begins, and where it ends. */
  readonly from: LogPosition;
  readonly to: LogPosition;
  /** When nothing of it was there yet. */
  readonly since: number;
  /** Never empty; the last is its end. */
  readonly looks: readonly Look[];
}

/** A copy of the database, which needs the pieces `from` to `through` to be of one moment. */
export interface Whole {
  readonly path: string;
  readonly from: number;
  /** 0 where the log had nothing yet. */
  readonly through: number;
}

export interface Run {
  readonly path: string;
  readonly startedAt: number;
  /** By their numbers, in order. */
  readonly pieces: readonly { readonly path: string; readonly sequence: number }[];
  /** In order. */
  readonly wholes: readonly Whole[];
}

/** Makes the folder where needed. Throws a BackupError for one that is of another database, of a newer program, or of something else. */
export function prepareFolder(folder: string, database: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = identityIn(folder);
    if (found === database) return;
    if (found !== null) {
      throw new BackupError(`${folder} follows another database: name a folder of its own for each data folder`);
    }
    if (readdirSync(folder).length > 0) {
      throw new BackupError(`${folder} is not empty, and no followed backup: name an empty or a new folder`);
    }
    const identity = { format: FORMAT, version: FORMAT_VERSION, database };
    writeFileSync(join(folder, IDENTITY_FILE), `${JSON.stringify(identity)}\n`, {
      flag: "wx",
      mode: 0o600,
      flush: true,
    });
    syncFolder(folder);
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(
      `${folder} cannot be written (${reasonOf(cause)}): give the right to, or name another folder`,
      cause,
    );
  }
}

/** Whether `folder` is what `backup --follow` writes. */
export function isFollowedFolder(folder: string): boolean {
  return existsSync(join(folder, IDENTITY_FILE));
}

/** Oldest first. Throws a BackupError where the folder is no followed backup, or of a newer program. */
export function runsIn(folder: string): readonly Run[] {
  if (identityIn(folder) === null)
    throw new BackupError(`${folder} is no followed backup: name a folder that "dragoman backup --follow" wrote`);
  return readdirSync(folder)
    .filter((name) => RUN_NAME.test(name))
    .sort()
    .map((name) => runAt(join(folder, name), name));
}

/** A new one, which begins at `at`. Its folder is not there before, and its name behind that of every other. */
export function makeRun(folder: string, at: number): string {
  const last = runsIn(folder).at(-1)?.startedAt ?? 0;
  const path = join(folder, nameOf(Math.max(at, last + 1)));
  mkdirSync(path, { mode: 0o700 });
  syncFolder(folder);
  return path;
}

export function pathOfPiece(run: string, sequence: number): string {
  return join(run, `${padded(sequence)}.log`);
}

export function pathOfWhole(run: string, from: number, through: number): string {
  return join(run, `${padded(from)}-${padded(through)}.whole`);
}

export function headerOfPiece({ sequence, previous, from, to, since, looks }: Piece, isEncrypted: boolean): JsonObject {
  return {
    format: PIECE_FORMAT,
    version: FORMAT_VERSION,
    encryption: isEncrypted ? "age" : "none",
    sequence,
    previous,
    page_bytes: from.pageBytes,
    big_endian: from.isBigEndian,
    salts: [...from.salts],
    frames: [from.frames, to.frames],
    sums: [[...from.sum], [...to.sum]],
    since: new Date(since).toISOString(),
    looks: looks.map(({ frames, at }) => [frames, new Date(at).toISOString()]),
  };
}

/** Throws a BackupError where its first line is not what `headerOfPiece` writes. */
export function pieceIn(path: string, header: JsonObject = headerOf(path)): Piece {
  refuseNewer(header, path);
  try {
    const { sequence, previous, page_bytes, big_endian, salts, frames, sums, since, looks } = header;
    if (header.format !== PIECE_FORMAT) throw new TypeError("format");
    const log = { pageBytes: whole(page_bytes), salts: pair(salts), isBigEndian: big_endian === true };
    const [[first, last], [before, after]] = [pair(frames), list(sums)];
    const read = list(looks).map((look) => ({ frames: whole(list(look)[0]), at: instant(list(look)[1]) }));
    if (read.length === 0 || read.at(-1)?.frames !== last) throw new TypeError("looks");
    return {
      sequence: whole(sequence),
      previous: typeof previous === "string" ? previous : null,
      from: { ...log, frames: first, sum: pair(before) },
      to: { ...log, frames: last, sum: pair(after) },
      since: instant(since),
      looks: read,
    };
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw damaged(path, `its first line does not say which piece of the log it is (${cause.message})`);
  }
}

/** Throws a BackupError for what a newer program wrote. */
export function refuseNewer({ version }: JsonObject, path: string): void {
  if (typeof version === "number" && version > FORMAT_VERSION) {
    throw new BackupError(
      `${path} is of format ${version}, this program reads up to format ${FORMAT_VERSION}: use the newer Dragoman that wrote it`,
    );
  }
}

/** Removes what no moment from `cutoff` on needs: copies of before, but for the last one, and the pieces that only they need. */
export function prune(folder: string, cutoff: number): void {
  const runs = runsIn(folder).filter(({ wholes }) => wholes.length > 0);
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1];
    // All that it has is of before the next one, which has a copy of its own; that came when it was begun or soon after.
    if (next && next.startedAt < cutoff) rmSync(run.path, { recursive: true, force: true });
    else pruneRun(run, cutoff);
  }
}

function pruneRun({ path, pieces, wholes }: Run, cutoff: number): void {
  const isOfBefore = ({ through }: Whole) => through === 0 || lastLookOf(pathOfPiece(path, through)) <= cutoff;
  const needed = wholes.slice(Math.max(0, wholes.findLastIndex(isOfBefore)));
  for (const each of wholes) if (!needed.includes(each)) rmSync(each.path, { force: true });
  const first = Math.min(...needed.map(({ from }) => from));
  for (const piece of pieces) if (piece.sequence < first) rmSync(piece.path, { force: true });
}

function lastLookOf(path: string): number {
  return pieceIn(path).looks.at(-1)?.at ?? Number.POSITIVE_INFINITY;
}

function runAt(path: string, name: string): Run {
  const names = readdirSync(path).sort();
  const numbered = (pattern: RegExp) => names.flatMap((each) => (pattern.exec(each) ? [pattern.exec(each) ?? []] : []));
  return {
    path,
    startedAt: startOf(name),
    pieces: numbered(PIECE_NAME).map(([file = "", sequence]) => ({
      path: join(path, file),
      sequence: Number(sequence),
    })),
    wholes: numbered(WHOLE_NAME).map(([file = "", from, through]) => ({
      path: join(path, file),
      from: Number(from),
      through: Number(through),
    })),
  };
}

function identityIn(folder: string): string | null {
  const path = join(folder, IDENTITY_FILE);
  if (!existsSync(path)) return null;
  const content = readIdentity(path);
  refuseNewer(content, path);
  if (content.format !== FORMAT || typeof content.database !== "string")
    throw damaged(path, "it does not say what is followed");
  return content.database;
}

function readIdentity(path: string): JsonObject {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isJsonObject(value) ? value : {};
  } catch (cause) {
    throw damaged(path, reasonOf(cause));
  }
}

/** `20261127T210000000Z`. */
function nameOf(at: number): string {
  return new Date(at).toISOString().replace(/[-:.]/g, "");
}

function startOf(name: string): number {
  return Date.parse(name.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)(\d{3})Z$/, "$1-$2-$3:$4:$5.$6Z"));
}

function padded(sequence: number): string {
  return String(sequence).padStart(8, "0");
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError("a list is missing");
  return value;
}

function whole(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw new TypeError("a number is missing");
  return value;
}

function pair(value: unknown): Salts & RunningSum {
  const [one, other] = list(value);
  return [whole(one), whole(other)];
}

function instant(value: unknown): number {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw new TypeError("a time is missing");
  return at;
}
