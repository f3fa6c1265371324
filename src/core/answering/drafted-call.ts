import { AppError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { LocalTime } from "../local-time.ts";
import type { AskedAgain, DraftCall, LanguageModel } from "../ports/models.ts";
import type { Asked } from "../semantic-cache/question.ts";
import type { Recollection } from "../sets/banks.ts";
import type { Persona } from "../sets/personas.ts";
import type { NearCase } from "../teaching/case-book.ts";
import type { AppId } from "../tenant.ts";
import type { Reminders } from "./recollections.ts";
import type { CheckedRequest } from "./resolve-request.ts";
import { checkedCall, NO_CALL, type Offered, occasionOf, type ResolvedAnswer, type SureCall } from "./resolved-call.ts";
import { draftsIn, saidIn, wordsForAll } from "./several-calls.ts";

/** What is asked of a model. */
export interface Asking {
  readonly model: LanguageModel;
  readonly app: AppId;
  readonly request: CheckedRequest;
  readonly offered: readonly Offered[];
  readonly persona: Persona | null;
  readonly localNow: LocalTime;
  /** As `CallRequest` has it; null for once. */
  readonly askedAgain: AskedAgain | null;
  /** Memories, and what the sets were taught, that are near to the query. */
  reminded(): Promise<readonly Recollection[]>;
  /** The nearest of what the sets were taught; null for nothing. Left out where nothing was. */
  nearestCase?(): Promise<NearCase | null>;
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
  const proposed = draftsIn(draft);
  const drafts = proposed.slice(0, request.callsMax);
  const chosen = drafts.map(({ tool }) => offeredAt(tool, offered));
  if (drafts.length === 0 && request.toolChoice.mustCall) {
    throw new AppError("llm_processing_error", "the model called no tool, although `tool_choice` wants a call");
  }
  const used = draft.usedMemories.flatMap((position) => reminders[position] ?? []);
  const usedBanks = [...new Set(used.flatMap(({ bank }) => bank ?? []))];
  const usedMemories = used.map(({ memory }) => memory);
  const calls = drafts.map((one, index): SureCall => {
    const call = checkedCall(chosen[index] as Offered, one, request, usedMemories, localNow);
    return { ...call, confidence: one.confidence };
  });
  const more = draft.more === true || drafts.length < proposed.length;
  // A sentence that names a value which was then dropped would promise it.
  const isHadWhole = calls.every(({ unfilled }) => unfilled === undefined);
  const isWhole = isHadWhole && calls.every((call, at) => holdsAll(call.parameters, drafts[at]?.parameters ?? {}));
  const said = isWhole && drafts.length === proposed.length ? draft.text : null;
  const occasion = occasionOf(localNow, draft.dependsOnClock);
  const toolAt = (index: number) => chosen[index]?.tool ?? null;
  const text = persona && (said ?? wordsForAll(calls, toolAt, { persona, occasion }));
  const wordsBy = text === null ? null : said === null ? "server" : "model";
  const [first = { ...NO_CALL, confidence: draft.confidence }, ...others] = calls;
  // In the order in which answers are kept.
  const common = { query: request.query, confidence: first.confidence, model: draft.model ?? model.id, usedBanks };
  const { parameters, defaultsApplied } = first;
  const { dependsOnClock } = draft;
  const isOne = others.length === 0 && !more;
  return {
    answer: { ...common, ...first, text, wordsBy, ...(others.length > 0 && { others }), ...(more && { more }) },
    said: saidIn(drafts, calls, more),
    // A memory speaks of its own words, and so does what cannot be had; what several calls share, no reading of other words
    // can tell, and of other languages no rule of the cache knows a word.
    lesson:
      request.language === "en" && usedMemories.length === 0 && isOne && isHadWhole
        ? { kind: "call", tool: draft.tool, parameters, defaultsApplied, dependsOnClock }
        : null,
    copied: calls.map((call) => call.parameters),
    dependsOnClock,
    modelMs,
    modelCost: draft.usage?.money ?? 0,
  };
}

function offeredAt(position: number, offered: readonly Offered[]): Offered {
  const chosen = offered[position];
  if (chosen) return chosen;
  throw new AppError("llm_processing_error", "the model chose a tool that was not offered");
}

function holdsAll(kept: JsonObject, proposed: JsonObject): boolean {
  return Object.keys(proposed).every((name) => Object.hasOwn(kept, name));
}
