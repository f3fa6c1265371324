/** One request, read with more or fewer of the memories that came with it. */

import type { LocalTime } from "#core/local-time.ts";
import type { DraftCall, HistoryEntry, RelevantMemory } from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import { isCourtesy, type Standing, standingOf } from "./choosing/conversation.ts";
import { isOnlyInText } from "./choosing/held-text.ts";
import { asksForOpposite } from "./choosing/opposite-deeds.ts";
import { type ChosenTool, confidenceWith, NO_VOTES, type ToolChooser } from "./choosing/tool-choice.ts";
import { EXAMPLE_NEAR } from "./choosing/tool-fit.ts";
import { leavesExceptionOut } from "./exceptions/excepted-values.ts";
import { moved, reachesFurther, withMore } from "./joined-values.ts";
import { type Fact, factsOf, valuesOfOwn, withMeanings } from "./memories/facts.ts";
import {
  isSameQuery,
  type RememberedCall,
  rememberedCalls,
  repeatedValues,
  slottedText,
  valuesByTemplate,
  votesOf,
  withConstants,
} from "./memories/remembered-calls.ts";
import { SlotMemory, type SlottedText } from "./memories/remembered-slots.ts";
import type { JointReader, ReadableTool } from "./networks/joint-model.ts";
import type { CallVerifier } from "./networks/read-back-model.ts";
import { assembled, type ParameterValue } from "./parameter-value.ts";
import { readBack } from "./read-back/read-back.ts";
import { drafted, none, nothing, type ReadCall, type Understood } from "./read-call.ts";
import type { Parameter } from "./tool-parameters.ts";
import { valuesFrom } from "./values/parameter-values.ts";
import type { PlainCallRequest } from "./worker/worker-protocol.ts";

/** A memory with its position in the request. */
export type Recalled = RelevantMemory & { readonly position: number };

/** A sentence that fits a tool no better may go on with what was said before. */
const FITS_MIN = 0.5;
/** Under this no call is even read back: the answer is that no tool fits. */
const READ_BACK_MIN = 0.05;
/** What the very same query meant before, and what one with the same words around other values did. */
const REPEATED_CONFIDENCE = 0.99;
const TEMPLATE_CONFIDENCE = 0.95;
/** A query that goes on with a call is about that call, however little it looks like one itself. */
const CONTINUED_CONFIDENCE_MIN = 0.6;

/** A query of a few words that may go on with a call stands on its own only when that is plain. */
const STANDS_ALONE_MIN = 0.8;

/** One or two examples may be like each other by chance. */
const EXAMPLES_MIN = 3;

/** A fact that is farther from a query says nothing about what the query leaves open. */
const FACT_NEAR = 0.3;

/** Of a call that would be carried out for what is excepted as well, or is the opposite of what is said. */
const DENIED_CONFIDENCE = 0.1;

/** Nobody who says only "thank you" wants anything done. */
const COURTESY_FITS = 0.03;

export interface CallReaderParts {
  readonly tools: readonly ReadableTool[];
  readonly joint: JointReader;
  readonly chooser: ToolChooser;
  /** Reads calls back; null where they are given as they were read. */
  readonly verifier: CallVerifier | null;
}

/** A draft of a call, or of none, which is always enough. */
export interface JudgedDraft {
  readonly draft: DraftCall;
  readonly isEnough: boolean;
}

export class CallReader {
  readonly #request: PlainCallRequest;
  readonly #parts: CallReaderParts;
  readonly #now: LocalTime;
  readonly #standing: Standing;
  readonly #slotted = new Map<RememberedCall, SlottedText>();

  constructor(request: PlainCallRequest, parts: CallReaderParts) {
    this.#request = request;
    this.#parts = parts;
    this.#now = request.now;
    this.#standing = request.history.length === 0 ? "whole" : standingOf(request.query, parts.tools);
  }

  read(memories: readonly Recalled[]): DraftCall {
    const { draft, isEnough } = this.judge(memories);
    return isEnough || this.#request.mustCall ? draft : none(draft.confidence, this.#request.query);
  }

  /** What is likeliest, and whether it is likely enough to be given. */
  judge(memories: readonly Recalled[]): JudgedDraft {
    const { isRemembered, said, elsewhere, nearest, ...call } = this.#read(memories);
    const tool = call.tool === null ? undefined : this.#parts.tools[call.tool];
    const { verifier } = this.#parts;
    // What the very same sentence meant before needs no second reading.
    if (!tool || isRemembered || verifier === null) return { draft: call, isEnough: true };
    const { query } = this.#request;
    const isContrary =
      asksForOpposite(query, tool) || isOnlyInText(query, tool) || leavesExceptionOut(query, placesOf(call));
    if (isContrary) return { draft: unsure(call), isEnough: false };
    const { confidence, isEnough } = readBack(verifier, {
      request: this.#request,
      tool,
      said,
      elsewhere,
      lacking: (call.unfilled ?? []).map(({ parameter }) => parameter),
      fits: call.confidence,
      nearest,
    });
    return { draft: { ...call, confidence }, isEnough };
  }

