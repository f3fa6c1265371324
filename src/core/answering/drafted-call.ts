import { AppError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { LocalTime } from "../local-time.ts";
import type { DraftCall, LanguageModel } from "../ports/models.ts";
import type { Asked } from "../semantic-cache/question.ts";
import type { Recollection } from "../sets/banks.ts";
import type { Persona } from "../sets/personas.ts";
import type { AppId } from "../tenant.ts";
import type { Reminders } from "./recollections.ts";
import type { CheckedRequest } from "./resolve-request.ts";
import { checkedCall, NO_CALL, type Offered, type ResolvedAnswer, wordsFor } from "./resolved-call.ts";

/** What is asked of a model. */
export interface Asking {
  readonly model: LanguageModel;
  readonly app: AppId;
  readonly request: CheckedRequest;
  readonly offered: readonly Offered[];
  readonly persona: Persona | null;
  readonly localNow: LocalTime;
  /** Memories that are near to the query. */
  recollected(): Promise<readonly Recollection[]>;
}

/** What a model said, and the memories that it was told. */
export interface Drafted {
  readonly draft: DraftCall;
  readonly reminders: Reminders["reminders"];
  readonly modelMs: number;
}

/** What a model said, made to fit the schema, each value with its source. Throws `llm_processing_error`. */
export function checkedDraft(
  { model, request, offered, persona, localNow }: Asking,
  { draft, reminders, modelMs }: Drafted,
): Omit<Asked<ResolvedAnswer>, "mayKeep"> {
  const { tool, dependsOnClock, confidence } = draft;
  const chosen = tool === null ? null : offered[tool];
  if (chosen === undefined) throw new AppError("llm_processing_error", "the model chose a tool that was not offered");
  if (chosen === null && request.toolChoice.mustCall) {
    throw new AppError("llm_processing_error", "the model called no tool, although `tool_choice` wants a call");
  }
  const used = draft.usedMemories.flatMap((position) => reminders[position] ?? []);
  const usedBanks = [...new Set(used.map(({ bank }) => bank))];
  const usedMemories = used.map(({ memory }) => memory);
  const call = chosen ? checkedCall(chosen, draft, request, usedMemories, localNow) : NO_CALL;
  // A sentence that names a value which was then dropped would promise it.
  const isWhole = holdsAll(call.parameters, draft.parameters) && call.unfilled === undefined;
  const said = isWhole ? draft.text : null;
  const text = persona && (said ?? wordsFor(chosen?.tool ?? null, call, persona));
  const wordsBy = text === null ? null : said === null ? "server" : "model";
  const common = { query: request.query, confidence, model: draft.model ?? model.id, usedBanks };
  const { parameters, defaultsApplied } = call;
  return {
    answer: { ...common, ...call, text, wordsBy },
    said: { tool, parameters },
    // A memory speaks of its own words, and so does what cannot be had.
    lesson:
      usedMemories.length === 0 && call.unfilled === undefined
        ? { kind: "call", tool, parameters, defaultsApplied, dependsOnClock }
        : null,
    copied: parameters,
    dependsOnClock,
    modelMs,
    modelCost: draft.usage?.money ?? 0,
  };
}

function holdsAll(kept: JsonObject, proposed: JsonObject): boolean {
  return Object.keys(proposed).every((name) => Object.hasOwn(kept, name));
}
