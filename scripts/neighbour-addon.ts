/**
 * Compiles hnswlib-node's addon: for the machine itself with the system's C++ compiler and nothing else (no node-gyp, no Python, no
 * headers to download), for a release with zig's, which knows every target. Without a compiler an empty file stands in its place, and
 * the product searches exactly.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "./target.ts";

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
];
/** The functions of Node.js are those of the program that loads the addon: elsewhere the linker takes that for granted. */
const FLAGS_OF_MAC = ["-undefined", "dynamic_lookup"];
/** The same bytes wherever it is compiled: no symbols, and so no paths. */
const FLAGS_OF_RELEASE = ["-s", "-g0"];

interface NeighbourBuild {
  readonly target: Target;
  /** Of a release. Null: the system's compiler, for the machine itself. */
  readonly zig: readonly string[] | null;
}

/** Makes `dist/native/hnswlib.bin`. `built` says what was done, for people; null when it was up to date. */
export async function buildNeighbourAddon(
  root: string,
  { target, zig }: NeighbourBuild,
): Promise<{ readonly built: string | null }> {
  const output = join(root, "dist/native/hnswlib.bin");
  const stamp = join(root, "dist/native/hnswlib.json");
  const command = zig === null ? systemCompiler() : zigFor(target, zig);
  const flags = [
    ...FLAGS,
    ...(target.platform === "darwin" ? FLAGS_OF_MAC : []),
    ...(zig === null ? [] : FLAGS_OF_RELEASE),
  ];
  const inputs = JSON.stringify({
    versions: SOURCES.map((name) => `${name} ${versionOf(root, name)}`),
    target: target.name,
    command,
    flags,
  });
  const isUpToDate = existsSync(output) && existsSync(stamp) && readFileSync(stamp, "utf8") === inputs;
  if (isUpToDate) return { built: null };
  mkdirSync(join(root, "dist/native"), { recursive: true });
  const failure = command === null ? missing(target, zig) : await compile([...command, ...flags], root, output);
  // A release is not to lack what it could have.
  if (failure !== null && zig !== null && target.compiler !== null) throw new Error(failure);
  if (failure !== null) writeFileSync(output, "");
  // Last, so that an interrupted run is repeated.
  writeFileSync(stamp, inputs);
  if (failure === null) return { built: "nearest-neighbour index compiled" };
  return {
    built: `${failure}: built without the nearest-neighbour index, the product will use exact search (after a change of the compiler, remove dist/native to try again)`,
  };
}

function systemCompiler(): readonly string[] | null {
  const found = COMPILERS.map((name) => Bun.which(name)).find((path) => path !== null);
  return found === undefined ? null : [found];
}

function zigFor({ compiler }: Target, zig: readonly string[]): readonly string[] | null {
  return compiler === null ? null : [...zig, "c++", "-target", compiler];
}

function missing({ name }: Target, zig: readonly string[] | null): string {
  return zig === null ? `no C++ compiler found (${COMPILERS.join(", ")})` : `no addon can be compiled for ${name}`;
}

/** What went wrong, or null. */
async function compile(command: readonly string[], root: string, output: string): Promise<string | null> {
  const fresh = `${output}.${process.pid}.new`;
  const child = Bun.spawn([...command, "node_modules/hnswlib-node/src/addon.cc", "-o", fresh], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [stderr, exitCode] = await Promise.all([child.stderr.text(), child.exited]);
  if (exitCode !== 0) {
    rmSync(fresh, { force: true });
    return `${stderr.trim()}\n${command[0]} failed with status ${exitCode}`.trim();
  }
  renameSync(fresh, output);
  return null;
}

function versionOf(root: string, name: string): string {
  const manifest = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
