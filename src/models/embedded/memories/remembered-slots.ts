/** Where the parameters of a tool stand in a query, by where they stand in remembered queries. No model is asked. */
import type { Span } from "#core/span.ts";
import type { Parameter } from "../tool-parameters.ts";

/** A remembered query with the stretches that its values are from. */
export interface SlottedText {
  readonly words: readonly SlotWord[];
  readonly slots: ReadonlyMap<Parameter, WordRange>;
}

export interface SlotWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isCapital: boolean;
}

/** Positions of the first and the last word. */
export interface WordRange {
  readonly first: number;
  readonly last: number;
}

/** What the joint model thinks of a stretch. */
export interface ReadFit {
  /** Log-probability of these borders and of what lies between them. */
  readonly fit: number;
  /** 0–1: whether the text gives the parameter a value at all. */
  readonly stated: number;
}

export function slotWords(text: string): readonly SlotWord[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}]/gu)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
    isCapital: /^\p{Lu}/u.test(match[0]),
  }));
}

/** The words that the span covers or cuts; null for none. */
export function coveredWords(words: readonly SlotWord[], span: Span): WordRange | null {
  const first = words.findIndex(({ end }) => end > span.start);
  const last = words.findLastIndex(({ start }) => start < span.end);
  return first >= 0 && last >= first ? { first, last } : null;
}

/** Every stretch of whole words that may be a value. */
export function stretchesOf(words: readonly SlotWord[]): readonly Span[] {
  return words.flatMap((first, index) =>
    words
      .slice(index, index + VALUE_WORDS_MAX)
      .filter((last) => isWord(first) && isWord(last))
      .map((last) => ({ start: first.start, end: last.end })),
  );
}

function isWord({ text }: SlotWord): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

type Counts = Map<string, number>;

/** How often a parameter was seen, and with what. */
interface Seen {
  readonly values: Counts;
  readonly words: Counts;
  readonly before: Counts;
  readonly before2: Counts;
  readonly after: Counts;
  readonly after2: Counts;
  readonly lengths: Map<number, number>;
  count: number;
  wordCount: number;
  capitals: number;
}

const VALUE_WORDS_MAX = 8;
/**
 * Of `#features`, in their order: a softmax regression over the stretches of a query and "not stated", on the SNIPS
 * development queries with 3 to 24 examples each. Fitted on one half, the other gave a slot F1 of 77 and 75 %.
 */
const WEIGHTS = [
  -0.05, 0.6, 0.24, 0.29, 0.18, 0, 1.04, 0.64, 1.63, -0.29, -1.18, 0.47, 0.59, 0.34, 0.05, 0.57, 0.41,
] as const;
const EDGE = "|";

/** What the near examples of one tool have in common. */
export class SlotMemory {
  readonly size: number;
  readonly #seen = new Map<Parameter, Seen>();
  readonly #single: Counts = new Map();
  readonly #double: Counts = new Map();
  readonly #texts: readonly string[];
  #wordCount = 0;
  #capitals = 0;

  constructor(texts: readonly SlottedText[]) {
    this.size = texts.length;
    this.#texts = texts.map(({ words }) => ` ${words.map(({ text }) => text).join(" ")} `);
    for (const text of texts) this.#count(text);
  }

