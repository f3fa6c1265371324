import type { Banks, Recollection } from "./banks.ts";
import { AppError } from "./errors.ts";
import { type EvidenceMap, evidenceOf } from "./evidence.ts";
import { evidenceAsSent, evidenceMoved } from "./evidence-offsets.ts";
import type { Trace } from "./feedback.ts";
import type { JsonObject } from "./json.ts";
import type { Learning } from "./learning.ts";
import type { Persona, Personas } from "./personas.ts";
import type { Clock } from "./ports/clock.ts";
import type { DraftCall, FindSimilar, LanguageModel, RelevantMemory } from "./ports/models.ts";
import type { StoredDefinition } from "./ports/storage.ts";
import type { Registry } from "./registry.ts";
import {
  type CheckedRequest,
  checkedNames,
  checkedRequest,
  type ResolveQuickRequest,
  type ResolveRequest,
  type RespondRequest,
} from "./resolve-request.ts";
import { responseText } from "./response-text.ts";
import {
  type CacheHit,
  type CacheMode,
  entryOf,
  type Partition,
  partitionOf,
  type SemanticCache,
} from "./semantic-cache.ts";
import type { AppId, Principal } from "./tenant.ts";
import { checkParameters, withoutInferred } from "./tool-call.ts";
import { checkedTools, NO_TOOL, type Tool } from "./toolset.ts";

/** Memories looked up for a request: enough for several facts beside the examples, few enough for a prompt. */
const MEMORIES_RECALLED_MAX = 12;
/** Under this an example is about something else. Cosine of all-MiniLM-L6-v2, where unrelated sentences stay under 0.2. */
const EXAMPLE_SIMILARITY_MIN = 0.3;
/** "home is Berlin" explains one word of "show me the way home", whatever the rest is about. */
const FACT_SIMILARITY_MIN = 0.1;

export interface ToolCall {
  /** `none` when no tool fits. */
  readonly tool: string;
  readonly parameters: JsonObject;
}

/** A tool call, and all that is known about how it came to be. */
export interface Resolution {
  readonly resolved: ToolCall;
  /** The answer in words; null where none was asked for. */
  readonly text: string | null;
  readonly source: "exact_cache" | "semantic_cache" | "model";
  /** Present when the cache answered. */
  readonly cache: Pick<CacheHit, "similarity" | "ageSeconds" | "reused"> | null;
  /** The signature of the toolset that the tool is from; null for inline tools and for `none`. */
  readonly toolset: string | null;
  readonly confidence: number;
  /** The model that answered, or had answered when the entry was made. */
  readonly model: string;
  readonly missingParameters: readonly string[];
  readonly defaultsApplied: readonly string[];
  /** Offsets in code points of the texts as they were sent. */
  readonly evidence: EvidenceMap;
  /** The banks whose memories were put to use. */
  readonly usedBanks: readonly string[];
  readonly trace: Trace;
}

/** What the cache keeps. The toolset by position: another signature with the same content is the same toolset. */
interface Answer extends Omit<Resolution, "cache" | "resolved" | "source" | "toolset" | "trace"> {
  /** The query that was answered; the evidence's offsets are UTF-16 code units of it. */
  readonly query: string;
  readonly tool: string;
  readonly toolsetPosition: number | null;
  readonly parameters: JsonObject;
}

/** A tool as the model sees it, and the set that it is from. */
interface Offered {
  readonly tool: Tool;
  /** Position among the named toolsets; null for an inline tool. */
  readonly toolset: number | null;
  readonly requireEvidence: boolean;
}

interface Question {
  readonly request: CheckedRequest;
  readonly offered: readonly Offered[];
  readonly findSimilar: FindSimilar;
  readonly recalled: readonly Recollection[];
  readonly persona: Persona | null;
}

