/** Who decides that a tool is called, and which: `tool_choice` of a request. */
import { invalid } from "../errors.ts";
import type { FindSimilar } from "../ports/models.ts";
import { meantHint } from "../sets/nearest-name.ts";
import { checkedMinConfidence, NO_TOOL, type Tool, type ToolsetDefinition } from "../toolset.ts";

export interface ToolChoice {
  /** Whether the answer must be a call. */
  readonly mustCall: boolean;
  /** The tool that it must be; null for any. */
  readonly name: string | null;
}

/** What a request says of who decides. */
export interface GivenChoice {
  readonly toolChoice: ToolChoice;
  /** 0–1: a call that is less sure is not given; null where the tool's set says it. */
  readonly minConfidence: number | null;
}

/** What a call is withheld by. */
interface WeighedCall {
  readonly tool: string;
  /** Of the tool's set among the request's; null for none. */
  readonly toolsetPosition: number | null;
  /** 0–1. */
  readonly confidence: number;
}

export const AUTO: ToolChoice = { mustCall: false, name: null };
const REQUIRED: ToolChoice = { mustCall: true, name: null };

/** What a request says of it. Throws `validation_error` where it wants a call in any case, and none that is unsure. */
export function checkedChoice({
  toolChoice: given,
  minConfidence,
}: {
  readonly toolChoice?: string;
  readonly minConfidence?: number;
}): GivenChoice {
  const toolChoice = choiceOf(given);
  const { minConfidence: least = null } = checkedMinConfidence(minConfidence);
  if (least !== null && toolChoice.mustCall)
    throw invalid("min_confidence", "cannot be kept where `tool_choice` wants a call");
  return { toolChoice, minConfidence: least };
}

/** `auto`, which is meant where nothing is given, `required`, or a tool's name. */
function choiceOf(given: string | undefined): ToolChoice {
  if (given === undefined || given === "auto") return AUTO;
  return given === "required" ? REQUIRED : { mustCall: true, name: given };
}

/** Whether a call is too unsure to be given: less than the request asks for or, where it says nothing, the tool's set. */
export function isWithheld(
  { tool, toolsetPosition, confidence }: WeighedCall,
  { toolChoice, minConfidence }: GivenChoice,
  toolsets: readonly { readonly definition: ToolsetDefinition }[],
): boolean {
  if (tool === NO_TOOL || toolChoice.mustCall) return false;
  return confidence < (minConfidence ?? toolsets[toolsetPosition ?? -1]?.definition.minConfidence ?? 0);
}

/** Positions of the tools that may be called. Throws `validation_error` where the chosen one is not among them. */
export function callableOf(tools: readonly Pick<Tool, "name">[], { name }: ToolChoice): readonly number[] {
  const positions = tools.flatMap((tool, position) => (name === null || tool.name === name ? [position] : []));
  if (positions.length > 0) return positions;
  const hint = meantHint(name ?? "", ["auto", "required", ...tools.map((tool) => tool.name)]);
  throw invalid("tool_choice", `is neither \`auto\`, \`required\` nor the name of a tool that is offered${hint}`);
}

/** The examples of these tools alone, their positions counted among these. */
export function examplesAmong(findSimilar: FindSimilar, positions: readonly number[]): FindSimilar {
  const places = new Map(positions.map((position, place) => [position, place]));
  return async (text, count, signal) =>
    (await findSimilar(text, count, signal)).flatMap((near) => {
      const of = places.get(near.of);
      return of === undefined ? [] : [{ ...near, of }];
    });
}
