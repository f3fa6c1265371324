import { type DotKernel, KERNEL_STEP, newDotKernel } from "./dot-kernel.ts";

/** Vectors of equally many dimensions in numbered places. Nobody checks: places are below `capacity`. */
export interface VectorRows {
  readonly capacity: number;
  readonly bytes: number;
  put(place: number, vector: Float32Array): void;
  /** A copy. */
  row(place: number): Float32Array;
  /** Dot products of the vector with the rows of so many first places, block after block; a block is overwritten by the next. */
  products(vector: Float32Array, places: number): Iterable<Float32Array>;
  /** Room for at least so many; what is there stays. */
  grow(capacity: number): void;
}

/** Rows of a small index: plain JavaScript, as a WebAssembly memory for each would cost more than it saves. */
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

  *products(vector: Float32Array, places: number): Generator<Float32Array> {
    const products = new Float32Array(places);
    for (let place = 0; place < places; place += 1) {
      products[place] = dot(this.#values, place * this.#dimensions, vector);
    }
    yield products;
  }

  grow(capacity: number): void {
    const larger = new Float32Array(capacity * this.#dimensions);
    larger.set(this.#values);
    this.#values = larger;
  }
}

const FLOAT_BYTES = 4;
const PAGE_BYTES = 65_536;
/** Products that stay in the processor's nearest cache until they were looked at. */
const BLOCK_PLACES = 1_024;

/**
 * Rows in the memory of a WebAssembly instance of their own: that grows without a copy, and goes back to the system when
 * the rows are dropped. The memory holds one vector, a block of products, and the rows.
 */
export class KernelRows implements VectorRows {
  readonly #dimensions: number;
  readonly #rowBytes: number;
  readonly #productsAt: number;
  readonly #rowsAt: number;
  readonly #kernel: DotKernel = newDotKernel();

  /** Throws a RangeError when the system has no memory left, or for more than 4 GiB. */
  constructor(dimensions: number, capacity: number) {
    this.#dimensions = dimensions;
    this.#rowBytes = Math.ceil(dimensions / KERNEL_STEP) * KERNEL_STEP * FLOAT_BYTES;
    this.#productsAt = this.#rowBytes;
    this.#rowsAt = this.#productsAt + BLOCK_PLACES * FLOAT_BYTES;
    this.grow(capacity);
  }

  get capacity(): number {
    return Math.floor((this.bytes - this.#rowsAt) / this.#rowBytes);
  }

  get bytes(): number {
    return this.#kernel.memory.buffer.byteLength;
  }

  /** What pads a row to the kernel's step was zero from the start, and nothing is ever written there. */
  put(place: number, vector: Float32Array): void {
    this.#floats(this.#addressOf(place)).set(vector);
  }

  row(place: number): Float32Array {
    return this.#floats(this.#addressOf(place)).slice();
  }

  *products(vector: Float32Array, places: number): Generator<Float32Array> {
    this.#floats(0).set(vector);
    for (let from = 0; from < places; from += BLOCK_PLACES) {
      const to = Math.min(places, from + BLOCK_PLACES);
      this.#kernel.multiply(0, this.#rowBytes, this.#addressOf(from), this.#addressOf(to), this.#productsAt);
      yield new Float32Array(this.#kernel.memory.buffer, this.#productsAt, to - from);
    }
  }

  grow(capacity: number): void {
    const missing = this.#addressOf(capacity) - this.bytes;
    if (missing > 0) this.#kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
  }

  #addressOf(place: number): number {
    return this.#rowsAt + place * this.#rowBytes;
  }

  /** Made anew each time: growing the memory empties the views that were there. */
  #floats(address: number): Float32Array {
    return new Float32Array(this.#kernel.memory.buffer, address, this.#dimensions);
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
