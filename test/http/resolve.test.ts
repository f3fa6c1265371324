import { expect } from "bun:test";
import { ResolutionAnswer } from "#http/schemas/resolution.ts";
import { type Stage, scenarios } from "../kit.ts";
import { malformedQueries, modelFailures } from "./resolution-rows.ts";
import { alarms, getWeather, weather } from "./samples.ts";
import { severalCalls } from "./several-rows.ts";

const registered = async ({ owner }: Stage) => {
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/toolsets", alarms);
};
const query = 'weather in "Berlin" for 3 days';
const ask = { query, toolsets: ["weather-v1"] };
const askWith = (change: object) => ({ ...ask, ...change });
const asked =
  (body: object = ask, headers = {}) =>
  ({ owner }: Stage) =>
    owner.request("POST", "/v1/resolve", body, headers);
/** The model makes a city up, once. */
const inventing = async ({ server: { model } }: Stage) => {
  const { call } = model;
  model.call = async (request, signal) => {
    model.call = call;
    const draft = await call.call(model, request, signal);
    return { ...draft, parameters: { ...draft.parameters, city: "Atlantis" } };
  };
};
const two = {
  query: 'weather in "Berlin" and then alarm at 7',
  toolsets: ["weather-v1", "alarms-v1"],
  calls_max: 8,
};
const from = (source: string) => ({ metadata: { source } });

