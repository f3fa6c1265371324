import type { ToolWords } from "./tool-words.ts";

/** Of BM25: how soon a word that comes again says nothing more, and how much the length of a text counts. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** A word as a whole number of 32 bits (FNV-1a). Of words that share one, which are two of a million or so, each counts for both. */
export function wordId(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** In the place of a word that no tool of a set has. */
const NO_TOOLS = -1;

/** Of a posting, by bits: where else than anywhere the word stands. */
const IN_NAME = 1;
const OPTION = 2;

interface Posting {
  readonly word: number;
  readonly tool: number;
  readonly weight: number;
  readonly isInName: boolean;
  readonly isOption: boolean;
}

/** The words of a query among the sets that are searched for them. */
export interface QueryWords {
  readonly words: readonly string[];
  /** By set, and for each by word: its place there. */
  readonly places: Int32Array;
  /** By word: how rare it is among all tools. */
  readonly rarities: Float64Array;
  /** Of the words of a tool, each by its weight, how many there are in the mean; over 0. */
  readonly meanLength: number;
}

/** Of a word, so many last bits are looked at first. */
const LAST_BITS = 0xffff;

/** How many tools have each of a few hundred words, counted over thousands of sets: most of their words are none of these. */
export class CountedWords {
  readonly #mayBe = new Uint8Array(LAST_BITS + 1);
  readonly #tools = new Map<number, number>();

  constructor(words: readonly number[]) {
    for (const word of words) {
      this.#mayBe[word & LAST_BITS] = 1;
      this.#tools.set(word, 0);
    }
  }

  add(word: number, tools: number): void {
    if (this.#mayBe[word & LAST_BITS] === 0) return;
    const before = this.#tools.get(word);
    if (before !== undefined) this.#tools.set(word, before + tools);
  }

  toolsWith(word: number): number {
    return this.#tools.get(word) ?? 0;
  }
}

/** What tools have in common with a query: sums over the words of the query. By the tool's position in its set. */
export interface SharedWords {
  /** BM25. */
  readonly words: Float32Array;
  /** How rare the words are that the tool has, that its name has, and that values of its parameters are called. */
  readonly covered: Float32Array;
  readonly named: Float32Array;
  readonly optional: Float32Array;
}

/**
 * Which tools of a set have a word, and how much it means to each: packed, as some 300 bytes a tool, and never changed. A set that
 * is replaced gets new ones.
 */
export class WordedTools {
  /** Distinct words, ascending. */
  readonly #words: Uint32Array;
  /** By the first bits of a word: where those that begin with them begin, one or two of them; one more, where the last ones end. */
  readonly #buckets: Uint32Array;
  readonly #bucketShift: number;
  /** Where the postings of each word begin; one more, where the last ones end. */
  readonly #starts: Uint32Array;
  readonly #tools: Uint16Array;
  readonly #weights: Float32Array;
  readonly #marks: Uint8Array;
  readonly #lengths: Float32Array;
  /** The number of the words of all tools, each by its weight. */
  readonly length: number;
  /** By tool: the logarithm of one more than the number of its words, each by its weight. */
  readonly logLengths: Float64Array;
  /** By tool: 1 where it has no parameter. */
  readonly takesNothing: Uint8Array;

  constructor(tools: readonly ToolWords[]) {
    const postings = tools
      .flatMap(({ uses }, tool) => [...uses].map(([word, use]): Posting => ({ word: wordId(word), tool, ...use })))
      .sort((one, other) => one.word - other.word || one.tool - other.tool);
    const starts = postings.flatMap(({ word }, at) => (word === postings[at - 1]?.word ? [] : [at]));
    this.#words = Uint32Array.from(starts, (at) => postings[at]?.word ?? 0);
    const bits = Math.max(1, 31 - Math.clz32(starts.length));
    this.#bucketShift = 32 - bits;
    this.#buckets = new Uint32Array(2 ** bits + 1);
    for (const word of this.#words) (this.#buckets[(word >>> this.#bucketShift) + 1] as number) += 1;
    for (let bucket = 1; bucket < this.#buckets.length; bucket += 1)
      (this.#buckets[bucket] as number) += this.#buckets[bucket - 1] as number;
    this.#starts = Uint32Array.from([...starts, postings.length]);
    this.#tools = Uint16Array.from(postings, ({ tool }) => tool);
    this.#weights = Float32Array.from(postings, ({ weight }) => weight);
    this.#marks = Uint8Array.from(postings, (one) => Number(one.isInName) * IN_NAME + Number(one.isOption) * OPTION);
    this.#lengths = Float32Array.from(tools, ({ length }) => length);
    this.length = this.#lengths.reduce((sum, length) => sum + length, 0);
    this.logLengths = Float64Array.from(this.#lengths, (length) => Math.log(1 + length));
    this.takesNothing = Uint8Array.from(tools, ({ takesNothing }) => Number(takesNothing));
  }

  get bytes(): number {
    const packed = [this.#words, this.#buckets, this.#starts, this.#tools, this.#weights, this.#lengths];
    const all = [...packed, this.#marks, this.logLengths, this.takesNothing];
    return all.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** The place of a word, which the methods below take. */
  find(word: number): number {
    const bucket = word >>> this.#bucketShift;
    const end = this.#buckets[bucket + 1] as number;
    for (let at = this.#buckets[bucket] as number; at < end; at += 1) if (this.#words[at] === word) return at;
    return NO_TOOLS;
  }

  /** How many tools have the word. */
  countOf(place: number): number {
    return place === NO_TOOLS ? 0 : (this.#starts[place + 1] as number) - (this.#starts[place] as number);
  }

  /** Adds how many tools of the set have each word that is counted. */
  countInto(counted: CountedWords): void {
    for (let at = 0; at < this.#words.length; at += 1) counted.add(this.#words[at] as number, this.countOf(at));
  }

  /** Whether this one does. */
  has(place: number, tool: number): boolean {
    return place !== NO_TOOLS && this.#tools.subarray(this.#starts[place], this.#starts[place + 1]).includes(tool);
  }

  /** Writes what each tool has in common with a query. `own`: which of the searched sets this is. */
  share({ places, rarities, meanLength }: QueryWords, own: number, into: SharedWords): void {
    const { words, covered, named, optional } = into;
    const [lengths, starts, tools, weights, marks] = [
      this.#lengths,
      this.#starts,
      this.#tools,
      this.#weights,
      this.#marks,
    ];
    for (let tool = 0; tool < lengths.length; tool += 1) {
      words[tool] = 0;
      covered[tool] = 0;
      named[tool] = 0;
      optional[tool] = 0;
    }
    for (let word = 0; word < rarities.length; word += 1) {
      const place = places[own * rarities.length + word] as number;
      if (place === NO_TOOLS) continue;
      const rarity = rarities[word] as number;
      const end = starts[place + 1] as number;
      for (let at = starts[place] as number; at < end; at += 1) {
        const weight = weights[at] as number;
        const tool = tools[at] as number;
        const mark = marks[at] as number;
        const long = (lengths[tool] as number) / meanLength;
        const damping = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * long);
        (words[tool] as number) += (rarity * weight * (SATURATION + 1)) / (weight + damping);
        (covered[tool] as number) += rarity;
        if (mark & IN_NAME) (named[tool] as number) += rarity;
        if (mark & OPTION) (optional[tool] as number) += rarity;
      }
    }
  }
}
