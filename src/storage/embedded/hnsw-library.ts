import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
// Compiled by scripts/setup.ts; an empty file where there was no compiler. Not named .node: Bun refuses to import those.
import embeddedPath from "../../../dist/native/hnswlib.bin" with { type: "file" };

/** What we use of the native hnswlib. What returns no promise is synchronous. */
export interface HnswNativeGraph {
  /** Begins an empty graph; frees the memory of what was there. */
  initIndex(capacity: number, links: number, constructionCandidates: number, seed: number, reuseDeleted: boolean): void;
  resizeIndex(capacity: number): void;
  setEf(searchCandidates: number): void;
  /** Labels wrap at 2³². A label that is there already would be changed in place, slowly. */
  addPoint(vector: number[], label: number): void;
  /** From here on it is not found, but stays as a way to others. Throws when it was marked before. */
  markDelete(label: number): void;
  getPoint(label: number): number[];
  /** With those that are marked. */
  getCurrentCount(): number;
  getMaxElements(): number;
  searchKnn(vector: number[], count: number): { readonly neighbors: number[]; readonly distances: number[] };
  /** On a thread of its own. What changes the graph meanwhile corrupts the file; searching does not. Full disks go unnoticed. */
  writeIndex(path: string): Promise<boolean>;
  /** On a thread of its own; nothing else may be called meanwhile. Trusts the file: a damaged one can end the process. */
  readIndex(path: string): Promise<boolean>;
}

export interface HnswLibrary {
  readonly HierarchicalNSW: new (space: "ip", dimensions: number) => HnswNativeGraph;
}

/** A library is loaded into a process once; loading it again would give the same code. */
const loaded = new Map<string, HnswLibrary>();

/**
 * The library that was embedded at the build, unpacked under `runtimeDir` and loaded; null where the build had none to
 * embed. Throws when the system refuses it (a folder that forbids execution, a read-only disk); the message says why.
 */
export function loadHnswLibrary(runtimeDir: string): HnswLibrary | null {
  const bytes = readFileSync(embeddedPath);
  if (bytes.length === 0) return null;
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const folder = join(runtimeDir, `hnswlib-${hash}`);
  const path = join(folder, "hnswlib.node");
  const known = loaded.get(path);
  if (known) return known;
  if (!isThere(path, bytes)) unpack(folder, path, bytes);
  const module: { exports: Partial<HnswLibrary> } = { exports: {} };
  process.dlopen(module, path);
  const { HierarchicalNSW } = module.exports;
  if (!HierarchicalNSW) throw new Error(`${path} is not the library that was expected`);
  const library: HnswLibrary = { HierarchicalNSW };
  loaded.set(path, library);
  return library;
}

/** Compared byte by byte: a power cut can leave a file that has the right name only. */
function isThere(path: string, bytes: Buffer): boolean {
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

function unpack(folder: string, path: string, bytes: Buffer): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Renamed when complete, so that a process beside this one never loads half a file.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, bytes, { mode: 0o700 });
  renameSync(unfinished, path);
}
