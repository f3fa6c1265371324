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
}

/** A text whose vector is wanted. */
export interface PendingText {
  readonly text: string;
  readonly set: SearchedSet;
  readonly place: VectorPlace;
}

/** What of a toolset is searched before its texts have vectors, in steps, one for each tool; and the texts that want them. */
export function* searchedSet(
  signature: string,
  revision: number,
  tools: readonly Tool[],
): Generator<void, { readonly set: SearchedSet; readonly texts: readonly PendingText[] }> {
  const worded = [];
  const summaries: string[] = [];
  for (const tool of tools) {
    worded.push(toolWords(tool));
    summaries.push(summaryOf(tool));
    yield;
  }
  const rows = new VectorRows(tools);
  const set = { signature, revision, size: tools.length, words: new WordedTools(worded), rows };
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
    const room = COMPARED_EXAMPLES_PER_APP_MAX - this.#examples;
    const compared = texts.slice(0, set.size + Math.max(0, room));
    this.#count(set, compared.length, 1);
    for (const text of compared.toReversed()) this.#pending.push(text);
    this.#fresh += compared.length;
  }

  remove(signature: string): void {
    const set = this.#sets.get(signature);
    if (!set) return;
    this.#sets.delete(signature);
    this.#sorted = null;
    const left = this.#pending.filter((text) => text.set !== set);
    const dropped = this.#pending.length - left.length;
    this.#pending = left;
    const given = set.rows.rows();
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
    return this.#sets.get(set.signature) === set;
  }

  #count({ size, words, rows }: SearchedSet, texts: number, sign: 1 | -1): void {
    this.#tools += sign * size;
    this.#examples += sign * (texts - size);
    this.#texts += sign * texts;
    this.#bytes += sign * (SET_BYTES + words.bytes + rows.bytes);
  }
}
