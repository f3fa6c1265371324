import { closeSync, openSync, readSync } from "node:fs";

/** Of the format of a log: what stands in front of it, and in front of each of its pages. */
const LOG_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** A log that is begun anew has other salt, and so has each of its pages. */
const SALT_BYTES = 8;
const SALT_IN_LOG_AT = 16;
const SALT_IN_FRAME_AT = 8;
/** Evenly over the log: of 1,202 pages they took 0.05 ms, the median of 500 looks on a busy machine. */
const FRAMES_LOOKED_AT_MAX = 64;

/**
 * Whether a log has what SQLite wrote there. Whoever cuts or empties it while SQLite writes leaves a hole, and the file is as large as
 * before: SQLite would move nothing in place of pages into the database. It is looked at some of the pages, and at the last one.
 */
export class LogProbe {
  readonly #path: string;
  readonly #frameBytes: number;

  /** @param pageBytes of the database. */
  constructor(path: string, pageBytes: number) {
    this.#path = path;
    this.#frameBytes = FRAME_HEAD_BYTES + pageBytes;
  }

  /** How large the log is at least when it has so many pages. */
  bytesOf(frames: number): number {
    return frames === 0 ? 0 : LOG_HEAD_BYTES + frames * this.#frameBytes;
  }

  /** @param frames pages that it has, as SQLite says. Throws where it cannot be read. */
  isWhole(frames: number): boolean {
    if (frames === 0) return true;
    const descriptor = openSync(this.#path, "r");
    try {
      const salt = read(descriptor, SALT_IN_LOG_AT);
      const count = Math.min(frames, FRAMES_LOOKED_AT_MAX);
      const ours = Array.from({ length: count }, (_, index) => Math.floor(((index + 1) * frames) / count)).every(
        (frame) => read(descriptor, this.bytesOf(frame) - this.#frameBytes + SALT_IN_FRAME_AT).equals(salt),
      );
      return ours && salt.some((byte) => byte !== 0);
    } finally {
      closeSync(descriptor);
    }
  }
}

function read(descriptor: number, at: number): Buffer {
  const salt = Buffer.alloc(SALT_BYTES);
  readSync(descriptor, salt, 0, SALT_BYTES, at);
  return salt;
}
