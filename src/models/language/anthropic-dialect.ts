/** Anthropic's dialect by the AI SDK's provider, which is loaded when first asked: other models need none of it. */
import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import { messageOf } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import type { Secret } from "#core/secret.ts";
import { BackendFailure } from "../backend/backend-failure.ts";
import type { Dialect, DialectReply, Question, ServerFacts } from "../backend/dialect.ts";
import type { FunctionTool } from "../backend/prompt.ts";
import { factsFrom, GREETING, takenOr } from "./capabilities.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { RefusedFields, type Takes } from "./refused-fields.ts";
import { contextTokensOf } from "./server-context.ts";

export interface AnthropicDialectOptions {
  readonly baseUrl: string;
  /** The model's name, as the server knows it. */
  readonly name: string;
  /** Empty where none is needed. */
  readonly apiKey: Secret;
  /** "" for Anthropic's own. */
  readonly apiKeyHeader: string;
  readonly outputTokensMax: number;
  readonly fetch: GuardedFetch;
}

/** Of the interface; the SDK names the same. */
const VERSION = "2023-06-01";

export class AnthropicDialect implements Dialect {
  readonly #options: AnthropicDialectOptions;
  readonly #refused = new RefusedFields();
  #model: Promise<LanguageModelV4> | undefined;

  constructor(options: AnthropicDialectOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    await this.#loaded();
  }

  async ask(question: Question, signal: AbortSignal): Promise<DialectReply> {
    const model = await this.#loaded();
    return this.#refused.askWithout(async (takes) => {
      try {
        return replyOf(await model.doGenerate(this.#callOptions(question, takes, signal)));
      } catch (cause) {
        throw failureOf(cause, signal);
      }
    });
  }

  facts(signal: AbortSignal): Promise<ServerFacts> {
    const key = this.#options.apiKey.reveal();
    const { apiKeyHeader } = this.#options;
    const keyed = key === "" ? {} : { [apiKeyHeader === "" ? "x-api-key" : apiKeyHeader]: key };
    const described = { ...this.#options, headers: { "anthropic-version": VERSION, ...keyed } };
    return factsFrom(this.#streams(signal), contextTokensOf(described, signal));
  }

  async #streams(signal: AbortSignal): Promise<boolean> {
    const model = await this.#loaded();
    return takenOr(false, () =>
      this.#refused.askWithout(async (takes) => {
        try {
          const { stream } = await model.doStream(this.#callOptions(GREETING, takes, signal));
          return (await Array.fromAsync(stream)).some(({ type }) => type === "text-delta");
        } catch (cause) {
          throw failureOf(cause, signal);
        }
      }),
    );
  }

  #loaded(): Promise<LanguageModelV4> {
    this.#model ??= loadModel(this.#options);
    return this.#model;
  }

  /** There is no seed, and always a maximum of tokens. */
  #callOptions(question: Question, takes: Takes, signal: AbortSignal): LanguageModelV4CallOptions {
    const { prompt, mode } = question;
    return {
      prompt: messagesOf(question),
      abortSignal: signal,
      ...(takes("temperature") && { temperature: 0 }),
      ...(takes("max_tokens") && { maxOutputTokens: this.#options.outputTokensMax }),
      ...(mode === "schema" && takes("response_format") && { responseFormat: answerFormat(prompt.schema) }),
      ...(mode === "tools" && {
        tools: prompt.functions.map(functionTool),
        toolChoice: { type: takes("tool_choice") ? "required" : "auto" },
      }),
    };
  }
}

function answerFormat(schema: JsonObject): NonNullable<LanguageModelV4CallOptions["responseFormat"]> {
  return { type: "json", schema: schema as JSONSchema7, name: "answer" };
}

function functionTool({ name, description, parameters }: FunctionTool): LanguageModelV4FunctionTool {
  return { type: "function", name, description, inputSchema: parameters as JSONSchema7 };
}

/** Throws the signal's reason when that is why. */
function failureOf(cause: unknown, signal: AbortSignal): BackendFailure {
  signal.throwIfAborted();
  if (cause instanceof BackendFailure) return cause;
  return new BackendFailure("unreadable", "the model server's answer cannot be read", {
    detail: messageOf(cause),
    cause,
  });
}

async function loadModel(options: AnthropicDialectOptions): Promise<LanguageModelV4> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const { name, apiKeyHeader, fetch } = options;
  const apiKey = options.apiKey.reveal();
  const { origin, pathname } = new URL(options.baseUrl);
  const own = apiKeyHeader === "";
  const headers = own || apiKey === "" ? {} : { [apiKeyHeader]: apiKey };
  const made = createAnthropic({
    baseURL: `${origin}${pathname}`.replace(/\/$/, ""),
    headers,
    fetch: fetch as typeof globalThis.fetch,
    apiKey: own ? apiKey : "",
  });
  return made.languageModel(name);
}

function messagesOf({ prompt, repair }: Question): LanguageModelV4Prompt {
  return [
    {
      role: "system",
      content: prompt.system,
      // It keeps what it read only where it is asked to.
      providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    },
    { role: "user", content: [{ type: "text", text: prompt.user }] },
    ...(repair === null
      ? []
      : ([
          { role: "assistant", content: [{ type: "text", text: repair.said }] },
          { role: "user", content: [{ type: "text", text: repair.request }] },
        ] as const)),
  ] as LanguageModelV4Prompt;
}

function replyOf({ content, finishReason, usage }: Awaited<ReturnType<LanguageModelV4["doGenerate"]>>): DialectReply {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const calls = content.flatMap((part) =>
    part.type === "tool-call" ? [{ name: part.toolName, input: part.input }] : [],
  );
  const { unified } = finishReason;
  const finish =
    unified === "length"
      ? "length"
      : unified === "content-filter"
        ? "refused"
        : unified === "stop" || unified === "tool-calls"
          ? "stop"
          : "other";
  const { total: input = 0, cacheRead: cached } = usage.inputTokens;
  const tokens = { input, output: usage.outputTokens.total ?? 0, ...(cached !== undefined && { cached }) };
  return { text, calls, finish, tokens };
}
