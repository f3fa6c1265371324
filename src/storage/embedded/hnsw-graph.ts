import type { Neighbour } from "#core/ports/neighbours.ts";
import { turn } from "#core/turn.ts";
import { cosine, ID_END } from "./exact-index.ts";
import type { HnswLibrary, HnswNativeGraph } from "./hnsw-library.ts";

/** Links of each vector; a graph that was saved with other ones is not loaded. */
export const LINKS = 16;
/** With 100, additions cost a quarter less, and among 100,000 sentences 0.99 of the nearest are found only just. */
const CONSTRUCTION_CANDIDATES = 150;
/**
 * A search looks at one candidate for so many vectors, within bounds: 100 find 0.995 of the true twelve nearest among 24,000
 * sentences, 200 as many among 100,000.
 */
const VECTORS_PER_CANDIDATE = 400;
const SEARCH_CANDIDATES_MIN = 100;
const SEARCH_CANDIDATES_MAX = 500;
const SEED = 100;
/** A full graph grows by this much: growing takes about 0.04 ms for each 1,000 vectors. */
const GROWTH = 1.25;
/** In place of an id: the vector in this slot was removed. */
const REMOVED = ID_END;
/** Ids that are noted in one go while a graph is read: about 1 ms. */
const IDS_AT_ONCE = 10_000;
/** Beside vector and links: upper layers, label, lock, map from id to slot, ids. */
const SLOT_BYTES = 180;

/**
 * A graph of vectors. Each addition takes the next slot; what is removed keeps its own, unseen, until the graph is replaced
 * by a new one: using a slot again costs more than an addition and makes the graph worse.
 */
export class HnswGraph {
  readonly #native: HnswNativeGraph;
  readonly #dimensions: number;
  readonly #slots = new Map<number, number>();
  readonly #ids: number[] = [];
  /** Removed while the graph was being written, and to be marked when it is. Null while it is not being written. */
  #unmarked: number[] | null = null;

  private constructor(native: HnswNativeGraph, dimensions: number) {
    this.#native = native;
    this.#dimensions = dimensions;
  }

  static empty(library: HnswLibrary, dimensions: number, capacity: number): HnswGraph {
    const native = new library.HierarchicalNSW("ip", dimensions);
    native.initIndex(capacity, LINKS, CONSTRUCTION_CANDIDATES, SEED, false);
    return new HnswGraph(native, dimensions);
  }

  /**
   * What `write` wrote, and the ids that it returned. The file has to be just as it was written: a damaged one can end the
   * process. Rejects when it is not the one of these ids.
   */
  static async read(library: HnswLibrary, dimensions: number, path: string, ids: Uint32Array): Promise<HnswGraph> {
    const native = new library.HierarchicalNSW("ip", dimensions);
    await native.readIndex(path);
    if (native.getCurrentCount() !== ids.length) throw new Error(`${path} does not hold ${ids.length} vectors`);
    const graph = new HnswGraph(native, dimensions);
    for (const [slot, id] of ids.entries()) {
      graph.#ids.push(id);
      if (id !== REMOVED) graph.#slots.set(id, slot);
      if (slot % IDS_AT_ONCE === 0) await turn();
    }
    return graph;
  }

  get size(): number {
    return this.#slots.size;
  }

  get removed(): number {
    return this.#ids.length - this.#slots.size;
  }

  get bytes(): number {
    return this.#ids.length * (4 * this.#dimensions + 8 * LINKS + SLOT_BYTES);
  }

  /** While it is being written nothing can be added. */
  get isBeingWritten(): boolean {
    return this.#unmarked !== null;
  }

  has(id: number): boolean {
    return this.#slots.has(id);
  }

  ids(): Iterable<number> {
    return this.#slots.keys();
  }

  /** Not for an id that is there, and not while the graph is being written. */
  add(id: number, vector: Float32Array): void {
    const slot = this.#ids.length;
    const capacity = this.#native.getMaxElements();
    if (slot === capacity) this.#native.resizeIndex(Math.ceil(capacity * GROWTH));
    // The library takes plain arrays only.
    this.#native.addPoint(Array.from(vector), slot);
    this.#ids.push(id);
    this.#slots.set(id, slot);
  }

  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#ids[slot] = REMOVED;
    if (this.#unmarked) this.#unmarked.push(slot);
    else this.#native.markDelete(slot);
  }

  /** A copy; throws for an id that is not there. */
  vector(id: number): Float32Array {
    const slot = this.#slots.get(id);
    if (slot === undefined) throw new Error(`no vector has the id ${id}`);
    return Float32Array.from(this.#native.getPoint(slot));
  }

  /** In no order. */
  nearest(vector: Float32Array, count: number): readonly Neighbour[] {
    const unmarked = this.#unmarked?.length ?? 0;
    const asked = Math.min(count, this.size) + unmarked;
    if (count <= 0 || this.size === 0) return [];
    const candidates = Math.min(SEARCH_CANDIDATES_MAX, this.size / VECTORS_PER_CANDIDATE);
    this.#native.setEf(Math.ceil(Math.max(SEARCH_CANDIDATES_MIN, candidates, asked)));
    const { neighbors, distances } = this.#native.searchKnn(Array.from(vector), asked);
    return neighbors.flatMap((slot, place) => {
      const id = this.#ids[slot] as number;
      return id === REMOVED ? [] : [{ id, similarity: cosine(1 - (distances[place] as number)) }];
    });
  }

  /** A file of so many vectors is never smaller: the library does not notice when the disk is full. */
  static fileBytesMin(dimensions: number, count: number): number {
    return count * (4 * dimensions + 8 * LINKS);
  }

  /** Resolves to the ids of what the file holds, by slot. Searching and removing go on meanwhile. */
  async write(path: string): Promise<Uint32Array> {
    const ids = new Uint32Array(this.#ids);
    this.#unmarked = [];
    try {
      await this.#native.writeIndex(path);
    } finally {
      const unmarked = this.#unmarked;
      this.#unmarked = null;
      for (const slot of unmarked) this.#native.markDelete(slot);
    }
    return ids;
  }

  /** Gives its memory back at once, of which the garbage collector knows nothing. It cannot be used any more. */
  release(): void {
    this.#native.initIndex(1, LINKS, CONSTRUCTION_CANDIDATES, SEED, false);
  }
}
