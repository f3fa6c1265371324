import { messageOf } from "#core/errors.ts";
import type { NeighbourIndex, NeighbourIndexes, SimilarityTable } from "#core/ports/neighbours.ts";
import { ExactIndex } from "./exact-index.ts";
import { HnswIndex } from "./hnsw-index.ts";
import { type HnswLibrary, loadHnswLibrary } from "./hnsw-library.ts";
import { RoughTable } from "./rough-table.ts";
import { SavedGraphs } from "./saved-graphs.ts";

export interface NeighbourIndexesOptions {
  /** Where the native library is unpacked: a folder that allows execution. Made where needed. */
  readonly runtimeDir: string;
  /** Where indexes are saved, a folder of their own. Made where needed. Without one nothing is kept. */
  readonly indexDir?: string;
  /** An index that was saved longer ago holds nothing that counts any more: it is removed at the start. */
  readonly keptSeconds?: number;
  /** Told once why the native library cannot be used, where the build has one, and why a saved index cannot. */
  readonly log?: (message: string) => void;
}

/** Indexes of nearest neighbours in memory. Never throws: without the native library they are exact. */
export function openNeighbourIndexes(options: NeighbourIndexesOptions): NeighbourIndexes {
  const library = usableLibrary(options);
  if (!library) return new ExactIndexes();
  const { indexDir: folder, keptSeconds = Number.POSITIVE_INFINITY, log = () => {} } = options;
  const saved = folder === undefined ? null : new SavedGraphs({ library, folder, keptSeconds, log });
  return new HnswIndexes(library, saved);
}

/** Keeps nothing: an exact index is made anew as fast as its vectors are read. */
class ExactIndexes implements NeighbourIndexes {
  readonly kind = "exact";

  create(dimensions: number): NeighbourIndex {
    return new ExactIndex(dimensions);
  }

  table(dimensions: number): SimilarityTable {
    return new RoughTable(dimensions);
  }

  async load(): Promise<null> {
    return null;
  }

  async save(): Promise<void> {}

  async forget(): Promise<void> {}
}

class HnswIndexes implements NeighbourIndexes {
  readonly kind = "hnsw";
  readonly #library: HnswLibrary;
  readonly #saved: SavedGraphs | null;

  constructor(library: HnswLibrary, saved: SavedGraphs | null) {
    this.#library = library;
    this.#saved = saved;
  }

  create(dimensions: number): NeighbourIndex {
    return new HnswIndex(this.#library, dimensions);
  }

  table(dimensions: number): SimilarityTable {
    return new RoughTable(dimensions);
  }

  async load(name: string, dimensions: number): Promise<NeighbourIndex | null> {
    const graph = (await this.#saved?.load(name, dimensions)) ?? null;
    return graph && new HnswIndex(this.#library, dimensions, graph);
  }

  async save(name: string, index: NeighbourIndex): Promise<void> {
    if (!(index instanceof HnswIndex)) throw new TypeError("only an index that was made here can be saved here");
    await this.#saved?.save(name, index);
  }

  async forget(name: string): Promise<void> {
    await this.#saved?.forget(name);
  }
}

function usableLibrary({ runtimeDir, log }: NeighbourIndexesOptions): HnswLibrary | null {
  try {
    return loadHnswLibrary(runtimeDir);
  } catch (cause) {
    const reason = messageOf(cause);
    log?.(`searching without hnswlib, exactly, which is slower for more than 20,000 examples: ${reason}`);
    return null;
  }
}
