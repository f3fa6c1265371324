import { type Stats, statSync } from "node:fs";

/** SQLite cuts its log back to this size when it begins anew: `journal_size_limit`. */
export const LOG_BYTES_MAX = 67_108_864;
/** A look costs two calls of the system. What happens between two looks is written to a file that nobody finds again. */
const LOOK_AGAIN_MS = 1_000;

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
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #loss: string | null = null;

  /** @param path of the database, which is open. @param log is told once when something is wrong, and once when it is right again. */
  constructor(path: string, log: (message: string) => void) {
    this.#path = path;
    this.#log = log;
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
    this.#loss = this.#lossOf(this.#path, Number.MAX_SAFE_INTEGER) ?? this.#lossOf(`${this.#path}-wal`, LOG_BYTES_MAX);
    if (this.#loss !== null && before === null) {
      this.#log(
        `${this.#loss}: nothing is written any more, and changes are refused. Put it back, or stop the server: ` +
          "what it still holds is then written as far as it can be. The next start says what is missing",
      );
    }
    if (this.#loss === null && before !== null) this.#log(`${this.#path} is back: changes are taken again`);
  }

  /** @param shrinksTo bytes to which it may become smaller by itself. */
  #lossOf(path: string, shrinksTo: number): string | null {
    const known = this.#known.get(path);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return known ? `${path} was deleted or moved while it was open` : null;
    if (known && (known.device !== found.dev || known.inode !== found.ino)) {
      return `${path} was exchanged for another file while it was open`;
    }
    if (known && found.size < Math.min(known.bytes, shrinksTo)) {
      return `${path} was cut from ${known.bytes} to ${found.size} bytes while it was open`;
    }
    this.#known.set(path, knownOf(found));
    return null;
  }
}

function knownOf({ dev: device, ino: inode, size: bytes }: Stats): Known {
  return { device, inode, bytes };
}
