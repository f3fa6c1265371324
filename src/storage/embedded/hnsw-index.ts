import type { Neighbour, NeighbourIndex } from "#core/ports/neighbours.ts";
import { cosine, ExactIndex, requireVector } from "./exact-index.ts";
import type { HnswGraph, HnswLibrary } from "./hnsw-library.ts";

/**
 * Up to here comparing with every vector is as fast: 384 dimensions took 0.14 to 0.2 ms at 500 vectors, 0.65 to 0.8 ms at
 * 2,000 and 1.8 to 2.2 ms at 5,000, a search in the graph of 5,000 0.6 ms.
 */
export const EXACT_VECTORS_MAX = 2_000;

/** Old vectors that go into the graph with each new one (0.45 ms each): building it in one go would stop the server for a second. */
const GRAPH_STEPS_PER_ADDITION = 3;

/** With these, 0.98 of the ten nearest among 5,000 random vectors are found, which are harder than any real text's. */
const LINKS = 32;
const CONSTRUCTION_CANDIDATES = 200;
const SEARCH_CANDIDATES_MIN = 256;
const SEED = 100;

/** Exact while small; a graph beyond that, built along with the additions. Searches are exact until it has caught up. */
export class HnswIndex implements NeighbourIndex {
  readonly #library: HnswLibrary;
  readonly #dimensions: number;
  #size = 0;
  /** Null once all of it is in the graph: keeping the vectors twice would double the memory. */
  #exact: ExactIndex | null;
  #graph: HnswGraph | null = null;
  #graphSize = 0;
  #graphCapacity = 0;

  constructor(library: HnswLibrary, dimensions: number) {
    this.#library = library;
    this.#dimensions = dimensions;
    this.#exact = new ExactIndex(dimensions);
  }

  get size(): number {
    return this.#size;
  }

  add(vector: Float32Array): void {
    requireVector(vector, this.#dimensions);
    this.#size += 1;
    if (!this.#exact) {
      this.#enter(vector);
      return;
    }
    this.#exact.add(vector);
    if (this.#size <= EXACT_VECTORS_MAX) return;
    for (let step = 0; step < GRAPH_STEPS_PER_ADDITION && this.#graphSize < this.#size; step += 1) {
      this.#enter(this.#exact.vector(this.#graphSize));
    }
    if (this.#graphSize === this.#size) this.#exact = null;
  }

  nearest(vector: Float32Array, count: number): readonly Neighbour[] {
    if (this.#exact || !this.#graph) return (this.#exact ?? new ExactIndex(this.#dimensions)).nearest(vector, count);
    requireVector(vector, this.#dimensions);
    const asked = Math.min(count, this.#size);
    if (asked <= 0) return [];
    this.#graph.setEf(Math.max(SEARCH_CANDIDATES_MIN, asked));
    const { neighbors, distances } = this.#graph.searchKnn(Array.from(vector), asked);
    const found = neighbors.map((ordinal, place) => ({
      ordinal,
      similarity: cosine(1 - (distances[place] as number)),
    }));
    return found.sort((one, other) => other.similarity - one.similarity);
  }

  #enter(vector: Float32Array): void {
    const graph = this.#grown();
    // The library takes plain arrays only. Labels are positions, far below the 2³² at which it would wrap them.
    graph.addPoint(Array.from(vector), this.#graphSize);
    this.#graphSize += 1;
  }

  #grown(): HnswGraph {
    if (!this.#graph) {
      this.#graphCapacity = EXACT_VECTORS_MAX * 2;
      this.#graph = new this.#library.HierarchicalNSW("ip", this.#dimensions);
      this.#graph.initIndex(this.#graphCapacity, LINKS, CONSTRUCTION_CANDIDATES, SEED, false);
    } else if (this.#graphSize === this.#graphCapacity) {
      this.#graphCapacity *= 2;
      this.#graph.resizeIndex(this.#graphCapacity);
    }
    return this.#graph;
  }
}
