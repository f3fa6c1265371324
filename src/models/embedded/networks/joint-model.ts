/**
 * The joint extractor: one pass over a text and one tool reads the tool's relevance and every parameter at once.
 * Layout: [CLS] text [SEP] [T] name : description [P] name : type : description [O] option … [SEP].
 */

import { sigmoid } from "#core/vectors.ts";
import { humanised } from "../name-words.ts";
import { spelledOut, tellingDescriptions } from "../parameter-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { InferenceSession } from "./native-runtime.ts";
import type { WordReading } from "./word-reading.ts";
import type { WordVectors } from "./word-vectors.ts";
import { CLS, SEP, type Tokens, type WordPiece } from "./wordpiece.ts";

/** What the model was trained with; more is cut. */
const TEXT_TOKENS_MAX = 110;
const TOOL_TOKENS_MAX = 24;
const PARAMETER_TOKENS_MAX = 20;
const CHOICE_TOKENS_MAX = 6;
const PARAMETERS_MAX = 16;
const CHOICES_MAX = 12;
const INPUT_TOKENS_MAX = 511;

const TOOL_MARK = 2;
const PARAMETER_MARK = 3;
const CHOICE_MARK = 4;

/** Where the scores of one token stand in a row of the model's first output. */
const RELEVANCE = 0;
const STATED = 1;
const BOOLEAN = 2;
const CHOICE = 3;
const SCORES_PER_TOKEN = 4;

/** What the model says about one parameter. Token arrays have one entry per token of the text. */
export interface ParameterReading {
  readonly parameter: Parameter;
  /** 0–1: whether the text gives a value. */
  readonly stated: number;
  /** Log-odds of true, for booleans. */
  readonly truth: number;
  /** One score per choice that was read; later ones than the model reads are missing. */
  readonly choices: readonly number[];
  /** Log-probabilities that the value starts or ends here. */
  readonly startLog: Float64Array;
  readonly endLog: Float64Array;
  /** 0–1: whether the token belongs to the value. */
  readonly inside: Float64Array;
  /** How near the text is to each choice in meaning, as cosines; null for too many. Missing where nobody can tell. */
  readonly near?: () => readonly number[] | null;
}

export interface JointReading {
  readonly tool: ReadableTool;
  readonly tokens: Tokens;
  /** Log-odds that the tool fits. */
  readonly relevance: number;
  /** In the order given; parameters beyond what one pass holds are missing. */
  readonly parameters: readonly ParameterReading[];
}

export interface ReadableTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
}

/** Reads a text and a tool together. */
export interface JointReader {
  read(text: string, tool: ReadableTool): JointReading;
}

type MarkedParameters = readonly { readonly at: number; readonly choicesAt: readonly number[] }[];

/** What stands behind the text, the same for every text. Positions count from its own start. */
interface ToolSide {
  readonly ids: readonly number[];
  readonly parametersAt: MarkedParameters;
}

interface Marked {
  readonly ids: readonly number[];
  readonly textTokens: number;
  readonly toolAt: number;
  readonly parametersAt: MarkedParameters;
}

/** Blocks its thread for 3–30 ms a reading, by the number of tokens. */
export class JointModel implements JointReader {
  readonly #session: Pick<InferenceSession, "run">;
  readonly #tokenizer: WordPiece;
  readonly #words: WordVectors;
  readonly #sides = new WeakMap<ReadableTool, ToolSide>();

  constructor(session: Pick<InferenceSession, "run">, { tokenizer, words }: WordReading) {
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#words = words;
  }

  read(text: string, tool: ReadableTool): JointReading {
    const tokens = this.#tokenizer.encode(text, TEXT_TOKENS_MAX);
    const marked = this.#mark(tokens, tool);
    const inputs = this.#words.inputsOf(marked.ids, marked.textTokens + 2);
    const outputs = this.#session.run(inputs, { lin: null, span: null }, {});
    const scores = outputs.lin?.data;
    const spans = outputs.span?.data;
    if (!scores || !spans) throw new Error("the joint extractor gave no lin or no span");
    return reading(tokens, tool, marked, scores, spans);
  }

  #mark(tokens: Tokens, tool: ReadableTool): Marked {
    const side = this.#sideOf(tool);
    const toolAt = tokens.ids.length + 2;
    const end = INPUT_TOKENS_MAX - 1;
    const ids = [...[CLS, ...tokens.ids, SEP, ...side.ids].slice(0, end), SEP];
    const placed = (positions: readonly number[]) =>
      positions.map((position) => toolAt + position).filter((position) => position < end);
    const parametersAt = side.parametersAt.flatMap(({ at, choicesAt }) =>
      placed([at]).map((position) => ({ at: position, choicesAt: placed(choicesAt) })),
    );
    return { ids, textTokens: tokens.ids.length, toolAt, parametersAt };
  }

  #sideOf(tool: ReadableTool): ToolSide {
    const known = this.#sides.get(tool);
    if (known) return known;
    const ids = [TOOL_MARK, ...this.#ids(`${humanised(tool.name)} : ${tool.description}`, TOOL_TOKENS_MAX)];
    const descriptions = tellingDescriptions(tool.parameters);
    const parametersAt = tool.parameters.slice(0, PARAMETERS_MAX).map((parameter, index) => {
      const at = ids.length;
      const text = `${spelledOut(parameter.name)} : ${parameter.type} : ${descriptions[index]}`;
      ids.push(PARAMETER_MARK, ...this.#ids(text, PARAMETER_TOKENS_MAX));
      const choicesAt = parameter.choices.slice(0, CHOICES_MAX).map((choice) => {
        const choiceAt = ids.length;
        ids.push(CHOICE_MARK, ...this.#ids(humanised(String(choice)), CHOICE_TOKENS_MAX));
        return choiceAt;
      });
      return { at, choicesAt };
    });
    const side = { ids, parametersAt };
    this.#sides.set(tool, side);
    return side;
  }

  #ids(text: string, idsMax: number): readonly number[] {
    return this.#tokenizer.encode(text, idsMax).ids;
  }
}

function reading(
  tokens: Tokens,
  tool: ReadableTool,
  marked: Marked,
  scores: Float32Array,
  spans: Float32Array,
): JointReading {
  const count = marked.ids.length;
  const score = (at: number, kind: number) => scores[at * SCORES_PER_TOKEN + kind] ?? 0;
  const row = (kind: number, at: number) => {
    const from = (kind * count + at) * count + 1;
    return Float64Array.from(spans.subarray(from, from + marked.textTokens));
  };
  return {
    tool,
    tokens,
    relevance: score(marked.toolAt, RELEVANCE),
    parameters: marked.parametersAt.flatMap(({ at, choicesAt }, index) => {
      const parameter = tool.parameters[index];
      if (!parameter) return [];
      return {
        parameter,
        stated: sigmoid(score(at, STATED)),
        truth: score(at, BOOLEAN),
        choices: choicesAt.map((choiceAt) => score(choiceAt, CHOICE)),
        startLog: logSoftmax(row(0, at)),
        endLog: logSoftmax(row(1, at)),
        inside: row(2, at).map(sigmoid),
      };
    }),
  };
}

function logSoftmax(scores: Float64Array): Float64Array {
  const top = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const sum = scores.reduce((total, score) => total + Math.exp(score - top), 0);
  return scores.map((score) => score - top - Math.log(sum));
}
