/** The words of a text as a short vector beside its embedding: what an embedding blurs, such as a product's name. */

/** More would cost more time than they bring; fewer lose words to one another. */
const DIMENSIONS = 512;
/** Length of the sketch beside the embedding's 1. */
const LENGTH = 0.4;
const KNOWN_BITS = 13;
/** Words, by their hash, of which a sketch knows how much they weigh. */
export const KNOWN_WORDS = 1 << KNOWN_BITS;
const LETTERS = 4;

/** Knows how rare the words of a set's examples are; words that no example has are left out. */
export class WordSketch {
  /** By hash: how much a word weighs, 0 for none seen. */
  readonly weights: Float32Array;

  /** `weights`: `KNOWN_WORDS` of them, those of a sketch that was made before. */
  constructor(weights: Float32Array) {
    this.weights = weights;
  }

  static of(texts: readonly string[]): WordSketch {
    const weights = new Float32Array(KNOWN_WORDS);
    for (const text of texts) {
      for (const slot of new Set([...hashesOf(text)].map(slotOf))) weights[slot] = (weights[slot] ?? 0) + 1;
    }
    for (let slot = 0; slot < weights.length; slot += 1) {
      const count = weights[slot] as number;
      if (count > 0) weights[slot] = Math.log(1 + texts.length / count);
    }
    return new WordSketch(weights);
  }

  /** The embedding followed by the sketch. */
  beside(text: string, embedding: Float32Array): Float32Array {
    const both = new Float32Array(embedding.length + DIMENSIONS);
    both.set(embedding);
    const sketch = both.subarray(embedding.length);
    for (const hash of hashesOf(text)) {
      const weight = this.weights[slotOf(hash)] as number;
      // Two places for each word: two words that share one rarely share the other.
      for (const bits of [hash, Math.imul(hash, 0x85ebca6b) >>> 0]) {
        const at = (bits >>> 8) % DIMENSIONS;
        sketch[at] = (sketch[at] as number) + (bits & 1 ? weight : -weight);
      }
    }
    const length = Math.hypot(...sketch) || 1;
    for (let at = 0; at < DIMENSIONS; at += 1) sketch[at] = ((sketch[at] as number) * LENGTH) / length;
    return both;
  }
}

/** Of words, of pairs of neighbours, and of the letters inside words, which forgive endings and typing errors. */
function hashesOf(text: string): ReadonlySet<number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const hashes = new Set<number>();
  for (const [index, word] of words.entries()) {
    hashes.add(hashOf(word));
    const next = words[index + 1];
    if (next !== undefined) hashes.add(hashOf(`${word} ${next}`));
    const enclosed = `<${word}>`;
    for (let at = 0; at + LETTERS <= enclosed.length; at += 1)
      hashes.add(hashOf(`#${enclosed.slice(at, at + LETTERS)}`));
  }
  return hashes;
}

function hashOf(token: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < token.length; at += 1) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function slotOf(hash: number): number {
  return hash >>> (32 - KNOWN_BITS);
}
