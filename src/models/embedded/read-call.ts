/** What a reading of a sentence comes to before it is read back: a call, or none. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonObject } from "#core/json.ts";
import type { DraftCall, RunnerUp } from "#core/ports/models.ts";
import { mayBeIn } from "#core/reading/own-language.ts";
import { assembled, type ParameterValue, spansOf, unfilledOf } from "./parameter-value.ts";
import type { Overlooked } from "./read-back/overlooked.ts";
import type { Parameter } from "./tool-parameters.ts";
import type { Certainty } from "./values/beam.ts";

/** Of a text in another language little is understood: that no tool seems to fit says little. */
const UNREADABLE_CONFIDENCE = 0.3;

/** A call as it was read, before it is read back. */
export interface ReadCall extends DraftCall {
  /** Whether the very same sentence, or the same words around other values, meant this before. */
  readonly isRemembered: boolean;
  /** What the sentence itself gives of the parameters, in its own words where a fact gives them another meaning. */
  readonly said: JsonObject;
  /** Parameters whose values the sentence does not have to say: they are from a memory or the context. */
  readonly elsewhere: ReadonlySet<Parameter>;
  /** −1 to 1: similarity of the nearest example of the tool; 0 without any. */
  readonly nearest: number;
  /** As what was understood; null where nobody can tell. */
  readonly certainty: Certainty | null;
  /** As what was understood; null where nobody can tell. */
  readonly overlooked: Overlooked | null;
  /** As what was understood. */
  readonly lean: number;
  /** As what was understood. */
  readonly asOne: string | null;
  /** As what was understood. */
  readonly plausibility: number;
  /** As what was understood. */
  readonly isReckoned: boolean;
}

export interface Understood {
  readonly tool: number;
  /** The tool that comes next; missing where nobody tells. */
  readonly runnerUp?: RunnerUp;
  /** 0–1: that the tool is meant. */
  readonly confidence: number;
  readonly values: readonly ParameterValue[];
  /** Of the values; missing where nobody can tell. */
  readonly certainty?: Certainty;
  /** What it leaves over; missing where nobody can tell. */
  readonly overlooked?: Overlooked | null;
  /** What speaks for this way to understand a query beside its confidence; missing for nothing. */
  readonly lean?: number;
  /** Of the values those that were answered before, and that no sentence says; missing for none. */
  readonly answered?: ReadonlySet<Parameter>;
  /** What is said in several turns as one sentence; missing where it is one. */
  readonly asOne?: string;
  /** How likely its words stand for what they were read as, beside what the networks say; missing for nothing. */
  readonly plausibility?: number;
  /** Whether only the one sentence tells that it is meant: no network can reckon. */
  readonly isReckoned?: boolean;
}

/** What was understood, as a call that is not read back yet. */
export function drafted(understood: Understood): ReadCall {
  const {
    tool,
    runnerUp,
    confidence,
    values,
    certainty,
    overlooked,
    lean = 0,
    asOne = "",
    plausibility = 0,
    isReckoned = false,
  } = understood;
  return {
    ...UNJUDGED,
    tool,
    parameters: assembled(values),
    confidence,
    spans: spansOf(values),
    unfilled: unfilledOf(values),
    dependsOnClock: values.some((value) => value.dependsOnClock),
    usedMemories: [],
    text: null,
    ...(runnerUp && { runnerUp }),
    certainty: certainty ?? null,
    overlooked: overlooked ?? null,
    lean,
    asOne: asOne === "" ? null : asOne,
    plausibility,
    isReckoned,
  };
}

const UNJUDGED = {
  isRemembered: false,
  said: {},
  elsewhere: new Set<Parameter>(),
  nearest: 0,
  certainty: null,
  overlooked: null,
  lean: 0,
  asOne: null,
  plausibility: 0,
  isReckoned: false,
};

/** As `none`, for what is never read back. */
export function nothing(confidence: number, tool: number | null, query: string): ReadCall {
  return { ...none({ confidence, tool }, query), ...UNJUDGED };
}

/** In place of a call that is not made. */
export function none({ confidence, tool }: Pick<DraftCall, "confidence" | "tool">, query: string): DraftCall {
  const sure = mayBeIn(query, ENGLISH) ? 1 - confidence : Math.min(1 - confidence, UNREADABLE_CONFIDENCE);
  return {
    tool: null,
    parameters: {},
    confidence: sure,
    ...(tool !== null && { runnerUp: { of: tool, margin: Math.max(0, sure - confidence) } }),
    spans: {},
    dependsOnClock: false,
    usedMemories: [],
    text: null,
  };
}

/** A call beside which nothing at all is what else it may be, where that is likelier than any other tool. */
export function besideNone(draft: DraftCall): DraftCall {
  if (draft.tool === null) return draft;
  const margin = Math.max(0, 2 * draft.confidence - 1);
  const { runnerUp } = draft;
  return runnerUp && runnerUp.margin <= margin ? draft : { ...draft, runnerUp: { of: null, margin } };
}
