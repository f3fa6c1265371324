/** Language models behind a server: any that speaks OpenAI's chat completions, and Anthropic's. */
import { setTimeout } from "node:timers/promises";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";
import type { AnswerMode } from "#core/prompts/prompt.ts";
import { BackendFailure } from "./backend-failure.ts";
import { Bulkhead } from "./bulkhead.ts";
import { findCapabilities } from "./capabilities.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import type { Dialect } from "./dialect.ts";
import { FallbackModel } from "./fallback-model.ts";
import { findingsOf, type ModelFinding } from "./findings.ts";
import { GuardedBackend } from "./guarded-backend.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { ServedModel } from "./language-model.ts";
import { ModeFinder } from "./mode-finder.ts";
import { Retries } from "./retries.ts";
import { SdkDialect } from "./sdk-dialect.ts";
import { ToolShortlist } from "./tool-shortlist.ts";

/** A model server, and how it is asked. */
export interface ModelServer {
  readonly provider: "openai" | "anthropic";
  readonly baseUrl: string;
  readonly name: string;
  readonly apiKey: string;
  readonly apiKeyHeader: string;
  /** `auto`: the best that the server is found to be honest in. */
  readonly mode: AnswerMode | "auto";
  readonly concurrencyMax: number;
  readonly queueMax: number;
  /** Tools that are shown to the model for one query. */
  readonly toolsMax: number;
  readonly responseBytesMax: number;
  readonly outputTokensMax: number;
  readonly inputPrice: number;
  readonly outputPrice: number;
}

export interface Surroundings {
  /** For everything that one question takes, waiting included. */
  readonly timeoutMs: number;
  /** Other hosts than the servers' own that may be contacted. */
  readonly allow: readonly string[];
  readonly embedder: Embedder;
  readonly monotonicMs: () => number;
  readonly log: (message: string) => void;
}

export type ServedModelOptions = ModelServer & Surroundings;

/** Of the time that is left, what one model has while another stands behind it. */
const TIME_SHARE = 3 / 4;

/**
 * Where one model fails the next is asked, within the time that is left. `inside` is no server's. At least one is needed.
 */
export function openModelsInTurn(
  models: readonly (ModelServer | { readonly inside: LanguageModel })[],
  around: Surroundings,
): LanguageModel {
  let leftMs = around.timeoutMs;
  const opened = models.map((model, index) => {
    const timeoutMs = index === models.length - 1 ? leftMs : leftMs * TIME_SHARE;
    leftMs -= timeoutMs;
    return "inside" in model ? model.inside : openServedModel({ ...around, ...model, timeoutMs: Math.ceil(timeoutMs) });
  });
  const [first, ...others] = opened;
  if (!first) throw new TypeError("no model to open");
  return others.length === 0 ? first : new FallbackModel(first, others);
}

/** Contacts nobody before the first question, unless its mode is to be found. */
export function openServedModel(options: ServedModelOptions): LanguageModel {
  const { inputPrice, outputPrice, timeoutMs, monotonicMs, log } = options;
  const dialect = dialectOf(options);
  const breaker = new CircuitBreaker({ monotonicMs, log });
  const retries = new Retries({ monotonicMs, sleep, random: Math.random });
  return new ServedModel({
    id: idOf(options),
    backend: new GuardedBackend({ dialect, breaker, retries, log }),
    bulkhead: new Bulkhead(options.concurrencyMax, options.queueMax),
    shortlist: new ToolShortlist(options.toolsMax, options.embedder),
    modes: new ModeFinder(options.mode, dialect, { timeoutMs, monotonicMs, log }),
    prices: { input: inputPrice, output: outputPrice },
    monotonicMs,
    timeoutMs,
  });
}

/** What the server can do, for its owner. Never rejects: a server that cannot be asked is a finding too. */
export async function examineServedModel(
  server: ModelServer,
  around: Pick<Surroundings, "allow" | "timeoutMs">,
): Promise<readonly ModelFinding[]> {
  const model = idOf(server);
  try {
    const dialect = dialectOf({ ...server, ...around });
    const capabilities = await findCapabilities(dialect, AbortSignal.timeout(around.timeoutMs));
    return findingsOf(model, capabilities, server.mode);
  } catch (failure) {
    const said = failure instanceof Error ? failure.message : String(failure);
    const detail = failure instanceof BackendFailure && failure.detail !== "" ? `: ${failure.detail}` : "";
    const advice = "check its base_url, name and key in the settings, and that the server runs";
    return [{ model, check: "server", ok: false, found: `${said}${detail}`.slice(0, 500), advice }];
  }
}

function idOf({ provider, name }: ModelServer): string {
  return `${provider}/${name}`;
}

function dialectOf(options: ModelServer & Pick<Surroundings, "allow">): Dialect {
  return new SdkDialect({ ...options, fetch: guardedFetch({ ...options, secret: options.apiKey }) });
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  // Node's own wait rejects with an AbortError: who waits is told the signal's reason.
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
