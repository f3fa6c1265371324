import type { Neighbour, NeighbourIndex } from "#core/ports/neighbours.ts";
import { ExactIndex, requireId, requireVector } from "./exact-index.ts";
import { HnswGraph } from "./hnsw-graph.ts";
import type { HnswLibrary } from "./hnsw-library.ts";

/**
 * Up to here every vector is compared, which finds all: 10,000 of 384 dimensions take about as long as a search in a graph,
 * 0.2 to 0.3 ms. A graph of them would cost 5 s to make.
 */
export const EXACT_VECTORS_MAX = 10_000;

/**
 * Vectors that move into the graph with each change, 0.4 to 0.6 ms each: building it in one go would stop the server for
 * seconds. More than one, so that it catches up.
 */
const MOVES_PER_CHANGE = 3;
/** A graph of which more than this share was removed is replaced by a new one. */
const REMOVED_SHARE_MAX = 1 / 3;

/**
 * Exact while small; a graph beyond that, built along with the changes. A vector is in one of three places: where it came
 * in, in the graph, or in the graph's predecessor, which had too much removed from it. A search looks into all three.
 */
export class HnswIndex implements NeighbourIndex {
  readonly dimensions: number;
  readonly #library: HnswLibrary;
  readonly #exactMax: number;
  readonly #fresh: ExactIndex;
  #graph: HnswGraph | null;
  #worn: HnswGraph | null = null;

  /** `graph`: one that was read from disk. */
  constructor(
    library: HnswLibrary,
    dimensions: number,
    graph: HnswGraph | null = null,
    exactMax: number = EXACT_VECTORS_MAX,
  ) {
    this.dimensions = dimensions;
    this.#library = library;
    this.#exactMax = exactMax;
    this.#fresh = new ExactIndex(dimensions);
    this.#graph = graph;
  }

  get size(): number {
    return this.#parts().reduce((sum, { size }) => sum + size, 0);
  }

  get bytes(): number {
    return this.#parts().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  add(id: number, vector: Float32Array): void {
    requireId(id);
    requireVector(vector, this.dimensions);
    for (const graph of this.#graphs()) graph.remove(id);
    this.#fresh.add(id, vector);
    this.#advance();
  }

  remove(id: number): void {
    for (const part of this.#parts()) part.remove(id);
    this.#advance();
  }

  has(id: number): boolean {
    return this.#parts().some((part) => part.has(id));
  }

  *ids(): Generator<number> {
    for (const part of this.#parts()) yield* part.ids();
  }

  nearest(vector: Float32Array, count: number): readonly Neighbour[] {
    requireVector(vector, this.dimensions);
    const graphs = this.#graphs();
    if (graphs.length === 0) return this.#fresh.nearest(vector, count);
    const found = this.#parts().flatMap((part) => part.nearest(vector, count));
    return found.sort((one, other) => other.similarity - one.similarity).slice(0, Math.max(0, count));
  }

  /**
   * Writes the graph, the larger one if there are two, and resolves to the ids of what the file holds, by slot; null, and
   * nothing is written, while there is none. What is not in that graph yet is left out. Not before an earlier write is done.
   */
  async write(path: string): Promise<Uint32Array | null> {
    const [largest] = this.#graphs().toSorted((one, other) => other.size - one.size);
    return largest ? largest.write(path) : null;
  }

  #graphs(): readonly HnswGraph[] {
    return [this.#graph, this.#worn].filter((graph) => graph !== null);
  }

  #parts(): readonly (HnswGraph | ExactIndex)[] {
    return [this.#fresh, ...this.#graphs()];
  }

  /** Goes a step of the way to the form that suits what is there now. */
  #advance(): void {
    if (this.#graphs().some((graph) => graph.isBeingWritten)) return;
    this.#retire();
    if (!this.#graph && this.#fresh.size > this.#exactMax) {
      this.#graph = HnswGraph.empty(this.#library, this.dimensions, this.#exactMax * 2);
    }
    for (let move = 0; move < MOVES_PER_CHANGE; move += 1) this.#move();
    if (this.#worn?.size !== 0) return;
    this.#worn.release();
    this.#worn = null;
  }

  #retire(): void {
    const graph = this.#graph;
    if (!graph || this.#worn || graph.removed <= (graph.removed + graph.size) * REMOVED_SHARE_MAX) return;
    this.#worn = graph;
    const rest = this.#fresh.size + graph.size;
    // Half of it only, so that an index that stays near the limit does not change its form again and again.
    const isSmall = rest < this.#exactMax / 2;
    this.#graph = isSmall ? null : HnswGraph.empty(this.#library, this.dimensions, rest);
  }

  /** What came in goes first: it is searched exactly, and has to stay small. */
  #move(): void {
    const from = this.#graph && this.#fresh.size > 0 ? this.#fresh : this.#worn;
    const [id] = from?.ids() ?? [];
    if (!from || id === undefined) return;
    const vector = from.vector(id);
    from.remove(id);
    (this.#graph ?? this.#fresh).add(id, vector);
  }
}
