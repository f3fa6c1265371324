import { type Pointer, toArrayBuffer } from "bun:ffi";
import { Database, type SQLQueryBindings } from "bun:sqlite";
import type { SimulatedDiskWait } from "../kit/process.ts";
import { EPOCH_MS } from "../kit/process.ts";
import type { SeededRandom } from "../kit/random.ts";
import type { Scheduler } from "../kit/scheduler.ts";

/** Calls of the disk that can be made to fail. A wait is a sync that SQLite does not ask for. */
export type FailingCall = "full" | "memory" | "open" | "read" | "sync" | "truncate" | "wait" | "write";

/** How long the disk takes to say that it has something, in milliseconds. */
const SYNC_MS_MAX = 4;

/** The disk in memory under all databases of a folder, in this process. There is one of it. */
export class SimulatedDisk implements SimulatedDiskWait {
  readonly #control: Database;
  readonly #scheduler: Scheduler;
  readonly #random: SeededRandom;
  /** One byte of the disk's own, not 0 where the power is off. */
  readonly #power: Uint8Array;
  /** Times as long as usual. */
  slowness = 1;
  /** Calls may fail, of now or of later, until it is mended. */
  isFailing = false;

  /** @param library what `buildDisk` has made. @param folder whose files are simulated; they must not be open. */
  constructor(library: string, folder: string, scheduler: Scheduler, random: SeededRandom) {
    this.#control = new Database(":memory:");
    this.#control.loadExtension(library);
    this.#scheduler = scheduler;
    this.#random = random;
    this.#ask("disk_begin(?, ?)", folder, random.below(2 ** 31));
    this.#power = new Uint8Array(toArrayBuffer(this.#ask("disk_power()") as Pointer, 0, 1));
  }

  begin(path: string, done: (failure: Error | null) => void): void {
    const mark = this.#ask("disk_mark(?)", path);
    const ms = this.#random.next() ** 2 * SYNC_MS_MAX * this.slowness;
    this.#scheduler.at(ms, "disk", () => {
      const hasFailed = this.#ask("disk_synced(?, ?)", path, mark) === 1;
      done(hasFailed ? failureOfDisk() : null);
    });
  }

  now(path: string): void {
    const hasFailed = this.#ask("disk_synced(?, ?)", path, this.#ask("disk_mark(?)", path)) === 1;
    if (hasFailed) throw failureOfDisk();
  }

  write(path: string, at: number, bytes: Uint8Array): void {
    this.#ask("disk_write(?, ?, ?)", path, at, bytes);
  }

  /**
   * Of the calls of that kind, after so many others, so many fail.
   * @param cutAfter the power goes off after so many calls that change something behind the first of them; none: it stays.
   */
  fail(call: FailingCall, after: number, count: number, cutAfter = -1): void {
    this.isFailing = true;
    this.#ask("disk_fail(?, ?, ?, ?)", call, after, count, cutAfter);
  }

  /** Nothing fails any more. */
  mend(): void {
    this.isFailing = false;
    this.slowness = 1;
    this.#ask("disk_mend()");
  }

  /** From now on it says that it has what it has not. */
  lie(): void {
    this.#ask("disk_lie()");
  }

  /** The power goes off at the call after so many that change something. */
  cutAfter(calls: number): void {
    this.#ask("disk_cut_after(?)", calls);
  }

  /** Whether the power went off, as `cutAfter` had it. */
  get isOff(): boolean {
    return this.#power[0] !== 0;
  }

  /** The power is cut, and back. Whatever was open can do nothing any more. */
  cut(): void {
    this.slowness = 1;
    this.#ask("disk_cut()");
  }

  /** The process was killed: the system still has what was written. */
  kill(): void {
    this.#ask("disk_end()");
  }

  /** SQLite is told the time. */
  tell(): void {
    this.#ask("disk_time(?)", Math.floor(EPOCH_MS + this.#scheduler.nowMs));
  }

  #ask(call: string, ...given: SQLQueryBindings[]): number {
    const found = this.#control
      .query<{ result: number | null }, SQLQueryBindings[]>(`SELECT ${call} AS result`)
      .get(...given);
    return found?.result ?? 0;
  }
}

function failureOfDisk(): Error {
  return Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", syscall: "fdatasync" });
}
