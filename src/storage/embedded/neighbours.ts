import type { NeighbourIndexes } from "#core/ports/neighbours.ts";
import { ExactIndex } from "./exact-index.ts";
import { HnswIndex } from "./hnsw-index.ts";
import { type HnswLibrary, loadHnswLibrary } from "./hnsw-library.ts";

export interface NeighbourIndexesOptions {
  /** Where the native library is unpacked: a folder that allows execution. Made where needed. */
  readonly runtimeDir: string;
  /** Told once why the native library cannot be used, where the build has one. */
  readonly log?: (message: string) => void;
}

/** Indexes of nearest neighbours in memory. Never throws: without the native library they are exact. */
export function openNeighbourIndexes(options: NeighbourIndexesOptions): NeighbourIndexes {
  const library = usableLibrary(options);
  if (!library) return { kind: "exact", create: (dimensions) => new ExactIndex(dimensions) };
  return { kind: "hnsw", create: (dimensions) => new HnswIndex(library, dimensions) };
}

function usableLibrary({ runtimeDir, log }: NeighbourIndexesOptions): HnswLibrary | null {
  try {
    return loadHnswLibrary(runtimeDir);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    log?.(`searching without hnswlib, exactly, which is slower for more than 10,000 examples: ${reason}`);
    return null;
  }
}