scenarios(
  "POST /v1/resolve",
  [
    {
      clause: "Q-1",
      name: "one tool call, its parameters typed and its defaults filled",
      body: ask,
      expect: 200,
      json: {
        resolved: { tool: "get_weather", parameters: { city: "Berlin", days: 3, unit: "celsius" } },
        metadata: {
          source: "model",
          model: "fake-model-1",
          confidence: 0.9,
          toolset: "weather-v1",
          used_banks: [],
          missing_parameters: [],
          defaults_applied: ["unit"],
          requests_used: 1,
          latency_ms: 1,
        },
      },
      afterwards: async ({ json }, { owner }) => {
        expect(json.metadata.requests_remaining).toBe(await owner.balance());
        expect(json.metadata).not.toHaveProperty("cache");
      },
    },
    {
      clause: "Q-18",
      name: "counts from where the asker is",
      given: async ({ server: { model } }: Stage) => {
        const { call } = model;
        model.call = async (request, signal) => {
          model.call = call;
          expect(request.now.zone as string).toBe("Europe/Berlin");
          return call.call(model, request, signal);
        };
      },
      body: askWith({ time_zone: "europe/berlin", query: 'weather in "Bern" for 3 days' }),
      expect: 200,
      json: from("model"),
    },
    {
      clause: "Q-13",
      name: "says of each parameter where it came from, in code points of the query as sent",
      body: askWith({ query: '🌦\ufe0f\u0301 weather in  "Berlin" for 3 days' }),
      expect: 200,
      json: {
        metadata: {
          evidence: {
            city: { kind: "query", start: 17, end: 23 },
            days: { kind: "query", start: 29, end: 30 },
            unit: { kind: "default" },
          },
        },
      },
    },
    {
      clause: "Q-13",
      name: "what an earlier query said counts, and is said to come from there",
      body: askWith({ query: "weather for 3 days", history: [{ tool: "get_weather", query: 'weather in "Rome"' }] }),
      expect: 200,
      json: {
        resolved: { parameters: { city: "Rome", days: 3 } },
        metadata: { evidence: { city: { kind: "history" }, days: { kind: "query" } } },
      },
    },
    {
      clause: "Q-13",
      name: "nothing resolved, nothing to say",
      body: askWith({ query: "tell me a joke" }),
      expect: 200,
      afterwards: ({ json }) => expect(json.metadata.evidence).toEqual({}),
    },
    {
      clause: "Q-13",
      name: "a value from nowhere is inferred",
      given: inventing,
      body: askWith({ query: "weather" }),
      expect: 200,
      json: {
        resolved: { parameters: { city: "Atlantis" } },
        metadata: { missing_parameters: [], evidence: { city: { kind: "inferred" } } },
      },
    },
    {
      clause: "Q-14",
      name: "… and missing where the set requires evidence",
      given: async (stage) => {
        const strict = { name: "W", tools: [getWeather], require_evidence: true };
        await stage.owner.request("PUT", "/v1/toolsets/weather-v1", strict);
        await inventing(stage);
      },
      body: askWith({ query: "weather" }),
      expect: 200,
      json: { resolved: { tool: "get_weather" }, metadata: { missing_parameters: ["city"] } },
      afterwards: ({ json }) => {
        expect(json.resolved.parameters).toEqual({ unit: "celsius" });
        expect(json.metadata.evidence).toEqual({ unit: { kind: "default" } });
      },
    },
    {
      clause: "Q-8",
      name: "a required parameter that the query does not give is missing, not made up",
      body: askWith({ query: "weather" }),
      expect: 200,
      json: { resolved: { parameters: { unit: "celsius" } }, metadata: { missing_parameters: ["city"] } },
    },
    {
      clause: "Q-7",
      name: "nothing fits",
      body: askWith({ query: "tell me a joke" }),
      expect: 200,
      json: { resolved: { tool: "none", parameters: {} }, metadata: { toolset: null } },
    },
    {
      clause: "Q-20",
      name: "a call is wanted, whatever the sentence says",
      body: askWith({ query: "tell me a joke", tool_choice: "required" }),
      expect: 200,
      json: { resolved: { tool: "get_weather" }, metadata: { toolset: "weather-v1", missing_parameters: ["city"] } },
    },
    {
      clause: "Q-20",
      name: "a call of this tool is wanted, though the sentence is about another",
      body: askWith({
        query: "weather, alarm at 7",
        toolsets: ["weather-v1", "alarms-v1"],
        tool_choice: "set_alarm",
      }),
      expect: 200,
      json: { resolved: { tool: "set_alarm", parameters: { hour: 7 } }, metadata: { toolset: "alarms-v1" } },
    },
    {
      clause: "Q-20",
      name: "auto is what is meant without it",
      given: asked(askWith({ query: "tell me a joke" })),
      body: askWith({ query: "tell me a joke", tool_choice: "auto" }),
      expect: 200,
      json: { resolved: { tool: "none" }, metadata: { source: "exact_cache" } },
    },
    {
      clause: "Q-20",
      name: "what was answered freely is no answer where a call is wanted",
      given: asked(askWith({ query: "tell me a joke" })),
      body: askWith({ query: "tell me a joke", tool_choice: "required" }),
      expect: 200,
      json: { resolved: { tool: "get_weather" }, metadata: { source: "model" } },
    },
    {
      clause: "Q-20",
      name: "a tool that is not offered",
      body: askWith({ tool_choice: "set_alarm" }),
      expect: 400,
      error: "validation_error",
      details: ["tool_choice"],
    },
    {
      clause: "Q-21",
      name: "a call that is less sure than asked for is none",
      body: askWith({ min_confidence: 0.95 }),
      expect: 200,
      json: { resolved: { tool: "none", parameters: {} }, metadata: { toolset: null, missing_parameters: [] } },
      afterwards: ({ json }) => expect(json.metadata.confidence).toBeCloseTo(0.1),
    },
    {
      clause: "Q-21",
      name: "one that is as sure as asked for is given, out of the cache too",
      given: asked(askWith({ min_confidence: 0.95 })),
      body: askWith({ min_confidence: 0.9 }),
      expect: 200,
      json: { resolved: { tool: "get_weather" }, metadata: { source: "exact_cache", confidence: 0.9 } },
    },
    {
      clause: "Q-21",
      name: "a set may ask for it",
      given: ({ owner }) =>
        owner.request("PUT", "/v1/toolsets/weather-v1", { name: "W", tools: [getWeather], min_confidence: 0.95 }),
      body: ask,
      expect: 200,
      json: { resolved: { tool: "none" } },
    },
    {
      clause: "Q-21",
      name: "… and the request knows better",
      given: ({ owner }) =>
        owner.request("PUT", "/v1/toolsets/weather-v1", { name: "W", tools: [getWeather], min_confidence: 0.95 }),
      body: askWith({ min_confidence: 0.5 }),
      expect: 200,
      json: { resolved: { tool: "get_weather" } },
    },
    {
      clause: "Q-21",
      name: "… and one that wants a call gets it",
      given: ({ owner }) =>
        owner.request("PUT", "/v1/toolsets/weather-v1", { name: "W", tools: [getWeather], min_confidence: 0.95 }),
      body: askWith({ tool_choice: "required" }),
      expect: 200,
      json: { resolved: { tool: "get_weather" } },
    },
    {
      clause: "Q-21",
      name: "beside a tool_choice that wants a call",
      body: askWith({ tool_choice: "required", min_confidence: 0.5 }),
      expect: 400,
      error: "validation_error",
      details: ["min_confidence"],
    },
    {
      clause: "K-6",
      name: "the whole list comes from the cache for the same words",
      given: asked(two),
      body: two,
      expect: 200,
      json: {
        calls: [{ tool: "get_weather" }, { tool: "set_alarm", parameters: { hour: 7 } }],
        metadata: { source: "exact_cache", requests_used: 1 },
      },
    },
    {
      clause: "Q-24",
      name: "what was answered with one call is no answer where several may be given",
      given: asked({ ...two, calls_max: 1 }),
      body: two,
      expect: 200,
      json: { calls: [{ tool: "get_weather" }, { tool: "set_alarm" }], ...from("model") },
    },
    {
      clause: "Q-25",
      name: "that there is more comes from the cache as well",
      given: asked({ ...two, calls_max: 1 }),
      body: { ...two, calls_max: 1 },
      expect: 200,
      json: { metadata: { source: "exact_cache", more: true } },
    },
    {
      clause: "Q-21",
      name: "of two calls the one that is sure enough is given",
      given: ({ owner }) =>
        owner.request("PUT", "/v1/toolsets/weather-v1", { name: "W", tools: [getWeather], min_confidence: 0.95 }),
      body: two,
      expect: 200,
      json: {
        resolved: { tool: "set_alarm" },
        calls: [{ tool: "set_alarm" }],
        metadata: { more: true, toolset: "alarms-v1" },
      },
    },
    {
      clause: "Q-11",
      name: "of two toolsets, says which one was meant",
      body: askWith({ query: "alarm at 7", toolsets: ["weather-v1", "alarms-v1"] }),
      expect: 200,
      json: { resolved: { tool: "set_alarm", parameters: { hour: 7 } }, metadata: { toolset: "alarms-v1" } },
    },
    {
      clause: "Q-5",
      name: "everything optional at its limit",
      body: askWith({
        query: "weather ".repeat(62).padEnd(500, "w"),
        context: "c".repeat(2_000),
        history: Array(5).fill({ tool: "t", query: "q" }),
        banks: [],
      }),
      expect: 200,
    },
    {
      clause: "K-6",
      name: "the same request again comes from the cache and says so",
      given: async (stage) => {
        await asked()(stage);
        stage.server.clock.advance(5_400);
      },
      body: ask,
      expect: 200,
      json: {
        resolved: { tool: "get_weather" },
        metadata: { source: "exact_cache", cache: { similarity: 1, age_seconds: 5, reused: "call" } },
      },
    },
    {
      clause: "K-7",
      name: "after a PUT the old answer is gone",
      given: async (stage) => {
        await asked()(stage);
        await stage.owner.request("PUT", "/v1/toolsets/weather-v1", {
          name: "W",
          tools: [{ ...getWeather, name: "forecast" }],
        });
      },
      body: ask,
      expect: 200,
      json: { resolved: { tool: "forecast" }, ...from("model") },
    },
    {
      clause: "K-9",
      name: "no-store neither reads",
      given: asked(),
      body: ask,
      headers: { "Cache-Control": "No-Store" },
      expect: 200,
      json: from("model"),
    },
    {
      clause: "K-9",
      name: "… nor writes",
      given: asked(ask, { "Cache-Control": "max-age=0, no-store" }),
      body: ask,
      expect: 200,
      json: from("model"),
    },
    {
      clause: "K-9",
      name: "no-cache does not read",
      given: asked(),
      body: ask,
      headers: { "Cache-Control": "no-cache" },
      expect: 200,
      json: from("model"),
    },
    {
      clause: "K-9",
      name: "… but writes",
      given: asked(ask, { "Cache-Control": "no-cache" }),
      body: ask,
      expect: 200,
      json: from("exact_cache"),
    },
    {
      clause: "K-8",
      name: "nothing crosses apps, whatever the content hash",
      given: async ({ stranger }) => {
        const { request } = await stranger();
        await request("POST", "/v1/toolsets", weather);
        await request("POST", "/v1/resolve", ask);
      },
      body: ask,
      expect: 200,
      json: from("model"),
    },
    {
      clause: "E-2",
      name: "no query",
      body: { toolsets: ["weather-v1"] },
      expect: 400,
      error: "bad_request",
      says: "`query`",
    },
    {
      clause: "E-2",
      name: "no toolsets",
      body: { query },
      expect: 400,
      error: "bad_request",
      says: "`toolsets`",
    },
    {
      clause: "Q-5",
      name: "an empty list of toolsets",
      body: askWith({ toolsets: [] }),
      expect: 400,
      error: "validation_error",
      details: ["toolsets"],
    },
    {
      clause: "Q-5",
      name: "17 toolsets",
      body: askWith({ toolsets: Array(17).fill("weather-v1") }),
      expect: 400,
      error: "validation_error",
      details: ["toolsets"],
    },
    {
      clause: "E-3",
      name: "a signature that is a number",
      body: askWith({ toolsets: [1] }),
      expect: 400,
      error: "validation_error",
      details: ["toolsets.0"],
    },
    {
      clause: "Q-15",
      name: "an unknown toolset beside a known one",
      body: askWith({ toolsets: ["weather-v1", "nope"] }),
      expect: 404,
      error: "not_found",
    },
    {
      clause: "Q-15",
      name: "an unknown bank",
      body: askWith({ banks: ["bank_1"] }),
      expect: 404,
      error: "not_found",
    },
    {
      clause: "A-5",
      name: "another app's toolset",
      as: "stranger",
      body: ask,
      expect: 404,
      error: "not_found",
    },
    { clause: "A-3", name: "without a token", as: "anonymous", body: ask, expect: 401, error: "unauthorized" },
    { clause: "A-4", name: "while suspended", as: "suspended", body: ask, expect: 403, error: "forbidden" },
    ...malformedQueries(ask),
    ...severalCalls({ ...ask, toolsets: ["weather-v1", "alarms-v1"] }),
    ...modelFailures(ask),
  ],
  { answer: ResolutionAnswer, given: registered },
);