  /** Its confidence is that the tool is meant at all. */
  #read(memories: readonly Recalled[]): ReadCall {
    const calls = rememberedCalls(memories);
    const facts = factsOf(memories);
    const repeated = this.#asRemembered(calls);
    if (repeated) return { ...drafted(repeated), isRemembered: true };
    // Unless a near example says otherwise: there may be a tool for greetings.
    const isTaught = [...calls, ...this.#request.similar].some(({ similarity }) => similarity >= EXAMPLE_NEAR);
    const { mustCall = false } = this.#request;
    if (!isTaught && !mustCall && isCourtesy(this.#request.query)) return nothing(COURTESY_FITS, this.#request.query);
    const understood = this.#understood(calls, facts);
    const tool = understood && this.#parts.tools[understood.tool];
    const isCalled = understood !== null && (mustCall || understood.confidence >= READ_BACK_MIN);
    if (!tool || !isCalled) return nothing(understood?.confidence ?? 0, this.#request.query);
    const { query, similar } = this.#request;
    const ofTool = examplesOf(understood.tool, calls);
    const own =
      ofTool.length === 0 ? understood.values : withConstants(understood.values, ofTool, tool, query, this.#now);
    const before = this.#readBefore(tool, own, saidBefore(this.#request));
    const all = [...own, ...before];
    const told = this.#readBefore(tool, all, factsBefore(facts) && factsBefore(facts) + saidBefore(this.#request));
    const known = [...all, ...told];
    const meant = [...known, ...valuesOfOwn(openIn(tool, known), facts)];
    const values = withMeanings(meant, facts);
    const said = understood.values.filter((value) => known.includes(value));
    const isSaid = new Set(said.map(({ parameter }) => parameter));
    const examples = [...similar, ...calls.map((call) => ({ ...call, of: call.tool, text: call.query }))];
    const ofThis = examples.filter(({ of }) => of === understood.tool);
    return {
      ...drafted({ ...understood, values }),
      isRemembered: ofThis.some(({ text }) => isSameQuery(text, query)),
      said: assembled(said),
      elsewhere: new Set(values.map(({ parameter }) => parameter)).difference(isSaid),
      nearest: Math.max(0, ...ofThis.map(({ similarity }) => similarity)),
    };
  }

  /** What an example says that has this very query, or the same words around other values. */
  #asRemembered(calls: readonly RememberedCall[]): Understood | null {
    const { query } = this.#request;
    for (const call of calls) {
      const tool = this.#parts.tools[call.tool];
      if (!tool || !isSameQuery(call.query, query)) continue;
      const values = repeatedValues(call, tool, query, this.#now);
      return { tool: call.tool, confidence: REPEATED_CONFIDENCE, values };
    }
    for (const call of calls) {
      const tool = this.#parts.tools[call.tool];
      // More of them together know better than the words around one.
      if (!tool || examplesOf(call.tool, calls).length >= EXAMPLES_MIN) continue;
      const values = valuesByTemplate(call, tool, query, this.#now);
      if (values) return { tool: call.tool, confidence: TEMPLATE_CONFIDENCE, values };
    }
    return null;
  }

  /**
   * The query alone, first. Where that fits no tool, what was said before may give what the tool requires ("what is the
   * weather like?" with a context that names the city), or the query may only go on ("and in Paris?").
   */
  #understood(calls: readonly RememberedCall[], facts: readonly Fact[]): Understood | null {
    const { query, similar, taught } = this.#request;
    const { tools, chooser, joint } = this.#parts;
    const continued = this.#standing === "continuing" ? this.#continued() : null;
    if (continued) return continued;
    const alone = this.#outOfText(chooser.choose(query, tools, votesOf(similar, calls, taught)));
    const tool = alone && tools[alone.tool];
    if (!alone || !tool) return null;
    const goesOn = this.#standing === "short" && alone.confidence < STANDS_ALONE_MIN ? this.#continued() : null;
    if (goesOn) return goesOn;
    if (alone.confidence >= FITS_MIN) return this.#valued(alone, calls);
    const before = saidBefore(this.#request);
    for (const text of new Set([before, factsBefore(facts) + before])) {
      if (text === "") continue;
      const reading = joint.read(text + query, tool);
      // Else a name that was said for another purpose would do for whatever a tool requires.
      if (reading.relevance < 0) continue;
      const confidence = confidenceWith(alone, reading);
      if (confidence >= FITS_MIN) return this.#valued({ ...alone, confidence }, calls);
    }
    return this.#valued(alone, calls);
  }

  /** Another one, where what was chosen is only spoken of in a text that is to be kept or said. */
  #outOfText(first: ChosenTool | null): ChosenTool | null {
    const { query } = this.#request;
    const { tools, chooser } = this.#parts;
    const tool = first && tools[first.tool];
    if (!tool || !isOnlyInText(query, tool)) return first;
    const others = tools.flatMap((other, position) => (isOnlyInText(query, other) ? [] : [{ other, position }]));
    const own = others.map(({ other }) => other);
    const chosen = chooser.choose(query, own, NO_VOTES);
    const position = chosen && others[chosen.tool]?.position;
    return chosen && position !== undefined && position !== null ? { ...chosen, tool: position } : first;
  }

  #valued({ tool, confidence, reading }: ChosenTool, calls: readonly RememberedCall[]): Understood {
    const examples = this.#examplesOf(tool, calls);
    const values = valuesFrom(this.#request.query, reading, this.#now, examples);
    return { tool, confidence, values };
  }

  /** What the examples of a tool have in common; null for too few. */
  #examplesOf(position: number, calls: readonly RememberedCall[]): SlotMemory | null {
    const tool = this.#parts.tools[position];
    const own = examplesOf(position, calls);
    if (!tool || own.length < EXAMPLES_MIN) return null;
    return new SlotMemory(
      own.map((call) => {
        const slotted = this.#slotted.get(call) ?? slottedText(call, tool, this.#now);
        this.#slotted.set(call, slotted);
        return slotted;
      }),
    );
  }

  /** The last call again, with what the query changes of it or adds to it; null when the query does neither. */
  #continued(): Understood | null {
    const { query, history } = this.#request;
    const { tools, joint, chooser } = this.#parts;
    const last = history.at(-1);
    const position = tools.findIndex(({ name }) => name === last?.tool);
    const tool = tools[position];
    if (!last || !tool) return null;
    const before = `${last.query}. `;
    const joined = valuesFrom(before + query, joint.read(before + query, tool), this.#now)
      .map((value) => moved(value, before.length))
      .filter(({ span }) => span !== null);
    const alone = valuesFrom(query, joint.read(query, tool), this.#now).filter(({ span }) => span !== null);
    // Beside the call that it goes on with, a fragment is read best; alone, it shows what may have been missed there.
    const own = withMore(
      joined.map((value) => alone.find((other) => reachesFurther(other, value)) ?? value),
      alone,
    );
    if (own.length === 0) return null;
    const likely = chooser.choose(before + query, [tool], NO_VOTES)?.confidence ?? 0;
    return {
      tool: position,
      confidence: Math.max(CONTINUED_CONFIDENCE_MIN, likely),
      values: withMore(own, this.#valuesOfCall(tool, history)),
    };
  }

  /** What the latest queries to the tool said, the newest first. */
  #valuesOfCall(tool: ReadableTool, history: readonly HistoryEntry[]): readonly ParameterValue[] {
    const start = history.findLastIndex((entry) => entry.tool !== tool.name) + 1;
    return history
      .slice(start)
      .reverse()
      .flatMap(({ query }) => valuesFrom(query, this.#parts.joint.read(query, tool), this.#now))
      .map((value) => ({ ...value, span: null }));
  }

  /** Values for required parameters that are open yet, out of what stood before the query. */
  #readBefore(tool: ReadableTool, values: readonly ParameterValue[], before: string): readonly ParameterValue[] {
    const open = openIn(tool, values);
    if (before === "" || open.length === 0) return [];
    const text = before + this.#request.query;
    return valuesFrom(text, this.#parts.joint.read(text, tool), this.#now)
      .filter(({ parameter }) => open.includes(parameter))
      .map((value) => moved(value, before.length));
  }
}

/** Where the sentence says what the call has, and what it cannot have. */
function placesOf({ spans, unfilled = [] }: DraftCall): readonly Span[] {
  return [...Object.values(spans), ...unfilled.flatMap(({ span }) => span ?? [])];
}

/** Words alone say that it is not asked for. */
function unsure(call: DraftCall): DraftCall {
  return { ...call, confidence: Math.min(call.confidence, DENIED_CONFIDENCE) };
}

function examplesOf(tool: number, calls: readonly RememberedCall[]): readonly RememberedCall[] {
  return calls.filter((call) => call.tool === tool);
}

/** Required parameters that have neither a value nor a default. */
function openIn(tool: ReadableTool, values: readonly ParameterValue[]): readonly Parameter[] {
  const filled = new Set(values.map(({ parameter }) => parameter));
  return tool.parameters.filter((parameter) => parameter.isRequired && !parameter.hasDefault && !filled.has(parameter));
}

/** Earlier queries and the context, oldest first, to be put in front of the query; "" when there are none. */
function saidBefore({ history, context }: PlainCallRequest): string {
  const said = [...history.map((entry) => entry.query), ...(context === null ? [] : [context])];
  return said.map((text) => `${text}. `).join("");
}

/** Facts that are about what the query is about; others only give words a meaning. */
function factsBefore(facts: readonly Fact[]): string {
  return facts
    .filter(({ similarity }) => similarity >= FACT_NEAR)
    .map(({ fact }) => `${fact}. `)
    .join("");
}
