/** What servers that keep what they read can keep: beginnings that are equal byte for byte, and what they say they kept. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { inUtc } from "#core/local-time.ts";
import type { AppId } from "#core/tenant.ts";
import type { AnswerMode } from "#models/backend/prompt.ts";
import { chatRequest } from "#models/language/chat-completions.ts";
import { callPrompt, formOf } from "#models/language/prompts/call-prompt.ts";
import { RememberedFrames } from "#models/language/remembered-frames.ts";
import { moneyFor } from "#models/language/token-prices.ts";
import { type FaultServer, openFaultServer, said } from "../../fault-server.ts";
import { asking, call, NOW, served, signal, timerTool, weatherTool } from "./served.ts";

let upstream: FaultServer;
beforeEach(() => {
  upstream = openFaultServer();
});
afterEach(() => upstream.close());

const MODES: readonly AnswerMode[] = ["schema", "tools", "json"];
const server = { name: "tiny", outputTokensMax: 500 };
const persona = { instructions: "Be brief.", language: null };

describe("what comes before the query is the same, byte for byte,", () => {
  /** The body up to the first word that the query has a part in. */
  function beginning(request: ReturnType<typeof asking>, mode: AnswerMode, frames?: RememberedFrames): string {
    const frame = frames?.of(null, request.tools, formOf(request, mode));
    const prompt = callPrompt(request, mode, frame);
    const body = chatRequest(server, { prompt, mode, repair: null }, () => true);
    expect(JSON.parse(body).messages[1]).toEqual({ role: "user", content: prompt.user });
    return body.slice(0, body.indexOf('{"role":"user"'));
  }

  test.each(MODES)("for other words, another day and another context, in mode %s", (mode) => {
    const one = beginning(asking("weather in Rome"), mode);
    const tools = structuredClone([weatherTool, timerTool]);
    const memories = [{ kind: "fact", fact: "home is Berlin", similarity: 1 }] as const;
    const rest = {
      tools,
      memories,
      context: "kitchen",
      history: [{ tool: "a", query: "b" }],
      now: inUtc(NOW + 86_400_000),
    };
    expect(beginning(asking("stop it", rest), mode)).toBe(one);
    expect(one.length).toBeGreaterThan(500);
  });

  test.each(MODES)("whether it is made anew or remembered, in mode %s", (mode) => {
    const frames = new RememberedFrames();
    for (const request of [asking("hi"), asking("hi", { persona }), asking("hi", { tools: [timerTool] })]) {
      expect(beginning(request, mode, frames)).toBe(beginning(request, mode));
      expect(beginning(structuredClone({ ...request, findSimilar: null }) as never, mode, frames)).toBe(
        beginning(request, mode),
      );
    }
  });
});

const form = (mode: AnswerMode, wantsText: boolean) => ({ mode, wantsText, mustCall: false, callsMax: 1 });

describe("what prompts have in common", () => {
  const tools = [weatherTool, timerTool];
  const one = "app-1" as AppId;

  test("is made once for equal tools, and for each app by itself", () => {
    const frames = new RememberedFrames();
    const frame = frames.of(one, tools, form("schema", false));
    expect(frames.of(one, structuredClone(tools), form("schema", false))).toBe(frame);
    expect(frames.of("app-2" as AppId, tools, form("schema", false))).not.toBe(frame);
    expect(frames.of(one, tools, form("schema", true)).schema).not.toEqual(frame.schema);
    expect(frames.of(one, tools, form("tools", false)).functions).toHaveLength(3);
  });

  test("is forgotten when there is too much of it, the least recently used first", () => {
    const frames = new RememberedFrames();
    const long = (name: string) => [{ name, description: "x".repeat(1_500_000) }];
    const [first, second] = [
      frames.of(one, long("a"), form("json", false)),
      frames.of(one, long("b"), form("json", false)),
    ];
    expect(frames.of(one, long("a"), form("json", false))).toBe(first);
    frames.of(one, long("c"), form("json", false));
    expect(frames.of(one, long("a"), form("json", false))).toBe(first);
    expect(frames.of(one, long("b"), form("json", false))).not.toBe(second);
  });
});

describe("what a server kept", () => {
  const usage = { prompt_tokens: 100, completion_tokens: 20 };
  const answering = async (more: object) => {
    const completion = (await said(call("none", {})).json()) as object;
    upstream.answer = () => Response.json({ ...completion, ...more });
    const prices = { inputPrice: 2, cachedInputPrice: 0.5, outputPrice: 10 };
    return (await served(upstream.baseUrl, prices).call(asking("hi"), signal())).usage;
  };

  test.each([
    ["OpenAI, vLLM", { usage: { ...usage, prompt_tokens_details: { cached_tokens: 80 } } }, 80],
    ["DeepSeek", { usage: { ...usage, prompt_cache_hit_tokens: 64 } }, 64],
    ["llama.cpp", { usage, timings: { cache_n: 90, prompt_n: 10 } }, 90],
    ["a server that counts wrongly", { usage: { ...usage, prompt_tokens_details: { cached_tokens: 900 } } }, 100],
    ["a server that says nothing", { usage }, 0],
    [
      "a server that says what is no number",
      { usage: { ...usage, prompt_tokens_details: { cached_tokens: "80" } } },
      0,
    ],
  ])("is counted and has its own price: %s", async (_, more, cached) => {
    expect(await answering(more)).toEqual({
      inputTokens: 100,
      cachedInputTokens: cached,
      outputTokens: 20,
      money: ((100 - cached) * 2 + cached * 0.5 + 20 * 10) / 1_000_000,
    });
  });

  test("costs as much as the rest where the settings name no price", () => {
    const prices = { inputPrice: 2, cachedInputPrice: 0, outputPrice: 0 };
    expect(moneyFor({ input: 100, cached: 80, output: 5 }, prices)).toBe(0.0002);
  });
});
