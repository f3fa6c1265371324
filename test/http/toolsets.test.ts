import { expect } from "bun:test";
import { ToolsetWritten } from "#http/schemas/toolset.ts";
import { type Stage, scenarios } from "../kit.ts";
import { getWeather, setAlarm, toolsNumbering, weather } from "./samples.ts";
import { malformedToolset, malformedToolsets } from "./toolset-rows.ts";

const registered = ({ owner }: Stage) => owner.request("POST", "/v1/toolsets", weather);
const options = { answer: ToolsetWritten };

scenarios(
  "POST /v1/toolsets",
  [
    {
      clause: "T-1",
      name: "registers a toolset",
      body: { ...weather, description: "About the weather" },
      expect: 201,
      json: { ...weather, description: "About the weather", learning: null, created_at: "2026-03-10T12:00:30.000Z" },
      replyHeaders: { Location: "/v1/toolsets/weather-v1", ETag: /^"r\d+"$/ },
      afterwards: async ({ json, headers }, { owner }) => {
        expect(json.content_hash).toMatch(/^sha256:[0-9a-f]{64}$/);
        const read = await owner.request("GET", "/v1/toolsets/weather-v1");
        expect(read.json).toEqual(json);
        expect(read.headers.get("etag")).toBe(headers.get("etag"));
      },
    },
    {
      clause: "Q-21",
      name: "a min_confidence is kept and shown",
      body: { ...weather, min_confidence: 0.7 },
      expect: 201,
      json: { min_confidence: 0.7 },
    },
    {
      clause: "R-12",
      name: "without a description, leaves it out of the answer",
      body: weather,
      expect: 201,
      afterwards: ({ json }) => expect(json).not.toHaveProperty("description"),
    },
    {
      clause: "T-6",
      name: "hashes the tools alone, whatever the order of keys",
      given: registered,
      body: {
        tools: [Object.fromEntries(Object.entries(getWeather).reverse())],
        name: "Else",
        signature: "weather-v2",
      },
      expect: 201,
      afterwards: async ({ json }, { owner }) => {
        const first = await owner.request("GET", "/v1/toolsets/weather-v1");
        expect(json.content_hash).toBe(first.json.content_hash);
      },
    },
    {
      clause: "F-6",
      name: "a schema may hold what it likes, and Python's type names",
      body: {
        ...weather,
        tools: [{ ...setAlarm, parameters: { type: "dict", "x-own": [1], properties: { a: { type: "float" } } } }],
      },
      expect: 201,
      json: { tools: [{ parameters: { type: "object", "x-own": [1], properties: { a: { type: "number" } } } }] },
    },
    { clause: "T-5", name: "128 tools", body: { ...weather, tools: toolsNumbering(128) }, expect: 201 },
    {
      clause: "F-3",
      name: "everything at its limit",
      body: {
        signature: "S".repeat(128),
        name: "😀".repeat(128),
        description: "d".repeat(2_048),
        tools: [{ name: "t".repeat(128), description: "", examples: Array(50).fill("e".repeat(500)) }],
      },
      expect: 201,
      json: { name: "😀".repeat(128), learning: { done: 0, total: 50 } },
    },
    {
      clause: "R-8",
      name: "a signature that is taken",
      given: registered,
      body: { ...weather, name: "Again" },
      expect: 409,
      error: "conflict",
      unchanged: true,
    },
    {
      clause: "F-1",
      name: "a signature that differs in case is another",
      given: registered,
      body: { ...weather, signature: "Weather-v1" },
      expect: 201,
    },
    {
      clause: "A-10",
      name: "a signature that another app has",
      given: async ({ stranger }) => (await stranger()).request("POST", "/v1/toolsets", weather),
      body: weather,
      expect: 201,
    },
    malformedToolset("E-2", "no signature", { signature: undefined }, "bad_request", { says: "`signature`" }),
    malformedToolset("F-1", "a signature of 129 characters", { signature: "s".repeat(129) }, "validation_error", {
      details: ["signature"],
    }),
    malformedToolset("F-1", "a signature that begins with a dot", { signature: ".a" }, "validation_error", {
      details: ["signature"],
    }),
    ...malformedToolsets,
  ],
  options,
);

scenarios(
  "GET /v1/toolsets/weather-v1",
  [
    { clause: "R-2", name: "one's own", expect: 200, json: weather },
    { clause: "A-5", name: "another app's", as: "stranger", expect: 404, error: "not_found" },
    { clause: "A-3", name: "without a token", as: "anonymous", expect: 401, error: "unauthorized" },
    {
      clause: "A-3",
      name: "with a malformed token",
      as: "malformed token",
      expect: 401,
      error: "unauthorized",
    },
    { clause: "A-3", name: "with a forged token", as: "forged token", expect: 401, error: "unauthorized" },
    { clause: "A-3", name: "with an expired token", as: "expired token", expect: 401, error: "unauthorized" },
    { clause: "A-4", name: "while suspended", as: "suspended", expect: 403, error: "forbidden" },
    { clause: "R-11", name: "an unknown one", path: "/v1/toolsets/nope", expect: 404, error: "not_found" },
    {
      clause: "R-11",
      name: "a hostile one",
      path: "/v1/toolsets/..%2F%00%F0%9F%98%80",
      expect: 404,
      error: "not_found",
    },
    {
      clause: "E-7",
      name: "broken percent-encoding",
      path: "/v1/toolsets/%zz",
      expect: 400,
      error: "bad_request",
    },
    {
      clause: "E-7",
      name: "encoding that is no UTF-8",
      path: "/v1/toolsets/%ff",
      expect: 400,
      error: "bad_request",
    },
  ],
  { ...options, given: registered },
);
