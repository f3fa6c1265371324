/** Language models of the owner's: behind a server that speaks OpenAI's chat completions or Anthropic's, or in a file. */
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Log } from "#core/log.ts";
import type { Embedder } from "#core/ports/models.ts";
import { NOBODY, type Observer } from "#core/ports/observer.ts";
import { type Tracer, UNTRACED } from "#core/ports/tracer.ts";
import type { AnswerMode } from "#core/prompts/prompt.ts";
import type { Secret } from "#core/secret.ts";
import { GgufDialect } from "../gguf/gguf-dialect.ts";
import { AnthropicDialect } from "./anthropic-dialect.ts";
import { BackendFailure } from "./backend-failure.ts";
import { Bulkhead } from "./bulkhead.ts";
import { type Survey, surveyed } from "./capabilities.ts";
import { ChatDialect } from "./chat-dialect.ts";
import { ChildDialect } from "./child-dialect.ts";
import { ChildServer } from "./child-server.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import type { Dialect, Tokens } from "./dialect.ts";
import { findingsOf, type ModelFinding, type ModelSurvey, surveyOf } from "./findings.ts";
import { GuardedBackend } from "./guarded-backend.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { ServedModel } from "./language-model.ts";
import { ModeFinder } from "./mode-finder.ts";
import { moneyFor } from "./prices.ts";
import { Retries } from "./retries.ts";
import { ToolShortlist } from "./tool-shortlist.ts";
import { chatSpan, withTraceparent } from "./tracing.ts";

/** A model server, and how it is asked. */
export interface ModelServer {
  readonly provider: "openai" | "anthropic" | "llama-server" | "gguf";
  /**
   * A `llama-server` has none: it is a child of ours, started with these arguments for the GGUF file at `path`. Nor has a
   * `gguf`, which runs the file inside the process.
   */
  readonly baseUrl: string;
  readonly executable: string;
  readonly arguments: readonly string[];
  readonly path: string;
  readonly contextTokens: number;
  readonly threads: number;
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
  readonly cachedInputPrice: number;
  readonly outputPrice: number;
}

export interface Surroundings {
  /** For everything that one question takes, waiting included. */
  readonly timeoutMs: number;
  /** Other hosts than the servers' own that may be contacted. */
  readonly allow: readonly string[];
  /** Where native libraries are unpacked: a folder of the server's own that allows execution. */
  readonly runtimeDir: string;
  readonly embedder: Embedder;
  readonly monotonicMs: () => number;
  readonly log: Log;
  readonly observer?: Observer;
  readonly tracer?: Tracer;
}

export type ServedModelOptions = ModelServer & Surroundings;

export interface OpenedModel {
  readonly model: ServedModel;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** Contacts nobody before the first question, unless its mode is to be found. A child is started at once. */
export function openServedModel(options: ServedModelOptions): OpenedModel {
  const { timeoutMs, monotonicMs, log, observer = NOBODY, tracer = UNTRACED } = options;
  const id = idOf(options);
  const { dialect, close } = dialectOf(options);
  // From the start, not only from the first change on.
  observer.breakerChanged(id, "closed");
  observer.serverQueueChanged(id, { running: 0, waiting: 0 });
  const breaker = new CircuitBreaker({ monotonicMs, log, changed: (state) => observer.breakerChanged(id, state) });
  const retries = new Retries({ monotonicMs, sleep, random: Math.random });
  const called = (outcome: string, tokens: Tokens) =>
    observer.serverCalled(id, outcome, { cached: 0, ...tokens, money: moneyFor(tokens, options) });
  const model = new ServedModel({
    id,
    backend: new GuardedBackend({
      dialect,
      breaker,
      retries,
      log,
      called,
      tracer,
      span: chatSpan({ ...options, name: nameOf(options) }),
    }),
    bulkhead: new Bulkhead(options.concurrencyMax, options.queueMax, (queue) => observer.serverQueueChanged(id, queue)),
    shortlist: new ToolShortlist(options.toolsMax, options.embedder),
    modes: new ModeFinder(options.mode, dialect, { timeoutMs, monotonicMs, log }),
    prices: options,
    monotonicMs,
    timeoutMs,
  });
  return { model, close };
}

/** What the server can do, for its owner. Never rejects: a server that cannot be asked is a finding too. */
export async function examineServedModel(
  server: ModelServer,
  around: Pick<Surroundings, "allow" | "runtimeDir" | "timeoutMs">,
): Promise<readonly ModelFinding[]> {
  const model = idOf(server);
  try {
    return findingsOf(model, await surveyOfServer(server, around), server.mode);
  } catch (failure) {
    const said = failure instanceof Error ? failure.message : String(failure);
    const detail = failure instanceof BackendFailure && failure.detail !== "" ? `: ${failure.detail}` : "";
    const advice = ADVICE[server.provider];
    return [{ model, check: "server", ok: false, found: `${said}${detail}`.slice(0, 500), advice }];
  }
}

const SERVER_ADVICE = "check its base_url, name and key in the settings, and that the server runs";
const ADVICE: Readonly<Record<ModelServer["provider"], string>> = {
  openai: SERVER_ADVICE,
  anthropic: SERVER_ADVICE,
  "llama-server": "check its executable, arguments and path in the settings",
  gguf: "check its path, context_tokens and concurrency_max in the settings",
};

/** The same in one line. Never rejects. */
export async function surveyServedModel(
  server: ModelServer,
  around: Pick<Surroundings, "allow" | "runtimeDir" | "timeoutMs">,
): Promise<ModelSurvey> {
  const found = await surveyOfServer(server, around).catch(() => null);
  return surveyOf(idOf(server), server.mode, found);
}

/** Rejects when the server does not answer. A child is started for it, and stopped; a file is opened, and closed. */
async function surveyOfServer(
  server: ModelServer,
  around: Pick<Surroundings, "allow" | "runtimeDir" | "timeoutMs">,
): Promise<Survey> {
  const { dialect, close } = dialectOf({ ...server, ...around, log: () => {} });
  try {
    await dialect.load();
    return await surveyed(dialect, around.timeoutMs);
  } finally {
    await close();
  }
}

function idOf(server: ModelServer): string {
  return `${server.provider}/${nameOf(server)}`;
}

/** A file is one model, which is called as it is. */
function nameOf({ provider, name, path }: ModelServer): string {
  return provider === "llama-server" || provider === "gguf" ? basename(path, ".gguf") : name;
}

function dialectOf(options: ModelServer & Pick<Surroundings, "allow" | "log" | "runtimeDir" | "tracer">): {
  readonly dialect: Dialect;
  close(): Promise<void>;
} {
  if (options.provider === "gguf") {
    const dialect = new GgufDialect(options);
    return { dialect, close: () => dialect.close() };
  }
  const dialectAt = (baseUrl: string) => {
    const at = { ...options, name: nameOf(options), baseUrl };
    const guarded = guardedFetch({ ...at, secret: options.apiKey.reveal() });
    const speaking = { ...at, fetch: withTraceparent(guarded, options.tracer ?? UNTRACED) };
    return options.provider === "anthropic" ? new AnthropicDialect(speaking) : new ChatDialect(speaking);
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
