import { expect } from "bun:test";
import { pageOf } from "#http/schemas/shared-fields.ts";
import { ClassCaseResource, ToolsetCaseResource } from "#http/schemas/taught-case.ts";
import { type Stage, scenarios } from "../kit.ts";
import { lacking, malformed, strangers } from "./resource-rows.ts";
import { banking, weather } from "./samples.ts";

const oslo = { query: "how wet is it", tool: "get_weather", parameters: { city: "Oslo" } };
const lost = { query: "my plastic is gone", label: "card_lost", language: "en" };
const registered = async ({ owner }: Stage) => {
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", banking);
};
/** `{case}` and `{label}` stand for the ids of what was taught. */
const taught = async (stage: Stage) => {
  await registered(stage);
  const { owner, names } = stage;
  names.set("case", (await owner.request("POST", "/v1/toolsets/weather-v1/cases", oslo)).json.id);
  names.set("label", (await owner.request("POST", "/v1/classification-sets/banking-v1/cases", lost)).json.id);
};
const ask = ({ owner }: Stage) => owner.request("POST", "/v1/resolve", { query: oslo.query, toolsets: ["weather-v1"] });
const wrong = malformed(oslo);

scenarios(
  "POST /v1/toolsets/weather-v1/cases",
  [
    {
      clause: "M-23",
      name: "teaches a call",
      body: oslo,
      expect: 201,
      json: { ...oslo, beside: ["weather-v1"] },
      replyHeaders: { Location: /^\/v1\/toolsets\/weather-v1\/cases\/case_\w{20}$/ },
      afterwards: async ({ json }, stage) =>
        expect((await ask(stage)).json).toMatchObject({
          resolved: { tool: "get_weather", parameters: { city: "Oslo" } },
          metadata: { source: "taught", taught: { case: json.id } },
        }),
    },
    {
      clause: "M-23",
      name: "teaches what its words are, where a model that is asked for other things as well reads nothing of them",
      body: {
        query: "the weather at Rome Fiumicino airport",
        tool: "get_weather",
        parameters: { city: "Rome Fiumicino" },
      },
      expect: 201,
      afterwards: async (_, { owner }) => {
        const query = "please say what weather at Rome Fiumicino airport is for 3";
        const { json } = await owner.request("POST", "/v1/resolve", { query, toolsets: ["weather-v1"] });
        expect(json).toMatchObject({
          resolved: { tool: "get_weather", parameters: { city: "Rome Fiumicino", days: 3 } },
          metadata: {
            source: "model",
            missing_parameters: [],
            evidence: { city: { kind: "query", start: 27, end: 41 } },
          },
        });
      },
    },
    {
      clause: "M-23",
      name: "teaches a call in the language that is named",
      body: { ...oslo, query: "wie nass ist es", language: "de-AT" },
      expect: 201,
      json: { query: "wie nass ist es", language: "de" },
    },
    {
      clause: "M-23",
      name: "teaches several calls",
      body: {
        query: "both",
        calls: [
          { tool: "get_weather", parameters: { city: "Oslo" } },
          { tool: "get_weather", parameters: { city: "Bern" } },
        ],
      },
      expect: 201,
      json: { calls: [{ parameters: { city: "Oslo" } }, { parameters: { city: "Bern" } }] },
    },
    {
      clause: "M-23",
      name: "teaches that nothing is called",
      body: { query: "x", tool: "none" },
      expect: 201,
      json: { tool: "none", parameters: {} },
    },
    wrong("M-24", "a tool that it has not", { tool: "set_alarm" }, ["tool"]),
    {
      ...wrong("M-24", "a value that is none of the options", { parameters: { unit: "kelvins" } }, ["parameters"]),
      says: '`unit` is "kelvins", and "get_weather" takes "celsius", "fahrenheit"',
    },
    {
      ...wrong("M-24", "a slip in an option", { parameters: { unit: "celcius" } }, ["parameters"]),
      says: 'takes "celsius", "fahrenheit": did you mean "celsius"?',
    },
    {
      ...wrong("M-24", "a value of another type", { parameters: { city: "Oslo", days: "two" } }, ["parameters"]),
      says: '`days` is "two", and "get_weather" takes an integer',
    },
    {
      ...wrong("M-24", "a parameter that it has not", { parameters: { citty: "Oslo" } }, ["parameters"]),
      says: '`citty` is no parameter of "get_weather": did you mean "city"?',
    },
    wrong("F-3", "an empty query", { query: "" }, ["query"]),
    wrong("F-9", "an unknown field", { label: "a" }, ["label"]),
    lacking(oslo, "query"),
    {
      clause: "R-11",
      name: "an unknown set",
      path: "/v1/toolsets/none-v1/cases",
      body: oslo,
      expect: 404,
      error: "not_found",
    },
    ...strangers(oslo),
  ],
  { answer: ToolsetCaseResource, given: registered },
);

