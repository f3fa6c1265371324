/** The clock of the soaked server: months go by within an hour, so that old entries of its ledger become months. */
import { writeFileSync } from "node:fs";

const MONTH_SECONDS = 31 * 86_400;
/** The library looks into its file so often. */
const CACHED_SECONDS = 1;
/** Then every thread has seen the new time. */
export const SEEN_MS = 2_000 * CACHED_SECONDS;

export class Calendar {
  /** For the server, and for each command on its folder: whoever has another clock finds the folder's times in the future. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #file: string;
  #months = 0;

  /** @param file that nobody else writes. Throws where faketime is not installed. */
  constructor(file: string) {
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

  /** A month later, to everybody within `SEEN_MS`. */
  turn(): void {
    this.#months += 1;
    this.#write();
  }

  #write(): void {
    writeFileSync(this.#file, `+${this.#months * MONTH_SECONDS}s\n`);
  }
}
