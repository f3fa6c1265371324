/** What is no tool call, with a language model of the operator's behind the door. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import OpenAI from "openai";
import { Secret } from "#core/secret.ts";
import { type FaultServer, openFaultServer } from "../fault-server.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { MODEL_SERVER } from "../model-server.ts";
import { called, chat, result, TOOLS, user } from "./chat.ts";

const KEY = "sk-s3cret-of-the-operator-1";
const completion = (content: string) =>
  Response.json({
    id: "chatcmpl-theirs",
    object: "chat.completion",
    created: 1,
    model: "prose-1",
    system_fingerprint: "fp_1",
    choices: [
      { index: 0, message: { role: "assistant", content, refusal: null }, logprobs: null, finish_reason: "stop" },
    ],
    usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 },
  });

let upstream: FaultServer;
let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  upstream = openFaultServer();
  const prose = {
    ...MODEL_SERVER,
    provider: "openai",
    baseUrl: upstream.baseUrl,
    name: "prose-1",
    apiKeyEnv: "",
  } as const;
  server = await openTestApp({ backends: { prose: { ...prose, apiKey: new Secret(KEY) } }, freeTextBackend: "prose" });
  owner = await server.tenant();
  upstream.answer = () => completion("Why did the tool cross the road?");
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

const ask = (body: object) => owner.request("POST", "/v1/chat/completions", body);
const joke = user("tell me a joke");

test("goes to it as it is, under the key of the settings, and comes back under the request's names [Q-65]", async () => {
  const balance = await owner.balance();
  const body = { model: "dragoman", messages: [joke], temperature: 0.3, response_format: { type: "json_object" } };
  const { status, json } = await ask({ ...body, dragoman: { time_zone: "UTC" } });
  expect(status).toBe(200);
  expect(upstream.asked.at(-1)).toEqual({ ...body, model: "prose-1" } as never);
  expect(upstream.headers().get("authorization")).toBe(`Bearer ${KEY}`);
  expect(json).toMatchObject({
    model: "dragoman",
    choices: [{ message: { content: "Why did the tool cross the road?" } }],
    usage: { total_tokens: 14 },
    dragoman: { outcome: "forwarded", model: "prose", requests_used: 1 },
  });
  expect(json.id).toBe(`chatcmpl-${json.dragoman.request_id}`);
  expect(balance - (await owner.balance())).toBe(1);
});

test("is what fits no tool, and what was done, without the tools; a call stays here [Q-65]", async () => {
  const { tools: _, ...none } = chat(joke);
  await ask(chat(joke));
  expect(upstream.asked.at(-1)).toEqual({ ...none, model: "prose-1" } as never);
  const done = chat(user('weather in "Rome"'), called(["get_weather", { city: "Rome" }]), result("rain"));
  expect((await ask(done)).json.dragoman.outcome).toBe("forwarded");
  expect(upstream.asked.at(-1)?.messages).toEqual(done.messages as never);
  const before = upstream.asked.length;
  expect((await ask(chat(user('weather in "Rome"')))).json.dragoman.outcome).toBe("calls");
  expect((await ask(chat(user("weather")))).json.dragoman.outcome).toBe("question");
  expect(upstream.asked.length).toBe(before);
});

test("is streamed to who wants that, and asked for whole [Q-64]", async () => {
  const client = new OpenAI({ apiKey: owner.apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 });
  const asked = { model: "dragoman", messages: [{ role: "user" as const, content: "hi" }] };
  const whole = await client.chat.completions
    .stream({ ...asked, stream_options: { include_usage: true } })
    .finalChatCompletion();
  expect(whole.choices[0]?.message.content).toBe("Why did the tool cross the road?");
  expect(whole.usage?.total_tokens).toBe(14);
  expect(upstream.asked.at(-1)).toEqual({ ...asked, model: "prose-1" });
});

test.each<[what: string, answer: () => Response]>([
  ["an error", () => new Response(`no such key ${KEY}: tell me a joke`, { status: 401 })],
  ["no completion", () => Response.json({ choices: [] })],
  ["no JSON", () => new Response("<html>")],
])("that is %s is a bad gateway, free of charge, and no log has the key or what was asked", async (_, answer) => {
  const before = upstream.answer;
  upstream.answer = answer;
  const balance = await owner.balance();
  const { status, json } = await ask({ model: "dragoman", messages: [joke], tools: TOOLS, tool_choice: "none" });
  upstream.answer = before;
  expect([status, json.error.code, json.error.type]).toEqual([502, "bad_gateway", "server_error"]);
  expect(await owner.balance()).toBe(balance);
  expect(JSON.stringify(json) + server.logs.join("\n")).not.toMatch(/s3cret|tell me a joke/);
  expect(server.logs.join("\n")).toContain("prose: ");
});
