/**
 * Native addons out of the executable. The operating system loads a library from a real file only, so it is unpacked
 * once into a folder that allows execution.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { messageOf, OperatorError } from "#core/errors.ts";

/** A file as it is unpacked. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** An addon and the libraries it finds beside itself. */
export interface PackedAddon {
  /** Name of the folder made for it; says name and version. */
  readonly folder: string;
  /**
   * The first file of the first archive is the addon. An archive is its files one after the other, compressed with zstd:
   * libraries that are much alike take little room together.
   */
  readonly archives: readonly { readonly packedPath: string; readonly files: readonly PackedFile[] }[];
}

/**
 * Loads an addon from `<runtimeDir>/<folder>/`, which is unpacked first where it is missing, older, half-written, or not
 * what was unpacked. What is loaded runs with all rights of this process: folders of another user are refused.
 * Returns what the addon exports. Throws an OperatorError: which folder, what is wrong, which setting helps.
 */
export function loadAddon(packed: PackedAddon, runtimeDir: string): unknown {
  const folder = join(runtimeDir, packed.folder);
  refuseStrangersFolder(runtimeDir, runtimeDir);
  refuseStrangersFolder(runtimeDir, folder);
  try {
    unpack(packed, folder);
  } catch (cause) {
    throw unusable(runtimeDir, `cannot be written (${messageOf(cause)})`, cause);
  }
  const loaded: { exports: unknown } = { exports: {} };
  const addon = packed.archives[0]?.files[0];
  if (!addon) throw new TypeError(`${packed.folder} has no files`);
  try {
    process.dlopen(loaded, join(folder, addon.name));
  } catch (cause) {
    const reason = messageOf(cause);
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

/** Its presence says that the folder was written to the end; its name, with which content. */
function sealOf(packed: PackedAddon): string {
  const hash = createHash("sha256");
  for (const file of filesOf(packed)) hash.update(`${file.name} ${file.bytes} ${file.sha256}\n`);
  return `complete-${hash.digest("hex").slice(0, 16)}`;
}

function filesOf({ archives }: PackedAddon): readonly PackedFile[] {
  return archives.flatMap(({ files }) => files);
}

function isUnpacked(packed: PackedAddon, folder: string): boolean {
  if (!existsSync(join(folder, sealOf(packed)))) return false;
  return filesOf(packed).every((file) => isWhole(join(folder, file.name), file));
}

/** Its content, and not its size alone: 20 MB take some 15 ms. */
function isWhole(path: string, { bytes, sha256 }: PackedFile): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.size !== bytes) return false;
  return createHash("sha256").update(readFileSync(path)).digest("hex") === sha256;
}

function unpack(packed: PackedAddon, folder: string): void {
  if (isUnpacked(packed, folder)) return;
  removeAbandoned(folder);
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
    writeFileSync(join(fresh, sealOf(packed)), "", { mode: 0o600 });
    putInPlace(packed, fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** What a process left behind that was killed while it unpacked: up to 46 MB each. */
function removeAbandoned(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${RegExp.escape(basename(folder))}\\.(\\d+)\\.[0-9a-f]{8}$`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
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
