import type { SimilarityTable } from "../ports/neighbours.ts";
import type { Tool } from "../toolset.ts";
import { summaryOf, toolWords } from "./tool-words.ts";
import { type VectorPlace, VectorRows } from "./vector-rows.ts";
import { WordedTools } from "./worded-tools.ts";

/** Of all tools of an app together: 0.4 kB each. Examples beyond are found by their words alone. */
const COMPARED_EXAMPLES_PER_APP_MAX = 60_000;
/** What a set takes beside the words and rows of its tools, in bytes: as measured. */
const SET_BYTES = 1_200;

/** A toolset as it is searched. Of one revision: another one is another set. Names and texts of its tools stay in the store. */
export interface SearchedSet {
  readonly signature: string;
  readonly revision: number;
  /** How many tools it has. */
  readonly size: number;
  readonly words: WordedTools;
  readonly rows: VectorRows;
  /** The same tools in English, for what is asked in another language; null where all of them are in English, as they are here. */
  readonly english: SearchedSet | null;
}

/** As a query in another language is compared with it. */
export function inEnglish(set: SearchedSet): SearchedSet {
  return set.english ?? set;
}

/** A text whose vector is wanted. */
export interface PendingText {
  readonly text: string;
  readonly set: SearchedSet;
  readonly place: VectorPlace;
}

/** Whether something of it is in another language than English. */
export function isInOtherLanguage(set: SearchedSet): boolean {
  return set.english !== null;
}

export interface MadeSet {
  readonly set: SearchedSet;
  /** That want vectors. */
  readonly texts: readonly PendingText[];
}

/**
 * What of a toolset is searched before its texts have vectors, in steps, one for each tool. `english`: its tools in English, in the same
 * order; null where they are.
 */
export function* searchedSet(
  signature: string,
  revision: number,
  tools: readonly Tool[],
  english: readonly Tool[] | null = null,
): Generator<void, MadeSet> {
  const inEnglish = english && (yield* setOf(signature, revision, english, null));
  const own = yield* setOf(signature, revision, tools, inEnglish?.set ?? null);
  return { set: own.set, texts: [...own.texts, ...(inEnglish?.texts ?? [])] };
}

function* setOf(
  signature: string,
  revision: number,
  tools: readonly Tool[],
  english: SearchedSet | null,
): Generator<void, MadeSet> {
  const worded = [];
  const summaries: string[] = [];
  for (const tool of tools) {
    worded.push(toolWords(tool));
    summaries.push(summaryOf(tool));
    yield;
  }
  const rows = new VectorRows(tools);
  const set = { signature, revision, size: tools.length, words: new WordedTools(worded), rows, english };
  const textAt = ({ tool, example }: VectorPlace) =>
    (example === null ? summaries[tool] : tools[tool]?.examples?.[example]) ?? "";
  return { set, texts: rows.places().map((place) => ({ text: textAt(place), set, place })) };
}

/** What of an app's toolsets can be searched. Nothing of it is stored: it is made anew from the sets and their kept vectors. */
export class ToolIndex {
  readonly #table: SimilarityTable;
  readonly #sets = new Map<string, SearchedSet>();
  /** Their signatures, once they were asked for; null when others came since. */
  #sorted: readonly string[] | null = null;
  /** Last ones first: of what is registered now, somebody may ask now. */
  #pending: PendingText[] = [];
  /** How many of them were added since somebody took what was new. */
  #fresh = 0;
  /** Rows that were given back, and the first that never was used. */
  readonly #freeRows: number[] = [];
  #rowsEnd = 0;
  #examples = 0;
  #tools = 0;
  #bytes = 0;
  /** Of the texts of all sets, how many there are. */
  #texts = 0;
  /** The count of the app's changes that this is up to; null before the first look. */
  upTo: number | null = null;

  constructor(table: SimilarityTable) {
    this.#table = table;
  }

  get tools(): number {
    return this.#tools;
  }

  /** Memory that it takes, as far as it is known. */
  get bytes(): number {
    return this.#bytes + this.#table.bytes;
  }

  /** How far its texts have vectors; null when all have. */
  get progress(): { readonly done: number; readonly total: number } | null {
    return this.#pending.length === 0 ? null : { done: this.#texts - this.#pending.length, total: this.#texts };
  }

  /** In the order of their characters, whichever came first: of tools that are as good the same one is given again. */
  signatures(): readonly string[] {
    this.#sorted ??= [...this.#sets.keys()].sort();
    return this.#sorted;
  }

  get(signature: string): SearchedSet | undefined {
    return this.#sets.get(signature);
  }

  /** In the place of what has its signature. */
  add(set: SearchedSet, texts: readonly PendingText[]): void {
    this.remove(set.signature);
    this.#sets.set(set.signature, set);
    this.#sorted = null;
    const room = Math.max(0, COMPARED_EXAMPLES_PER_APP_MAX - this.#examples);
    let examples = 0;
    const compared = texts.filter(({ place }) => place.example === null || ++examples <= room);
    this.#count(set, compared.length, 1);
    for (const text of compared.toReversed()) this.#pending.push(text);
    this.#fresh += compared.length;
  }

  remove(signature: string): void {
    const set = this.#sets.get(signature);
    if (!set) return;
    this.#sets.delete(signature);
    this.#sorted = null;
    const left = this.#pending.filter((text) => text.set !== set && text.set !== set.english);
    const dropped = this.#pending.length - left.length;
    this.#pending = left;
    const given = [...set.rows.rows(), ...(set.english?.rows.rows() ?? [])];
    this.#freeRows.push(...given);
    this.#count(set, dropped + given.length, -1);
  }

  /** Takes up to `count` texts that want vectors: whoever takes them gives each to `put`, or to `putBack`. */
  take(count: number): readonly PendingText[] {
    return this.#pending.splice(-count).reverse();
  }

  /** As `take`, of the texts that were added since this was called: the others are new to nobody any more. */
  takeFresh(count: number): readonly PendingText[] {
    const fresh = Math.min(count, this.#fresh, this.#pending.length);
    this.#fresh = 0;
    return fresh === 0 ? [] : this.take(fresh);
  }

  putBack(texts: readonly PendingText[]): void {
    for (const text of texts.toReversed()) if (this.#holds(text)) this.#pending.push(text);
  }

  /** Nothing happens when the set was replaced meanwhile. */
  put(text: PendingText, vector: Float32Array): void {
    if (!this.#holds(text)) return;
    const row = this.#freeRows.pop() ?? this.#rowsEnd++;
    this.#table.put(row, vector);
    text.set.rows.put(text.place, row);
  }

  /** What has no vector yet gets none any more: nobody will look here again. */
  giveUp(): void {
    this.#pending = [];
  }

  /** To every row: the cosine similarity of a unit vector, −1 to 1. Of the moment: rows may be another text's later. */
  similarities(vector: Float32Array): Float32Array {
    return this.#table.similarities(vector, this.#rowsEnd);
  }

  #holds({ set }: PendingText): boolean {
    const held = this.#sets.get(set.signature);
    return held === set || (held !== undefined && held.english === set);
  }

  #count(set: SearchedSet, texts: number, sign: 1 | -1): void {
    const summaries = set.english ? 2 * set.size : set.size;
    this.#tools += sign * set.size;
    this.#examples += sign * (texts - summaries);
    this.#texts += sign * texts;
    this.#bytes += sign * (bytesOf(set) + (set.english ? bytesOf(set.english) : 0));
  }
}

function bytesOf({ words, rows }: SearchedSet): number {
  return SET_BYTES + words.bytes + rows.bytes;
}
