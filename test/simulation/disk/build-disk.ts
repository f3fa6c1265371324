/** Compiles the simulated disk with the system's C++ compiler, where there is one with SQLite's headers. */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../../..");
const SOURCE = join(import.meta.dir, "simulated-disk.cpp");
const COMPILERS = ["c++", "g++", "clang++"];
const FLAGS = ["-std=c++20", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror"];

/** What has to be there to compile it. */
export const NEEDS = "a C++ compiler and SQLite's headers (Debian: g++, libsqlite3-dev), on Linux";

/** The path of the compiled extension, made where it is not there yet; null where nothing here can compile it. Throws what a compiler says. */
export async function buildDisk(): Promise<string | null> {
  const compiler = COMPILERS.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;
  if (process.platform !== "linux" || compiler === null || !existsSync("/usr/include/sqlite3ext.h")) return null;
  const text = await Bun.file(SOURCE).text();
  const folder = join(ROOT, "dist/native");
  const output = join(folder, `simulated-disk-${Bun.hash(text + FLAGS.join(" ")).toString(16)}.so`);
  if (existsSync(output)) return output;
  mkdirSync(folder, { recursive: true });
  const fresh = `${output}.${process.pid}.new`;
  const child = Bun.spawn([compiler, ...FLAGS, SOURCE, "-o", fresh], { stdio: ["ignore", "ignore", "pipe"] });
  const [stderr, status] = await Promise.all([child.stderr.text(), child.exited]);
  if (status !== 0) {
    rmSync(fresh, { force: true });
    throw new Error(`${compiler} could not compile ${SOURCE}:\n${stderr.trim()}`);
  }
  renameSync(fresh, output);
  return output;
}
