/**
 * Compiles hnswlib-node's addon with the system's C++ compiler and nothing else: no node-gyp, no Python, no headers to
 * download. Without a compiler an empty file stands in its place, and the product searches exactly.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const COMPILERS = ["c++", "g++", "clang++"];
const SOURCES = ["hnswlib-node", "node-addon-api", "node-api-headers"];
const FLAGS = [
  "-std=c++17",
  "-O3",
  "-fPIC",
  "-shared",
  "-fexceptions",
  "-DNAPI_DISABLE_CPP_EXCEPTIONS",
  "-DNODE_GYP_MODULE_NAME=addon",
  "-DBUILDING_NODE_EXTENSION",
  "-Inode_modules/node-api-headers/include",
  "-Inode_modules/node-addon-api",
  "-Inode_modules/hnswlib-node/src",
  ...(process.platform === "darwin" ? ["-undefined", "dynamic_lookup"] : []),
];

/** Makes `dist/native/hnswlib.bin`. `built` says what was done, for people; null when it was up to date. */
export async function buildNeighbourAddon(root: string): Promise<{ readonly built: string | null }> {
  const target = join(root, "dist/native/hnswlib.bin");
  const stamp = join(root, "dist/native/hnswlib.json");
  const compiler = COMPILERS.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;
  const inputs = JSON.stringify({
    versions: SOURCES.map((name) => `${name} ${versionOf(root, name)}`),
    machine: `${process.platform}/${process.arch}`,
    compiler,
    flags: FLAGS,
  });
  const isUpToDate = existsSync(target) && existsSync(stamp) && readFileSync(stamp, "utf8") === inputs;
  if (isUpToDate) return { built: null };
  const failure =
    compiler === null ? `no C++ compiler found (${COMPILERS.join(", ")})` : await compile(compiler, root, target);
  if (failure !== null) writeFileSync(target, "");
  // Last, so that an interrupted run is repeated.
  writeFileSync(stamp, inputs);
  if (failure === null) return { built: "nearest-neighbour index compiled" };
  return {
    built: `${failure}: built without the nearest-neighbour index, the product will use exact search (after a change of the compiler, remove dist/native to try again)`,
  };
}

/** What went wrong, or null. */
async function compile(compiler: string, root: string, target: string): Promise<string | null> {
  const fresh = `${target}.${process.pid}.new`;
  const child = Bun.spawn([compiler, ...FLAGS, "node_modules/hnswlib-node/src/addon.cc", "-o", fresh], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [stderr, exitCode] = await Promise.all([child.stderr.text(), child.exited]);
  if (exitCode !== 0) {
    rmSync(fresh, { force: true });
    return `${stderr.trim()}\n${compiler} failed with status ${exitCode}`.trim();
  }
  renameSync(fresh, target);
  return null;
}

function versionOf(root: string, name: string): string {
  const manifest = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
