import { measured } from "../access/effort.ts";
import { saidInTime } from "../deadline.ts";
import type { JsonObject } from "../json.ts";
import type { TimeZone } from "../local-time.ts";
import type { MainThread } from "../main-thread.ts";
import type { Clock } from "../ports/clock.ts";
import type { FindSimilar } from "../ports/models.ts";
import type { Explanation } from "../semantic-cache/explanation.ts";
import type { Found, Likeness, Repeat } from "../semantic-cache/finding.ts";
import type { Asked, CacheMode } from "../semantic-cache/question.ts";
import type { SemanticCache } from "../semantic-cache/semantic-cache.ts";
import type { Banks } from "../sets/banks.ts";
import type { Learning } from "../sets/learning.ts";
import type { Persona, Personas } from "../sets/personas.ts";
import type { Registry } from "../sets/registry.ts";
import { type Backends, modelFor } from "../sets/set-backend.ts";
import type { ValueLists } from "../sets/value-lists.ts";
import type { AppId, Principal } from "../tenant.ts";
import { checkingTools, NO_TOOL, type Tool } from "../toolset.ts";
import { CallQuestion, textsOf } from "./call-reuse.ts";
import { type Asking, checkedDraft, type Drafted } from "./drafted-call.ts";
import type { EvidenceMap } from "./evidence.ts";
import { evidenceAsSent, evidenceMoved } from "./evidence-offsets.ts";
import { type Trace, traceOf } from "./feedback.ts";
import { withSaidValues } from "./listed-values.ts";
import { remindersOf } from "./recollections.ts";
import {
  type CheckedRequest,
  checkedNames,
  checkedRequest,
  type ResolveQuickRequest,
  type ResolveRequest,
  type RespondRequest,
} from "./resolve-request.ts";
import type { ResolvedAnswer } from "./resolved-call.ts";
import { callsIn, withoutUnsure } from "./several-calls.ts";
import { callableOf, examplesAmong } from "./tool-choice.ts";
import { type Unfilled, unfilledIn, unfilledMoved } from "./unfilled.ts";

export interface ToolCall {
  /** `none` when no tool fits. */
  readonly tool: string;
  readonly parameters: JsonObject;
}

/** One of the calls of an answer that may have several. */
export interface GivenCall extends ToolCall {
  readonly confidence: number;
  readonly evidence: EvidenceMap;
  readonly missingParameters: readonly string[];
}

/** A tool call, and all that is known about how it came to be. */
export interface Resolution {
  readonly resolved: ToolCall;
  /** The answer in words; null where none was asked for. */
  readonly text: string | null;
  readonly source: "exact_cache" | "semantic_cache" | "model";
  /** Present when the cache answered. */
  readonly cache: Likeness | null;
  /** Present when the same request may be answered so again. */
  readonly repeat: Repeat | null;
  /** Why the cache did or did not answer; null where nobody asked. */
  readonly explanation: Explanation | null;
  /** The signature of the toolset that the tool is from; null for inline tools and for `none`. */
  readonly toolset: string | null;
  readonly confidence: number;
  /** The model that answered, or had answered when the entry was made. */
  readonly model: string;
  readonly missingParameters: readonly string[];
  readonly defaultsApplied: readonly string[];
  /** What was said and cannot be had, with offsets as the evidence has them. */
  readonly unfilled: readonly Unfilled[];
  /** Offsets in code points of the texts as they were sent. */
  readonly evidence: EvidenceMap;
  /** The banks whose memories were put to use. */
  readonly usedBanks: readonly string[];
  /** All calls, the one that is `resolved` first; null where only one was asked for. */
  readonly calls: readonly GivenCall[] | null;
  /** The query asks for more than is answered. */
  readonly more: boolean;
  readonly trace: Trace;
}

export interface ResolverOptions {
  readonly toolsets: Registry<"toolset">;
  readonly banks: Banks;
  readonly personas: Personas;
  readonly valueLists: Pick<ValueLists, "open">;
  readonly cache: SemanticCache<ResolvedAnswer, CallQuestion>;
  readonly learning: Learning;
  readonly backends: Backends;
  readonly clock: Clock;
  readonly mainThread: Pick<MainThread, "steps">;
  readonly timeoutMs: number;
  /** Of requests that name none. */
  readonly timeZone: TimeZone;
}

/** Turns a sentence into one tool call, and where asked into an answer in words. */
export class Resolver {
  readonly #options: ResolverOptions;

  constructor(options: ResolverOptions) {
    this.#options = options;
  }

