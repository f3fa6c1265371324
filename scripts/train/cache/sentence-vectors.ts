/** Vectors of sentences by the embedder that ships, kept in a folder between runs. */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ONNX_RUNTIME, SENTENCE_EMBEDDER_PATH, TOKENIZER_PATH } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { SENTENCE_DIMENSIONS, SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { WordPiece } from "#models/embedded/networks/wordpiece.ts";

const FLOAT_BYTES = 4;

export class SentenceVectors {
  readonly #known = new Map<string, Float32Array>();
  readonly #textsPath: string;
  readonly #vectorsPath: string;
  #model: SentenceModel | null = null;

  /** `folder` is made when it is not there. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#textsPath = join(folder, "texts.jsonl");
    this.#vectorsPath = join(folder, "vectors.bin");
    if (!existsSync(this.#textsPath)) return;
    const bytes = readFileSync(this.#vectorsPath);
    const texts = readFileSync(this.#textsPath, "utf8").split("\n").filter(Boolean);
    texts.forEach((line, index) => {
      const start = bytes.byteOffset + index * SENTENCE_DIMENSIONS * FLOAT_BYTES;
      this.#known.set(
        JSON.parse(line),
        new Float32Array(bytes.buffer.slice(start, start + SENTENCE_DIMENSIONS * FLOAT_BYTES)),
      );
    });
  }

  /** Some milliseconds for a text that is not known yet. */
  async of(text: string): Promise<Float32Array> {
    const known = this.#known.get(text);
    if (known) return known;
    this.#model ??= await openModel();
    const vector = Float32Array.from(this.#model.embed(text));
    this.#known.set(text, vector);
    appendFileSync(this.#textsPath, `${JSON.stringify(text)}\n`);
    appendFileSync(this.#vectorsPath, Buffer.from(vector.buffer));
    return vector;
  }
}

async function openModel(): Promise<SentenceModel> {
  const runtime = openOnnxRuntime(ONNX_RUNTIME, mkdtempSync(join(tmpdir(), "cache-fit-")));
  const tokenizer = new WordPiece(await Bun.file(TOKENIZER_PATH).json());
  return new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), tokenizer);
}

/** The nearest of some vectors, by looking at all of them. */
export class NearestByScan {
  readonly #ids: number[] = [];
  readonly #vectors: Float32Array[] = [];

  add(id: number, vector: Float32Array): void {
    this.#ids.push(id);
    this.#vectors.push(vector);
  }

  nearest(vector: Float32Array, count: number): readonly { readonly id: number; readonly similarity: number }[] {
    const near: { id: number; similarity: number }[] = [];
    for (const [at, other] of this.#vectors.entries()) {
      const similarity = dot(vector, other);
      if (near.length === count && similarity <= (near.at(-1)?.similarity ?? -1)) continue;
      const place = near.findIndex((one) => one.similarity < similarity);
      near.splice(place < 0 ? near.length : place, 0, { id: this.#ids[at] ?? 0, similarity });
      if (near.length > count) near.pop();
    }
    return near;
  }
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
