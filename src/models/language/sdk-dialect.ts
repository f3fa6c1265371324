/** Dialects by the AI SDK's providers. They are loaded when first asked: the embedded model alone needs none of them. */
import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import type { JsonObject } from "#core/json.ts";
import type { FunctionTool } from "#core/prompts/prompt.ts";
import type { Secret } from "#core/secret.ts";
import { BackendFailure } from "./backend-failure.ts";
import type { Dialect, DialectReply, Question } from "./dialect.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { type DispensableField, refusedField } from "./refused-fields.ts";

export interface SdkDialectOptions {
  readonly provider: "openai" | "anthropic";
  readonly baseUrl: string;
  /** The model's name, as the server knows it. */
  readonly name: string;
  /** Empty where none is needed. */
  readonly apiKey: Secret;
  /** "" for the provider's own. */
  readonly apiKeyHeader: string;
  readonly outputTokensMax: number;
  readonly fetch: GuardedFetch;
}

/** Equal questions get equal answers, as far as the server can. */
const SEED = 20_261_121;

export class SdkDialect implements Dialect {
  readonly #options: SdkDialectOptions;
  /** Fields that this server was found not to take. */
  readonly #refused = new Set<DispensableField>();
  #model: Promise<LanguageModelV4> | undefined;

  constructor(options: SdkDialectOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    await this.#loaded();
  }

  async ask(question: Question, signal: AbortSignal): Promise<DialectReply> {
    const model = await this.#loaded();
    const doneWithout = new Set(this.#refused);
    for (;;) {
      try {
        const reply = replyOf(await model.doGenerate(this.#callOptions(question, doneWithout, signal)));
        // Only what helped is kept: an error may name a field and mean something else.
        for (const field of doneWithout) this.#refused.add(field);
        return reply;
      } catch (cause) {
        const failure = failureOf(cause, signal);
        const field = refusedField(failure);
        if (field === null || doneWithout.has(field)) throw failure;
        doneWithout.add(field);
      }
    }
  }

  #loaded(): Promise<LanguageModelV4> {
    this.#model ??= loadModel(this.#options);
    return this.#model;
  }

  #callOptions(
    question: Question,
    doneWithout: ReadonlySet<DispensableField>,
    signal: AbortSignal,
  ): LanguageModelV4CallOptions {
    const { outputTokensMax, provider } = this.#options;
    const { prompt, mode } = question;
    const takes = (field: DispensableField) => !doneWithout.has(field);
    // Anthropic's dialect has no seed, and always names a maximum.
    const isOpenai = provider === "openai";
    return {
      prompt: messagesOf(question),
      abortSignal: signal,
      ...(takes("temperature") && { temperature: 0 }),
      ...(isOpenai && takes("seed") && { seed: SEED }),
      ...(takes("max_tokens") ? { maxOutputTokens: outputTokensMax } : {}),
      providerOptions: {
        openaiCompatible: {
          strictJsonSchema: false,
          ...(isOpenai && !takes("max_tokens") && { max_completion_tokens: outputTokensMax }),
        },
      },
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
    detail: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}

async function loadModel(options: SdkDialectOptions): Promise<LanguageModelV4> {
  const { provider, name, apiKeyHeader, fetch } = options;
  const apiKey = options.apiKey.reveal();
  const url = new URL(options.baseUrl);
  const queryParams = Object.fromEntries(url.searchParams);
  const baseURL = `${url.origin}${url.pathname}`.replace(/\/$/, "");
  const own = apiKeyHeader === "";
  const headers = own || apiKey === "" ? {} : { [apiKeyHeader]: apiKey };
  const shared = { baseURL, headers, fetch: fetch as typeof globalThis.fetch };
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ ...shared, apiKey: own ? apiKey : "" }).languageModel(name);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const key = own && apiKey !== "" ? { apiKey } : {};
  const made = createOpenAICompatible({
    ...shared,
    ...key,
    name: "openaiCompatible",
    queryParams,
    supportsStructuredOutputs: true,
  });
  return made.languageModel(name);
}

function messagesOf({ prompt, repair }: Question): LanguageModelV4Prompt {
  return [
    {
      role: "system",
      content: prompt.system,
      // Anthropic keeps what it read only where it is asked to; others do so by themselves.
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
  return {
    text,
    calls,
    finish,
    tokens: { input: usage.inputTokens.total ?? 0, output: usage.outputTokens.total ?? 0 },
  };
}