  /** Against registered toolsets. Throws `validation_error`, `not_found` for a toolset or bank, or what the model throws. */
  resolve(principal: Principal, request: ResolveRequest, mode: CacheMode, signal: AbortSignal): Promise<Resolution> {
    return this.#resolve(principal, request, null, mode, signal);
  }

  /** The same with an answer in words. An unknown persona is a `validation_error`. */
  async respond(
    principal: Principal,
    request: RespondRequest,
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<Resolution> {
    const persona = await this.#options.personas.speaker(principal.app, request.persona);
    return this.#resolve(principal, request, persona, mode, signal);
  }

  /** Against tools that came with the request. Never cached. */
  async resolveQuick({ app }: Principal, sent: ResolveQuickRequest, signal: AbortSignal): Promise<Resolution> {
    const { learning, clock, backends, timeZone, mainThread } = this.#options;
    const request = checkedRequest(sent, timeZone);
    const tools = await mainThread.steps(app, checkingTools(sent.tools));
    const lists = await this.#options.valueLists.open(
      app,
      tools.map(({ parameters }) => parameters),
    );
    const offered = tools.map((tool) => {
      return { tool: withSaidValues(tool, lists, textsOf(request)), toolset: null, requireEvidence: false, lists };
    });
    const findSimilar = learning.findSimilarInline(app, tools);
    const localNow = { at: clock.now(), zone: request.timeZone };
    const inline = { model: backends.model(null), app, request, offered, persona: null, localNow };
    const asking = { ...inline, recollected: async () => [] };
    const draft = await this.#draft(asking, findSimilar, signal);
    const { answer } = measured(() => checkedDraft(asking, draft));
    return resolutionOf(answer, null, { sent, request, toolsets: [], persona: null, explanation: null });
  }

  async #resolve(
    { app }: Principal,
    sent: ResolveRequest,
    persona: Persona | null,
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<Resolution> {
    const { cache } = this.#options;
    const question = await this.#question(app, sent, persona);
    const given = await cache.once(question, mode, signal, async (until) => {
      const found = await cache.find(question, mode);
      if (found.hit) {
        cache.verify(found, async (later) => this.#check(question, await this.#ask(question, later)));
        return { found, answered: found.hit };
      }
      const draft = await this.#ask(question, until);
      const checked = this.#check(question, draft);
      // Only what a model said teaches the cache. A hit that taught would repeat its own mistakes.
      await cache.remember(found, checked, mode);
      return { found, answered: checked };
    });
    const explanation = mode.explain ? await cache.explain(given.found) : null;
    const { request, toolsets } = question;
    return resolutionOf(given.answered.answer, given.found, { sent, request, toolsets, persona, explanation });
  }

  /** The request, checked, and all that its answer depends on. */
  async #question(app: AppId, sent: ResolveRequest, persona: Persona | null): Promise<CallQuestion> {
    const { backends, banks, clock, timeZone, valueLists } = this.#options;
    const request = checkedRequest(sent, timeZone);
    const named = checkedNames(sent);
    const toolsets = await Promise.all(named.toolsets.map((signature) => this.#options.toolsets.find(app, signature)));
    const model = modelFor(toolsets, backends);
    const recall = await banks.recall(app, named.banks);
    const schemas = toolsets.flatMap(({ definition }) => definition.tools.map(({ parameters }) => parameters));
    const lists = await valueLists.open(app, schemas);
    const question = new CallQuestion({ app, model, toolsets, request, recall, persona, lists, at: clock.now() });
    // Found out before anything is looked up: an unknown name never was answered.
    if (request.toolChoice.name !== null) callableOf(question.tools, request.toolChoice);
    return question;
  }

  /** Asks the model, with the examples and memories that are near. Throws what it throws, `bad_gateway` when it is too slow. */
  #ask(question: CallQuestion, signal: AbortSignal): Promise<Drafted> {
    return this.#draft(question, this.#findSimilar(question), signal);
  }

  /** Makes what the model said fit the schema, and tells whether it is worth keeping. Throws `llm_processing_error`. */
  #check(question: CallQuestion, draft: Drafted): Asked<ResolvedAnswer> {
    const { app, model, toolsets } = question;
    const { learning } = this.#options;
    const checked = measured(() => checkedDraft(question, draft));
    // What is answered while examples are still being learned may be worse than what comes after.
    const isLearned = toolsets.every((set) => learning.learn(app, set.contentHash, set.definition.tools) === null);
    // What another model said in its place is for as long as that takes.
    const isOwn = checked.answer.model === model.id;
    const mayKeep = isOwn && isLearned && (!checked.dependsOnClock || checked.lesson !== null);
    return { ...checked, mayKeep };
  }

