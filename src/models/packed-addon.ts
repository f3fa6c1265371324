/**
 * Native addons out of the executable. The operating system loads a library from a real file only, so it is unpacked
 * once into a folder that allows execution.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { messageOf, OperatorError } from "#core/errors.ts";

/** A file as it is unpacked. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** An addon and the libraries it finds beside itself. */
export interface PackedAddon {
  /** Its name and version, with which the name of its folder begins. */
  readonly name: string;
  /**
   * The first file of the first archive is the addon. An archive is its files one after the other, compressed with zstd:
   * libraries that are much alike take little room together.
   */
  readonly archives: readonly { readonly packedPath: string; readonly files: readonly PackedFile[] }[];
}

/** Other builds stay as long as a process may be between unpacking and loading them; what is loaded stays in memory. */
const OTHER_BUILDS_MS_MIN = 24 * 60 * 60 * 1000;
const HASH_LENGTH = 16;

/** Where its files lie once it is loaded: a folder named for what is in it, so that two builds never share one. */
export function folderOf(packed: PackedAddon, runtimeDir: string): string {
  const hash = createHash("sha256");
  for (const file of filesOf(packed)) hash.update(`${file.name} ${file.bytes} ${file.sha256}\n`);
  return join(runtimeDir, `${packed.name}-${hash.digest("hex").slice(0, HASH_LENGTH)}`);
}

/**
 * Loads an addon from its folder, which is unpacked first where it is missing, half-written, or not what was unpacked. What is loaded runs with all rights of this process: folders of another user are refused.
 * Returns what the addon exports. Throws an OperatorError: which folder, what is wrong, which setting helps.
 */
export function loadAddon(packed: PackedAddon, runtimeDir: string): unknown {
  const folder = folderOf(packed, runtimeDir);
  refuseStrangersFolder(runtimeDir, runtimeDir);
  refuseStrangersFolder(runtimeDir, folder);
  try {
    unpack(packed, runtimeDir);
  } catch (cause) {
    if (isLackOfMemory(cause)) throw noMemory(cause);
    throw unusable(runtimeDir, `cannot be written (${messageOf(cause)})`, cause);
  }
  const loaded: { exports: unknown } = { exports: {} };
  const addon = packed.archives[0]?.files[0];
  if (!addon) throw new TypeError(`${packed.name} has no files`);
  try {
    process.dlopen(loaded, join(folder, addon.name));
  } catch (cause) {
    const reason = messageOf(cause);
    if (isLackOfMemory(cause)) throw noMemory(cause);
    const isNoexec = /failed to map segment|operation not permitted/i.test(reason);
    throw unusable(runtimeDir, isNoexec ? `forbids execution (${reason})` : `does not load (${reason})`, cause);
  }
  return loaded.exports;
}

/** Its owner could put another library in the place of ours at any moment. Root's are everybody's. */
function refuseStrangersFolder(runtimeDir: string, folder: string): void {
  const owner = existsSync(folder) ? statSync(folder).uid : 0;
  if (owner === 0 || owner === process.getuid?.()) return;
  throw unusable(runtimeDir, `belongs to another user (${folder} to user ${owner})`);
}

function unusable(runtimeDir: string, problem: string, cause?: unknown): OperatorError {
  const message = `the folder for native libraries ${runtimeDir} ${problem}; name another one with [embedder] runtime_dir`;
  return new OperatorError("libraries_unusable", message, cause);
}

function isLackOfMemory(cause: unknown): boolean {
  return /out of memory|cannot allocate memory|ENOMEM/i.test(messageOf(cause));
}

/** No other folder would help. */
function noMemory(cause: unknown): OperatorError {
  const message = `there is not enough memory for the native libraries (${messageOf(cause)}): let the process have more`;
  return new OperatorError("libraries_unusable", message, cause);
}

function filesOf({ archives }: PackedAddon): readonly PackedFile[] {
  return archives.flatMap(({ files }) => files);
}

function isUnpacked(packed: PackedAddon, folder: string): boolean {
  return filesOf(packed).every((file) => isWhole(join(folder, file.name), file));
}

/** Its content, and not its size alone: 20 MB take some 15 ms. */
function isWhole(path: string, { bytes, sha256 }: PackedFile): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.size !== bytes) return false;
  return createHash("sha256").update(readFileSync(path)).digest("hex") === sha256;
}

function unpack(packed: PackedAddon, runtimeDir: string): void {
  const folder = folderOf(packed, runtimeDir);
  if (isUnpacked(packed, folder)) return;
  removeAbandoned(packed, runtimeDir);
  const fresh = `${folder}.${process.pid}.${crypto.randomUUID().slice(0, 8)}`;
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    for (const { packedPath, files } of packed.archives) {
      const content = Bun.zstdDecompressSync(readFileSync(packedPath));
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      if (content.length !== bytes) throw new Error(`${files[0]?.name} is damaged inside the executable`);
      let start = 0;
      for (const file of files) {
        writeFileSync(join(fresh, file.name), content.subarray(start, start + file.bytes), { mode: 0o700 });
        start += file.bytes;
      }
    }
    putInPlace(packed, fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** What another build has unpacked, or a process left behind that was killed while it unpacked: up to 46 MB each. */
function removeAbandoned(packed: PackedAddon, runtimeDir: string): void {
  if (!existsSync(runtimeDir)) return;
  const own = basename(folderOf(packed, runtimeDir));
  const [product] = packed.name.split("-");
  for (const name of readdirSync(runtimeDir)) {
    const folder = join(runtimeDir, name);
    const [, pid] = /\.(\d+)\.[0-9a-f]{8}$/.exec(name) ?? [];
    const isAbandoned = pid === undefined ? isOld(folder) : name.startsWith(`${own}.`) && !isRunning(Number(pid));
    if (name !== own && name.startsWith(`${product}-`) && isAbandoned) rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder is as old as what was last put into it. */
function isOld(folder: string): boolean {
  const unpackedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - unpackedAt > OTHER_BUILDS_MS_MIN;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    // Another user's process may not be signalled, but it is there.
    return (failure as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Another process may do the same at the same time: whoever comes second uses what the first one wrote. */
function putInPlace(packed: PackedAddon, fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder);
  } catch (cause) {
    if (!existsSync(folder)) throw cause;
    if (isUnpacked(packed, folder)) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  }
}