scenarios(
  "GET /v1/toolsets/weather-v1/cases",
  [
    { clause: "M-23", name: "lists them", expect: 200, json: { data: [oslo], next_cursor: null } },
    { clause: "R-11", name: "of an unknown set", path: "/v1/toolsets/none-v1/cases", expect: 404, error: "not_found" },
    ...strangers(),
  ],
  { answer: pageOf(ToolsetCaseResource), given: taught },
);

scenarios(
  "DELETE /v1/toolsets/weather-v1/cases/{case}",
  [
    {
      clause: "M-23",
      name: "takes it back",
      expect: 204,
      afterwards: async (_, stage) => expect((await ask(stage)).json.metadata.source).toBe("model"),
    },
    {
      clause: "R-11",
      name: "an unknown one",
      path: "/v1/toolsets/weather-v1/cases/case_1",
      expect: 404,
      error: "not_found",
    },
    ...strangers(),
  ],
  { given: taught },
);

scenarios(
  "PUT /v1/toolsets/weather-v1",
  [
    {
      clause: "M-23",
      name: "a set that is replaced keeps its cases; one that names a tool which is gone says nothing",
      body: { ...weather, tools: weather.tools.map((tool) => ({ ...tool, name: "other_weather" })) },
      expect: 200,
      afterwards: async (_, stage) => {
        expect((await ask(stage)).json.metadata.source).not.toBe("taught");
        const kept = await stage.owner.request("GET", "/v1/toolsets/weather-v1/cases");
        expect(kept.json.data).toMatchObject([oslo]);
        await stage.owner.request("PUT", "/v1/toolsets/weather-v1", weather);
        expect((await ask(stage)).json.metadata.source).toBe("taught");
      },
    },
  ],
  { given: taught },
);

scenarios(
  "POST /v1/classification-sets/banking-v1/cases",
  [
    {
      clause: "M-23",
      name: "teaches a label",
      body: lost,
      expect: 201,
      json: lost,
      afterwards: async (_, { owner }) => {
        const body = { data: lost.query, classification_set: "banking-v1" };
        expect((await owner.request("POST", "/v1/classify", body)).json).toMatchObject({
          classifications: [{ text: lost.query, label: "card_lost", confidence: 1 }],
          metadata: { source: "taught", taught: { similarity: 1 } },
        });
      },
    },
    malformed(lost)("M-24", "a label that it has not", { label: "fish" }, ["label"]),
    lacking(lost, "label"),
    ...strangers(lost),
  ],
  { answer: ClassCaseResource, given: registered },
);

scenarios(
  "GET /v1/classification-sets/banking-v1/cases",
  [{ clause: "M-23", name: "lists them", expect: 200, json: { data: [lost] } }, ...strangers()],
  { answer: pageOf(ClassCaseResource), given: taught },
);

scenarios(
  "DELETE /v1/classification-sets/banking-v1/cases/{label}",
  [{ clause: "M-23", name: "takes it back", expect: 204 }, ...strangers()],
  { given: taught },
);
