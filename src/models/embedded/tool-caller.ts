/** The embedded model's answer to one query: which tool, with which parameters, read without any language model. */
import type { DraftCall, SimilarExample } from "#core/ports.ts";
import type { Tool } from "#core/toolset.ts";
import type { JointModel, ReadableTool } from "./joint-model.ts";
import { assembled, type ParameterValue, spansOf, valuesFrom } from "./parameter-values.ts";
import type { SentenceModel } from "./sentence-model.ts";
import { type ChosenTool, confidenceWith, type ExampleVotes, ToolChooser } from "./tool-choice.ts";
import { type Parameter, parametersOf } from "./tool-parameters.ts";
import { ToolSimilarity } from "./tool-similarity.ts";
import type { PlainCallRequest } from "./worker-protocol.ts";

/** Under this the answer is that no tool fits. */
const FITS_MIN = 0.5;

/** Synchronous: blocks its thread for 10–100 ms a call. */
export class ToolCaller {
  readonly #joint: JointModel;
  readonly #chooser: ToolChooser;

  constructor(joint: JointModel, sentences: SentenceModel) {
    this.#joint = joint;
    this.#chooser = new ToolChooser(joint, new ToolSimilarity((text) => sentences.embed(text)));
  }

  call(request: PlainCallRequest): DraftCall {
    const tools = request.tools.map(readable);
    const chosen = this.#choose(request, tools);
    const tool = chosen && tools[chosen.tool];
    if (!chosen || !tool || chosen.confidence < FITS_MIN) return none(chosen);
    const now = new Date(request.now);
    const own = valuesFrom(request.query, chosen.reading, now);
    const values = [...own, ...this.#fromBefore(request, tool, own, now)];
    return {
      tool: chosen.tool,
      parameters: assembled(values),
      confidence: chosen.confidence,
      spans: spansOf(values),
      dependsOnClock: values.some((value) => value.dependsOnClock),
      usedMemories: [],
      text: null,
    };
  }

  /**
   * The query alone, first. Where that fits no tool, what was said before may give what the tool requires ("what is the
   * weather like?" with a context that names the city), or the query may only go on ("and in Paris?").
   */
  #choose(request: PlainCallRequest, tools: readonly ReadableTool[]): ChosenTool | null {
    const { query, history } = request;
    const votes = votesOf(request.similar);
    const alone = this.#chooser.choose(query, tools, votes);
    const tool = alone && tools[alone.tool];
    if (!alone || !tool || alone.confidence >= FITS_MIN) return alone;

    const before = saidBefore(request);
    if (before === "") return alone;
    const confidence = confidenceWith(alone, this.#joint.read(before + query, tool));
    if (confidence >= FITS_MIN) return { ...alone, confidence };

    const last = history.at(-1);
    const together = last ? this.#chooser.choose(`${last.query} ${query}`, tools, votes) : null;
    const meant = together && tools[together.tool];
    if (!together || !meant || together.confidence < FITS_MIN) return alone;
    // Read alone again: what the query says now goes before what was said then.
    return { ...together, reading: this.#joint.read(query, meant) };
  }

  /** Values for required parameters that the query leaves open, out of the context and the queries before. */
  #fromBefore(
    request: PlainCallRequest,
    tool: ReadableTool,
    own: readonly ParameterValue[],
    now: Date,
  ): readonly ParameterValue[] {
    const filled = new Set(own.map(({ parameter }) => parameter));
    const isOpen = (parameter: Parameter) => parameter.isRequired && !parameter.hasDefault && !filled.has(parameter);
    const before = saidBefore(request);
    if (before === "" || !tool.parameters.some(isOpen)) return [];
    const text = before + request.query;
    return valuesFrom(text, this.#joint.read(text, tool), now)
      .filter(({ parameter }) => isOpen(parameter))
      .map((value) => moved(value, before.length));
  }
}

/** Earlier queries and the context, oldest first, to be put in front of the query; "" when there are none. */
function saidBefore({ history, context }: PlainCallRequest): string {
  const said = [...history.map((entry) => entry.query), ...(context === null ? [] : [context])];
  return said.map((text) => `${text}. `).join("");
}

function readable(tool: Tool): ReadableTool {
  return { name: tool.name, description: tool.description, parameters: parametersOf(tool.parameters) };
}

function none(chosen: ChosenTool | null): DraftCall {
  return {
    tool: null,
    parameters: {},
    confidence: 1 - (chosen?.confidence ?? 0),
    spans: {},
    dependsOnClock: false,
    usedMemories: [],
    text: null,
  };
}

function votesOf(similar: readonly SimilarExample[]): ExampleVotes {
  const votes = new Map<number, number>();
  for (const { of, similarity } of similar) votes.set(of, Math.max(votes.get(of) ?? -1, similarity));
  return votes;
}

/** The value with its place in the query; without one when it stands in what was put before the query. */
function moved(value: ParameterValue, offset: number): ParameterValue {
  if (offset === 0 || value.span === null) return value;
  const span = { start: value.span.start - offset, end: value.span.end - offset };
  return { ...value, span: span.start >= 0 ? span : null };
}
