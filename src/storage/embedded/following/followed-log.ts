import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import type { FollowerReport, LogFollowing } from "#core/ports/log-following.ts";
import type { GroupCommit } from "../commits/group-commit.ts";

/** SQLite's own: the log is taken up into the database, and begins anew, when it has so many pages (4 MiB). */
const LOG_PAGES = 1_000;
/** While it is followed: 32 MiB, which is less than what the file is cut back to (`LOG_BYTES_MAX`). */
const FOLLOWED_LOG_PAGES = 8_192;
/** A follower speaks once a second. */
const SILENT_MS_MAX = 15_000;

/**
 * Lets the log of a database grow further while it is followed, so that the follower has seconds for what it would have tenths of a
 * second for. It is no promise: who is slower finds it overwritten, and begins anew.
 */
export class FollowedLog implements LogFollowing {
  readonly #database: Database;
  readonly #commits: GroupCommit;
  #last: FollowerReport | null = null;
  #silence: ReturnType<typeof setTimeout> | null = null;

  constructor(database: Database, commits: GroupCommit) {
    this.#database = database;
    this.#commits = commits;
  }

  heard(report: FollowerReport): void {
    this.#commits.requireOpen();
    this.#last = report;
    if (this.#silence === null) this.#keepPages(FOLLOWED_LOG_PAGES);
    else clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.close(), SILENT_MS_MAX);
    this.#silence.unref();
    if (!this.#hasLog()) this.#beginLog();
  }

  last(): FollowerReport | null {
    return this.#last;
  }

  /** Nobody follows any more. */
  close(): void {
    if (this.#silence === null) return;
    clearTimeout(this.#silence);
    this.#silence = null;
    this.#keepPages(LOG_PAGES);
  }

  #keepPages(pages: number): void {
    this.#database.run(`PRAGMA wal_autocheckpoint = ${pages}`);
  }

  #hasLog(): boolean {
    const log = statSync(`${this.#database.filename}-wal`, { throwIfNoEntry: false });
    return log !== undefined && log.size > 0;
  }

  /** By a page that is written as it is: without a log there is no place to follow from. */
  #beginLog(): void {
    const write = () => {
      const version = this.#database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version;
      if (version !== undefined) this.#database.run(`PRAGMA user_version = ${version}`);
    };
    // Whoever follows asks again in a second.
    this.#commits.write(write).catch(() => {});
  }
}