  async #draft(asking: Asking, findSimilar: FindSimilar, signal: AbortSignal): Promise<Drafted> {
    const { clock, timeoutMs } = this.#options;
    const { model, app, request, offered, persona, localNow: now } = asking;
    const startedMs = clock.monotonicMs();
    const { toolChoice, ...said } = request;
    const every = offered.map(({ tool }) => tool);
    const callable = callableOf(every, toolChoice);
    const tools = callable.map((position) => every[position] as Tool);
    const { reminders, taught } = remindersOf(await asking.recollected(), tools);
    const memories = reminders.map(({ memory }) => memory);
    const { mustCall } = toolChoice;
    const near = callable.length === every.length ? findSimilar : examplesAmong(findSimilar, callable);
    const call = { ...said, app, tools, mustCall, now, findSimilar: near, memories, taught, persona };
    const draft = await saidInTime(timeoutMs, signal, (until) => model.call(call, until));
    const place = (tool: number) => callable[tool] ?? -1;
    const tool = draft.tool === null ? null : place(draft.tool);
    const others = (draft.others ?? []).map((other) => ({ ...other, tool: place(other.tool) }));
    return { draft: { ...draft, tool, others }, reminders, modelMs: clock.monotonicMs() - startedMs };
  }

  /** The nearest examples of all toolsets together, their tools counted through as the model sees them. */
  #findSimilar({ app, toolsets }: CallQuestion): FindSimilar {
    let offset = 0;
    const parts = toolsets.map(({ contentHash, definition }) => {
      const part = { offset, find: this.#options.learning.findSimilar(app, contentHash, definition.tools) };
      offset += definition.tools.length;
      return part;
    });
    return async (text, count) => {
      const found = await Promise.all(
        parts.map(async ({ offset, find }) =>
          (await find(text, count)).map((near) => ({ ...near, of: near.of + offset })),
        ),
      );
      return found
        .flat()
        .sort((one, other) => other.similarity - one.similarity)
        .slice(0, count);
    };
  }
}

interface Around extends Pick<CallQuestion, "toolsets" | "persona"> {
  readonly sent: { readonly query: string; readonly context?: string };
  readonly request: CheckedRequest;
  readonly explanation: Explanation | null;
}

/** Whoever learns from an answer looks for a tool in it, and finds one where that is the whole answer. */
function answerTraced(calls: readonly ToolCall[], more: boolean): JsonObject {
  const named = calls.map(({ tool, parameters }) => ({ tool, parameters }));
  if (named.length > 1 || more) return { calls: named, ...(more && { more }) };
  return named[0] ?? { tool: NO_TOOL, parameters: {} };
}

/** `found`: null where the cache was not in it. */
function resolutionOf(
  answer: ResolvedAnswer,
  found: Found<ResolvedAnswer, CallQuestion> | null,
  around: Around,
): Resolution {
  const hit = found?.hit ?? null;
  const { request, toolsets, persona } = around;
  const given = withoutUnsure(answer, request, toolsets, persona);
  const { tool, toolsetPosition, parameters, query, wordsBy: _, others: _others, more = false, ...known } = given;
  const { unfilled = [], ...rest } = known;
  // The same words may be written with other white space than when the entry was made.
  const isAsThen = query === request.query;
  const unfilledHere = isAsThen ? unfilled : unfilledMoved(unfilled, query, request.query);
  const sent = (evidence: EvidenceMap) => {
    const here = isAsThen ? evidence : evidenceMoved(evidence, query, request.query);
    return evidenceAsSent(here, around.sent, request);
  };
  const calls = callsIn(given).map((call) => ({ ...call, evidence: sent(call.evidence) }));
  return {
    ...rest,
    resolved: { tool, parameters },
    calls: request.callsMax > 1 ? calls : null,
    more,
    source: hit?.source ?? "model",
    cache: hit && { similarity: hit.similarity, ageSeconds: hit.ageSeconds, reused: hit.reused },
    repeat: hit?.repeat ?? null,
    explanation: around.explanation,
    toolset: toolsetPosition === null ? null : (toolsets[toolsetPosition]?.signature ?? null),
    evidence: calls[0]?.evidence ?? {},
    unfilled: unfilledIn(unfilledHere, (places) => evidenceAsSent(places, around.sent, request)),
    trace: traceOf(found, request.query, answerTraced(calls, more)),
  };
}
