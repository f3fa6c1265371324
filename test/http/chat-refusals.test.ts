/** Chats that no tool call answers, or that are none. */
import { ChatCompletion } from "#http/schemas/chat-completion.ts";
import { type Scenario, scenarios } from "../kit.ts";
import { asking, calls, chat, functionOf, inBerlin, system, TOOLS, user, words } from "./chat.ts";
import { getWeather, toolsNumbering, weather } from "./samples.ts";

const refusedFor = (field: string, name: string, body: object, says: string | RegExp = /free text/): Scenario => ({
  clause: "Q-65",
  name,
  body,
  expect: 400,
  error: "validation_error",
  details: [field],
  says,
});
const malformed = (field: string, name: string, ...messages: readonly object[]): Scenario => ({
  ...refusedFor(field, name, chat(...messages), /./),
  clause: "Q-66",
});

scenarios(
  "POST /v1/chat/completions",
  [
    refusedFor("tools", "no tools", { model: "dragoman", messages: [user("hello")] }),
    refusedFor("tool_choice", "no call wanted", { ...asking, tool_choice: "none" }),
    refusedFor("n", "two answers", { ...asking, n: 2 }),
    refusedFor("response_format", "an answer as JSON", { ...asking, response_format: { type: "json_object" } }),
    refusedFor("logprobs", "probabilities of tokens", { ...asking, logprobs: true }),
    refusedFor("messages.0.content", "a picture", chat(user([{ type: "image_url", image_url: { url: "data:," } }]))),
    refusedFor("messages", "nobody asks", chat(system("hello"))),
    refusedFor("messages.1.role", "an answer that was begun", chat(user("hi"), words("Well"))),
    {
      clause: "Q-65",
      name: "what only shapes prose is taken",
      body: {
        ...asking,
        temperature: 0,
        max_tokens: 9,
        n: 1,
        response_format: { type: "text" },
        stream: null,
        user: "u",
      },
      expect: 200,
      json: calls(inBerlin),
    },
    malformed("messages.0.role", "an unknown role", { role: "function", content: "x", name: "f" }, user("hi")),
    malformed("messages.0.content", "content that is none", user(7)),
    malformed("messages.1.tool_calls.0.function.name", "a call without a name", user("hi"), {
      role: "assistant",
      tool_calls: [{ id: "x", type: "function" }],
    }),
    malformed("messages.0.content", "a sentence over the limit", user("x".repeat(501))),
    malformed("messages.0.content", "a sentence that is empty", user("")),
    {
      ...refusedFor("tools.1.function.name", "a name twice", { ...asking, tools: [TOOLS[0], TOOLS[0]] }, /already/),
      clause: "Q-66",
    },
    {
      ...refusedFor(
        "tools.0.type",
        "a tool that is no function",
        { ...asking, tools: [{ type: "custom", custom: {} }] },
        /custom/,
      ),
      clause: "Q-66",
    },
    ...[
      ["tool_choice", "sometimes"],
      ["tool_choice", { type: "custom", custom: { name: "x" } }],
      ["tool_choice.function.name", { type: "function", name: "get_weather" }],
      ["tool_choice.allowed_tools.tools", { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [] } }],
    ].map(
      ([field, tool_choice]): Scenario => ({
        ...refusedFor(
          String(field),
          `a choice that is none: ${JSON.stringify(tool_choice)}`,
          { ...asking, tool_choice },
          /must be/,
        ),
        clause: "Q-63",
      }),
    ),
    {
      ...refusedFor(
        "tool_choice",
        "a function that is not there",
        {
          ...asking,
          tool_choice: { type: "function", function: { name: "none_such" } },
        },
        /none_such/,
      ),
      clause: "Q-66",
    },
    {
      ...refusedFor(
        "tools.0.function.parameters",
        "a schema that is none",
        {
          ...asking,
          tools: [functionOf({ ...getWeather, parameters: { type: "nothing" } as never })],
        },
        /./,
      ),
      clause: "Q-66",
    },
    {
      ...refusedFor(
        "tools.0.function.parameters",
        "a schema that never ends",
        {
          ...asking,
          tools: [functionOf({ ...getWeather, parameters: { type: "object", $ref: "#" } as never })],
        },
        /./,
      ),
      clause: "Q-66",
    },
    {
      clause: "Q-66",
      name: "no messages",
      body: { model: "dragoman" },
      expect: 400,
      error: "bad_request",
      says: "`messages`",
    },
    {
      clause: "Q-66",
      name: "more tools than a request may have",
      body: { ...asking, tools: toolsNumbering(129).map((tool) => ({ type: "function", function: tool })) },
      expect: 400,
      error: "tool_limit_reached",
    },
    {
      clause: "Q-67",
      name: "a model of somebody else's",
      body: { ...asking, model: "gpt-4o" },
      expect: 404,
      error: "not_found",
      says: "there is dragoman, embedded",
    },
    {
      clause: "Q-67",
      name: "another app's toolset",
      as: "stranger",
      given: ({ owner }) => owner.request("POST", "/v1/toolsets", weather),
      body: { ...asking, model: "dragoman/weather-v1", tools: undefined },
      expect: 404,
      error: "not_found",
      unchanged: true,
    },
    {
      ...refusedFor(
        "tools",
        "a call that the client could not carry out",
        {
          ...asking,
          model: "dragoman/weather-v1",
          tools: [TOOLS[1]],
        },
        /get_weather/,
      ),
      given: ({ owner }) => owner.request("POST", "/v1/toolsets", weather),
      clause: "Q-60",
    },
    {
      clause: "Q-63",
      name: "a function of a toolset",
      given: ({ owner }) => owner.request("POST", "/v1/toolsets", weather),
      body: {
        ...asking,
        model: "dragoman/weather-v1",
        tool_choice: { type: "function", function: { name: "get_weather" } },
      },
      expect: 200,
      json: { ...calls(inBerlin), model: "dragoman/weather-v1" },
    },
    {
      clause: "Q-66",
      name: "with a model that fails",
      given: async ({ server }) => {
        server.model.before = () => Promise.reject(new Error("broke"));
      },
      body: asking,
      expect: 500,
      error: "internal_error",
      afterwards: (_, { server }) => {
        server.model.before = async () => {};
      },
    },
    {
      clause: "Q-66",
      name: "with nothing left",
      plan: "poor",
      given: spendAll,
      body: asking,
      expect: 402,
      error: "payment_required",
    },
  ],
  { answer: ChatCompletion },
);

async function spendAll({ owner }: { readonly owner: { request(method: string, path: string): Promise<unknown> } }) {
  for (let call = 0; call < 2; call += 1) await owner.request("GET", "/v1/toolsets");
}
