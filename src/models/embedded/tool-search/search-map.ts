/**
 * How the vectors of both embedders beside each other become one in which a request lies near the tools that it means: learned, once for
 * tools and once for requests, by scripts/train/tool-search/maps.py, which writes the file.
 */
import { SENTENCE_DIMENSIONS } from "../networks/sentence-model.ts";

/** Of the vectors that are mapped. */
const WIDTH_IN = 2 * SENTENCE_DIMENSIONS;
const HIDDEN = 128;
const PROJECTION = SENTENCE_DIMENSIONS * WIDTH_IN;
const LAYERS = WIDTH_IN + HIDDEN * (WIDTH_IN + 1) + SENTENCE_DIMENSIONS * (HIDDEN + 1);

/** What a text is: what a tool does, or what somebody asks. */
export type SearchedText = "tool" | "request";

export interface SearchMaps {
  readonly tool: SearchMap;
  readonly request: SearchMap;
}

/** Throws where the file has another size. */
export function searchMaps(file: ArrayBuffer): SearchMaps {
  if (file.byteLength !== Float16Array.BYTES_PER_ELEMENT * (PROJECTION + 2 * LAYERS))
    throw new Error("the maps of the tool search are cut short: data/models/README.md has their size");
  const numbers = Float32Array.from(new Float16Array(file));
  const projection = numbers.subarray(0, PROJECTION);
  const tool = new SearchMap(projection, numbers.subarray(PROJECTION, PROJECTION + LAYERS));
  return { tool, request: new SearchMap(projection, numbers.subarray(PROJECTION + LAYERS)) };
}

/** 0.6 million products a text, under a millisecond. */
class SearchMap {
  readonly #projection: Float32Array;
  readonly #center: Float32Array;
  readonly #inner: Float32Array;
  readonly #innerBias: Float32Array;
  readonly #outer: Float32Array;
  readonly #outerBias: Float32Array;

  constructor(projection: Float32Array, layers: Float32Array) {
    this.#projection = projection;
    let start = 0;
    const next = (length: number) => {
      start += length;
      return layers.subarray(start - length, start);
    };
    this.#center = next(WIDTH_IN);
    this.#inner = next(HIDDEN * WIDTH_IN);
    this.#innerBias = next(HIDDEN);
    this.#outer = next(SENTENCE_DIMENSIONS * HIDDEN);
    this.#outerBias = next(SENTENCE_DIMENSIONS);
  }

  /** `both`: as the label embedder gives it. Of length one. */
  mapped(both: Float32Array): Float32Array {
    const centered = both.map((value, at) => value - (this.#center[at] as number));
    const projected = unit(product(this.#projection, centered, SENTENCE_DIMENSIONS));
    const hidden = product(this.#inner, centered, HIDDEN).map((value, at) =>
      Math.tanh(value + (this.#innerBias[at] as number)),
    );
    const added = product(this.#outer, hidden, SENTENCE_DIMENSIONS);
    return unit(added.map((value, at) => value + (this.#outerBias[at] as number) + (projected[at] as number)));
  }
}

/** Of a matrix, row by row, and a vector. */
function product(matrix: Float32Array, vector: Float32Array, rows: number): Float32Array {
  const width = vector.length;
  const made = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    for (let at = 0; at < width; at += 1) sum += (matrix[row * width + at] as number) * (vector[at] as number);
    made[row] = sum;
  }
  return made;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}
