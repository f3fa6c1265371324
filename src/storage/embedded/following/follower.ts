import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "#core/errors.ts";
import type { Instant } from "#core/tenant.ts";
import { BackupError, SETTINGS_FILE } from "../backup-format.ts";
import { reasonOf } from "../data-folder.ts";
import { DATABASE_FILE } from "../database.ts";
import type { Recipients } from "../encryption.ts";
import { removeAbandoned } from "../working-files.ts";
import {
  FORMAT_VERSION,
  headerOfPiece,
  type Look,
  makeRun,
  pathOfPiece,
  pathOfWhole,
  pieceIn,
  prepareFolder,
  prune,
  type Run,
  runsIn,
  WHOLE_FORMAT,
} from "./followed-folder.ts";
import { areSame, type LogPosition } from "./log-frames.ts";
import { LogTail, type Seen } from "./log-tail.ts";
import { headerOf, provenHeaderOf, writeSealed } from "./sealed-file.ts";

export interface FollowerOptions {
  readonly dataDir: string;
  /** Of the followed backup. Absolute. */
  readonly folder: string;
  /** Which database it is, as `identityOf` says. */
  readonly database: string;
  /** The version of this program. */
  readonly program: string;
  /** Null where everybody who has the files may read them. */
  readonly recipients: Recipients | null;
  /** How long a change may be here alone. */
  readonly everyMs: number;
  /** Every moment of so many days can be gone back to. */
  readonly keptDays: number;
  readonly now: () => Instant;
  /** Takes what an operator should read. */
  readonly log: (message: string) => void;
}

/** Read at once, and gathered before a piece is written early. */
const LOOK_BYTES_MAX = 4_194_304;
const PIECE_BYTES_MAX = 8_388_608;
const DAY_MS = 86_400_000;
/** A copy of the whole database in each run so often: a restore writes no more than the log of that time over it. */
const WHOLE_EVERY_MS = DAY_MS;
/** Where one failed, or the log runs away from who reads it, the next begins no sooner. */
const BEGIN_AGAIN_MS = 10_000;
/** What could not be written is tried again. */
const TRY_AGAIN_MS = 1_000;
const CHUNK_BYTES = 1_048_576;
/** Until it is known which pieces it needs. */
const COPY_NAME = "copy.whole";
const ENDED = "the run has ended before the copy of the database";

/** Frames that were read and are in no piece yet. */
interface Gathered {
  readonly from: LogPosition;
  readonly since: Instant;
  readonly begunAt: Instant;
  to: LogPosition;
  bytes: number;
  readonly parts: Uint8Array[];
  readonly looks: Look[];
}

/** What is written in one unbroken row. */
interface CurrentRun {
  readonly path: string;
  readonly startedAt: Instant;
  readonly tail: LogTail;
  sequence: number;
  previous: string | null;
  /** The first piece of the log that is read now. */
  firstOfLog: number;
  wholeAt: Instant | null;
  /** Called when all that stood in the log when the copy had ended is in pieces. */
  copied: ((through: number) => void) | null;
  isCopying: boolean;
  readonly ending: AbortController;
}

