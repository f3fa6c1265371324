import type { Embedder } from "#core/ports/models.ts";

type Embed = Embedder["embed"];

/**
 * What tells labels apart: the vectors of two networks beside each other, so that how near two texts are is the mean of what
 * either says, which is better than both (docs/measurements/labels.md). That of the sentence is often there already,
 * when the cache has looked for the text.
 */
export class LabelEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #labels: Embedder;
  readonly #sentences: Embedder;

  constructor(labels: Embedder, sentences: Embedder) {
    this.id = `${labels.id}+${sentences.id}`;
    this.dimensions = labels.dimensions + sentences.dimensions;
    this.#labels = labels;
    this.#sentences = sentences;
  }

  async embed(...given: Parameters<Embed>): ReturnType<Embed> {
    const [, priority] = given;
    const [labels, sentences] = priority === "background" ? await this.#inTurn(given) : await this.#atOnce(given);
    return labels.map((vector, index) => besideEachOther(vector, sentences[index] as Float32Array));
  }

  #atOnce(given: Parameters<Embed>) {
    return Promise.all([this.#labels.embed(...given), this.#sentences.embed(...given)]);
  }

  /** A network that reads one text after the other finds its weights in the processor's cache: a sixth faster, where nobody waits. */
  async #inTurn(given: Parameters<Embed>) {
    return [await this.#labels.embed(...given), await this.#sentences.embed(...given)] as const;
  }
}

/** Both of length one, and so is what they make. */
export function besideEachOther(label: Float32Array, sentence: Float32Array): Float32Array {
  const both = new Float32Array(label.length + sentence.length);
  for (let at = 0; at < label.length; at += 1) both[at] = (label[at] as number) * Math.SQRT1_2;
  for (let at = 0; at < sentence.length; at += 1) both[label.length + at] = (sentence[at] as number) * Math.SQRT1_2;
  return both;
}
