import type { Database } from "bun:sqlite";
import { type Stats, statSync } from "node:fs";

/** A look costs two calls of the system. What happens between two looks is written to a file that nobody finds again. */
const LOOK_AGAIN_MS = 1_000;
/** Of the format of a log: what stands in front of it, and in front of each of its pages. */
const LOG_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** How many pages are in the log. It moves none of them; a SQLite of before 3.51 moves those for which nobody has to wait. */
const LOGGED = "PRAGMA wal_checkpoint(NOOP)";
const PAGE = "SELECT page_size AS bytes FROM pragma_page_size";

interface Known {
  readonly device: number;
  readonly inode: number;
  readonly bytes: number;
}

/**
 * The files of an open database, by name. SQLite holds on to the files that it has opened: whoever deletes, exchanges or empties them
 * leaves it writing where nothing is found again.
 */
export class WatchedFiles {
  readonly #path: string;
  readonly #log: (message: string) => void;
  readonly #known = new Map<string, Known>();
  readonly #database: Database;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #loss: string | null = null;

  /**
   * @param database which is open, and in no transaction whenever it is looked.
   * @param log is told once when something is wrong, and once when it is right again.
   */
  constructor(database: Database, log: (message: string) => void) {
    this.#path = database.filename;
    this.#log = log;
    this.#database = database;
    // Its log comes with the first write.
    this.#look(performance.now());
  }

  /** What has happened to the files, in words; null while they are what was opened. Looks at most once a second. */
  loss(nowMs = performance.now()): string | null {
    if (nowMs - this.#lookedAtMs >= LOOK_AGAIN_MS) this.#look(nowMs);
    return this.#loss;
  }

  #look(nowMs: number): void {
    this.#lookedAtMs = nowMs;
    const before = this.#loss;
    this.#loss = this.#lossOf(this.#path) ?? this.#lossOf(`${this.#path}-wal`, () => this.#logBytes());
    if (this.#loss !== null && before === null) {
      this.#log(
        `${this.#loss}: nothing is written any more, and changes are refused. Put it back, or stop the server: ` +
          "what it still holds is then written as far as it can be. The next start says what is missing",
      );
    }
    if (this.#loss === null && before !== null) this.#log(`${this.#path} is back: changes are taken again`);
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
   * What SQLite says that its log has. It cuts the log itself where that has become large, when it begins it anew after a failure of the
   * disk, and when another program asks for it; what it has moved into the database is not missing.
   */
  #logBytes(): number {
    try {
      const frames = this.#database.query<{ log: number }, []>(LOGGED).get()?.log ?? 0;
      const page = this.#database.query<{ bytes: number }, []>(PAGE).get()?.bytes ?? 0;
      return frames === 0 ? 0 : LOG_HEAD_BYTES + frames * (FRAME_HEAD_BYTES + page);
    } catch {
      // A log that cannot be read is not whole.
      return Number.POSITIVE_INFINITY;
    }
  }
}

function knownOf({ dev: device, ino: inode, size: bytes }: Stats): Known {
  return { device, inode, bytes };
}
