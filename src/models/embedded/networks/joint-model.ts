/**
 * The joint extractor: one pass over a text and one tool reads the tool's relevance and every parameter at once.
 * What does not fit into one pass is read in a few more, once its values are asked for.
 * Layout: [CLS] text [SEP] [T] name : description [P] name : type : description [O] option … [SEP].
 */

import { sigmoid } from "#core/vectors.ts";
import { humanised } from "../name-words.ts";
import { spelledOut, tellingDescriptions } from "../parameter-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { InferenceSession } from "./inference-session.ts";
import { KeptPasses, type Said } from "./kept-passes.ts";
import { likeliestFirst, mayBeSaid } from "./reading-order.ts";
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
/** Passes for the parameters that the first one does not hold: a schema is read to 64 parameters. */
const FURTHER_PASSES_MAX = 3;

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
  /** In the order given, or those that the text may speak of where one pass does not hold all. */
  readonly parameters: readonly ParameterReading[];
  /** Reads those that the first pass did not hold, once; missing where it held all. */
  readonly further?: () => readonly ParameterReading[];
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

type MarkedParameters = readonly {
  readonly parameter: Parameter;
  readonly at: number;
  readonly choicesAt: readonly number[];
}[];

/** What stands behind the text. Positions count from its own start. */
interface ToolSide {
  readonly ids: readonly number[];
  readonly parametersAt: MarkedParameters;
}

/** One parameter as it stands there, the same for every text. */
interface ParameterSide {
  readonly parameter: Parameter;
  readonly ids: readonly number[];
  readonly choicesAt: readonly number[];
}

interface Sides {
  readonly tool: readonly number[];
  readonly parameters: readonly ParameterSide[];
  /** The one side of a tool with no more parameters than a pass holds. */
  readonly whole: ToolSide | null;
}

interface Marked {
  readonly ids: readonly number[];
  readonly textTokens: number;
  readonly toolAt: number;
  readonly parametersAt: MarkedParameters;
}

/** Blocks its thread for 3–30 ms a pass, by the number of tokens. */
export class JointModel implements JointReader {
  readonly #session: InferenceSession;
  readonly #tokenizer: WordPiece;
  readonly #words: WordVectors;
  readonly #sides = new WeakMap<ReadableTool, Sides>();
  readonly #kept: KeptPasses;

  constructor(session: InferenceSession, { tokenizer, words }: WordReading, kept = new KeptPasses()) {
    this.#session = session;
    this.#kept = kept;
    this.#tokenizer = tokenizer;
    this.#words = words;
  }

  read(text: string, tool: ReadableTool): JointReading {
    const tokens = this.#tokenizer.encode(text, TEXT_TOKENS_MAX);
    const sides = this.#sidesOf(tool);
    const whole = sides.whole;
    const order = whole ? sides.parameters : likeliestFirst(text, sides.parameters);
    const side = whole ?? sideOf(sides.tool, order.slice(0, PARAMETERS_MAX));
    const first = this.#pass(tokens, tool, side);
    const isRead = new Set(first.parameters.map(({ parameter }) => parameter));
    const left = order.filter(({ parameter }) => !isRead.has(parameter));
    if (left.length === 0) return first;
    let further: readonly ParameterReading[] | null = null;
    return {
      ...first,
      further: () => {
        further ??= this.#further(text, tokens, tool, { ...sides, parameters: left });
        return further;
      },
    };
  }

  /** Some passes more; what the text cannot speak of is read without. */
  #further(text: string, tokens: Tokens, tool: ReadableTool, sides: Sides): readonly ParameterReading[] {
    const isSaid = mayBeSaid(text);
    const unsaid = sides.parameters.filter(({ parameter }) => !isSaid(parameter));
    const readings = unsaid.map(({ parameter }) => unread(parameter, tokens));
    let left = sides.parameters.filter(({ parameter }) => isSaid(parameter));
    for (let pass = 0; pass < FURTHER_PASSES_MAX && left.length > 0; pass += 1) {
      const { parameters } = this.#pass(tokens, tool, sideOf(sides.tool, left.slice(0, PARAMETERS_MAX)));
      readings.push(...parameters);
      left = left.slice(parameters.length);
      // One alone may be longer than a pass.
      if (parameters.length === 0) break;
    }
    return readings;
  }

  #pass(tokens: Tokens, tool: ReadableTool, side: ToolSide): JointReading {
    const marked = markedIn(tokens, side);
    const { ids, textTokens, parametersAt } = marked;
    const marks = parametersAt.flatMap(({ at, choicesAt }) => [at, choicesAt.length, ...choicesAt]);
    const given = [textTokens, parametersAt.length, ...marks, ...ids];
    return reading(
      tokens,
      tool,
      marked,
      this.#kept.said("joint", given, () => this.#said(marked)),
    );
  }

  #said(marked: Marked): Said {
    const inputs = this.#words.inputsOf(marked.ids, marked.textTokens + 2);
    const outputs = this.#session.run(inputs, { lin: null, span: null }, {});
    const scores = outputs.lin?.data;
    const spans = outputs.span?.data;
    if (!scores || !spans) throw new Error("the joint extractor gave no lin or no span");
    return readIn(marked, scores, spans);
  }

  #sidesOf(tool: ReadableTool): Sides {
    const known = this.#sides.get(tool);
    if (known) return known;
    const head = [TOOL_MARK, ...this.#ids(`${humanised(tool.name)} : ${tool.description}`, TOOL_TOKENS_MAX)];
    const descriptions = tellingDescriptions(tool.parameters);
    const parameters = tool.parameters.map((parameter, index): ParameterSide => {
      const text = `${spelledOut(parameter.name)} : ${parameter.type} : ${descriptions[index]}`;
      const ids = [PARAMETER_MARK, ...this.#ids(text, PARAMETER_TOKENS_MAX)];
      const choicesAt = parameter.choices.slice(0, CHOICES_MAX).map((choice) => {
        const choiceAt = ids.length;
        ids.push(CHOICE_MARK, ...this.#ids(humanised(String(choice)), CHOICE_TOKENS_MAX));
        return choiceAt;
      });
      return { parameter, ids, choicesAt };
    });
    const whole = parameters.length <= PARAMETERS_MAX ? sideOf(head, parameters) : null;
    const sides = { tool: head, parameters, whole };
    this.#sides.set(tool, sides);
    return sides;
  }

  #ids(text: string, idsMax: number): readonly number[] {
    return this.#tokenizer.encode(text, idsMax).ids;
  }
}