export interface ResolverOptions {
  readonly toolsets: Registry<"toolset">;
  readonly banks: Banks;
  readonly personas: Personas;
  readonly cache: SemanticCache;
  readonly learning: Learning;
  readonly model: LanguageModel;
  readonly clock: Clock;
  readonly timeoutMs: number;
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
  async resolveQuick(request: ResolveQuickRequest, signal: AbortSignal): Promise<Resolution> {
    const checked = checkedRequest(request);
    const tools = checkedTools(request.tools);
    const offered = tools.map((tool) => ({ tool, toolset: null, requireEvidence: false }));
    const findSimilar = this.#options.learning.findSimilarInline(tools);
    const question = { request: checked, offered, findSimilar, recalled: [], persona: null };
    const { answer } = await this.#ask(question, signal);
    return resolutionOf(answer, { sent: request, checked, toolsets: [], hit: null, entry: null });
  }

  async #resolve(
    principal: Principal,
    sent: ResolveRequest,
    persona: Persona | null,
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<Resolution> {
    const { app } = principal;
    const { cache, banks, learning } = this.#options;
    const checked = checkedRequest(sent);
    const named = checkedNames(sent);
    const toolsets = await Promise.all(named.toolsets.map((signature) => this.#options.toolsets.find(app, signature)));
    const recall = await banks.recall(app, named.banks);
    const partition = this.#partition(app, toolsets, checked, recall.versions, persona);
    const around = { sent, checked, toolsets, entry: entryOf(partition, checked.query) };

    const hit = mode.read ? await cache.find(partition, checked.query) : null;
    if (hit) return resolutionOf(hit.answer as unknown as Answer, { ...around, hit });

    const near = await recall.nearest(checked.query, MEMORIES_RECALLED_MAX);
    const recalled = near.filter(isRelevant);
    const findSimilar = this.#findSimilar(app, toolsets);
    const question = { request: checked, offered: offeredBy(toolsets), findSimilar, recalled, persona };
    const { answer, keep } = await this.#ask(question, signal);
    // What is answered while examples are still being learned may be worse than what comes after.
    const isLearned = toolsets.every((set) => learning.learn(app, set.contentHash, set.definition.tools) === null);
    if (mode.write && keep && isLearned) {
      // Only what a model said teaches the cache. A hit that taught would repeat its own mistakes.
      await cache.remember(partition, checked.query, answer as unknown as JsonObject, answer.parameters);
    }
    return resolutionOf(answer, { ...around, hit: null });
  }

  async #ask(question: Question, signal: AbortSignal): Promise<{ readonly answer: Answer; readonly keep: boolean }> {
    const { model, clock, timeoutMs } = this.#options;
    const { request, offered, findSimilar, recalled, persona } = question;
    const now = clock.now();
    const tools = offered.map(({ tool }) => tool);
    const memories = recalled.flatMap((recollection) => relevant(recollection, tools));
    const deadline = AbortSignal.timeout(timeoutMs);
    const draft = await model
      .call(
        { ...request, tools, now, findSimilar, memories: memories.map(({ memory }) => memory), persona },
        AbortSignal.any([signal, deadline]),
      )
      .catch((failure: unknown) => {
        throw deadline.aborted ? timedOut(timeoutMs, failure) : failure;
      });
    const chosen = draft.tool === null ? null : offered[draft.tool];
    if (chosen === undefined) throw new AppError("llm_processing_error", "the model chose a tool that was not offered");
    const used = draft.usedMemories.flatMap((position) => memories[position] ?? []);
    const usedBanks = [...new Set(used.map(({ bank }) => bank))];
    const common = { query: request.query, confidence: draft.confidence, model: model.id, usedBanks };
    const call = chosen
      ? checkedCall(
          chosen,
          draft,
          request,
          used.map(({ memory }) => memory),
          now,
        )
      : NO_CALL;
    const text = persona && (draft.text ?? wordsFor(chosen?.tool ?? null, call, persona));
    return { keep: !draft.dependsOnClock, answer: { ...common, ...call, text } };
  }

  #partition(
    app: AppId,
    toolsets: readonly StoredDefinition<"toolset">[],
    checked: CheckedRequest,
    banks: readonly string[],
    persona: Persona | null,
  ): Partition {
    return partitionOf(app, {
      operation: persona ? "respond" : "resolve",
      contentHashes: toolsets.map((set) => set.contentHash),
      options: { requireEvidence: toolsets.map((set) => set.definition.requireEvidence) },
      banks,
      persona: persona?.version ?? null,
      context: checked.context,
      history: checked.history,
      model: this.#options.model.id,
    });
  }

