import { expect } from "bun:test";
import { ToolSearchAnswer } from "#http/schemas/tool-search.ts";
import { type Scenario, type Stage, scenarios } from "../kit.ts";
import { lacking, malformed, outsiders } from "./resource-rows.ts";
import { alarms, getWeather, setAlarm, weather } from "./samples.ts";

const ask = { query: "set an alarm for six", toolsets: "*" };
const registered = async ({ owner }: Stage) => {
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/toolsets", alarms);
};
const wrong = malformed(ask);
const names = (json: { tools: readonly { tool: { name: string } }[] }) => json.tools.map(({ tool }) => tool.name);
const many = {
  signature: "many-v1",
  name: "Many",
  tools: Array.from({ length: 128 }, (_, index) => ({
    name: `tool_${index}`,
    description: `Opens the door number ${index}`,
    examples: [`let me into ${index}`],
  })),
};
const manyRegistered = ({ owner }: Stage) => owner.request("POST", "/v1/toolsets", many);

const found: readonly Scenario[] = [
  {
    clause: "Q-80",
    name: "the likeliest first, whole, with its toolset and what speaks for it",
    body: ask,
    expect: 200,
    json: {
      tools: [
        { toolset: "alarms-v1", tool: setAlarm, why: { words: ["set", "alarm"], example: null } },
        { toolset: "weather-v1", tool: getWeather },
      ],
      metadata: { searched_tools: 2, learning: null, language: "en" },
    },
    charged: 1,
    unchanged: true,
  },
  {
    clause: "Q-80",
    name: "as many as are wanted",
    body: { ...ask, k: 1 },
    expect: 200,
    afterwards: ({ json }) => expect(names(json)).toEqual(["set_alarm"]),
  },
  {
    clause: "Q-80",
    name: "in the toolsets that are named alone",
    body: { ...ask, toolsets: ["weather-v1"] },
    expect: 200,
    json: { metadata: { searched_tools: 1 } },
    afterwards: ({ json }) => expect(names(json)).toEqual(["get_weather"]),
  },
  {
    clause: "Q-80",
    name: "by an alias, which it names",
    given: ({ owner }) => owner.request("PUT", "/v1/aliases/live", { signature: "alarms-v1" }),
    body: { ...ask, toolsets: ["live"] },
    expect: 200,
    json: { tools: [{ toolset: "alarms-v1" }], metadata: { aliases: { live: "alarms-v1" } } },
  },
  {
    clause: "Q-80",
    name: "by an example, which it says",
    given: ({ owner }) =>
      owner.request("PUT", "/v1/toolsets/alarms-v1", {
        name: "Alarms",
        tools: [{ ...setAlarm, examples: ["wake me", "get me up"] }],
      }),
    body: { ...ask, query: "get me up", k: 1 },
    expect: 200,
    json: { tools: [{ toolset: "alarms-v1", why: { example: "get me up" } }] },
  },
  {
    clause: "Q-84",
    name: "a tool in English, asked for in German",
    body: { ...ask, query: "stell mir bitte einen Wecker", k: 1 },
    expect: 200,
    json: { tools: [{ tool: setAlarm }], metadata: { language: "de" } },
  },
  {
    clause: "Q-84",
    name: "in the language that is named",
    body: { ...ask, query: "wekker om 6", language: "nl-BE", k: 1 },
    expect: 200,
    json: { tools: [{ tool: setAlarm }], metadata: { language: "nl" } },
  },
  {
    clause: "Q-81",
    name: "not what was deleted since it was searched last",
    given: async ({ owner }) => {
      await owner.request("POST", "/v1/search-tools", ask);
      await owner.request("DELETE", "/v1/toolsets/alarms-v1");
    },
    body: ask,
    expect: 200,
    json: { metadata: { searched_tools: 1 } },
    afterwards: ({ json }) => expect(names(json)).toEqual(["get_weather"]),
  },
  {
    clause: "Q-81",
    name: "what was put in the place of another since",
    given: async ({ owner }) => {
      await owner.request("POST", "/v1/search-tools", ask);
      const tools = [{ ...setAlarm, name: "ring" }];
      await owner.request("PUT", "/v1/toolsets/alarms-v1", { name: "Alarms", tools });
    },
    body: ask,
    expect: 200,
    afterwards: ({ json }) => expect(names(json)).toEqual(["ring", "get_weather"]),
  },
  {
    clause: "Q-81",
    name: "by their words at once where thousands wait to be compared by meaning",
    given: manyRegistered,
    body: { ...ask, query: "tool 77 door", k: 1 },
    expect: 200,
    json: { tools: [{ tool: { name: "tool_77" } }], metadata: { learning: { total: 258 } } },
  },
  {
    clause: "Q-82",
    name: "2,001 signatures",
    body: { ...ask, toolsets: Array.from({ length: 2_001 }, (_, index) => `set-${index}`) },
    expect: 400,
    error: "validation_error",
    details: ["toolsets"],
  },
  {
    clause: "Q-83",
    name: "none of them, and what is nearest all the same",
    body: { ...ask, query: "quarterly turnover of the bakery" },
    expect: 200,
    json: { none: true },
    afterwards: ({ json }) => {
      expect(json.tools).toHaveLength(2);
      const all = json.tools.reduce((sum: number, tool: { confidence: number }) => sum + tool.confidence, 0);
      expect(all + json.none_confidence).toBeLessThan(1.01);
    },
  },
];

scenarios(
  "POST /v1/search-tools",
  [
    ...found,
    {
      clause: "E-4",
      name: "a toolset that is not there",
      body: { ...ask, toolsets: ["nope-v1"] },
      expect: 404,
      error: "not_found",
    },
    wrong("Q-80", "no toolset", { toolsets: [] }, ["toolsets"]),
    wrong("Q-80", "another text in the place of toolsets", { toolsets: "all" }, ["toolsets"]),
    wrong("Q-80", "a number among the toolsets", { toolsets: ["alarms-v1", 5] }, ["toolsets.1"], {
      says: "is 5, and must be a string",
    }),
    wrong("Q-84", "a language that is no tag", { language: "deutsch!" }, ["language"]),
    wrong("Q-80", "51 tools", { k: 51 }, ["k"]),
    wrong("Q-80", "no tool", { k: 0 }, ["k"]),
    wrong("Q-80", "a query of 501 characters", { query: "q".repeat(501) }, ["query"], { says: "501/500" }),
    lacking(ask, "query"),
    lacking(ask, "toolsets"),
    ...outsiders(ask),
  ],
  { given: registered, answer: ToolSearchAnswer },
);
