import { AppError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { type LocalTime, type TimeZone, UTC } from "../local-time.ts";
import type { ReuseSubject } from "../ports/answers.ts";
import type { Clock } from "../ports/clock.ts";
import type { FindSimilar, LanguageModel, RelevantMemory } from "../ports/models.ts";
import type { StoredDefinition } from "../ports/storage.ts";
import type { IsWord } from "../reading/slips.ts";
import type { Explanation } from "../semantic-cache/explanation.ts";
import type { Lesson } from "../semantic-cache/lesson.ts";
import { knowledgeOfCalls } from "../semantic-cache/open-knowledge.ts";
import { type Partition, partitionOf } from "../semantic-cache/partition.ts";
import type { Asked, Question } from "../semantic-cache/question.ts";
import type { CacheHit, CacheMode, Given, SemanticCache } from "../semantic-cache/semantic-cache.ts";
import type { Banks, Recollection } from "../sets/banks.ts";
import type { Learning } from "../sets/learning.ts";
import type { Persona, Personas } from "../sets/personas.ts";
import type { Registry } from "../sets/registry.ts";
import { type Backends, modelFor } from "../sets/set-backend.ts";
import type { AppId, Principal } from "../tenant.ts";
import { checkedTools, NO_TOOL, type Tool } from "../toolset.ts";
import type { EvidenceMap } from "./evidence.ts";
import { evidenceAsSent, evidenceMoved } from "./evidence-offsets.ts";
import type { Trace } from "./feedback.ts";
import {
  type CheckedRequest,
  checkedNames,
  checkedRequest,
  type ResolveQuickRequest,
  type ResolveRequest,
  type RespondRequest,
} from "./resolve-request.ts";
import { checkedCall, derivedAnswer, NO_CALL, type Offered, type ResolvedAnswer, wordsFor } from "./resolved-call.ts";

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
  /** Why the cache did or did not answer; null where nobody asked. */
  readonly explanation: Explanation | null;
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

/** What is asked of a model. */
interface Asking {
  readonly model: LanguageModel;
  readonly app: AppId;
  readonly request: CheckedRequest;
  readonly offered: readonly Offered[];
  readonly findSimilar: FindSimilar;
  readonly recalled: readonly Recollection[];
  readonly persona: Persona | null;
  readonly now: LocalTime;
}

export interface ResolverOptions {
  readonly toolsets: Registry<"toolset">;
  readonly banks: Banks;
  readonly personas: Personas;
  readonly cache: SemanticCache;
  readonly learning: Learning;
  readonly backends: Backends;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Of requests that name none. */
  readonly timeZone: TimeZone;
  /** Whether a word is one of the language; others may be slips of the finger. */
  readonly isWord: IsWord;
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
  async resolveQuick({ app }: Principal, request: ResolveQuickRequest, signal: AbortSignal): Promise<Resolution> {
    const checked = checkedRequest(request, this.#options.timeZone);
    const tools = checkedTools(request.tools);
    const offered = tools.map((tool) => ({ tool, toolset: null, requireEvidence: false }));
    const findSimilar = this.#options.learning.findSimilarInline(app, tools);
    const now = { at: this.#options.clock.now(), zone: checked.timeZone };
    const model = this.#options.backends.model(null);
    const asking = { model, app, request: checked, offered, findSimilar, recalled: [], persona: null, now };
    const { answer } = await this.#ask(asking, signal);
    const given = { answer: answer as unknown as JsonObject, hit: null, entry: null, reuse: null };
    return resolutionOf(given, { sent: request, checked, toolsets: [], explanation: null });
  }

  async #resolve(
    principal: Principal,
    sent: ResolveRequest,
    persona: Persona | null,
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<Resolution> {
    const { app } = principal;
    const { backends, cache, banks } = this.#options;
    const checked = checkedRequest(sent, this.#options.timeZone);
    const named = checkedNames(sent);
    const toolsets = await Promise.all(named.toolsets.map((signature) => this.#options.toolsets.find(app, signature)));
    const model = modelFor(toolsets, backends);
    const recall = await banks.recall(app, named.banks);
    const partition = partitionFor({ app, model, toolsets, checked, banks: recall.versions, persona });
    const recollect = once(async () => (await recall.nearest(checked.query, MEMORIES_RECALLED_MAX)).filter(isRelevant));
    const question = this.#question({ model, partition, toolsets, request: checked, persona, recollect });
    const given = await cache.answer(question, mode, signal);
    const explanation = mode.explain ? await given.explain() : null;
    return resolutionOf(given, { sent, checked, toolsets, explanation });
  }

  /** The query as the cache sees it. */
  #question(about: {
    readonly model: LanguageModel;
    readonly partition: Partition;
    readonly toolsets: readonly StoredDefinition<"toolset">[];
    readonly request: CheckedRequest;
    readonly persona: Persona | null;
    readonly recollect: () => Promise<readonly Recollection[]>;
  }): Question {
    const { model, partition, toolsets, request, persona, recollect } = about;
    const { clock, isWord, learning } = this.#options;
    const { app } = partition;
    const now = { at: clock.now(), zone: request.timeZone };
    const offered = offeredBy(toolsets);
    const tools = offered.map(({ tool }) => tool);
    const findSimilar = this.#findSimilar(app, toolsets);
    return {
      partition,
      sentence: request.query,
      now: now.at,
      openKnowledge: (findNearest) => knowledgeOfCalls({ tools, findNearest, isWord, zone: now.zone }),
      // What was answered without a memory says nothing where one is near.
      mayReuse: async () => (await recollect()).length === 0,
      fits: () => true,
      derive: (proposal, known) =>
        derivedAnswer(proposal, known as unknown as ResolvedAnswer, offered, { request, persona, now }) as
          | (ResolvedAnswer & JsonObject)
          | null,
      subjectOf: (position) => subjectOf(position, offered, toolsets),
      shown: ({ tool, parameters = {} }) => ({ tool: tools[tool as number]?.name ?? NO_TOOL, parameters }),
      ask: async (signal) => {
        const recalled = await recollect();
        const asking = { model, app, request, offered, findSimilar, recalled, persona, now };
        const asked = await this.#ask(asking, signal);
        // What is answered while examples are still being learned may be worse than what comes after.
        const isLearned = toolsets.every((set) => learning.learn(app, set.contentHash, set.definition.tools) === null);
        // What another model said in its place is for as long as that takes.
        const isOwn = asked.answer.model === model.id;
        const mayKeep = isOwn && isLearned && (!asked.dependsOnClock || asked.lesson !== null);
        return { ...asked, answer: asked.answer as unknown as JsonObject, mayKeep };
      },
    };
  }

  async #ask(
    asking: Asking,
    signal: AbortSignal,
  ): Promise<Omit<Asked, "answer" | "mayKeep"> & { readonly answer: ResolvedAnswer }> {
    const { timeoutMs } = this.#options;
    const { model, app, request, offered, findSimilar, recalled, persona, now } = asking;
    const tools = offered.map(({ tool }) => tool);
    const memories = recalled.flatMap((recollection) => relevant(recollection, tools));
    const taught = tools.flatMap(({ name }, tool) => (recalled.some((near) => near.taught.has(name)) ? [tool] : []));
    const deadline = AbortSignal.timeout(timeoutMs);
    const draft = await model
      .call(
        { ...request, app, tools, now, findSimilar, memories: memories.map(({ memory }) => memory), taught, persona },
        AbortSignal.any([signal, deadline]),
      )
      .catch((failure: unknown) => {
        throw deadline.aborted ? timedOut(timeoutMs, failure) : failure;
      });
    const { tool, dependsOnClock, confidence } = draft;
    const chosen = tool === null ? null : offered[tool];
    if (chosen === undefined) throw new AppError("llm_processing_error", "the model chose a tool that was not offered");
    const used = draft.usedMemories.flatMap((position) => memories[position] ?? []);
    const usedBanks = [...new Set(used.map(({ bank }) => bank))];
    const usedMemories = used.map(({ memory }) => memory);
    const call = chosen ? checkedCall(chosen, draft, request, usedMemories, now) : NO_CALL;
    // A sentence that names a value which was then dropped would promise it.
    const said = holdsAll(call.parameters, draft.parameters) ? draft.text : null;
    const text = persona && (said ?? wordsFor(chosen?.tool ?? null, call, persona));
    const wordsBy = text === null ? null : said === null ? "server" : "model";
    const common = { query: request.query, confidence, model: draft.model ?? model.id, usedBanks };
    const { parameters, defaultsApplied } = call;
    const lesson: Lesson = { kind: "call", tool, parameters, defaultsApplied, dependsOnClock };
    return {
      answer: { ...common, ...call, text, wordsBy },
      said: { tool, parameters },
      // A memory speaks of its own words.
      lesson: usedMemories.length === 0 ? lesson : null,
      copied: parameters,
      dependsOnClock,
      modelCost: draft.usage?.money ?? 0,
    };
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

function partitionFor(about: {
  readonly app: AppId;
  readonly model: LanguageModel;
  readonly toolsets: readonly StoredDefinition<"toolset">[];
  readonly checked: CheckedRequest;
  readonly banks: readonly string[];
  readonly persona: Persona | null;
}): Partition {
  const { app, model, toolsets, checked, banks, persona } = about;
  return partitionOf(app, {
    operation: persona ? "respond" : "resolve",
    contentHashes: toolsets.map((set) => set.contentHash),
    options: {
      requireEvidence: toolsets.map((set) => set.definition.requireEvidence),
      // Left out for UTC: what was answered before there were others is still known.
      ...(checked.timeZone !== UTC && { timeZone: checked.timeZone }),
    },
    banks,
    persona: persona?.version ?? null,
    context: checked.context,
    history: checked.history,
    model: model.id,
  });
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

function holdsAll(kept: JsonObject, proposed: JsonObject): boolean {
  return Object.keys(proposed).every((name) => Object.hasOwn(kept, name));
}

/** Whose tool was chosen; without one, it is the first toolset that had none. */
function subjectOf(
  position: number | null,
  offered: readonly Offered[],
  toolsets: readonly StoredDefinition<"toolset">[],
): ReuseSubject {
  const chosen = position === null ? undefined : offered[position];
  const toolset = toolsets[chosen?.toolset ?? 0] as StoredDefinition<"toolset">;
  return { contentHash: toolset.contentHash, name: chosen?.tool.name ?? NO_TOOL };
}

/** Does the work when it is first wanted, and only then. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () => (result ??= work());
}

interface Around {
  readonly sent: { readonly query: string; readonly context?: string };
  readonly checked: CheckedRequest;
  readonly toolsets: readonly StoredDefinition<"toolset">[];
  readonly explanation: Explanation | null;
}

function resolutionOf(
  given: Pick<Given, "answer" | "hit" | "reuse"> & Pick<Trace, "entry">,
  { sent, checked, toolsets, explanation }: Around,
): Resolution {
  const { hit, entry, reuse } = given;
  const answer = given.answer as unknown as ResolvedAnswer;
  const { tool, toolsetPosition, parameters, query, evidence, wordsBy: _, ...known } = answer;
  // The same words may be written with other white space than when the entry was made.
  const here = query === checked.query ? evidence : evidenceMoved(evidence, query, checked.query);
  return {
    ...known,
    resolved: { tool, parameters },
    source: hit?.source ?? "model",
    cache: hit && { similarity: hit.similarity, ageSeconds: hit.ageSeconds, reused: hit.reused },
    explanation,
    toolset: toolsetPosition === null ? null : (toolsets[toolsetPosition]?.signature ?? null),
    evidence: evidenceAsSent(here, sent, checked),
    trace: { entry, text: checked.query, answer: { tool, parameters }, reuse },
  };
}

export function timedOut(timeoutMs: number, cause: unknown): AppError {
  return new AppError("bad_gateway", `the model did not answer within ${timeoutMs} ms ([model] timeout_ms)`, { cause });
}
