import { Best, type Found } from "./best.ts";
import { RoughRows } from "./rough-rows.ts";

/** Vectors of equally many dimensions in numbered places. Nobody checks: places are below `capacity`. */
export interface VectorRows {
  readonly capacity: number;
  readonly bytes: number;
  put(place: number, vector: Float32Array): void;
  /** A copy. */
  row(place: number): Float32Array;
  /** The rows among so many first places with the largest dot products, largest first. */
  best(vector: Float32Array, places: number, count: number): readonly Found[];
  /** Room for at least so many; what is there stays. */
  grow(capacity: number): void;
}

/** Rows of a small index: plain JavaScript, as WebAssembly memories for each would cost more than they save. */
export class PlainRows implements VectorRows {
  readonly #dimensions: number;
  #values: Float32Array;

  constructor(dimensions: number, capacity: number) {
    this.#dimensions = dimensions;
    this.#values = new Float32Array(capacity * dimensions);
  }

  get capacity(): number {
    return this.#values.length / this.#dimensions;
  }

  get bytes(): number {
    return this.#values.byteLength;
  }

  put(place: number, vector: Float32Array): void {
    this.#values.set(vector, place * this.#dimensions);
  }

  row(place: number): Float32Array {
    return this.#values.slice(place * this.#dimensions, (place + 1) * this.#dimensions);
  }

  best(vector: Float32Array, places: number, count: number): readonly Found[] {
    const best = new Best(count);
    for (let place = 0; place < places; place += 1) {
      best.offer(place, dot(this.#values, place * this.#dimensions, vector));
    }
    return best.found;
  }

  grow(capacity: number): void {
    const larger = new Float32Array(capacity * this.#dimensions);
    larger.set(this.#values);
    this.#values = larger;
  }
}

const FLOAT_BYTES = 4;
const PAGE_BYTES = 65_536;

/**
 * Rows in a WebAssembly memory, which grows without a copy and goes back to the system when the rows are dropped. Beside
 * them stand rough copies of a quarter of their size, which tell which few of them have to be multiplied.
 */
export class KernelRows implements VectorRows {
  readonly #dimensions: number;
  readonly #memory = new WebAssembly.Memory({ initial: 0 });
  readonly #rough: RoughRows;

  /** Throws a RangeError when the system has no memory left, or for more than 4 GiB. */
  constructor(dimensions: number, capacity: number) {
    this.#dimensions = dimensions;
    this.#rough = new RoughRows(dimensions, capacity);
    this.grow(capacity);
  }

  get capacity(): number {
    return Math.min(this.#rough.capacity, Math.floor(this.#size / (this.#dimensions * FLOAT_BYTES)));
  }

  get bytes(): number {
    return this.#size + this.#rough.bytes;
  }

  put(place: number, vector: Float32Array): void {
    this.#floats().set(vector, place * this.#dimensions);
    this.#rough.put(place, vector);
  }

  row(place: number): Float32Array {
    return this.#floats().slice(place * this.#dimensions, (place + 1) * this.#dimensions);
  }

  best(vector: Float32Array, places: number, count: number): readonly Found[] {
    const values = this.#floats();
    const best = new Best(count);
    for (const place of this.#rough.likely(vector, places, count)) {
      best.offer(place, dot(values, place * this.#dimensions, vector));
    }
    return best.found;
  }

  grow(capacity: number): void {
    const missing = capacity * this.#dimensions * FLOAT_BYTES - this.#size;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.#rough.grow(capacity);
  }

  get #size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Made anew each time: growing the memory empties the views that were there. */
  #floats(): Float32Array {
    return new Float32Array(this.#memory.buffer);
  }
}

/** Four sums at once: each addition otherwise waits for the one before. */
function dot(rows: Float32Array, start: number, vector: Float32Array): number {
  const length = vector.length;
  const unrolled = length - (length % 4);
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let index = 0; index < unrolled; index += 4) {
    const at = start + index;
    first += (rows[at] as number) * (vector[index] as number);
    second += (rows[at + 1] as number) * (vector[index + 1] as number);
    third += (rows[at + 2] as number) * (vector[index + 2] as number);
    fourth += (rows[at + 3] as number) * (vector[index + 3] as number);
  }
  for (let index = unrolled; index < length; index += 1) {
    first += (rows[start + index] as number) * (vector[index] as number);
  }
  return first + second + third + fourth;
}
