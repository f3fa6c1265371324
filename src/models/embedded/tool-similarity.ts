import type { ReadableTool } from "./joint-model.ts";
import { humanised } from "./words.ts";

/** Tools whose texts are compared; 2–5 ms each the first time. */
export const COMPARED_MAX = 32;
/** The first sentences say what a tool does; the rest is often about its parameters. */
const DESCRIPTION_UNITS_MAX = 200;

/** How near each tool's name and description are to a query in meaning, whatever the words. */
export class ToolSimilarity {
  readonly #embed: (text: string) => Float32Array;
  /** For as long as the tools themselves are remembered; 1.5 kB each. */
  readonly #vectors = new WeakMap<ReadableTool, Float32Array>();

  constructor(embed: (text: string) => Float32Array) {
    this.#embed = embed;
  }

  /** Cosine similarities, −1 to 1, in the order of the tools. */
  of(query: string, tools: readonly ReadableTool[]): readonly number[] {
    const vector = this.#embed(query);
    return tools.map((tool) => dot(vector, this.#vectorOf(tool)));
  }

  #vectorOf(tool: ReadableTool): Float32Array {
    const { name, description } = tool;
    const vector =
      this.#vectors.get(tool) ?? this.#embed(`${humanised(name)}: ${description.slice(0, DESCRIPTION_UNITS_MAX)}`);
    this.#vectors.set(tool, vector);
    return vector;
  }
}

/** A loop, since `reduce` takes seven times as long. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
