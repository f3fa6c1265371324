import type { Tool } from "../toolset.ts";

/** Examples of a tool that are compared by meaning, the first ones; the words of all of them count. */
const COMPARED_EXAMPLES_MAX = 10;

/** No vector yet. */
const NO_ROW = -1;
/** Of what has no vector: nothing is less like it. */
const UNLIKE = -1;
/** So much farther from a query is the description of the tool that it means than an example of that tool would be: docs/explanation/embedded-model.md. */
const DESCRIPTION_AS_EXAMPLE = 0.17;

/** The text of a tool that a vector stands for. */
export interface VectorPlace {
  /** Its position in the set. */
  readonly tool: number;
  /** Which of its examples; null for what it does. */
  readonly example: number | null;
}

/** In which rows of a table the vectors of a set's tools stand: packed, for 20,000 tools are looked through at every search. */
export class VectorRows {
  /** Of what each tool does. */
  readonly #does: Int32Array;
  /** Of the first examples of all tools. */
  readonly #examples: Int32Array;
  /** Where those of each tool begin; one more, where the last ones end. */
  readonly #starts: Uint16Array;
  /** Tools without a vector of what they do. */
  #lacking: number;

  constructor(tools: readonly Pick<Tool, "examples">[]) {
    this.#does = new Int32Array(tools.length).fill(NO_ROW);
    this.#lacking = tools.length;
    this.#starts = new Uint16Array(tools.length + 1);
    for (const [tool, { examples = [] }] of tools.entries())
      this.#starts[tool + 1] = this.#startOf(tool) + Math.min(examples.length, COMPARED_EXAMPLES_MAX);
    this.#examples = new Int32Array(this.#startOf(tools.length)).fill(NO_ROW);
  }

  get bytes(): number {
    return this.#does.byteLength + this.#examples.byteLength + this.#starts.byteLength;
  }

  /** What wants vectors: what each tool does, then the first examples of each. */
  places(): readonly VectorPlace[] {
    const tools = [...this.#does.keys()];
    const examples = tools.flatMap((tool) => {
      const count = this.#startOf(tool + 1) - this.#startOf(tool);
      return Array.from({ length: count }, (_, example) => ({ tool, example }));
    });
    return [...tools.map((tool) => ({ tool, example: null })), ...examples];
  }

  /** Whether every tool has a vector of what it does. */
  get isWhole(): boolean {
    return this.#lacking === 0;
  }

  put({ tool, example }: VectorPlace, row: number): void {
    if (example !== null) {
      this.#examples[this.#startOf(tool) + example] = row;
      return;
    }
    if (this.#does[tool] === NO_ROW) this.#lacking -= 1;
    this.#does[tool] = row;
  }

  /** All that were put. */
  rows(): readonly number[] {
    return [...this.#does, ...this.#examples].filter((row) => row !== NO_ROW);
  }

  /** How like a query the nearest of all its texts is, −1 to 1: of those that have vectors. */
  nearest(similarities: Float32Array): number {
    let nearest = UNLIKE;
    for (const rows of [this.#does, this.#examples])
      for (let at = 0; at < rows.length; at += 1)
        nearest = Math.max(nearest, likeness(rows[at] as number, similarities, UNLIKE));
    return nearest;
  }

  /**
   * How like a query each tool is, −1 to 1: what it does, or its nearest example less a margin. `similarities`: by row. `unknown`: of
   * what a tool does that has no vector yet.
   */
  meanings(similarities: Float32Array, unknown: number, into: Float64Array): void {
    // All in one loop: a call for each of 80,000 vectors would take longer than to look at them.
    const [does, starts, examples] = [this.#does, this.#starts, this.#examples];
    let at = 0;
    for (let tool = 0; tool < does.length; tool += 1) {
      let meaning = likeness(does[tool] as number, similarities, unknown);
      for (const end = starts[tool + 1] as number; at < end; at += 1) {
        const own = likeness(examples[at] as number, similarities, UNLIKE) - DESCRIPTION_AS_EXAMPLE;
        if (own > meaning) meaning = own;
      }
      into[tool] = meaning;
    }
  }

  /** The position of the tool's nearest example, the first of those that are as near; null where none is as like as `least`. */
  nearestExample(tool: number, similarities: Float32Array, least: number): number | null {
    const from = this.#startOf(tool);
    let nearest: number | null = null;
    let similarity = UNLIKE;
    for (let at = from; at < this.#startOf(tool + 1); at += 1) {
      const own = likeness(this.#examples[at] as number, similarities, UNLIKE);
      if (own <= similarity) continue;
      nearest = at - from;
      similarity = own;
    }
    return similarity >= least ? nearest : null;
  }

  #startOf(tool: number): number {
    return this.#starts[tool] as number;
  }
}

/** `unknown`: of what has no vector yet, or had none when the query was compared. */
function likeness(row: number, similarities: Float32Array, unknown: number): number {
  return row >= 0 && row < similarities.length ? (similarities[row] as number) : unknown;
}
