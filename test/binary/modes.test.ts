/** Start after start, all that the executable makes is for its owner alone, and its owner can use it. */
import { beforeAll, expect, test } from "bun:test";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "../../scripts/dragoman-process.ts";
import { ensureExecutable, freshPlace } from "./kit.ts";

/** Main thread and worker make files at the same time: what one does to the modes of the process, the other feels. */
const STARTS = 20;
const OWNER_BITS = 0o700;
const OTHERS_BITS = 0o077;

beforeAll(ensureExecutable, 120_000);

test("no folder is closed to its owner, nothing is open to anybody else", async () => {
  using place = freshPlace();
  const wrong: string[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    rmSync(place.at("runtime"), { recursive: true, force: true });
    const server = await startServer({ dataDir: place.path });
    await Bun.sleep(20);
    await server.kill();
    for (const name of readdirSync(place.path, { recursive: true, encoding: "utf8" })) {
      const stat = statSync(join(place.path, name));
      const isClosed = stat.isDirectory() && (stat.mode & OWNER_BITS) !== OWNER_BITS;
      // SQLite's own files take the mode of the database.
      if (isClosed || (stat.mode & OTHERS_BITS) !== 0) wrong.push(`${name} ${(stat.mode & 0o777).toString(8)}`);
    }
  }
  expect(wrong).toEqual([]);
}, 60_000);
