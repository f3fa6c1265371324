/** Answers of more than one call: what is told of each, and what of all together. */
import type { DraftCall, FurtherDraft } from "../ports/models.ts";
import type { Said } from "../semantic-cache/said.ts";
import type { Persona } from "../sets/personas.ts";
import type { Tool, ToolsetDefinition } from "../toolset.ts";
import type { CheckedRequest } from "./resolve-request.ts";
import {
  ANY_DAY,
  NO_CALL,
  type ResolvedAnswer,
  type SureCall,
  type Telling,
  withheld,
  wordsFor,
} from "./resolved-call.ts";
import { isWithheld } from "./tool-choice.ts";

/** The calls that a model proposes, in the order said; none where no tool fits. */
export function draftsIn(draft: DraftCall): readonly FurtherDraft[] {
  const { tool, others = [], parameters, confidence, spans, unfilled = [] } = draft;
  return tool === null ? [] : [{ tool, parameters, confidence, spans, unfilled }, ...others];
}

/** The calls of an answer, in the order said; none for `none`. */
export function callsIn(answer: ResolvedAnswer): readonly SureCall[] {
  const { tool, toolsetPosition, parameters, missingParameters, defaultsApplied, unfilled, evidence } = answer;
  const { confidence, others = [] } = answer;
  const said = { parameters, missingParameters, defaultsApplied, ...(unfilled && { unfilled }), evidence };
  const call = { tool, toolsetPosition, ...said, confidence };
  return tool === NO_CALL.tool ? [] : [call, ...others];
}

/** What an answer comes down to. One that leaves a part of the query unanswered says something else than its call does. */
export function saidIn(drafts: readonly FurtherDraft[], calls: readonly SureCall[], more: boolean): Said {
  const [first] = drafts;
  const said = calls.map(({ parameters }, index) => ({ tool: drafts[index]?.tool ?? null, parameters }));
  if (calls.length > 1 || more) return { calls: said, more };
  return { tool: first?.tool ?? null, parameters: calls[0]?.parameters ?? {} };
}

/** Each call in words by our own templates, one after the other. */
export function wordsForAll(
  calls: readonly SureCall[],
  toolOf: (index: number) => Tool | null,
  telling: Telling,
): string {
  if (calls.length === 0) return wordsFor(null, NO_CALL, telling);
  return calls.map((call, index) => wordsFor(toolOf(index), call, telling)).join(" ");
}

/**
 * The answer without the calls that are too unsure to be given; none where all are. Of a query whose second call alone is
 * sure the answer is that one, and says that there is more.
 */
export function withoutUnsure(
  answer: ResolvedAnswer,
  request: Pick<CheckedRequest, "minConfidence" | "toolChoice">,
  toolsets: readonly { readonly definition: ToolsetDefinition }[],
  persona: Persona | null,
): ResolvedAnswer {
  const calls = callsIn(answer);
  const sure = calls.filter((call) => !isWithheld(call, request, toolsets));
  const [first, ...others] = sure;
  if (sure.length === calls.length) return answer;
  if (!first) return withheld(answer, persona);
  const toolOf = (index: number) => {
    const { toolsetPosition, tool } = sure[index] as SureCall;
    const tools = toolsets[toolsetPosition ?? -1]?.definition.tools ?? [];
    return tools.find(({ name }) => name === tool) ?? null;
  };
  const text = persona && wordsForAll(sure, toolOf, { persona, occasion: ANY_DAY });
  const { unfilled: _, ...rest } = answer;
  return { ...rest, ...first, others, more: true, text, wordsBy: text === null ? null : "server" };
}
