import type { SimilarityTable } from "../ports/neighbours.ts";
import type { Tool } from "../toolset.ts";
import { summaryOf, toolWords } from "./tool-words.ts";
import { WordedTools } from "./worded-tools.ts";

/** Examples of a tool that are compared by meaning, the first ones; the words of all of them count. */
const COMPARED_EXAMPLES_MAX = 10;
/** Of all tools of an app together: 0.4 kB each. Examples beyond are found by their words alone. */
const COMPARED_EXAMPLES_PER_APP_MAX = 60_000;
/** What a tool takes beside its words and vectors, in bytes: as measured. */
const TOOL_BYTES = 160;

/** No vector yet. */
export const NO_ROW = -1;

/** Its name and texts stay in the store: of 20,000 tools they may be a hundred megabytes. */
export interface SearchedTool {
  /** Row of the vector of what it does, or `NO_ROW`. */
  row: number;
  /** The same of its first examples. */
  readonly exampleRows: number[];
}

/** A toolset as it is searched. Of one revision: another one is another set. */
export interface SearchedSet {
  readonly signature: string;
  readonly revision: number;
  readonly tools: readonly SearchedTool[];
  readonly words: WordedTools;
}

/** A text whose vector is wanted. */
export interface PendingText {
  readonly text: string;
  readonly set: SearchedSet;
  readonly tool: SearchedTool;
  /** Which of its examples; null for what it does. */
  readonly example: number | null;
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
  const searched = tools.map(({ examples = [] }): SearchedTool => {
    return { row: NO_ROW, exampleRows: examples.slice(0, COMPARED_EXAMPLES_MAX).map(() => NO_ROW) };
  });
  const set = { signature, revision, tools: searched, words: new WordedTools(worded) };
  const does = searched.map((tool, at) => ({ text: summaries[at] ?? "", set, tool, example: null }));
  const examples = searched.flatMap((tool, at) =>
    tool.exampleRows.map((_, example) => ({ text: tools[at]?.examples?.[example] ?? "", set, tool, example })),
  );
  return { set, texts: [...does, ...examples] };
}

/** What of an app's toolsets can be searched. Nothing of it is stored: it is made anew from the sets and their kept vectors. */
export class ToolIndex {
  readonly #table: SimilarityTable;
  readonly #sets = new Map<string, SearchedSet>();
  /** Last ones first: of what is registered now, somebody may ask now. */
  #pending: PendingText[] = [];
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
    return [...this.#sets.keys()].sort();
  }

  get(signature: string): SearchedSet | undefined {
    return this.#sets.get(signature);
  }

  /** In the place of what has its signature. */
  add(set: SearchedSet, texts: readonly PendingText[]): void {
    this.remove(set.signature);
    this.#sets.set(set.signature, set);
    const room = COMPARED_EXAMPLES_PER_APP_MAX - this.#examples;
    const compared = texts.slice(0, set.tools.length + Math.max(0, room));
    this.#count(set, compared.length, 1);
    for (const text of compared.toReversed()) this.#pending.push(text);
  }

  remove(signature: string): void {
    const set = this.#sets.get(signature);
    if (!set) return;
    this.#sets.delete(signature);
    const left = this.#pending.filter((text) => text.set !== set);
    const dropped = this.#pending.length - left.length;
    this.#pending = left;
    let given = 0;
    for (const tool of set.tools) {
      const rows = [tool.row, ...tool.exampleRows].filter((row) => row !== NO_ROW);
      this.#freeRows.push(...rows);
      given += rows.length;
    }
    this.#count(set, dropped + given, -1);
  }

  /** Takes up to `count` texts that want vectors: whoever takes them gives each to `put`, or to `putBack`. */
  take(count: number): readonly PendingText[] {
    return this.#pending.splice(-count).reverse();
  }

  putBack(texts: readonly PendingText[]): void {
    for (const text of texts.toReversed()) if (this.#holds(text)) this.#pending.push(text);
  }

  /** Nothing happens when the set was replaced meanwhile. */
  put(text: PendingText, vector: Float32Array): void {
    if (!this.#holds(text)) return;
    const row = this.#freeRows.pop() ?? this.#rowsEnd++;
    this.#table.put(row, vector);
    if (text.example === null) text.tool.row = row;
    else text.tool.exampleRows[text.example] = row;
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

  #count({ tools, words }: SearchedSet, texts: number, sign: 1 | -1): void {
    this.#tools += sign * tools.length;
    this.#examples += sign * (texts - tools.length);
    this.#texts += sign * texts;
    this.#bytes += sign * (tools.length * TOOL_BYTES + words.bytes);
  }
}
