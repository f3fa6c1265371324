/** Puts tables into pages that have them, in the place of the ones before. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The page with another table in the place of the one that has the same heads. Throws where it has none. */
export function withTable(page: string, table: string): string {
  const lines = page.split("\n");
  const [heads = ""] = table.split("\n", 1);
  const from = lines.indexOf(heads);
  if (from < 0) throw new Error(`no table begins with ${heads}`);
  const length = lines.slice(from).findIndex((line) => !line.startsWith("|"));
  return [...lines.slice(0, from), table, ...(length < 0 ? [] : lines.slice(from + length))].join("\n");
}

/** @param page its path below `root` */
export function writeTables(root: string, page: string, tables: readonly string[]): void {
  const path = join(root, page);
  writeFileSync(path, tables.reduce(withTable, readFileSync(path, "utf8")));
}
