import type { ReadableTool } from "./joint-model.ts";
import { humanised } from "./words.ts";

/** Tools whose texts are compared; 5–10 ms each the first time. */
export const COMPARED_MAX = 32;
/** 1.5 kB each. */
const REMEMBERED_MAX = 2_048;
/** The first sentences say what a tool does; the rest is often about its parameters. */
const DESCRIPTION_UNITS_MAX = 200;

/** How near each tool's name and description are to a query in meaning, whatever the words. */
export class ToolSimilarity {
  readonly #embed: (text: string) => Float32Array;
  /** By text, least recently used first. */
  readonly #remembered = new Map<string, Float32Array>();
  /** The last query: one is often asked about several times in a row. */
  #query: { readonly text: string; readonly vector: Float32Array } | null = null;

  constructor(embed: (text: string) => Float32Array) {
    this.#embed = embed;
  }

  /** Cosine similarities, −1 to 1, in the order of the tools. */
  of(query: string, tools: readonly ReadableTool[]): readonly number[] {
    if (this.#query?.text !== query) this.#query = { text: query, vector: this.#embed(query) };
    const { vector } = this.#query;
    return tools.map((tool) => {
      const other = this.#vectorOf(`${humanised(tool.name)}: ${tool.description.slice(0, DESCRIPTION_UNITS_MAX)}`);
      return vector.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
    });
  }

  #vectorOf(text: string): Float32Array {
    const vector = this.#remembered.get(text) ?? this.#embed(text);
    this.#remembered.delete(text);
    this.#remembered.set(text, vector);
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= REMEMBERED_MAX) break;
      this.#remembered.delete(oldest);
    }
    return vector;
  }
}
