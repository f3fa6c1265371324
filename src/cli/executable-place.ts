/** The place of an executable: another is put there in one step, and the one of before stays beside it. */
import { closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { chmod, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Failure } from "./command.ts";

/** No executable of ours is so large. */
export const EXECUTABLE_BYTES_MAX = 2 * 1024 * 1024 * 1024;
const CHUNK_BYTES = 4 * 1024 * 1024;

export class ExecutablePlace {
  /** Absolute. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Where the one of before stays. */
  get previous(): string {
    return `${this.path}.previous`;
  }

  /** Where a new one waits: on the same disk, so that it can take the place in one step. */
  get waiting(): string {
    return join(dirname(this.path), `.${basename(this.path)}.update-${process.pid}`);
  }

  /**
   * Copies a file there, to be run but not yet in place, and returns the SHA-256 of what was copied, in hex: what is looked at
   * from then on cannot be changed by who can write the file. Throws a Failure.
   */
  async bring(file: string): Promise<string> {
    const size = sizeOf(file);
    if (size > EXECUTABLE_BYTES_MAX) {
      throw new Failure(`${file} has ${size} bytes, and no executable has more than ${EXECUTABLE_BYTES_MAX}`);
    }
    const hash = new Bun.CryptoHasher("sha256");
    try {
      await using source = await open(file, "r");
      await using target = await open(this.waiting, "wx", 0o700);
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (let copied = 0; ; ) {
        const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES, copied);
        if (bytesRead === 0) break;
        const bytes = chunk.subarray(0, bytesRead);
        hash.update(bytes);
        await target.write(bytes, 0, bytesRead, copied);
        copied += bytesRead;
        if (copied > EXECUTABLE_BYTES_MAX) throw new Failure(`${file} grew while it was read: fetch it anew`);
      }
      await target.sync();
      await chmod(this.waiting, statSync(this.path).mode & 0o777);
    } catch (failure) {
      this.discard();
      if (failure instanceof Failure) throw failure;
      throw new Failure(
        `${file} cannot be copied to ${dirname(this.path)} (${reasonOf(failure)}): make room there, or run this as a user who may write it`,
        failure,
      );
    }
    return hash.digest("hex");
  }

  /** Removes what was brought and not put in place. */
  discard(): void {
    rmSync(this.waiting, { force: true });
  }

  /** Puts `from` in place. The one that was there becomes the previous one. At every moment there is one of the two. */
  put(from: string): void {
    const kept = `${this.waiting}-kept`;
    linkOrCopy(this.path, kept);
    try {
      renameSync(from, this.path);
    } catch (failure) {
      rmSync(kept, { force: true });
      throw failure;
    }
    renameSync(kept, this.previous);
    syncFolder(dirname(this.path));
  }

  /** Puts the previous one back, and what is in place where that was. */
  exchange(): void {
    const from = `${this.waiting}-back`;
    linkOrCopy(this.previous, from);
    this.put(from);
  }
}

function sizeOf(file: string): number {
  try {
    const found = statSync(file);
    if (found.isFile()) return found.size;
  } catch (failure) {
    throw new Failure(`${file} cannot be read (${reasonOf(failure)})`, failure);
  }
  throw new Failure(`${file} is no file`);
}

/** Some file systems have no second names for a file. */
function linkOrCopy(from: string, to: string): void {
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** So that a power cut leaves the one or the other name, and no third. */
function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

export function reasonOf(failure: unknown): string {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  return typeof code === "string" ? code : String(failure);
}
