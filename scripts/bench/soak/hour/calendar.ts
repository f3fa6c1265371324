/** The clock of the soaked server: months go by within an hour, so that old entries of its ledger become months. */
import { writeFileSync } from "node:fs";

/** Each month has such a day, and an hour more of it is in the same month. */
const DAY_MAX = 27;
/** The library looks into its file so often. */
const CACHED_SECONDS = 1;
/** Then every thread has seen the new time. */
export const SEEN_MS = 2_000 * CACHED_SECONDS;

export class Calendar {
  /** For the server, and for each command on its folder: whoever has another clock finds the folder's times in the future. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #file: string;
  readonly #begun: Date;
  #months = 0;

  /**
   * @param file that nobody else writes.
   * @param begun when the soak begins. Throws where faketime is not installed.
   */
  constructor(file: string, begun = new Date()) {
    this.#begun = begun;
    const [library] = [...new Bun.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1").scanSync({ absolute: true })];
    if (!library) throw new Error("months go by with faketime: install it");
    this.#file = file;
    this.environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(CACHED_SECONDS),
      // What lasts is measured by another clock, which nobody sets.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
    this.#write();
  }

  /**
   * The next month, to everybody within `SEEN_MS`. None is left out: where one is, the month that has just ended is from before the last full one, and
   * becomes a month of the ledger while its last asks are still being charged. Those are in no file that has the rest of it.
   */
  turn(): void {
    this.#months += 1;
    this.#write();
  }

  #write(): void {
    const begun = this.#begun;
    const [day, months] = [Math.min(begun.getUTCDate(), DAY_MAX), begun.getUTCMonth() + this.#months];
    const shown =
      this.#months === 0 ? begun.getTime() : new Date(begun).setUTCFullYear(begun.getUTCFullYear(), months, day);
    writeFileSync(this.#file, `+${Math.round((shown - begun.getTime()) / 1_000)}s\n`);
  }
}
