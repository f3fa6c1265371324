import { Best } from "./best.ts";
import { type DotKernel, KERNEL_STEP, newDotKernel } from "./dot-kernel.ts";

const PAGE_BYTES = 65_536;
/** Products that stay in the processor's nearest cache until they were looked at. */
const BLOCK_PLACES = 1_024;
/** The largest number of 8 bits, and of 16. */
const ROW_MAX = 127;
const QUERY_MAX = 32_767;
const SUM_MAX = 2 ** 31 - 1;
/** What rounding to 32 bits may add to a product of unit vectors. */
const ROUNDING = 2 ** -18;

/** Whole numbers that a vector is about, times a scale. */
interface Rough {
  readonly scale: number;
  /** Length of the difference, and of the vector. */
  readonly error: number;
  readonly length: number;
}

/**
 * Vectors rounded to 8 bits a place: a quarter of the memory to go through, and all that cannot be among the best is told
 * from the rest. The memory of the kernel holds one vector, a block of products, and the rows.
 */
export class RoughRows {
  readonly #rowBytes: number;
  readonly #queryMax: number;
  readonly #productsAt: number;
  readonly #rowsAt: number;
  readonly #kernel: DotKernel = newDotKernel();
  /** The last vector in whole numbers, on its way into the memory. */
  readonly #whole: Int16Array;
  #scales = new Float64Array();
  /** Of all rows that ever were here. */
  #errorMax = 0;
  #lengthMax = 0;

  constructor(dimensions: number, capacity: number) {
    this.#whole = new Int16Array(dimensions);
    this.#rowBytes = Math.ceil(dimensions / KERNEL_STEP) * KERNEL_STEP;
    this.#queryMax = Math.min(QUERY_MAX, Math.floor(SUM_MAX / ROW_MAX / dimensions));
    this.#productsAt = 2 * this.#rowBytes;
    this.#rowsAt = this.#productsAt + BLOCK_PLACES * Int32Array.BYTES_PER_ELEMENT;
    this.grow(capacity);
  }

  get capacity(): number {
    return this.#scales.length;
  }

  get bytes(): number {
    return this.#kernel.memory.buffer.byteLength + this.#scales.byteLength;
  }

  /** What pads a row to the kernel's step was zero from the start, and nothing is ever written there. */
  put(place: number, vector: Float32Array): void {
    const { scale, error, length } = roughened(vector, this.#whole, ROW_MAX);
    new Int8Array(this.#kernel.memory.buffer, this.#addressOf(place), vector.length).set(this.#whole);
    this.#scales[place] = scale;
    this.#errorMax = Math.max(this.#errorMax, error);
    this.#lengthMax = Math.max(this.#lengthMax, length);
  }

  /** Places among so many first ones, ascending, that hold at least the `count` largest dot products. */
  likely(vector: Float32Array, places: number, count: number): readonly number[] {
    const { scale, error, length } = roughened(vector, this.#whole, this.#queryMax);
    new Int16Array(this.#kernel.memory.buffer, 0, vector.length).set(this.#whole);
    const off =
      this.#errorMax * length + (this.#lengthMax + this.#errorMax) * error + ROUNDING * this.#lengthMax * length;
    const best = new Best(count);
    const found: number[] = [];
    const products: number[] = [];
    for (let from = 0; from < places; from += BLOCK_PLACES) {
      const to = Math.min(places, from + BLOCK_PLACES);
      const block = this.#multiplied(from, to);
      for (let index = 0; index < block.length; index += 1) {
        const product = (block[index] as number) * (this.#scales[from + index] as number) * scale;
        // Both may be off: this one by as much to the one side as the least of the best to the other.
        if (product < best.least - 2 * off) continue;
        found.push(from + index);
        products.push(product);
        best.offer(from + index, product);
      }
    }
    const enough = best.least - 2 * off;
    return found.filter((_, at) => (products[at] as number) >= enough);
  }

  /** Writes the dot product with each of so many first rows, off by 1 in 100 of a unit at most where all are unit vectors. */
  products(vector: Float32Array, places: number, into: Float32Array): void {
    const { scale } = roughened(vector, this.#whole, this.#queryMax);
    new Int16Array(this.#kernel.memory.buffer, 0, vector.length).set(this.#whole);
    for (let from = 0; from < places; from += BLOCK_PLACES) {
      const block = this.#multiplied(from, Math.min(places, from + BLOCK_PLACES));
      for (let index = 0; index < block.length; index += 1)
        into[from + index] = (block[index] as number) * (this.#scales[from + index] as number) * scale;
    }
  }

  grow(capacity: number): void {
    if (capacity <= this.capacity) return;
    const missing = this.#addressOf(capacity) - this.#kernel.memory.buffer.byteLength;
    if (missing > 0) this.#kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
    const scales = new Float64Array(capacity);
    scales.set(this.#scales);
    this.#scales = scales;
  }

  #multiplied(from: number, to: number): Int32Array {
    const { memory, multiply } = this.#kernel;
    multiply(0, 2 * this.#rowBytes, this.#addressOf(from), this.#addressOf(to), this.#productsAt);
    return new Int32Array(memory.buffer, this.#productsAt, to - from);
  }

  #addressOf(place: number): number {
    return this.#rowsAt + place * this.#rowBytes;
  }
}

/** Writes a vector as whole numbers up to `max`. */
function roughened(vector: Float32Array, into: Int16Array, max: number): Rough {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) {
    const size = Math.abs(vector[at] as number);
    if (size > largest) largest = size;
  }
  const scale = largest / max || 1;
  let error = 0;
  let length = 0;
  for (let at = 0; at < vector.length; at += 1) {
    const value = vector[at] as number;
    const whole = Math.floor(value / scale + 0.5);
    const off = value - whole * scale;
    into[at] = whole;
    error += off * off;
    length += value * value;
  }
  return { scale, error: Math.sqrt(error), length: Math.sqrt(length) };
}
