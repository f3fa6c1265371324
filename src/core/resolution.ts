import { AppError, invalid } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import type { Learning } from "./learning.ts";
import { LIMITS } from "./limits.ts";
import type { Clock, FindSimilar, HistoryEntry, LanguageModel, StoredSet } from "./ports.ts";
import { type CacheHit, type CacheMode, type Partition, partitionOf, type SemanticCache } from "./semantic-cache.ts";
import type { Sets } from "./sets.ts";
import type { AppId, Principal } from "./tenant.ts";
import { checkedText } from "./text.ts";
import { checkParameters } from "./tool-call.ts";
import { checkedTools, NO_TOOL, type Tool } from "./toolset.ts";

/** What guides a resolution beside the query. */
interface Surroundings {
  readonly context?: string;
  readonly history?: readonly HistoryEntry[];
}

export interface ResolveRequest extends Surroundings {
  readonly query: string;
  /** Signatures, 1–16. */
  readonly toolsets: readonly string[];
  /** Bank ids, 0–16. */
  readonly banks?: readonly string[];
}

export interface ResolveQuickRequest extends Surroundings {
  readonly query: string;
  readonly tools: readonly Tool[];
}

export interface ToolCall {
  /** `none` when no tool fits. */
  readonly tool: string;
  readonly parameters: JsonObject;
}

/** A tool call, and all that is known about how it came to be. */
export interface Resolution {
  readonly resolved: ToolCall;
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
  readonly usedBanks: readonly string[];
}

/** What the cache keeps. The toolset by position: another signature with the same content is the same toolset. */
interface Answer {
  readonly tool: string;
  readonly toolsetPosition: number | null;
  readonly parameters: JsonObject;
  readonly confidence: number;
  readonly model: string;
  readonly missingParameters: readonly string[];
  readonly defaultsApplied: readonly string[];
}

interface Checked {
  readonly query: string;
  readonly context: string | null;
  readonly history: readonly HistoryEntry[];
}

export interface ResolverOptions {
  readonly toolsets: Sets<"toolset">;
  readonly cache: SemanticCache;
  readonly learning: Learning;
  readonly model: LanguageModel;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** Turns a sentence into one tool call. */
export class Resolver {
  readonly #options: ResolverOptions;

  constructor(options: ResolverOptions) {
    this.#options = options;
  }

  /** Against registered toolsets. Throws `validation_error`, `not_found` for a toolset or bank, or what the model throws. */
  async resolve(
    principal: Principal,
    request: ResolveRequest,
    cacheMode: CacheMode,
    signal: AbortSignal,
  ): Promise<Resolution> {
    const checked = checkedRequest(request);
    const toolsets = await this.#toolsets(principal.app, request.toolsets);
    checkBanks(request.banks ?? []);
    const partition = this.#partition(principal.app, toolsets, checked);

    const hit = cacheMode.read ? await this.#options.cache.find(partition, checked.query) : null;
    if (hit) return resolutionOf(hit.answer as unknown as Answer, toolsets, hit);

    const owners = toolsets.flatMap((set, position) => set.definition.tools.map((tool) => ({ tool, position })));
    const findSimilar = this.#findSimilar(principal.app, toolsets);
    const { answer, keep } = await this.#ask(checked, owners, findSimilar, signal);
    if (cacheMode.write && keep && !this.#isLearning(principal.app, toolsets)) {
      await this.#options.cache.remember(partition, checked.query, answer as unknown as JsonObject, answer.parameters);
    }
    return resolutionOf(answer, toolsets, null);
  }

  /** Against tools that came with the request. Never cached. */
  async resolveQuick(request: ResolveQuickRequest, signal: AbortSignal): Promise<Resolution> {
    const checked = checkedRequest(request);
    const tools = checkedTools(request.tools);
    const owners = tools.map((tool) => ({ tool, position: null }));
    const { answer } = await this.#ask(checked, owners, this.#options.learning.findSimilarInline(tools), signal);
    return resolutionOf(answer, [], null);
  }

