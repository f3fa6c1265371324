/** Language models behind a server: any that speaks OpenAI's chat completions, and Anthropic's. */
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Log } from "#core/log.ts";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";
import { NOBODY, type Observer } from "#core/ports/observer.ts";
import type { AnswerMode } from "#core/prompts/prompt.ts";
import type { Secret } from "#core/secret.ts";
import { watched } from "../watched-model.ts";
import { BackendFailure } from "./backend-failure.ts";
import { Bulkhead } from "./bulkhead.ts";
import { type Capabilities, findCapabilities } from "./capabilities.ts";
import { ChildDialect } from "./child-dialect.ts";
import { ChildServer } from "./child-server.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import type { Dialect, Tokens } from "./dialect.ts";
import { FallbackModel } from "./fallback-model.ts";
import { findingsOf, type ModelFinding, type ModelSurvey, surveyOf } from "./findings.ts";
import { GuardedBackend } from "./guarded-backend.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { ServedModel } from "./language-model.ts";
import { ModeFinder } from "./mode-finder.ts";
import { Retries } from "./retries.ts";
import { SdkDialect } from "./sdk-dialect.ts";
import { ToolShortlist } from "./tool-shortlist.ts";

/** A model server, and how it is asked. */
export interface ModelServer {
  readonly provider: "openai" | "anthropic" | "llama-server";
  /** A `llama-server` has none: it is a child of ours, started with these arguments for the GGUF file at `path`. */
  readonly baseUrl: string;
  readonly executable: string;
  readonly arguments: readonly string[];
  readonly path: string;
  readonly name: string;
  readonly apiKey: Secret;
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
  readonly log: Log;
  readonly observer?: Observer;
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
): OpenedModel {
  const { monotonicMs, observer = NOBODY } = around;
  const closers: (() => Promise<void>)[] = [];
  let leftMs = around.timeoutMs;
  const opened = models.map((model, index) => {
    const timeoutMs = index === models.length - 1 ? leftMs : leftMs * TIME_SHARE;
    leftMs -= timeoutMs;
    if ("inside" in model) return watched(model.inside, observer, monotonicMs);
    const one = openServedModel({ ...around, ...model, timeoutMs: Math.ceil(timeoutMs) });
    closers.push(one.close);
    return watched(one.model, observer, monotonicMs);
  });
  const [first, ...others] = opened;
  if (!first) throw new TypeError("no model to open");
  const close = async () => {
    await Promise.all(closers.map((closeOne) => closeOne()));
  };
  return { model: others.length === 0 ? first : new FallbackModel(first, others), close };
}

export interface OpenedModel {
  readonly model: LanguageModel;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** Contacts nobody before the first question, unless its mode is to be found. A child is started at once. */
export function openServedModel(options: ServedModelOptions): OpenedModel {
  const { inputPrice, outputPrice, timeoutMs, monotonicMs, log, observer = NOBODY } = options;
  const id = idOf(options);
  const { dialect, close } = dialectOf(options);
  // From the start, not only from the first change on.
  observer.breakerChanged(id, "closed");
  observer.serverQueueChanged(id, { running: 0, waiting: 0 });
  const breaker = new CircuitBreaker({ monotonicMs, log, changed: (state) => observer.breakerChanged(id, state) });
  const retries = new Retries({ monotonicMs, sleep, random: Math.random });
  const called = (outcome: string, { input, output }: Tokens) => {
    const money = (input * inputPrice + output * outputPrice) / 1_000_000;
    observer.serverCalled(id, outcome, { input, output, money });
  };
  const model = new ServedModel({
    id,
    backend: new GuardedBackend({ dialect, breaker, retries, log, called }),
    bulkhead: new Bulkhead(options.concurrencyMax, options.queueMax, (queue) => observer.serverQueueChanged(id, queue)),
    shortlist: new ToolShortlist(options.toolsMax, options.embedder),
    modes: new ModeFinder(options.mode, dialect, { timeoutMs, monotonicMs, log }),
    prices: { input: inputPrice, output: outputPrice },
    monotonicMs,
    timeoutMs,
  });
  return { model, close };
}

/** What the server can do, for its owner. Never rejects: a server that cannot be asked is a finding too. */
export async function examineServedModel(
  server: ModelServer,
  around: Pick<Surroundings, "allow" | "timeoutMs">,
): Promise<readonly ModelFinding[]> {
  const model = idOf(server);
  try {
    return findingsOf(model, await capabilitiesOf(server, around), server.mode);
  } catch (failure) {
    const said = failure instanceof Error ? failure.message : String(failure);
    const detail = failure instanceof BackendFailure && failure.detail !== "" ? `: ${failure.detail}` : "";
    const isChild = server.provider === "llama-server";
    const advice = isChild
      ? "check its executable, arguments and path in the settings"
      : "check its base_url, name and key in the settings, and that the server runs";
    return [{ model, check: "server", ok: false, found: `${said}${detail}`.slice(0, 500), advice }];
  }
}

/** The same in one line. Never rejects. */
export async function surveyServedModel(
  server: ModelServer,
  around: Pick<Surroundings, "allow" | "timeoutMs">,
): Promise<ModelSurvey> {
  const found = await capabilitiesOf(server, around).catch(() => null);
  return surveyOf(idOf(server), server.mode, found);
}

/** Rejects when the server does not answer. A child is started for it, and stopped. */
async function capabilitiesOf(
  server: ModelServer,
  around: Pick<Surroundings, "allow" | "timeoutMs">,
): Promise<Capabilities> {
  const { dialect, close } = dialectOf({ ...server, ...around, log: () => {} });
  try {
    await dialect.load();
    return await findCapabilities(dialect, AbortSignal.timeout(around.timeoutMs));
  } finally {
    await close();
  }
}

function idOf(server: ModelServer): string {
  return `${server.provider}/${nameOf(server)}`;
}

/** A child has one model, which is called as its file is. */
function nameOf({ provider, name, path }: ModelServer): string {
  return provider === "llama-server" ? basename(path, ".gguf") : name;
}

function dialectOf(options: ModelServer & Pick<Surroundings, "allow" | "log">): {
  readonly dialect: Dialect;
  close(): Promise<void>;
} {
  const provider = options.provider === "anthropic" ? "anthropic" : "openai";
  const dialectAt = (baseUrl: string) => {
    const at = { ...options, provider, name: nameOf(options), baseUrl } as const;
    return new SdkDialect({ ...at, fetch: guardedFetch({ ...at, secret: options.apiKey.reveal() }) });
  };
  if (options.provider !== "llama-server") return { dialect: dialectAt(options.baseUrl), close: async () => {} };
  const child = new ChildServer(options);
  void child.started().catch(() => {});
  return { dialect: new ChildDialect(child, dialectAt), close: () => child.close() };
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  // Node's own wait rejects with an AbortError: who waits is told the signal's reason.
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
