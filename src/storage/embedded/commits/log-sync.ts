import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync, readSync, writeSync } from "node:fs";
import type { DiskSync } from "./disk-wait.ts";

/** Of a log that is written once more: some megabytes in all. */
const RENEWED_BYTES = 1_048_576;

/**
 * Waits for the disk beside the thread that writes. SQLite's `synchronous=FULL` waits within each COMMIT, and nobody is served
 * meanwhile: 0.2 ms on a good disk, and five on others. With `NORMAL` it hands its log to the system at a COMMIT, and whoever asks
 * for that file to be on the disk afterwards, through whichever descriptor, has what `FULL` gives. Linux alone: elsewhere a disk
 * may say that it has what it has not.
 */
export class LogSync implements DiskSync {
  readonly #path: string;
  /**
   * That are not in use. The system tells a failure once for each descriptor: of two looks through the same one, the second would hear
   * that all is well.
   */
  readonly #free: number[] = [];
  #isClosed = false;

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
      descriptor = this.#taken();
    } catch (failure) {
      setImmediate(done, failure);
      return;
    }
    fdatasync(descriptor, (failure) => {
      this.#givenBack(descriptor, failure !== null);
      done(failure);
    });
  }

  now(): void {
    const descriptor = this.#taken();
    let isFailure = true;
    try {
      fdatasyncSync(descriptor);
      isFailure = false;
    } finally {
      this.#givenBack(descriptor, isFailure);
    }
  }

  renew(): void {
    if (!existsSync(this.#path)) return;
    const descriptor = openSync(this.#path, "r+");
    try {
      const some = Buffer.alloc(RENEWED_BYTES);
      for (let at = 0; ; ) {
        const count = readSync(descriptor, some, 0, some.length, at);
        if (count === 0) break;
        at += writeSync(descriptor, some, 0, count, at);
      }
      fdatasyncSync(descriptor);
    } finally {
      // SQLite has no locks on its log: closing it gives none up.
      closeSync(descriptor);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#closeFree();
  }

  #taken(): number {
    return this.#free.pop() ?? openSync(this.#path, "r");
  }

  /** After a failure the others would tell it, too, when it is mended. */
  #givenBack(descriptor: number, isFailure: boolean): void {
    this.#free.push(descriptor);
    if (isFailure || this.#isClosed) this.#closeFree();
  }

  #closeFree(): void {
    for (const descriptor of this.#free.splice(0)) closeSync(descriptor);
  }
}