/** Copies a database as it changes, beside whoever changes it, so that any moment can be gone back to. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #logPath: string;
  #run: CurrentRun | null = null;
  #gathered: Gathered | null = null;
  #copying: Promise<void> = Promise.resolve();
  #lookedAt: Instant | null = null;
  #onDiskUntil: Instant | null = null;
  #begunAt: Instant | null = null;
  #copyFailedAt: Instant | null = null;
  #failedAt: Instant | null = null;

  private constructor(options: FollowerOptions) {
    this.#options = options;
    this.#logPath = join(options.dataDir, `${DATABASE_FILE}-wal`);
  }

  /** Goes on where the last one stopped, if the log still has that place. Throws a BackupError for a folder that cannot be used. */
  static async open(options: FollowerOptions): Promise<Follower> {
    prepareFolder(options.folder, options.database);
    const follower = new Follower(options);
    await follower.#resume();
    return follower;
  }

  /** All that was acknowledged before can be restored; null while nothing can be. */
  get onDiskUntil(): Instant | null {
    return this.#onDiskUntil;
  }

  /** To be called some times a second: looks at the log once, and writes what is due. Never rejects: what fails is logged, and tried again. */
  async step(): Promise<void> {
    const at = this.#options.now();
    if (this.#failedAt !== null && at - this.#failedAt < TRY_AGAIN_MS) return;
    try {
      await this.#step(false);
      if (this.#failedAt !== null) this.#options.log(`${this.#options.folder} takes changes again`);
      this.#failedAt = null;
    } catch (cause) {
      if (this.#failedAt === null) this.#options.log(wordedFailure(cause, this.#options.folder));
      this.#failedAt = at;
    }
  }

  /** Writes what was read, and ends. */
  async close(): Promise<void> {
    try {
      await this.#step(true);
    } catch (cause) {
      this.#options.log(wordedFailure(cause, this.#options.folder));
    }
    this.#run?.ending.abort();
    await this.#copying;
    this.#run?.tail.close();
  }

  async #step(isLast: boolean): Promise<void> {
    const at = this.#options.now();
    const run = this.#run ?? this.#begun(at);
    if (run === null) return;
    const isCaughtUp = await this.#read(run, at);
    if (this.#run !== run) return;
    const gathered = this.#gathered;
    const isDue =
      isLast || run.copied !== null || (gathered !== null && at - gathered.begunAt >= this.#options.everyMs);
    if (gathered && (isDue || gathered.bytes >= PIECE_BYTES_MAX)) await this.#writePiece(run);
    if (isCaughtUp && this.#gathered === null) {
      run.copied?.(run.sequence);
      run.copied = null;
    }
    if (run.wholeAt !== null) this.#onDiskUntil = this.#gathered?.since ?? this.#lookedAt ?? this.#onDiskUntil;
    if (!isLast) this.#copyWhereDue(run, at);
  }

  /** Whether everything that was committed before this call was read. */
  async #read(run: CurrentRun, at: Instant): Promise<boolean> {
    // What cannot be written is not gathered without bound: it stays in the log as long as that has room.
    while ((this.#gathered?.bytes ?? 0) < PIECE_BYTES_MAX) {
      const seen = run.tail.look(LOOK_BYTES_MAX);
      if (seen.kind === "unclear") break;
      if (seen.kind === "nothing") {
        this.#lookedAt = at;
        this.#nameMoment(at);
        return true;
      }
      if (seen.kind === "lost") {
        await this.#endRun(run, seen.why);
        return false;
      }
      if (seen.kind === "frames") this.#gather(seen, at);
      else {
        await this.#writePiece(run);
        run.firstOfLog = run.sequence + 1;
      }
    }
    this.#nameMoment(this.#lookedAt ?? run.startedAt);
    return false;
  }

  #gather({ bytes, from, position }: Extract<Seen, { readonly kind: "frames" }>, at: Instant): void {
    const since = this.#lookedAt ?? this.#run?.startedAt ?? at;
    this.#gathered ??= { from, to: from, since, begunAt: at, bytes: 0, parts: [], looks: [] };
    this.#gathered.parts.push(bytes);
    this.#gathered.bytes += bytes.length;
    this.#gathered.to = position;
  }

  /** Everything that was acknowledged before `at` is in what was gathered, and perhaps some of what came after. */
  #nameMoment(at: Instant): void {
    if (!this.#gathered) return;
    const { looks, to } = this.#gathered;
    if (looks.at(-1)?.frames !== to.frames) looks.push({ frames: to.frames, at });
  }

  async #writePiece(run: CurrentRun): Promise<void> {
    // Where the log was not read to its end, it is only certain of the moment before.
    this.#nameMoment(this.#lookedAt ?? run.startedAt);
    const gathered = this.#gathered;
    if (!gathered) return;
    const { from, to, since, looks, parts } = gathered;
    const { recipients } = this.#options;
    const piece = { sequence: run.sequence + 1, previous: run.previous, from, to, since, looks };
    const header = headerOfPiece(piece, recipients !== null);
    const { sha256 } = await writeSealed(pathOfPiece(run.path, piece.sequence), { header, content: parts, recipients });
    run.sequence = piece.sequence;
    run.previous = sha256;
    this.#gathered = null;
  }

  #begun(at: Instant): CurrentRun | null {
    // Made when there is something to be read.
    if ((statSync(this.#logPath, { throwIfNoEntry: false })?.size ?? 0) === 0) return null;
    if (this.#begunAt !== null && at - this.#begunAt < BEGIN_AGAIN_MS) return null;
    this.#begunAt = at;
    this.#lookedAt = null;
    const path = makeRun(this.#options.folder, at);
    this.#run = startedRun(path, new LogTail(this.#logPath, null), {
      startedAt: at,
      sequence: 0,
      previous: null,
      firstOfLog: 1,
      wholeAt: null,
    });
    return this.#run;
  }

  async #endRun(run: CurrentRun, why: string): Promise<void> {
    await this.#writePiece(run);
    run.ending.abort();
    run.tail.close();
    this.#run = null;
    this.#options.log(`${why}: a new run begins, with a copy of the whole database`);
  }

  async #resume(): Promise<void> {
    const last = runsIn(this.#options.folder).at(-1);
    if (!last) return;
    removeAbandoned(last.path);
    const piece = last.pieces.at(-1);
    if (!piece) return;
    try {
      const { header, sha256 } = await provenHeaderOf(piece.path);
      const { to, looks, sequence, from } = pieceIn(piece.path, header);
      // That it was of an older log is known of none: more of them are written over a copy then, which changes nothing.
      const firstOfLog = firstWith(last.pieces, from);
      const wholeAt = lastWholeAt(last);
      this.#run = startedRun(last.path, new LogTail(this.#logPath, to), {
        startedAt: last.startedAt,
        sequence,
        previous: sha256,
        firstOfLog,
        wholeAt,
      });
      this.#lookedAt = looks.at(-1)?.at ?? null;
      this.#begunAt = last.startedAt;
    } catch (cause) {
      this.#options.log(`${messageOf(cause)}. A new run begins`);
    }
  }

  #copyWhereDue(run: CurrentRun, at: Instant): void {
    const isFresh = run.wholeAt !== null && at - run.wholeAt < WHOLE_EVERY_MS;
    const isTooSoon = this.#copyFailedAt !== null && at - this.#copyFailedAt < BEGIN_AGAIN_MS;
    if (run.isCopying || isFresh || isTooSoon || run.tail.position === null) return;
    run.isCopying = true;
    this.#copying = this.#copyWhole(run).catch((cause: unknown) => {
      // Until one succeeds, the same is not said again.
      if (!run.ending.signal.aborted && this.#copyFailedAt === null) {
        this.#options.log(wordedFailure(cause, this.#options.folder));
      }
      this.#copyFailedAt = at;
    });
    void this.#copying.finally(() => {
      run.isCopying = false;
    });
  }

  /** Reads the file as it is, while others write it: what was written meanwhile stands in the log, too, and is written over it. */
  async #copyWhole(run: CurrentRun): Promise<void> {
    const { dataDir, program, recipients, keptDays, now, folder } = this.#options;
    const from = run.firstOfLog;
    const descriptor = openSync(join(dataDir, DATABASE_FILE), "r");
    try {
      const bytes = fstatSync(descriptor).size;
      const settingsPath = join(dataDir, SETTINGS_FILE);
      const settings = existsSync(settingsPath) ? readFileSync(settingsPath) : null;
      const header = {
        format: WHOLE_FORMAT,
        version: FORMAT_VERSION,
        encryption: recipients === null ? "none" : "age",
        dragoman: program,
        begun_at: new Date(now()).toISOString(),
        database_bytes: bytes,
        settings_bytes: settings?.length ?? null,
      };
      const content = (async function* () {
        yield* chunksOf(descriptor, bytes, run.ending.signal);
        if (settings) yield settings;
      })();
      const through = () => {
        const { promise, resolve, reject } = Promise.withResolvers<number>();
        run.copied = resolve;
        run.ending.signal.addEventListener("abort", () => reject(new Error(ENDED)), { once: true });
        if (run.ending.signal.aborted) reject(new Error(ENDED));
        return promise;
      };
      const named = async () => pathOfWhole(run.path, from, await through());
      await writeSealed(join(run.path, COPY_NAME), { header, content, recipients, named });
    } finally {
      closeSync(descriptor);
    }
    run.wholeAt = now();
    this.#copyFailedAt = null;
    prune(folder, now() - keptDays * DAY_MS);
  }
}

