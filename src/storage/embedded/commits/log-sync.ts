import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import type { DiskSync } from "./disk-wait.ts";

/**
 * Waits for the disk beside the thread that writes. SQLite's `synchronous=FULL` waits within each COMMIT, and nobody is served
 * meanwhile: 0.2 ms on a good disk, and five on others. With `NORMAL` it hands its log to the system at a COMMIT, and whoever asks
 * for that file to be on the disk afterwards, through whichever descriptor, has what `FULL` gives. Linux alone: elsewhere a disk
 * may say that it has what it has not.
 */
export class LogSync implements DiskSync {
  readonly #path: string;
  #descriptor: number | null = null;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Null where SQLite has to wait itself. @param database its path; its log is there from the first COMMIT on. */
  static of(database: string): LogSync | null {
    return process.platform === "linux" ? new LogSync(`${database}-wal`) : null;
  }

  begin(done: (failure: Error | null) => void): void {
    let descriptor: number;
    try {
      descriptor = this.#opened();
    } catch (failure) {
      setImmediate(done, failure);
      return;
    }
    fdatasync(descriptor, done);
  }

  now(): void {
    fdatasyncSync(this.#opened());
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #opened(): number {
    this.#descriptor ??= openSync(this.#path, "r");
    return this.#descriptor;
  }
}
