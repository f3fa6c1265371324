import type { SimilarityTable } from "#core/ports/neighbours.ts";
import { cosine, requireId, requireVector } from "./exact-index.ts";
import { RoughRows } from "./rough-rows.ts";

const CAPACITY_MIN = 128;
/** Rows that are full grow by this much. */
const GROWTH = 1.25;

/** Rough rows alone: what tells which of 20,000 tools are like a query need not tell them from their own doubles. */
export class RoughTable implements SimilarityTable {
  readonly #dimensions: number;
  readonly #rows: RoughRows;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#rows = new RoughRows(dimensions, 0);
  }

  get bytes(): number {
    return this.#rows.bytes;
  }

  put(row: number, vector: Float32Array): void {
    requireId(row);
    requireVector(vector, this.#dimensions);
    if (row >= this.#rows.capacity) this.#rows.grow(Math.ceil(row * GROWTH) + CAPACITY_MIN);
    this.#rows.put(row, vector);
  }

  similarities(vector: Float32Array, rows: number): Float32Array {
    requireVector(vector, this.#dimensions);
    const all = new Float32Array(rows);
    const there = Math.min(rows, this.#rows.capacity);
    // Without a row there is no memory yet.
    if (there > 0) this.#rows.products(vector, there, all);
    for (let row = 0; row < there; row += 1) all[row] = cosine(all[row] as number);
    return all;
  }
}
