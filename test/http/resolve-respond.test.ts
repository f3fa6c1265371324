import { expect } from "bun:test";
import { RespondAnswer } from "#http/schemas/resolution.ts";
import { type Stage, scenarios } from "../kit.ts";
import { malformedQueries, modelFailures } from "./resolution-rows.ts";
import { malformed, strangers } from "./resource-rows.ts";
import { alarms, banked, captain, romanWeather, weather } from "./samples.ts";
import { severalCalls } from "./several-rows.ts";

const query = 'weather in "Berlin" for 3 days';
const ask = { query, toolsets: ["weather-v1"] };
const registered = async ({ owner }: Stage) => {
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/toolsets", alarms);
  await owner.request("POST", "/v1/personas", captain);
};
const asked =
  (body: object, path = "/v1/resolve-respond") =>
  ({ owner }: Stage) =>
    owner.request("POST", path, body);
const from = (source: string) => ({ metadata: { source } });
const wrong = malformed(ask);

scenarios(
  "POST /v1/resolve-respond",
  [
    {
      clause: "Q-3",
      name: "a tool call, and a text with the parameters in it",
      body: ask,
      expect: 200,
      json: {
        resolved: { tool: "get_weather", parameters: { city: "Berlin", days: 3, unit: "celsius" } },
        metadata: {
          source: "model",
          used_banks: [],
          latency_ms: 1,
          requests_used: 2,
          defaults_applied: ["unit"],
          evidence: {
            city: { kind: "query", start: 12, end: 18 },
            days: { kind: "query", start: 24, end: 25 },
            unit: { kind: "default" },
          },
        },
      },
      afterwards: async ({ json }, { owner }) => {
        expect(json.metadata.requests_remaining).toBe(await owner.balance());
        for (const value of ["Berlin", "3", "celsius"]) expect(json.response.text).toContain(value);
      },
    },
    {
      clause: "Q-8",
      name: "asks for what is missing",
      body: { ...ask, query: "weather" },
      expect: 200,
      json: { resolved: { tool: "get_weather" }, metadata: { missing_parameters: ["city"] } },
      afterwards: ({ json }) => expect(json.response.text).toMatch(/city.*\?$/),
    },
    {
      clause: "Q-24",
      name: "says of each of several calls what it does",
      body: {
        query: 'weather in "Berlin" and then alarm at 7',
        toolsets: ["weather-v1", "alarms-v1"],
        calls_max: 2,
      },
      expect: 200,
      json: { metadata: { requests_used: 2 } },
      afterwards: ({ json }) => expect(json.response.text).toMatch(/Berlin.*7/),
    },
    {
      clause: "Q-7",
      name: "says when nothing fits",
      body: { ...ask, query: "tell me a joke" },
      expect: 200,
      json: { resolved: { tool: "none", parameters: {} }, response: { text: expect.stringMatching(/./) } },
    },
    {
      clause: "Q-5",
      name: "everything optional",
      given: banked(romanWeather),
      body: {
        ...ask,
        banks: ["{bank}"],
        persona: "default",
        context: "c".repeat(2_000),
        history: Array(5).fill({ tool: "t", query: "q" }),
      },
      expect: 200,
    },
    {
      clause: "K-18",
      name: "another persona speaks otherwise, and from no cache of the first one's",
      given: asked(ask),
      body: { ...ask, persona: "Captain" },
      expect: 200,
      json: from("model"),
      afterwards: async ({ json }, { owner }) => {
        const { json: plain } = await owner.request("POST", "/v1/resolve-respond", ask);
        expect(plain.metadata.source).toBe("exact_cache");
        expect(json.response.text.length).toBeLessThan(plain.response.text.length);
      },
    },
    {
      clause: "K-18",
      name: "a persona that was changed speaks anew",
      given: async (stage) => {
        await asked({ ...ask, persona: "Captain" })(stage);
        await stage.owner.request("PUT", "/v1/personas/Captain", { instructions: "Be friendly.", language: "de" });
      },
      body: { ...ask, persona: "Captain" },
      expect: 200,
      json: from("model"),
    },
    {
      clause: "K-6",
      name: "the same again, text and all",
      given: asked(ask),
      body: ask,
      expect: 200,
      json: { ...from("exact_cache"), response: { text: expect.stringContaining("Berlin") } },
    },
    {
      clause: "K-10",
      name: "shares nothing with resolve",
      given: asked(ask, "/v1/resolve"),
      body: ask,
      expect: 200,
      json: from("model"),
    },
    {
      clause: "M-4",
      name: "a memory decides, and its bank is named",
      given: banked(romanWeather),
      body: { ...ask, query: romanWeather.query, banks: ["{bank}"] },
      expect: 200,
      json: { resolved: { parameters: { city: "Rome" } }, metadata: { evidence: { city: { kind: "memory" } } } },
      afterwards: ({ json }, { names }) => expect(json.metadata.used_banks).toEqual([names.get("bank")]),
    },
    {
      clause: "L-3",
      name: "the last two requests of the balance",
      plan: "poor",
      body: { query, toolsets: ["nope"] },
      given: ({ server, owner }) => server.app.tenants.credit(owner.appId, 2),
      expect: 404,
      error: "not_found",
    },
    wrong("Q-15", "an unknown persona", { persona: "Nobody" }, ["persona"]),
    wrong("E-3", "a persona that is a number", { persona: 1 }, ["persona"]),
    wrong("Q-5", "17 banks", { banks: Array(17).fill("bank_1") }, ["banks"]),
    wrong("F-9", "inline tools", { tools: [] }, ["tools"]),
    {
      clause: "E-2",
      name: "no query",
      body: { toolsets: ["weather-v1"] },
      expect: 400,
      error: "bad_request",
      says: "`query`",
    },
    { clause: "E-2", name: "no toolsets", body: { query }, expect: 400, error: "bad_request", says: "`toolsets`" },
    {
      clause: "Q-15",
      name: "an unknown bank",
      body: { ...ask, banks: ["bank_1"] },
      expect: 404,
      error: "not_found",
    },
    ...malformedQueries(ask),
    ...severalCalls({ ...ask, toolsets: ["weather-v1", "alarms-v1"] }),
    ...modelFailures(ask),
    ...strangers(ask),
  ],
  { answer: RespondAnswer, given: registered, cost: 2 },
);

scenarios("POST /v1/resolve-respond", [
  {
    clause: "L-3",
    name: "with one request left, it cannot be paid",
    plan: "poor",
    given: ({ owner }) => owner.request("GET", "/v1/toolsets"),
    body: ask,
    expect: 402,
    error: "payment_required",
    says: "costs 2 and 1 ",
  },
]);
