/**
 * The vectors of the vocabulary's words, which the extractor, the read-back and the ranker all begin with: no training changed them,
 * so one table serves all three. The file: of each word 384 bytes; then of each a float that is taken from these, and of each one that
 * they are then multiplied by.
 */
import { Tensor } from "onnxruntime-common";

const WIDTH = 384;
const FLOAT_BYTES = 4;

/** The first inputs of a network that reads marked words. */
export interface WordInputs {
  readonly [name: string]: Tensor;
  /** 1 × words, whole numbers. */
  readonly ids: Tensor;
  /** 1 × words: 0 for those of the sentence, 1 behind it. */
  readonly types: Tensor;
  /** 1 × words × 384, floats. */
  readonly words: Tensor;
}

export class WordVectors {
  readonly #vectors: Uint8Array;
  readonly #zeros: Float32Array;
  readonly #scales: Float32Array;

  /** Throws where the file is no table of vectors. */
  constructor(file: ArrayBuffer) {
    const words = file.byteLength / (WIDTH + 2 * FLOAT_BYTES);
    if (!Number.isInteger(words))
      throw new Error("the word vectors are cut short: data/models/README.md has their size");
    this.#vectors = new Uint8Array(file, 0, words * WIDTH);
    this.#zeros = new Float32Array(file, words * WIDTH, words);
    this.#scales = new Float32Array(file, words * (WIDTH + FLOAT_BYTES), words);
  }

  /** `behindAt`: where the sentence has ended. */
  inputsOf(ids: readonly number[], behindAt: number): WordInputs {
    const words = new Float32Array(ids.length * WIDTH);
    const wide = new BigInt64Array(ids.length);
    // Of two halves: the lower one comes first on every processor that the runtime is built for.
    const halves = new Int32Array(wide.buffer);
    for (let position = 0; position < ids.length; position += 1) {
      const id = ids[position] as number;
      halves[2 * position] = id;
      this.#copy(id, words, position * WIDTH);
    }
    const shape = [1, ids.length];
    return {
      ids: new Tensor("int64", wide, shape),
      types: new Tensor("int64", new BigInt64Array(ids.length).fill(1n, behindAt), shape),
      words: new Tensor("float32", words, [...shape, WIDTH]),
    };
  }

  #copy(id: number, into: Float32Array, start: number): void {
    // Looked up before the loop, which is run 384 times for each of a hundred words.
    const vectors = this.#vectors;
    const zero = this.#zeros[id] ?? 0;
    const scale = this.#scales[id] ?? 0;
    const end = start + WIDTH;
    for (let to = start, from = id * WIDTH; to < end; to += 1, from += 1)
      into[to] = ((vectors[from] as number) - zero) * scale;
  }
}
