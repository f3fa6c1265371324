/**
 * What the bytes of a folder's database are, beside a server that runs on it: `bun scripts/bench/soak/tables.ts FOLDER [--minutes 60] [--every-seconds 180]` tells of a copy,
 * again and again, how many rows and KiB each table has with its indexes. Nothing of the folder is opened but to be copied.
 */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: options, positionals } = parseArgs({
  options: { minutes: { type: "string", default: "0" }, "every-seconds": { type: "string", default: "180" } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) throw new Error("usage: bun scripts/bench/soak/tables.ts FOLDER [--minutes N]");
const FILE = "dragoman.sqlite";
/** Smaller ones are told together. */
const TOLD_KIB_MIN = 32;
const KIB = 1_024;

const endsAt = performance.now() + 60_000 * Number(options.minutes);
for (;;) {
  tell(folder);
  if (performance.now() >= endsAt) break;
  await Bun.sleep(1_000 * Number(options["every-seconds"]));
}

/** A copy that was made in the middle of a checkpoint cannot be read: then the next one is told. */
function tell(dataDir: string): void {
  const place = mkdtempSync(join(tmpdir(), "dragoman-tables-"));
  try {
    for (const name of [FILE, `${FILE}-wal`])
      if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(place, name));
    using database = new Database(join(place, FILE));
    const sizes = database
      .query<{ name: string; bytes: number }, []>(
        `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes
           FROM dbstat AS d LEFT JOIN sqlite_schema AS s ON s.name = d.name GROUP BY 1 ORDER BY bytes DESC`,
      )
      .all();
    const told = sizes.filter(({ bytes }) => bytes >= TOLD_KIB_MIN * KIB);
    const rowsOf = (table: string) =>
      table.startsWith("sqlite_")
        ? 0
        : database.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}"`).get()?.n;
    const words = told.map(({ name, bytes }) => `${name} ${rowsOf(name)} rows ${(bytes / KIB).toFixed(0)} KiB`);
    const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(`${new Date().toISOString().slice(11, 19)} ${(all / KIB).toFixed(0)} KiB in use: ${words.join(", ")}`);
  } catch (failure) {
    console.log(`${new Date().toISOString().slice(11, 19)} not read: ${String(failure)}`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
