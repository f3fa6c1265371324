import { dot } from "#core/vectors.ts";
import { humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";

/** Tools whose texts are compared; 4–10 ms each the first time. */
export const COMPARED_MAX = 32;
/** A longer description says by itself what a tool is about. */
const TERSE_UNITS_MAX = 60;
/** The first sentences say what a tool does; the rest is often about its parameters. */
const DESCRIPTION_UNITS_MAX = 200;

/** How near each tool is to a query in meaning, whatever the words. */
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
    const vector = this.#vectors.get(tool) ?? meanOf(summariesOf(tool).map(this.#embed));
    this.#vectors.set(tool, vector);
    return vector;
  }
}

/**
 * What it does, and of a tool that is described in a few words the same with what it takes: there that says much. With a long
 * description it would say little and take twice the time.
 */
function summariesOf({ name, description, parameters }: ReadableTool): readonly string[] {
  const about = `${humanised(name)}: ${description.slice(0, DESCRIPTION_UNITS_MAX)}`;
  const taken = parameters.map((parameter) => humanised(parameter.name)).join(", ");
  const isTerse = description.length <= TERSE_UNITS_MAX && taken !== "";
  return isTerse ? [about, `${about} (${taken})`] : [about];
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = vectors;
  return first.map((_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / vectors.length);
}