  async #ask(
    checked: Checked,
    owners: readonly { readonly tool: Tool; readonly position: number | null }[],
    findSimilar: FindSimilar,
    signal: AbortSignal,
  ): Promise<{ readonly answer: Answer; readonly keep: boolean }> {
    const { model, clock, timeoutMs } = this.#options;
    const deadline = AbortSignal.timeout(timeoutMs);
    const request = { ...checked, tools: owners.map(({ tool }) => tool), now: clock.now(), findSimilar };
    const draft = await model.call(request, AbortSignal.any([signal, deadline])).catch((failure: unknown) => {
      throw deadline.aborted ? timedOut(timeoutMs, failure) : failure;
    });
    const owner = draft.tool === null ? null : owners[draft.tool];
    if (owner === undefined) throw new AppError("llm_processing_error", "the model chose a tool that was not offered");
    const known = { confidence: draft.confidence, model: model.id };
    const keep = !draft.dependsOnClock;
    if (!owner) {
      return {
        keep,
        answer: {
          tool: NO_TOOL,
          toolsetPosition: null,
          parameters: {},
          missingParameters: [],
          defaultsApplied: [],
          ...known,
        },
      };
    }
    const { parameters, missing, defaultsApplied } = checkParameters(owner.tool, draft.parameters);
    const { name } = owner.tool;
    return {
      keep,
      answer: {
        tool: name,
        toolsetPosition: owner.position,
        parameters,
        missingParameters: missing,
        defaultsApplied,
        ...known,
      },
    };
  }

  #toolsets(app: AppId, signatures: readonly string[]): Promise<readonly StoredSet<"toolset">[]> {
    if (signatures.length === 0) throw invalid("toolsets", "needs at least 1 signature");
    if (signatures.length > LIMITS.toolsetsMax) {
      throw invalid("toolsets", `${signatures.length} signatures, at most ${LIMITS.toolsetsMax} are allowed`);
    }
    return Promise.all([...new Set(signatures)].map((signature) => this.#options.toolsets.find(app, signature)));
  }

  #partition(app: AppId, toolsets: readonly StoredSet<"toolset">[], checked: Checked): Partition {
    return partitionOf(app, {
      operation: "resolve",
      contentHashes: toolsets.map((set) => set.contentHash),
      options: {},
      context: checked.context,
      history: checked.history,
      model: this.#options.model.id,
    });
  }

  /** The nearest examples of all toolsets together, their tools counted through as the model sees them. */
  #findSimilar(app: AppId, toolsets: readonly StoredSet<"toolset">[]): FindSimilar {
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

  /** What is answered while examples are still being learned may be worse than what comes after: it is not kept. */
  #isLearning(app: AppId, toolsets: readonly StoredSet<"toolset">[]): boolean {
    return toolsets.some((set) => this.#options.learning.learn(app, set.contentHash, set.definition.tools) !== null);
  }
}

function checkedRequest(request: Surroundings & { readonly query: string }): Checked {
  const history = request.history ?? [];
  if (history.length > LIMITS.historyEntriesMax) {
    throw invalid("history", `${history.length} entries, at most ${LIMITS.historyEntriesMax} are allowed`);
  }
  const queryRule = { min: 1, max: LIMITS.queryCharactersMax };
  return {
    query: checkedText("query", request.query, queryRule),
    context:
      request.context === undefined
        ? null
        : checkedText("context", request.context, { min: 0, max: LIMITS.contextCharactersMax }),
    history: history.map((entry, index) => ({
      tool: checkedText(`history.${index}.tool`, entry.tool, { min: 1, max: LIMITS.nameCharactersMax }),
      query: checkedText(`history.${index}.query`, entry.query, queryRule),
    })),
  };
}

/** No bank can exist yet, so each one named is one that does not. */
function checkBanks(banks: readonly string[]): void {
  if (banks.length > LIMITS.banksMax)
    throw invalid("banks", `${banks.length} banks, at most ${LIMITS.banksMax} are allowed`);
  const [bank] = banks;
  if (bank !== undefined)
    throw new AppError("not_found", `the bank "${bank}" does not exist or is not assigned to this app`);
}

function resolutionOf(answer: Answer, toolsets: readonly StoredSet<"toolset">[], hit: CacheHit | null): Resolution {
  const { tool, toolsetPosition, parameters, ...known } = answer;
  const toolset = toolsetPosition === null ? null : (toolsets[toolsetPosition]?.signature ?? null);
  const cache = hit && { similarity: hit.similarity, ageSeconds: hit.ageSeconds, reused: hit.reused };
  return { resolved: { tool, parameters }, source: hit?.source ?? "model", cache, toolset, usedBanks: [], ...known };
}

export function timedOut(timeoutMs: number, cause: unknown): AppError {
  return new AppError("bad_gateway", `the model did not answer within ${timeoutMs} ms ([model] timeout_ms)`, { cause });
}
