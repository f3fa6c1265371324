export interface Neighbour {
  /** The position in which the vector was added, from 0. */
  readonly ordinal: number;
  /** Cosine similarity, −1 to 1. */
  readonly similarity: number;
}

/** Unit vectors in memory. Adding and searching are synchronous and take a few milliseconds at most. */
export interface NeighbourIndex {
  readonly size: number;
  /** Throws a RangeError for another number of dimensions or a value that is not finite. */
  add(vector: Float32Array): void;
  /** The `count` nearest, nearest first; fewer when there are fewer. */
  nearest(vector: Float32Array, count: number): readonly Neighbour[];
}

export interface NeighbourIndexes {
  /** `hnsw` where the native library is there, else `exact`: slower over about 10,000 vectors, never wrong. */
  readonly kind: "hnsw" | "exact";
  create(dimensions: number): NeighbourIndex;
}
