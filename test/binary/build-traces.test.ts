/** What the executable tells of the machine that built it: nothing. */
import { beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { ensureExecutable } from "./kit.ts";

const ROOT = join(import.meta.dir, "../..");

beforeAll(ensureExecutable, 120_000);

/** As they are loaded: an archive is searched unpacked. */
function contents(): ReadonlyMap<string, Buffer> {
  const names = readdirSync(join(ROOT, "dist/native"), { recursive: true, encoding: "utf8" });
  const archives = names.filter((name) => name.endsWith(".zst")).map((name) => join("dist/native", name));
  const unpacked = archives.map((name) => [name, Bun.zstdDecompressSync(readFileSync(join(ROOT, name)))] as const);
  return new Map([["dist/dragoman", readFileSync(join(ROOT, "dist/dragoman"))], ...unpacked]);
}

test("it holds no path of the checkout, no home of a user and no name of the machine", () => {
  const searched = contents();
  expect(searched.size).toBeGreaterThan(2);
  const traces = [`${ROOT}/`, hostname()].filter((trace) => trace.length > 4);
  // Root's home is a folder of the runtime's own file system as well.
  if (homedir() !== "/root") traces.push(`${homedir()}/`);
  const found = [...searched].flatMap(([name, bytes]) =>
    traces.filter((trace) => bytes.includes(trace)).map((trace) => `${name}: ${trace}`),
  );
  expect(found).toEqual([]);
  expect(searched.get("dist/dragoman")?.includes("/$bunfs/root/")).toBe(true);
}, 60_000);
