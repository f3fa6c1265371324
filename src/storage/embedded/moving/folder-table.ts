/** A table of a data folder, as rows that are moved are read from it and written into it. */
import type { Database } from "bun:sqlite";
import type { MovedRow } from "#core/moving/moved-rows.ts";

export interface FolderTable {
  /** About how many rows there are, in one column. */
  readonly estimate: string;
  rows(database: Database): Iterable<MovedRow>;
  /** Within a transaction. */
  write(database: Database, rows: readonly MovedRow[]): void;
}
