import type { ToolWords } from "./tool-words.ts";

/** A word as a whole number of 32 bits (FNV-1a). Of words that share one, which are two of a million or so, each counts for both. */
export function wordId(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

interface Posting {
  readonly word: number;
  readonly tool: number;
  readonly weight: number;
  readonly isInName: boolean;
}

/**
 * Which tools of a set have a word, and how much it means to each: packed, as some 300 bytes a tool, and never changed. A set that
 * is replaced gets new ones.
 */
export class WordedTools {
  /** Distinct words, ascending. */
  readonly #words: Uint32Array;
  /** Where the postings of each word begin; one more, where the last ones end. */
  readonly #starts: Uint32Array;
  readonly #tools: Uint16Array;
  /** Negative where the word stands in the name of the tool. */
  readonly #weights: Float32Array;
  /** By tool. */
  readonly lengths: Float32Array;
  readonly takesNothing: readonly boolean[];

  constructor(tools: readonly ToolWords[]) {
    const postings = tools
      .flatMap(({ uses }, tool) => [...uses].map(([word, use]): Posting => ({ word: wordId(word), tool, ...use })))
      .sort((one, other) => one.word - other.word || one.tool - other.tool);
    const starts = postings.flatMap(({ word }, at) => (word === postings[at - 1]?.word ? [] : [at]));
    this.#words = Uint32Array.from(starts, (at) => postings[at]?.word ?? 0);
    this.#starts = Uint32Array.from([...starts, postings.length]);
    this.#tools = Uint16Array.from(postings, ({ tool }) => tool);
    this.#weights = Float32Array.from(postings, ({ weight, isInName }) => (isInName ? -weight : weight));
    this.lengths = Float32Array.from(tools, ({ length }) => length);
    this.takesNothing = tools.map(({ takesNothing }) => takesNothing);
  }

  get bytes(): number {
    const { byteLength: words } = this.#words;
    return (
      words + this.#starts.byteLength + this.#tools.byteLength + this.#weights.byteLength + this.lengths.byteLength
    );
  }

  /** For `countOf` and `each`; -1 where no tool has the word. */
  find(word: number): number {
    const words = this.#words;
    let low = 0;
    let high = words.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const at = words[middle] as number;
      if (at === word) return middle;
      if (at < word) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** How many tools have the word. */
  countOf(found: number): number {
    return found < 0 ? 0 : (this.#starts[found + 1] as number) - (this.#starts[found] as number);
  }

  /** Those that have it. */
  each(found: number, take: (tool: number, weight: number, isInName: boolean) => void): void {
    if (found < 0) return;
    const end = this.#starts[found + 1] as number;
    for (let at = this.#starts[found] as number; at < end; at += 1) {
      const weight = this.#weights[at] as number;
      take(this.#tools[at] as number, Math.abs(weight), weight < 0);
    }
  }
}
