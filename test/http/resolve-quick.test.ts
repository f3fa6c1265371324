import { ResolutionAnswer } from "#http/schemas/resolution.ts";
import { scenarios } from "../kit.ts";
import { malformedQueries, modelFailures } from "./resolution-rows.ts";
import { getWeather, setAlarm, toolsNumbering } from "./samples.ts";
import { severalCalls } from "./several-rows.ts";

const query = 'weather in "Berlin" for 3 days';
const saying = (synonyms: object, examples: readonly string[] = ["Rome"]) => {
  const { properties } = getWeather.parameters;
  const city = { type: "string", "x-synonyms": synonyms, "x-examples": examples };
  return { ...getWeather, parameters: { ...getWeather.parameters, properties: { ...properties, city } } };
};
const inline = { query, tools: [getWeather, setAlarm] };

scenarios(
  "POST /v1/resolve-quick",
  [
    {
      clause: "Q-2",
      name: "a tool call from inline tools",
      body: inline,
      expect: 200,
      json: { resolved: { tool: "get_weather" }, metadata: { toolset: null, source: "model" } },
    },
    {
      clause: "Q-33",
      name: "a value that is said by its synonym",
      body: {
        query: 'weather in "Big Apple" for 3 days',
        tools: [saying({ NYC: ["new york", "big apple"] }), setAlarm],
      },
      expect: 200,
      json: {
        resolved: { tool: "get_weather", parameters: { city: "NYC", days: 3 } },
        metadata: { evidence: { city: { kind: "query", start: 12, end: 21 } }, missing_parameters: [] },
      },
    },
    {
      clause: "F-14",
      name: "examples of a text that are none",
      body: { query, tools: [saying({}, ["…"])] },
      expect: 400,
      error: "validation_error",
      details: ["tools.0.parameters"],
      says: "an example in x-examples that has no letter and no sign",
    },
    {
      clause: "Q-2",
      name: "always computes",
      given: ({ owner }) => owner.request("POST", "/v1/resolve-quick", inline),
      body: inline,
      expect: 200,
      json: { metadata: { source: "model" } },
    },
    { clause: "E-2", name: "no tools", body: { query }, expect: 400, error: "bad_request", says: "`tools`" },
    {
      clause: "F-9",
      name: "named toolsets",
      body: { ...inline, toolsets: [] },
      expect: 400,
      error: "validation_error",
      details: ["toolsets"],
    },
    { clause: "Q-19", name: "128 tools", body: { query, tools: toolsNumbering(128) }, expect: 200 },
    {
      clause: "Q-19",
      name: "129 tools",
      body: { query, tools: toolsNumbering(129) },
      expect: 400,
      error: "tool_limit_reached",
    },
    {
      clause: "Q-19",
      name: "no tool at all",
      body: { query, tools: [] },
      expect: 400,
      error: "validation_error",
      details: ["tools"],
    },
    {
      clause: "Q-19",
      name: "a tool that would not be taken by POST /v1/toolsets",
      body: { query, tools: [{ ...setAlarm, name: "a b" }] },
      expect: 400,
      error: "validation_error",
      details: ["tools.0.name"],
    },
    {
      clause: "A-3",
      name: "without a token",
      as: "anonymous",
      body: inline,
      expect: 401,
      error: "unauthorized",
    },
    { clause: "A-4", name: "while suspended", as: "suspended", body: inline, expect: 403, error: "forbidden" },
    ...malformedQueries(inline),
    ...severalCalls(inline),
    ...modelFailures(inline),
  ],
  { answer: ResolutionAnswer },
);
