/** The rows of an opened data folder, its log of questions among them. */
import type { Database } from "bun:sqlite";
import type { MovedRows } from "#core/moving/move.ts";
import type { MovedRow, MovedStore } from "#core/moving/moved-rows.ts";
import { openQueryLogFile } from "../query-log.ts";
import { FOLDER_TABLES } from "./folder-tables.ts";

/** What stands in the log of questions, which not every folder has. */
const LOG_STORES: readonly MovedStore[] = ["query_log_settings", "logged_questions"];

/** Puts the log of questions beside the tables, under the name `log`. A file is made where there is none. */
export function attachQueryLog(database: Database, path: string): void {
  openQueryLogFile(path).close();
  database.query<null, [string]>("ATTACH ? AS log").run(path);
}

export class FolderRows implements MovedRows {
  readonly #database: Database;
  readonly #hasLog: boolean;

  /** `hasLog`: whether the log was attached. */
  constructor(database: Database, { hasLog }: { readonly hasLog: boolean }) {
    this.#database = database;
    this.#hasLog = hasLog;
  }

  async *pages(store: MovedStore, rowsMax: number): AsyncGenerator<readonly MovedRow[]> {
    if (this.#isMissing(store)) return;
    let page: MovedRow[] = [];
    for (const row of FOLDER_TABLES[store].rows(this.#database)) {
      page.push(row);
      if (page.length < rowsMax) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  async estimate(store: MovedStore): Promise<number> {
    if (this.#isMissing(store)) return 0;
    return this.#database.query<{ rows: number }, []>(FOLDER_TABLES[store].estimate).get()?.rows ?? 0;
  }

  #isMissing(store: MovedStore): boolean {
    return !this.#hasLog && LOG_STORES.includes(store);
  }
}