function startedRun(
  path: string,
  tail: LogTail,
  known: Pick<CurrentRun, "startedAt" | "sequence" | "previous" | "firstOfLog" | "wholeAt">,
): CurrentRun {
  return { path, tail, ...known, copied: null, isCopying: false, ending: new AbortController() };
}

async function* chunksOf(descriptor: number, bytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    if (signal.aborted) throw new Error(ENDED);
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - at));
    const length = readSync(descriptor, buffer, 0, buffer.length, at);
    if (length === 0) throw new BackupError("the database was cut while it was being copied");
    at += length;
    yield buffer.subarray(0, length);
  }
}

/** The number of the first piece that is of the same log as the last one. */
function firstWith(pieces: Run["pieces"], { salts }: LogPosition): number {
  const before = pieces.findLastIndex(({ path }) => !areSame(pieceIn(path).from.salts, salts));
  return pieces[before + 1]?.sequence ?? 1;
}

/** When the last copy of the whole database was begun. */
function lastWholeAt({ wholes }: Run): Instant | null {
  const last = wholes.at(-1);
  return last ? Date.parse(String(headerOf(last.path).begun_at)) : null;
}

function wordedFailure(cause: unknown, folder: string): string {
  if (cause instanceof BackupError) return cause.message;
  const reason = reasonOf(cause);
  if (reason === "ENOSPC" || reason === "EDQUOT") {
    return `the disk of ${folder} is full: nothing more is kept until there is room; the server goes on`;
  }
  return `${folder} cannot be written (${reason}): nothing more is kept until it can; the server goes on`;
}
