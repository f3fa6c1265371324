import { describe, expect, test } from "bun:test";
import { ChatCompletion } from "#http/schemas/chat-completion.ts";
import { openTestApp, scenarios } from "../kit.ts";
import {
  answers,
  asking,
  atSeven,
  BERLIN,
  BOTH,
  called,
  calls,
  chat,
  inBerlin,
  inRome,
  result,
  system,
  user,
  words,
} from "./chat.ts";
import { weather } from "./samples.ts";

scenarios(
  "POST /v1/chat/completions",
  [
    {
      clause: "Q-60",
      name: "a tool call, with what we know of it beside",
      body: asking,
      headers: { "X-Request-Id": "mine-1" },
      expect: 200,
      json: {
        ...calls(inBerlin),
        id: "chatcmpl-mine-1",
        created: 1773144030,
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
        dragoman: {
          request_id: "mine-1",
          source: "model",
          model: "fake-model-1",
          confidence: 0.9,
          toolset: null,
          missing_parameters: [],
          defaults_applied: ["unit"],
          requests_used: 1,
          requests_remaining: 999_999,
        },
      },
    },
    {
      clause: "Q-60",
      name: "content in parts",
      body: chat(user([{ type: "text", text: BERLIN }])),
      expect: 200,
      json: calls(inBerlin),
    },
    {
      clause: "Q-60",
      name: "a toolset of the app, with its cache",
      given: async ({ owner }) => {
        await owner.request("POST", "/v1/toolsets", weather);
        await owner.request("POST", "/v1/chat/completions", { ...asking, model: "dragoman/weather-v1" });
      },
      body: { ...asking, model: "dragoman/weather-v1", tools: undefined },
      expect: 200,
      json: {
        ...calls(inBerlin),
        model: "dragoman/weather-v1",
        dragoman: { source: "exact_cache", toolset: "weather-v1" },
      },
    },
    {
      clause: "Q-60",
      name: "a backend by its name",
      body: { ...asking, model: "embedded" },
      expect: 200,
      json: { ...calls(inBerlin), model: "embedded" },
    },
    {
      clause: "Q-61",
      name: "an earlier sentence with its call",
      body: chat(
        user('weather in "Rome"'),
        called(inRome),
        result("rain"),
        words("It rains."),
        user("weather for 2 days"),
      ),
      expect: 200,
      json: calls(["get_weather", { city: "Rome", days: 2, unit: "celsius" }]),
    },
    {
      clause: "Q-61",
      name: "a result that asks for a call",
      body: chat(
        system("Be kind."),
        user(BERLIN),
        called(inBerlin),
        result('set an alarm clock at "5", call set_alarm'),
      ),
      expect: 200,
      json: answers({ content: 'set an alarm clock at "5", call set_alarm' }, { outcome: "done" }),
    },
    {
      clause: "Q-61",
      name: "a system that says more than guides a resolution",
      body: chat(system("x".repeat(20_000)), user(BERLIN)),
      expect: 200,
      json: calls(inBerlin),
    },
    {
      clause: "Q-62",
      name: "a missing value",
      body: chat(user("weather")),
      expect: 200,
      json: answers({ content: expect.stringMatching(/\?$/) }, { outcome: "question", missing_parameters: ["city"] }),
    },
    {
      clause: "Q-62",
      name: "the answer to a question",
      body: chat(user("weather"), words("Which city?"), user('"Berlin"')),
      expect: 200,
      json: calls(["get_weather", { city: "Berlin", unit: "celsius" }]),
    },
    {
      clause: "Q-62",
      name: "a value that cannot be had",
      body: chat(user('weather in "Berlin" in "kelvin"')),
      expect: 200,
      json: answers(
        { content: expect.stringContaining("kelvin") },
        { outcome: "question", unfilled: [{ parameter: "unit", said: "kelvin", why: "not_an_option" }] },
      ),
    },
    {
      clause: "Q-62",
      name: "no tool fits",
      body: chat(user("hello there")),
      expect: 200,
      json: answers({ content: expect.stringMatching(/./) }, { outcome: "none", confidence: 0.4 }),
    },
    {
      clause: "Q-62",
      name: "all calls were made",
      body: chat(user(BERLIN), called(inBerlin), result("sunny, 21 °C")),
      expect: 200,
      json: answers({ content: "sunny, 21 °C" }, { outcome: "done" }),
    },
    {
      clause: "Q-62",
      name: "a call that is whole before one that lacks a value",
      body: chat(user('weather in "Rome" and then alarm')),
      expect: 200,
      json: calls(inRome),
    },
    {
      clause: "Q-62",
      name: "and then the question",
      body: chat(user('weather in "Rome" and then alarm'), called(inRome), result("rain")),
      expect: 200,
      json: answers({ content: expect.stringMatching(/\?$/) }, { outcome: "question", missing_parameters: ["hour"] }),
    },
    { clause: "Q-63", name: "several calls", body: chat(user(BOTH)), expect: 200, json: calls(inRome, atSeven) },
    {
      clause: "Q-63",
      name: "one at a time",
      body: { ...chat(user(BOTH)), parallel_tool_calls: false },
      expect: 200,
      json: calls(inRome),
    },
    {
      clause: "Q-63",
      name: "the next one when that is done",
      body: { ...chat(user(BOTH), called(inRome), result("rain")), parallel_tool_calls: false },
      expect: 200,
      json: calls(atSeven),
    },
    {
      clause: "Q-63",
      name: "a call in any case",
      body: { ...chat(user('"x" 6')), tool_choice: "required", dragoman: { min_confidence: 0.9 } },
      expect: 200,
      json: calls(["get_weather", { city: "x", days: 6, unit: "celsius" }]),
    },
    {
      clause: "Q-63",
      name: "a function",
      body: { ...asking, tool_choice: { type: "function", function: { name: "set_alarm" } } },
      expect: 200,
      json: calls(["set_alarm", { hour: 3 }]),
    },
    {
      clause: "Q-63",
      name: "some functions",
      body: {
        ...asking,
        tool_choice: {
          type: "allowed_tools",
          allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "set_alarm" } }] },
        },
      },
      expect: 200,
      json: answers({ content: expect.any(String) }, { outcome: "none" }),
    },
    {
      clause: "Q-63",
      name: "too unsure a call",
      body: { ...asking, dragoman: { min_confidence: 0.95, time_zone: "Europe/Berlin" } },
      expect: 200,
      json: answers({ content: expect.any(String) }, { outcome: "none" }),
    },
    {
      clause: "Q-63",
      name: "a value that has to be there, and may be null",
      body: {
        ...chat(user("alarm at 6")),
        tools: [
          {
            type: "function",
            function: {
              name: "set_alarm",
              strict: true,
              parameters: {
                type: "object",
                properties: { hour: { type: "integer" }, room: { anyOf: [{ type: "string" }, { type: "null" }] } },
                required: ["hour", "room"],
                additionalProperties: false,
              },
            },
          },
        ],
      },
      expect: 200,
      json: calls(["set_alarm", { hour: 6, room: null }]),
    },
  ],
  { answer: ChatCompletion },
);

