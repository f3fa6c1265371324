/** A real model server answers the official clients and our dialects alike. */
import { describe, expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import type { JsonObject } from "#core/json.ts";
import { Secret } from "#core/secret.ts";
import type { Dialect } from "#models/backend/dialect.ts";
import { AnthropicDialect } from "#models/language/anthropic-dialect.ts";
import { ChatDialect } from "#models/language/chat-dialect.ts";
import { guardedFetch } from "#models/language/guarded-fetch.ts";
import { given } from "./backend-kit.ts";

const NAME = "smollm2";
const SYSTEM = "You give a code.";
const USER = "The code?";
/** Bound to one answer: at temperature 0 this server is not deterministic while it remembers earlier questions. */
const CODE = { type: "object", properties: { code: { const: "k7" } }, required: ["code"], additionalProperties: false };

function ours(provider: "anthropic" | "openai", outputTokensMax: number): Dialect {
  const options = {
    baseUrl: given("BACKEND_URL"),
    name: NAME,
    apiKey: new Secret("any"),
    apiKeyHeader: "",
    outputTokensMax,
    fetch: guardedFetch({ baseUrl: given("BACKEND_URL"), allow: [], responseBytesMax: 1_000_000 }),
  };
  return provider === "openai" ? new ChatDialect(options) : new AnthropicDialect(options);
}
const prompt = { system: SYSTEM, user: USER, schema: CODE as JsonObject, functions: [] };
const signal = () => AbortSignal.timeout(60_000);

describe("openai", () => {
  const client = new OpenAI({ baseURL: given("BACKEND_URL"), apiKey: "any", maxRetries: 0 });
  const messages = [
    { role: "system", content: SYSTEM },
    { role: "user", content: USER },
  ] as const;

  test("the same answer and the same tokens, by schema", async () => {
    const theirs = await client.chat.completions.create({
      model: NAME,
      messages: [...messages],
      temperature: 0,
      max_tokens: 50,
      response_format: { type: "json_schema", json_schema: { name: "answer", strict: false, schema: CODE } },
    });
    const [choice] = theirs.choices;
    const reply = await ours("openai", 50).ask({ prompt, mode: "schema", repair: null }, signal());
    expect(JSON.parse(reply.text)).toEqual({ code: "k7" });
    expect(JSON.parse(choice?.message.content ?? "")).toEqual({ code: "k7" });
    expect(choice?.finish_reason).toBe(reply.finish as "stop");
    expect(reply.tokens.input).toBe(theirs.usage?.prompt_tokens as number);
  });

  test("of two questions to the same tools the second finds the beginning read", async () => {
    const system = `You give a code. ${"Whatever is asked, the code is the same. ".repeat(10)}`;
    const ask = (user: string) =>
      ours("openai", 20).ask({ prompt: { ...prompt, system, user }, mode: "schema", repair: null }, signal());
    await ask("The code?");
    const { tokens } = await ask("And now, what is it?");
    expect(tokens.cached).toBeGreaterThan(tokens.input / 2);
    expect(tokens.cached).toBeLessThan(tokens.input);
  });

  test("both say that the answer was cut off", async () => {
    const story = { ...prompt, user: "Count from 1 to 100." };
    const theirs = await client.chat.completions.create({
      model: NAME,
      messages: [messages[0], { role: "user", content: story.user }],
      temperature: 0,
      max_tokens: 3,
    });
    const reply = await ours("openai", 3).ask({ prompt: story, mode: "json", repair: null }, signal());
    expect([theirs.choices[0]?.finish_reason, reply.finish]).toEqual(["length", "length"]);
    expect(reply.tokens.output).toBe(theirs.usage?.completion_tokens as number);
  });
});

describe("anthropic", () => {
  // The official client adds the version's part of the path itself.
  const baseURL = given("BACKEND_URL").replace(/\/v1$/, "");
  const client = new Anthropic({ baseURL, apiKey: "any", maxRetries: 0 });

  test("both say that the answer was cut off, after as many tokens", async () => {
    const user = "Count from 1 to 100.";
    const theirs = await client.messages.create({
      model: NAME,
      system: SYSTEM,
      messages: [{ role: "user", content: user }],
      max_tokens: 3,
    });
    const reply = await ours("anthropic", 3).ask({ prompt: { ...prompt, user }, mode: "json", repair: null }, signal());
    expect([theirs.stop_reason as string, reply.finish]).toEqual(["max_tokens", "length"]);
    expect(reply.tokens.output).toBe(theirs.usage.output_tokens);
    const { input_tokens, cache_read_input_tokens } = theirs.usage;
    expect(reply.tokens.input).toBe(input_tokens + (cache_read_input_tokens ?? 0));
  });
});
