export interface Neighbour {
  /** As it was given when the vector was added. */
  readonly id: number;
  /** Cosine similarity, −1 to 1. */
  readonly similarity: number;
}

/** Unit vectors in memory. Every call is synchronous and takes a few milliseconds at most. */
export interface NeighbourIndex {
  /** Vectors that can be found. */
  readonly size: number;
  /** Memory that it takes, as far as it is known. */
  readonly bytes: number;
  /**
   * `id`: a whole number from 0 to 2³²−2; adding one that is there replaces its vector. Throws a RangeError for another
   * number of dimensions or a value that is not finite.
   */
  add(id: number, vector: Float32Array): void;
  /** From here on its vector is not found. Removing what is not there changes nothing. */
  remove(id: number): void;
  has(id: number): boolean;
  ids(): Iterable<number>;
  /** The `count` nearest, nearest first; fewer when there are fewer. */
  nearest(vector: Float32Array, count: number): readonly Neighbour[];
}

/** Unit vectors in numbered rows of a byte a place, which are all compared at once. Every call is synchronous. */
export interface SimilarityTable {
  /** Memory that it takes. */
  readonly bytes: number;
  /** Replaces what the row had. Throws as `NeighbourIndex.add` does. */
  put(row: number, vector: Float32Array): void;
  /**
   * To each of so many first rows: the cosine similarity, −1 to 1, right to 0.01; 0 for a row that never was put. Takes 0.03 ms
   * for each 1,000 of 384 dimensions.
   */
  similarities(vector: Float32Array, rows: number): Float32Array;
}

export interface NeighbourIndexes {
  /** `hnsw` where the native library is there, else `exact`: slower over about 10,000 vectors, never wrong, never saved. */
  readonly kind: "hnsw" | "exact";
  create(dimensions: number): NeighbourIndex;
  table(dimensions: number): SimilarityTable;
  /**
   * What was saved under the name; null when there is nothing, or what is there is damaged or of other dimensions. It may
   * be older than the vectors it was made from: whoever loads it compares `ids()`, and never gives an id to another vector.
   */
  load(name: string, dimensions: number): Promise<NeighbourIndex | null>;
  /**
   * Replaces what was saved under the name, whole or not at all; the index can be searched and changed meanwhile. A small
   * index, which is quickly made anew, is not kept. Rejects when the disk refuses.
   */
  save(name: string, index: NeighbourIndex): Promise<void>;
  /** Removes what was saved under the name. */
  forget(name: string): Promise<void>;
}