/** All readings of the tool's parameters, in its order. */
export function wholeReading(reading: JointReading): JointReading {
  const { further, ...first } = reading;
  if (!further) return reading;
  const order = new Map(reading.tool.parameters.map((parameter, index) => [parameter, index]));
  const placeOf = ({ parameter }: ParameterReading) => order.get(parameter) ?? 0;
  const parameters = [...first.parameters, ...further()].toSorted((one, other) => placeOf(one) - placeOf(other));
  return { ...first, parameters };
}

function sideOf(tool: readonly number[], parameters: readonly ParameterSide[]): ToolSide {
  const ids = [...tool];
  const parametersAt = parameters.map(({ parameter, ids: own, choicesAt }) => {
    const at = ids.length;
    ids.push(...own);
    return { parameter, at, choicesAt: choicesAt.map((place) => at + place) };
  });
  return { ids, parametersAt };
}

function markedIn(tokens: Tokens, side: ToolSide): Marked {
  const toolAt = tokens.ids.length + 2;
  const end = INPUT_TOKENS_MAX - 1;
  const ids = [...[CLS, ...tokens.ids, SEP, ...side.ids].slice(0, end), SEP];
  const placed = (positions: readonly number[]) =>
    positions.map((position) => toolAt + position).filter((position) => position < end);
  const parametersAt = side.parametersAt.flatMap(({ parameter, at, choicesAt }) =>
    placed([at]).map((position) => ({ parameter, at: position, choicesAt: placed(choicesAt) })),
  );
  return { ids, textTokens: tokens.ids.length, toolAt, parametersAt };
}

/** Of a parameter that no pass read: words alone may still say it. */
function unread(parameter: Parameter, tokens: Tokens): ParameterReading {
  const nothing = new Float64Array(tokens.ids.length);
  const flat = new Float64Array(tokens.ids.length).fill(-Math.log(Math.max(1, tokens.ids.length)));
  return { parameter, stated: 0, truth: 0, choices: [], startLog: flat, endLog: flat, inside: nothing };
}

/** Rows over the text of each parameter: where its value starts, where it ends, and what is inside. */
const ROWS_PER_PARAMETER = 3;

/**
 * The few numbers that are read of all that the network says: the relevance, and for each parameter whether it is stated, its truth,
 * its choices, and its rows over the text.
 */
function readIn({ ids, textTokens, toolAt, parametersAt }: Marked, scores: Float32Array, spans: Float32Array): Said {
  const count = ids.length;
  const score = (at: number, kind: number) => scores[at * SCORES_PER_TOKEN + kind] ?? 0;
  const choices = parametersAt.reduce((sum, { choicesAt }) => sum + choicesAt.length, 0);
  const said = new Float32Array(1 + parametersAt.length * (2 + ROWS_PER_PARAMETER * textTokens) + choices);
  let to = 0;
  const put = (...some: readonly number[]) => {
    said.set(some, to);
    to += some.length;
  };
  put(score(toolAt, RELEVANCE));
  for (const { at, choicesAt } of parametersAt) {
    put(score(at, STATED), score(at, BOOLEAN), ...choicesAt.map((choiceAt) => score(choiceAt, CHOICE)));
    for (let row = 0; row < ROWS_PER_PARAMETER; row += 1) {
      const from = (row * count + at) * count + 1;
      said.set(spans.subarray(from, from + textTokens), to);
      to += textTokens;
    }
  }
  return said;
}

function reading(tokens: Tokens, tool: ReadableTool, { textTokens, parametersAt }: Marked, said: Said): JointReading {
  let from = 0;
  const next = (count: number) => {
    from += count;
    return said.subarray(from - count, from);
  };
  const number = () => next(1)[0] ?? 0;
  const row = () => Float64Array.from(next(textTokens));
  return {
    tool,
    tokens,
    relevance: number(),
    parameters: parametersAt.map(({ parameter, choicesAt }) => ({
      parameter,
      stated: sigmoid(number()),
      truth: number(),
      choices: Array.from(next(choicesAt.length)),
      startLog: logSoftmax(row()),
      endLog: logSoftmax(row()),
      inside: row().map(sigmoid),
    })),
  };
}

function logSoftmax(scores: Float64Array): Float64Array {
  const top = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const sum = scores.reduce((total, score) => total + Math.exp(score - top), 0);
  return scores.map((score) => score - top - Math.log(sum));
}
