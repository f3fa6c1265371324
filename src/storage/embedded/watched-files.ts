import type { Database } from "bun:sqlite";
import { closeSync, openSync, readSync, type Stats, statSync, writeSync } from "node:fs";
import { reasonOf } from "./data-folder.ts";
import { LogProbe } from "./log-probe.ts";

/** A look costs a dozen calls of the system. What happens between two looks is written to a file that nobody finds again. */
const LOOK_AGAIN_MS = 1_000;
/** How many pages are in the log. It moves none of them; a SQLite of before 3.51 moves those for which nobody has to wait. */
const LOGGED = "PRAGMA wal_checkpoint(NOOP)";
const PAGE = "SELECT page_size AS bytes FROM pragma_page_size";
/** Of the index of a log, in the file beside it: what it says of the log, twice, and what was moved. Without it the log is read again. */
const INDEX_HEAD_BYTES = 136;
/** How every database begins. */
const HEAD = Buffer.from("SQLite format 3\0");
const STOP = "what it still holds is then written as far as it can be. The next start says what is missing";
const STOP_WITH_LOG = "of the log only what is whole is then kept. The next start says what is missing";

interface Known {
  readonly device: number;
  readonly inode: number;
  readonly bytes: number;
}

/**
 * The files of an open database, by name. SQLite holds on to the files that it has opened: whoever deletes, exchanges, empties or writes
 * over them leaves it writing where nothing is found again.
 */
export class WatchedFiles {
  readonly #path: string;
  readonly #log: (message: string) => void;
  readonly #known = new Map<string, Known>();
  readonly #database: Database;
  /** Open for as long as the database: closing a file, through whichever descriptor, gives up the locks that SQLite has on it. */
  readonly #descriptor: number;
  readonly #probe: LogProbe;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #loss: string | null = null;
  #isLogWhole = true;

  /**
   * @param database which is open, and in no transaction whenever it is looked.
   * @param log is told once when something is wrong, and once when it is right again.
   */
  constructor(database: Database, log: (message: string) => void) {
    this.#path = database.filename;
    this.#log = log;
    this.#database = database;
    this.#descriptor = openSync(this.#path, "r");
    this.#probe = new LogProbe(this.#logPath, database.query<{ bytes: number }, []>(PAGE).get()?.bytes ?? 0);
    // Its log comes with the first write.
    this.#look(performance.now());
  }

  /** What has happened to the files, in words; null while they are what was opened. Looks at most once a second. */
  loss(nowMs = performance.now()): string | null {
    if (nowMs - this.#lookedAtMs >= LOOK_AGAIN_MS) this.#look(nowMs);
    return this.#loss;
  }

  /**
   * To be called before the database is closed. Where the log is not what was written to it, SQLite has to read it again as after a crash,
   * page by page with its sums: of what it remembers it would move something else into the database, and damage that.
   */
  closing(): void {
    if (this.#isLogWhole) return;
    try {
      // Never closed: that would give up the locks that SQLite has on the file. The process ends soon.
      writeSync(openSync(`${this.#path}-shm`, "r+"), Buffer.alloc(INDEX_HEAD_BYTES), 0, INDEX_HEAD_BYTES, 0);
    } catch (cause) {
      this.#log(
        `${this.#path}-shm cannot be written (${reasonOf(cause)}): the next start may find the database damaged`,
      );
    }
  }

  /** To be called when the database is closed. */
  close(): void {
    closeSync(this.#descriptor);
  }

  get #logPath(): string {
    return `${this.#path}-wal`;
  }

  #look(nowMs: number): void {
    this.#lookedAtMs = nowMs;
    const before = this.#loss;
    const frames = this.#frames();
    const logBytes = () => (frames === null ? Number.POSITIVE_INFINITY : this.#probe.bytesOf(frames));
    const exchanged =
      this.#lossOf(this.#path) ?? this.#lossOf(this.#logPath, logBytes) ?? this.#lossOf(`${this.#path}-shm`);
    const overwritten = this.#overwritten(frames);
    this.#loss = exchanged ?? overwritten;
    if (this.#loss !== null && before === null) {
      const stop = this.#isLogWhole ? STOP : STOP_WITH_LOG;
      this.#log(
        `${this.#loss}: nothing is written any more, and changes are refused. Put it back, or stop the server: ${stop}`,
      );
    }
    if (this.#loss === null && before !== null) this.#log(`${this.#path} is back: changes are taken again`);
  }

  /** Also finds out whether the log is whole, where that can be told. */
  #overwritten(frames: number | null): string | null {
    const head = Buffer.alloc(HEAD.length);
    try {
      readSync(this.#descriptor, head, 0, head.length, 0);
      // SQLite still has all of a log that is no longer there.
      if (frames !== null) this.#isLogWhole = !this.#isThere(this.#logPath) || this.#probe.isWhole(frames);
    } catch {
      // No descriptor is left, or the disk fails: whoever writes hears of that.
      return this.#loss;
    }
    const path = head.equals(HEAD) ? (this.#isLogWhole ? null : this.#logPath) : this.#path;
    return path === null ? null : `${path} was written over, or emptied, by another program while it was open`;
  }

  #isThere(path: string): boolean {
    const known = this.#known.get(path);
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && known?.inode === found.ino && known.device === found.dev;
  }

  /** @param bytesLeft that it has to have where it became smaller by itself. */
  #lossOf(path: string, bytesLeft: () => number = () => Number.POSITIVE_INFINITY): string | null {
    const known = this.#known.get(path);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return known ? `${path} was deleted or moved while it was open` : null;
    if (known && (known.device !== found.dev || known.inode !== found.ino)) {
      return `${path} was exchanged for another file while it was open`;
    }
    if (known && found.size < known.bytes && found.size < bytesLeft()) {
      return `${path} was cut from ${known.bytes} to ${found.size} bytes while it was open`;
    }
    this.#known.set(path, knownOf(found));
    return null;
  }

  /**
   * How many pages SQLite says that its log has; null where it cannot tell. It cuts the log itself where that has become large, when it
   * begins it anew after a failure of the disk, and when another program asks for it: what it has moved into the database is not missing.
   */
  #frames(): number | null {
    try {
      return this.#database.query<{ log: number }, []>(LOGGED).get()?.log ?? 0;
    } catch {
      // Another program has the file to itself at the moment, or the log cannot be read.
      return null;
    }
  }
}

function knownOf({ dev: device, ino: inode, size: bytes }: Stats): Known {
  return { device, inode, bytes };
}
