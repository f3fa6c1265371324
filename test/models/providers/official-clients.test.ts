/** What we send is what the official clients send for the same question: a recording server compares them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import type { JsonObject } from "#core/json.ts";
import { Secret } from "#core/secret.ts";
import type { AnswerMode, Prompt } from "#models/backend/prompt.ts";
import { AnthropicDialect } from "#models/language/anthropic-dialect.ts";
import { ChatDialect } from "#models/language/chat-dialect.ts";
import { guardedFetch } from "#models/language/guarded-fetch.ts";
import { type FaultServer, openFaultServer, said } from "../../fault-server.ts";

const OPENAI_NAME = "gpt-4.1-mini";
const ANTHROPIC_NAME = "claude-sonnet-5";
const KEY = "s3cret";
const TOKENS_MAX = 500;
const schema = {
  type: "object" as const,
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
const description = "The weather in a city";
const prompt: Prompt = {
  system: "You turn what a user says into one call of one tool.",
  user: "<request>weather in Rome</request>",
  schema: schema as JsonObject,
  functions: [{ name: "get_weather", description, parameters: schema as JsonObject }],
};

const anthropicMessage = () =>
  Response.json({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: ANTHROPIC_NAME,
    content: [{ type: "text", text: "{}" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  });

let upstream: FaultServer;
beforeEach(() => {
  upstream = openFaultServer();
});
afterEach(() => upstream.close());

interface Recorded {
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string | null>>;
}

/** The headers that a server reads. */
const HEADERS = ["authorization", "x-api-key", "anthropic-version", "content-type"];

async function recorded(send: () => Promise<unknown>): Promise<Recorded> {
  await send();
  const headers = HEADERS.map((name) => [name, upstream.headers().get(name)]);
  return { path: upstream.url().pathname, body: upstream.asked.at(-1) as object, headers: Object.fromEntries(headers) };
}

function ours(provider: "anthropic" | "openai", mode: AnswerMode): Promise<Recorded> {
  const fetch = guardedFetch({ baseUrl: upstream.baseUrl, allow: [], responseBytesMax: 1_000_000 });
  const name = provider === "openai" ? OPENAI_NAME : ANTHROPIC_NAME;
  const server = { name, baseUrl: upstream.baseUrl, apiKey: new Secret(KEY), apiKeyHeader: "" };
  const options = { ...server, outputTokensMax: TOKENS_MAX, fetch };
  const dialect = provider === "openai" ? new ChatDialect(options) : new AnthropicDialect(options);
  return recorded(() => dialect.ask({ prompt, mode, repair: null }, AbortSignal.timeout(5_000)));
}

const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: "system", content: prompt.system },
  { role: "user", content: prompt.user },
];
const jsonSchema = { name: "answer", strict: false, schema };
const tool = { name: "get_weather", description, parameters: schema };

test.each([
  ["schema", { response_format: { type: "json_schema", json_schema: jsonSchema } }],
  ["tools", { tools: [{ type: "function", function: tool }], tool_choice: "required" }],
  ["json", {}],
] satisfies readonly [AnswerMode, Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>][])(
  "openai, mode %s",
  async (mode, bound) => {
    upstream.answer = () => said("{}");
    const client = new OpenAI({ baseURL: upstream.baseUrl, apiKey: KEY, maxRetries: 0 });
    const theirs = await recorded(() =>
      client.chat.completions.create({
        model: OPENAI_NAME,
        messages,
        temperature: 0,
        max_tokens: TOKENS_MAX,
        seed: 20_261_121,
        ...bound,
      }),
    );
    expect(await ours("openai", mode)).toEqual(theirs);
  },
);

test.each([
  ["schema", { output_config: { format: { type: "json_schema", schema } } }],
  [
    "tools",
    {
      tools: [{ name: "get_weather", description, input_schema: schema }],
      tool_choice: { type: "any" },
    },
  ],
  ["json", {}],
] satisfies readonly [AnswerMode, Partial<Anthropic.MessageCreateParamsNonStreaming>][])(
  "anthropic, mode %s",
  async (mode, bound) => {
    upstream.answer = anthropicMessage;
    const client = new Anthropic({ baseURL: upstream.baseUrl.replace(/\/v1$/, ""), apiKey: KEY, maxRetries: 0 });
    const theirs = await recorded(() =>
      client.messages.create({
        model: ANTHROPIC_NAME,
        system: [{ type: "text", text: prompt.system, cache_control: { type: "ephemeral" } }],
        messages: [{ role: "user", content: [{ type: "text", text: prompt.user }] }],
        max_tokens: TOKENS_MAX,
        ...bound,
      }),
    );
    const { headers, ...sent } = await ours("anthropic", mode);
    expect(sent).toEqual({ path: theirs.path, body: theirs.body });
    // The version of the interface whose answers the provider reads, with the key where that version has it; the official
    // client has moved on to a later one.
    expect(headers).toMatchObject({ "anthropic-version": "2023-06-01", "x-api-key": KEY, authorization: null });
  },
);
