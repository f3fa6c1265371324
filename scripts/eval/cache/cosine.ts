/** What a plain semantic cache does: the answer of the nearest known sentence, when it is near enough. */

import type { Asked } from "./materials.ts";
import type { Served } from "./score.ts";

export const COSINES = [0.8, 0.85, 0.9, 0.95] as const;

/** Unit vectors of texts. */
export type Vectors = ReadonlyMap<string, Float32Array>;

interface Nearest {
  readonly index: number;
  readonly similarity: number;
}

/** Known vectors, one after the other in one block: the only way to look through thousands in a moment. */
class Known {
  readonly #vectors: Float32Array;
  readonly #dimensions: number;
  #count = 0;

  constructor(capacity: number, dimensions: number) {
    this.#vectors = new Float32Array(capacity * dimensions);
    this.#dimensions = dimensions;
  }

  add(vector: Float32Array): void {
    this.#vectors.set(vector, this.#count * this.#dimensions);
    this.#count += 1;
  }

  nearest(vector: Float32Array): Nearest {
    let index = -1;
    let similarity = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < this.#count; at += 1) {
      const start = at * this.#dimensions;
      let sum = 0;
      for (let place = 0; place < this.#dimensions; place += 1)
        sum += (this.#vectors[start + place] as number) * (vector[place] as number);
      if (sum > similarity) {
        index = at;
        similarity = sum;
      }
    }
    return { index, similarity };
  }
}

function vectorOf(text: string, vectors: Vectors): Float32Array {
  const vector = vectors.get(text);
  if (!vector) throw new Error(`no embedding of ${JSON.stringify(text)}`);
  return vector;
}

/** What each probe gets at each threshold, by threshold. */
export function cosineProbes(
  seeds: readonly Asked[],
  probes: readonly Asked[],
  vectors: Vectors,
  thresholds: readonly number[],
): ReadonlyMap<number, ReadonlyMap<string, Served>> {
  const [first] = seeds;
  if (!first) return new Map(thresholds.map((threshold) => [threshold, new Map()]));
  const known = new Known(seeds.length, vectorOf(first.text, vectors).length);
  for (const { text } of seeds) known.add(vectorOf(text, vectors));
  const nearest = probes.map(({ text }) => known.nearest(vectorOf(text, vectors)));
  const servedAt = (threshold: number) =>
    probes.map(({ id }, index): readonly [string, Served] => {
      const { index: at, similarity } = nearest[index] as Nearest;
      const call = similarity >= threshold ? (seeds[at]?.call ?? null) : null;
      return [id, { call, source: "cosine" }];
    });
  return new Map(thresholds.map((threshold) => [threshold, new Map(servedAt(threshold))]));
}

/** What each request of the stream gets, from cold. Whatever missed is known from then on. */
export function cosineStream(
  stream: readonly Asked[],
  vectors: Vectors,
  threshold: number,
): ReadonlyMap<string, Served> {
  const [first] = stream;
  if (!first) return new Map();
  const known = new Known(stream.length, vectorOf(first.text, vectors).length);
  const answered: Asked[] = [];
  const served = new Map<string, Served>();
  for (const asked of stream) {
    const vector = vectorOf(asked.text, vectors);
    const { index, similarity } = known.nearest(vector);
    const hit = similarity >= threshold ? (answered[index] ?? null) : null;
    served.set(asked.id, { call: hit?.call ?? null, source: "cosine" });
    if (hit !== null) continue;
    known.add(vector);
    answered.push(asked);
  }
  return served;
}
