/** Parts of a sentence, each read as a sentence of its own; how many may be is bounded. */
import type { LocalTime } from "#core/local-time.ts";
import { type ChosenTool, NO_VOTES, type ToolChooser } from "../choosing/tool-choice.ts";
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

/** What a text asks for, by itself. */
export interface TextReading {
  readonly tool: ReadableTool;
  /** 0–1: that the tool is meant. */
  readonly fits: number;
  readonly reading: JointReading;
}

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
    const { tools, chooser } = this.#parts;
    const chosen = chooser.choose(text, tools, NO_VOTES);
    const reading = chosen && this.#readingOf(chosen);
    this.#known.set(text, reading);
    return reading;
  }

  valuesIn(text: string, reading: JointReading): readonly ParameterValue[] {
    return valuesFrom(text, reading, this.#parts.now);
  }

  /** What the text says to this tool, whether that is the one it asks for or not. */
  valuesFor(text: string, tool: ReadableTool): readonly ParameterValue[] {
    return this.valuesIn(text, this.#parts.joint.read(text, tool));
  }

  #readingOf({ tool: position, confidence, reading }: ChosenTool): TextReading | null {
    const tool = this.#parts.tools[position];
    return tool ? { tool, fits: confidence, reading } : null;
  }
}