  #count({ words, slots }: SlottedText): void {
    const at = (index: number) => words[index]?.text ?? EDGE;
    for (let index = -1; index <= words.length; index += 1) {
      add(this.#single, at(index));
      add(this.#double, `${at(index)} ${at(index + 1)}`);
      this.#wordCount += 1;
      if (words[index]?.isCapital) this.#capitals += 1;
    }
    for (const [parameter, { first, last }] of slots) {
      const seen = this.#seen.get(parameter) ?? nothingSeen();
      this.#seen.set(parameter, seen);
      const inside = words.slice(first, last + 1);
      seen.count += 1;
      seen.wordCount += inside.length;
      if (words[first]?.isCapital) seen.capitals += 1;
      add(seen.values, inside.map(({ text }) => text).join(" "));
      for (const { text } of inside) add(seen.words, text);
      add(seen.before, at(first - 1));
      add(seen.before2, `${at(first - 2)} ${at(first - 1)}`);
      add(seen.after, at(last + 1));
      add(seen.after2, `${at(last + 1)} ${at(last + 2)}`);
      seen.lengths.set(inside.length, (seen.lengths.get(inside.length) ?? 0) + 1);
    }
  }

  /** Whether an example gives the parameter a value that its query says. */
  knows(parameter: Parameter): boolean {
    return this.#seen.has(parameter);
  }

  /** That the stretch is the parameter's value, against the query giving it none. */
  logOdds(parameter: Parameter, words: readonly SlotWord[], range: WordRange, read: ReadFit): number {
    const features = this.#features(parameter, words, range, read);
    return features.reduce((sum, feature, index) => sum + feature * (WEIGHTS[index] ?? 0), 0);
  }

  #features(
    parameter: Parameter,
    words: readonly SlotWord[],
    { first, last }: WordRange,
    { fit, stated }: ReadFit,
  ): readonly number[] {
    const seen = this.#seen.get(parameter) ?? nothingSeen();
    const at = (index: number) => words[index]?.text ?? EDGE;
    const inside = words.slice(first, last + 1);
    const value = inside.map(({ text }) => text).join(" ");
    const rate = (seen.count + 0.1) / (this.#wordCount + 1);
    const insideRate = (seen.wordCount + 0.1) / (this.#wordCount + 1);
    const lift = (counts: Counts, all: Counts, key: string, base: number) =>
      lifted(counts.get(key) ?? 0, all.get(key) ?? 0, base);
    const lifts = inside.map(({ text }) => lift(seen.words, this.#single, text, insideRate));
    const known = seen.values.get(value) ?? 0;
    return [
      1,
      Math.log((seen.count + 0.3) / (this.size - seen.count + 0.6)),
      lift(seen.before, this.#single, at(first - 1), rate),
      lift(seen.before2, this.#double, `${at(first - 2)} ${at(first - 1)}`, rate),
      lift(seen.after, this.#single, at(last + 1), rate),
      lift(seen.after2, this.#double, `${at(last + 1)} ${at(last + 2)}`, rate),
      lifted(known, this.#textsWith(inside, value), rate),
      novelty(seen, known),
      lifts.reduce((sum, one) => sum + one, 0) / inside.length,
      Math.min(...lifts),
      lifts.filter((one) => one < FOREIGN).length,
      lengthLog(seen, inside.length),
      this.#capitalLog(seen, inside[0]?.isCapital === true),
      Math.max(FIT_MIN, fit),
      Math.log((stated + 1e-3) / (1 - stated + 1e-3)),
      inside.length,
      known > 0 ? 1 : 0,
    ];
  }

  /** Examples that have these words, whatever they mean there. */
  #textsWith(inside: readonly SlotWord[], value: string): number {
    if (!inside.every(({ text }) => this.#single.has(text))) return 0;
    return this.#texts.filter((text) => text.includes(` ${value} `)).length;
  }

  #capitalLog(seen: Seen, isCapital: boolean): number {
    const own = (seen.capitals + 0.5) / (seen.count + 1);
    const all = (this.#capitals + 0.5) / (this.#wordCount + 1);
    return isCapital ? Math.log(own / all) : Math.log((1 - own) / (1 - all));
  }
}

/** Whether the parameter takes new values ("the name of a song") or always the same ("my"). */
function novelty({ values, count }: Seen, known: number): number {
  const once = [...values.values()].filter((times) => times === 1).length;
  const novel = (once + 0.5) / (count + 1);
  return Math.log(known > 0 ? 1.05 - novel : novel);
}

/** Lengths that were seen, and beside them short ones rather than long ones. */
function lengthLog({ lengths, count }: Seen, length: number): number {
  return Math.log(((lengths.get(length) ?? 0) + 0.4 * 0.6 ** (length - 1)) / (count + 1));
}

/** A word that other places have much more often. */
const FOREIGN = -1;
const FIT_MIN = -12;
const SMOOTHING = 0.5;

/** How much more often than at random, as a logarithm; 0 for what was never seen. */
function lifted(count: number, all: number, base: number): number {
  return Math.log((count + SMOOTHING * base) / (all + SMOOTHING) / base);
}

function nothingSeen(): Seen {
  return {
    values: new Map(),
    words: new Map(),
    before: new Map(),
    before2: new Map(),
    after: new Map(),
    after2: new Map(),
    lengths: new Map(),
    count: 0,
    wordCount: 0,
    capitals: 0,
  };
}

function add(counts: Counts, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
