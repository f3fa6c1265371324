/** A table of a cluster, as rows that are moved are read from it and written into it. */
import type { MovedRow, MovedValue } from "#core/moving/moved-rows.ts";
import type { Value } from "../postgres.ts";

export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** As Postgres gives it. */
export type SelectedRow = Readonly<Record<string, unknown>>;

export interface ClusterTable {
  /** Gives the rows in their order. */
  readonly select: string;
  /** About how many rows there are, in one column. */
  readonly estimate: string;
  /** How many are fetched at once, where one of them may be many that are moved; as many as are asked for when left out. */
  readonly fetchedMax?: number;
  /** The rows that are moved of those that were selected. */
  asRead(row: SelectedRow): readonly MovedRow[];
  /** What writes rows, in their order and in one transaction. */
  written(rows: readonly MovedRow[]): readonly Statement[];
}

/** Columns with their types, in Postgres's words. */
export type Types = Readonly<Record<string, string>>;

/** Many rows in one statement, with the numbers that they have. */
export function insertion(into: string, types: Types, rows: readonly MovedRow[]): Statement {
  const names = Object.keys(types);
  const lists = Object.values(types).map((type, at) => `$${at + 1}::${type}[]`);
  return {
    text: `INSERT INTO ${into} (${names.join(", ")}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${lists.join(", ")})`,
    values: names.map((name) => columnOf(rows, name)),
  };
}

export function columnOf(rows: readonly MovedRow[], name: string): readonly MovedValue[] {
  return rows.map((row) => {
    const value = row[name];
    if (value === undefined) throw new Error(`a row that is moved has no ${name}`);
    return value;
  });
}
