/** Parts of a sentence, each read as a sentence of its own; how many may be is bounded. */
import type { LocalTime } from "#core/local-time.ts";
import { NO_VOTES, type ToolChooser } from "../choosing/tool-choice.ts";
import type { JointReader, JointReading, ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { valuesFrom } from "../values/parameter-values.ts";

/** Beside the whole sentence: two for each of six borders. A person asks for fewer things at once, and a pass takes 10 ms. */
const TEXTS_MAX = 12;

export interface TextReaderParts {
  readonly tools: readonly ReadableTool[];
  readonly joint: JointReader;
  readonly chooser: ToolChooser;
  readonly now: LocalTime;
}

/** What a text asks for, by itself. No more of it is read than is asked for. */
export interface TextReading {
  readonly tool: ReadableTool;
  /** 0–1: that the tool is meant. */
  readonly fits: number;
  readonly reading: JointReading;
}

/** What of it tells the values of a text. */
export type ValueReader = Pick<TextReader, "valuesIn" | "valuesFor">;

export class TextReader {
  readonly #parts: TextReaderParts;
  readonly #known = new Map<string, TextReading | null>();

  constructor(parts: TextReaderParts) {
    this.#parts = parts;
  }

  /** Null without tools, and where more texts were read than one sentence may cost. */
  read(text: string): TextReading | null {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size > TEXTS_MAX) return null;
    const { tools } = this.#parts;
    const reading = tools.length === 0 ? null : new LateReading(text, this.#parts);
    this.#known.set(text, reading);
    return reading;
  }

  /** Whether every text is for the same tool. */
  get hasOneTool(): boolean {
    return this.#parts.tools.length === 1;
  }

  valuesIn(text: string, reading: JointReading): readonly ParameterValue[] {
    return valuesFrom(text, reading, this.#parts.now);
  }

  /** What the text says to this tool, whether that is the one it asks for or not. */
  valuesFor(text: string, tool: ReadableTool): readonly ParameterValue[] {
    return this.valuesIn(text, this.#parts.joint.read(text, tool));
  }
}

/** Of one tool or more. The joint model and the chooser remember what they read. */
class LateReading implements TextReading {
  readonly #text: string;
  readonly #parts: TextReaderParts;
  #tool: ReadableTool | null = null;
  #fits: number | null = null;

  constructor(text: string, parts: TextReaderParts) {
    this.#text = text;
    this.#parts = parts;
  }

  get tool(): ReadableTool {
    const { tools, chooser } = this.#parts;
    this.#tool ??= tools[chooser.tool(this.#text, tools, NO_VOTES) ?? 0] as ReadableTool;
    return this.#tool;
  }

  get fits(): number {
    const { tools, chooser } = this.#parts;
    this.#fits ??= chooser.choose(this.#text, tools, NO_VOTES)?.confidence ?? 0;
    return this.#fits;
  }

  get reading(): JointReading {
    return this.#parts.joint.read(this.#text, this.tool);
  }
}
