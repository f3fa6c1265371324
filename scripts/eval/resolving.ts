/** One POST /v1/resolve, and what became of it. */
import type { JsonObject } from "#core/json.ts";
import type { Answer, ApiClient } from "./api-client.ts";
import type { ScoredCall } from "./bfcl-scoring.ts";
import { learned } from "./learned.ts";
import { refusalIn } from "./outcome.ts";
import { Progress } from "./progress.ts";

/** A toolset that was sent: the signature it is registered under, or why it is not. */
export type Registered = { readonly signature: string } | { readonly refused: string };

/** One of the calls of an answer. */
export interface GivenCall extends ScoredCall {
  /** Required parameters that were not given: with any, nothing would be carried out. */
  readonly missing: readonly string[];
  readonly confidence: number;
}

export interface Resolved {
  /** The first of them; null when no tool fits, or the request was refused. */
  readonly call: ScoredCall | null;
  /** All of them, in the order of the answer. */
  readonly calls: readonly GivenCall[];
  /** Paths of parameters that the server filled from the schema's defaults. */
  readonly defaultsApplied: readonly string[];
  readonly confidence: number;
  readonly usedBanks: readonly string[];
  readonly clientMs: number;
  /** Whether it says that the query asks for more than it gives. */
  readonly more: boolean;
  /** Why the contract refused the request, as the error's code; null when it was answered. */
  readonly refused: string | null;
}

/** Resolves when examples that tools have are learned. */
export async function register(client: ApiClient, signature: string, tools: readonly object[]): Promise<Registered> {
  const answer = await client.post("/v1/toolsets", { signature, name: signature, tools });
  if (answer.status !== 201) return { refused: refusalIn(answer) };
  const hasExamples = tools.some((tool) => "examples" in tool);
  if (hasExamples) await learned(client, `/v1/toolsets/${signature}`, { part: signature, progress: new Progress() });
  return { signature };
}

export interface Query {
  readonly query: string;
  readonly context?: string;
  readonly banks?: readonly string[];
  /** An IANA name. */
  readonly time_zone?: string;
  readonly history?: readonly JsonObject[];
  readonly calls_max?: number;
}

export async function resolve(client: ApiClient, query: Query, toolset: Registered | undefined): Promise<Resolved> {
  if (!toolset || "refused" in toolset) return refusedWith(toolset?.refused ?? "not_registered", 0);
  return resolvedFrom(await client.post("/v1/resolve", { ...query, toolsets: [toolset.signature] }));
}

interface Resolution {
  readonly resolved: { readonly tool: string; readonly parameters: JsonObject };
  readonly metadata: {
    readonly confidence: number;
    readonly defaults_applied?: readonly string[];
    readonly used_banks?: readonly string[];
    readonly missing_parameters?: readonly string[];
    readonly more?: boolean;
  };
  /** From servers that can give several. */
  readonly calls?: readonly {
    readonly tool: string;
    readonly parameters: JsonObject;
    readonly confidence?: number;
    readonly missing_parameters?: readonly string[];
  }[];
}

export function resolvedFrom(answer: Answer): Resolved {
  if (answer.status !== 200) return refusedWith(refusalIn(answer), answer.clientMs);
  const { resolved, metadata, calls: several } = answer.body as unknown as Resolution;
  const { confidence, missing_parameters: missing = [], more = false } = metadata;
  const calls = (several ?? [{ ...resolved, missing_parameters: missing }])
    .filter(({ tool }) => tool !== "none")
    .map((call) => ({
      tool: call.tool,
      parameters: call.parameters,
      missing: call.missing_parameters ?? [],
      confidence: call.confidence ?? confidence,
    }));
  return {
    call: resolved.tool === "none" ? null : { tool: resolved.tool, parameters: resolved.parameters },
    calls,
    defaultsApplied: metadata.defaults_applied ?? [],
    confidence,
    usedBanks: metadata.used_banks ?? [],
    clientMs: answer.clientMs,
    more,
    refused: null,
  };
}

function refusedWith(refused: string, clientMs: number): Resolved {
  return { call: null, calls: [], defaultsApplied: [], confidence: 0, usedBanks: [], clientMs, more: false, refused };
}

/** The parameters but for those at the given paths, as in `address.city`. */
export function without(parameters: JsonObject, paths: readonly string[]): JsonObject {
  const copy = structuredClone(parameters) as Record<string, unknown>;
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() as string;
    let holder: Record<string, unknown> | undefined = copy;
    for (const name of names) holder = holder?.[name] as Record<string, unknown> | undefined;
    if (holder) delete holder[last];
  }
  return copy as JsonObject;
}