describe("a chat is paid, counted and kept as a resolve is", () => {
  test("what was kept under an Idempotency-Key comes again, in events too, and is charged once [Q-60]", async () => {
    const server = await openTestApp();
    const owner = await server.tenant();
    const send = (body: object, key: string) =>
      fetch(`${server.url}/v1/chat/completions`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${owner.token}`,
          "Idempotency-Key": key,
        },
        body: JSON.stringify(body),
      });
    for (const body of [asking, { ...asking, stream: true }]) {
      const key = `key ${"stream" in body}`;
      const [first, second] = [await send(body, key), await send(body, key)];
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
      expect(await second.text()).toBe(await first.text());
    }
    expect(await owner.balance()).toBe(999_998);
    await server.close();
  });

  test("feedback finds it by its request id [Q-60]", async () => {
    const server = await openTestApp();
    const { request } = await server.tenant();
    const { json } = await request("POST", "/v1/chat/completions", asking);
    const given = await request("POST", "/v1/feedback", { request_id: json.dragoman.request_id, correct: true });
    expect(given.status).toBe(200);
    await server.close();
  });

  test("the log of questions has it once, and not what tools answered [Q-61]", async () => {
    const server = await openTestApp();
    const { request } = await server.tenant();
    await request("PUT", "/v1/query-log", { enabled: true, redact: false });
    await request("POST", "/v1/chat/completions", asking);
    await request("POST", "/v1/chat/completions", chat(user(BERLIN), called(inBerlin), result("secret")));
    const { json } = await request("GET", "/v1/query-log/entries");
    expect(json.data).toMatchObject([{ sentence: BERLIN, times: 1, answer: { tool: "get_weather" } }]);
    expect(JSON.stringify(json)).not.toContain("secret");
    await server.close();
  });
});
