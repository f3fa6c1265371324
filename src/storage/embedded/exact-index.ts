import type { Neighbour, NeighbourIndex } from "#core/ports/neighbours.ts";
import { KernelRows, PlainRows, type VectorRows } from "./vector-rows.ts";

const CAPACITY_MIN = 16;
/** A WebAssembly instance takes 0.2 ms to make and 64 KiB at least; so many rows are multiplied in 0.05 ms without one. */
const PLAIN_ROWS_MAX = 128;
/** Rows that are full grow by this much. */
const GROWTH = 1.25;
/** Rows of which less than this share is used shrink to twice of what they hold, unless they are small anyway. */
const USED_SHARE_MIN = 0.25;
const SHRINKING_BYTES_MIN = 262_144;
/** Ids are below: one number of 32 bits is left for "none". */
export const ID_END = 2 ** 32 - 1;
/** Of the map from id to place, for each entry, as measured. */
const ENTRY_BYTES = 48;

/** Compares with every vector, roughly first: 0.03 ms for each 1,000 of 384 dimensions, and finds all the same. */
export class ExactIndex implements NeighbourIndex {
  readonly #dimensions: number;
  readonly #places = new Map<number, number>();
  /** By place. No place below `size` is empty: the last one moves to where one was removed. */
  readonly #ids: number[] = [];
  #rows: VectorRows;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#rows = new PlainRows(dimensions, CAPACITY_MIN);
  }

  get size(): number {
    return this.#ids.length;
  }

  get bytes(): number {
    return this.#rows.bytes + this.size * ENTRY_BYTES;
  }

  add(id: number, vector: Float32Array): void {
    requireId(id);
    requireVector(vector, this.#dimensions);
    const place = this.#places.get(id) ?? this.size;
    if (place === this.#rows.capacity) this.#grow();
    this.#rows.put(place, vector);
    this.#ids[place] = id;
    this.#places.set(id, place);
  }

  remove(id: number): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const last = this.#ids.pop() as number;
    if (last !== id) {
      this.#rows.put(place, this.#rows.row(this.size));
      this.#ids[place] = last;
      this.#places.set(last, place);
    }
    this.#shrink();
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  ids(): Iterable<number> {
    return this.#places.keys();
  }

  /** A copy; throws for an id that is not there. */
  vector(id: number): Float32Array {
    const place = this.#places.get(id);
    if (place === undefined) throw new Error(`no vector has the id ${id}`);
    return this.#rows.row(place);
  }

  nearest(vector: Float32Array, count: number): readonly Neighbour[] {
    requireVector(vector, this.#dimensions);
    if (count <= 0) return [];
    const best = this.#rows.best(vector, this.size, count);
    return best.map(({ place, product }) => ({ id: this.#ids[place] as number, similarity: cosine(product) }));
  }

  #grow(): void {
    const capacity = Math.ceil(this.size * GROWTH) + CAPACITY_MIN;
    if (this.size < PLAIN_ROWS_MAX) this.#rows.grow(Math.min(capacity, PLAIN_ROWS_MAX));
    else if (this.#rows instanceof PlainRows) this.#move(new KernelRows(this.#dimensions, capacity));
    else this.#rows.grow(capacity);
  }

  /** Neither kind of rows can shrink: smaller ones take their place. */
  #shrink(): void {
    if (this.#rows.bytes < SHRINKING_BYTES_MIN || this.size >= this.#rows.capacity * USED_SHARE_MIN) return;
    const capacity = this.size * 2 + CAPACITY_MIN;
    const Rows = capacity <= PLAIN_ROWS_MAX ? PlainRows : KernelRows;
    this.#move(new Rows(this.#dimensions, capacity));
  }

  #move(rows: VectorRows): void {
    for (let place = 0; place < this.size; place += 1) rows.put(place, this.#rows.row(place));
    this.#rows = rows;
  }
}

/** Throws a RangeError for what is not a whole number from 0 to 2³²−2. */
export function requireId(id: number): void {
  if (!Number.isInteger(id) || id < 0 || id >= ID_END) throw new RangeError(`an id of a vector cannot be ${id}`);
}

/** Throws a RangeError for what no index can hold: a NaN would make neighbours of strangers without a word. */
export function requireVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions)
    throw new RangeError(`a vector of ${vector.length} dimensions, ${dimensions} are needed`);
  for (let index = 0; index < dimensions; index += 1) {
    if (!Number.isFinite(vector[index])) throw new RangeError(`a vector with ${vector[index]} in position ${index}`);
  }
}

/** Rounding can leave the dot product of unit vectors a little outside. */
export function cosine(product: number): number {
  return Math.max(-1, Math.min(1, product));
}