  /** The nearest examples of all toolsets together, their tools counted through as the model sees them. */
  #findSimilar(app: AppId, toolsets: readonly StoredDefinition<"toolset">[]): FindSimilar {
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

type Call = Pick<
  Answer,
  "defaultsApplied" | "evidence" | "missingParameters" | "parameters" | "tool" | "toolsetPosition"
>;

const NO_CALL: Call = {
  tool: NO_TOOL,
  toolsetPosition: null,
  parameters: {},
  missingParameters: [],
  defaultsApplied: [],
  evidence: {},
};

/** The model's proposal made to fit its schema, each value with its source. */
function checkedCall(
  { tool, toolset, requireEvidence }: Offered,
  draft: DraftCall,
  request: CheckedRequest,
  used: readonly RelevantMemory[],
  now: number,
): Call {
  const checked = checkParameters(tool, draft.parameters);
  const evidence = evidenceOf(checked.parameters, tool.parameters, checked.defaultsApplied, {
    query: request.query,
    context: request.context,
    history: request.history.map((entry) => entry.query),
    memories: used.map((memory) =>
      memory.kind === "fact"
        ? { text: memory.fact, parameters: {} }
        : { text: memory.query, parameters: memory.parameters },
    ),
    spans: draft.spans,
    now,
  });
  const kept = requireEvidence ? withoutInferred(checked, evidence) : { ...checked, evidence };
  return {
    tool: tool.name,
    toolsetPosition: toolset,
    parameters: kept.parameters,
    missingParameters: kept.missing,
    defaultsApplied: kept.defaultsApplied,
    evidence: kept.evidence,
  };
}

function offeredBy(toolsets: readonly StoredDefinition<"toolset">[]): readonly Offered[] {
  return toolsets.flatMap(({ definition }, toolset) =>
    definition.tools.map((tool) => ({ tool, toolset, requireEvidence: definition.requireEvidence })),
  );
}

function isRelevant({ memory, similarity }: Recollection): boolean {
  return similarity >= (memory.content.kind === "fact" ? FACT_SIMILARITY_MIN : EXAMPLE_SIMILARITY_MIN);
}

/** A memory as a model takes it. An example of a tool that is not offered has nothing to say here. */
function relevant(
  { bank, memory, similarity }: Recollection,
  tools: readonly Tool[],
): readonly { readonly bank: string; readonly memory: RelevantMemory }[] {
  const { content } = memory;
  if (content.kind === "fact") return [{ bank, memory: { ...content, similarity } }];
  const tool = tools.findIndex(({ name }) => name === content.tool);
  return tool < 0 ? [] : [{ bank, memory: { ...content, tool, similarity } }];
}

function wordsFor(tool: Tool | null, { parameters, missingParameters }: Call, persona: Persona): string {
  const { language, instructions } = persona;
  return responseText({ tool, parameters, missing: missingParameters }, { language: language ?? "en", instructions });
}

interface Around {
  readonly sent: { readonly query: string; readonly context?: string };
  readonly checked: CheckedRequest;
  readonly toolsets: readonly StoredDefinition<"toolset">[];
  readonly hit: CacheHit | null;
  readonly entry: Trace["entry"];
}

function resolutionOf(answer: Answer, { sent, checked, toolsets, hit, entry }: Around): Resolution {
  const { tool, toolsetPosition, parameters, query, evidence, ...known } = answer;
  // The same words may be written with other white space than when the entry was made.
  const here = query === checked.query ? evidence : evidenceMoved(evidence, query, checked.query);
  return {
    ...known,
    resolved: { tool, parameters },
    source: hit?.source ?? "model",
    cache: hit && { similarity: hit.similarity, ageSeconds: hit.ageSeconds, reused: hit.reused },
    toolset: toolsetPosition === null ? null : (toolsets[toolsetPosition]?.signature ?? null),
    evidence: evidenceAsSent(here, sent, checked),
    trace: { entry, text: checked.query, answer: { tool, parameters } },
  };
}

export function timedOut(timeoutMs: number, cause: unknown): AppError {
  return new AppError("bad_gateway", `the model did not answer within ${timeoutMs} ms ([model] timeout_ms)`, { cause });
}
