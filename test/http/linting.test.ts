import { expect } from "bun:test";
import { LIMITS } from "#core/limits.ts";
import { WARNINGS_MAX } from "#core/linting/findings.ts";
import { LintReportResource } from "#http/schemas/lint-report.ts";
import { type Stage, scenarios } from "../kit.ts";
import { strangers } from "./resource-rows.ts";
import { alarms, banking, getWeather, weather } from "./samples.ts";

const nameless = {
  name: "light",
  description: "",
  parameters: {
    type: "object",
    properties: { x: { type: "string" }, mode: { type: "string", enum: ["op1"] } },
    required: ["room"],
  },
};
const faulty = { signature: "faulty-v1", name: "Faulty", tools: [nameless] };
const CODES = ["tool_without_description", "required_unknown", "untelling_parameter"];

scenarios("POST /v1/toolsets", [
  {
    clause: "T-20",
    name: "says how it may be misunderstood, and registers it all the same",
    body: faulty,
    expect: 201,
    afterwards: async ({ json }, { owner }) => {
      expect(json.warnings.map(({ code }: { code: string }) => code)).toEqual(CODES);
      expect(json.warnings[1]).toEqual({
        code: "required_unknown",
        severity: "warning",
        set: "faulty-v1",
        path: "/tools/0/parameters/required/0",
        message: '"light" requires "room", which is none of its properties',
        instead: "the property as it is called in `properties`, or leave the name out of `required`",
      });
      const read = await owner.request("GET", "/v1/toolsets/faulty-v1");
      expect(read.json).not.toHaveProperty("warnings");
      const { warnings: _, ...resource } = json;
      expect(read.json).toEqual(resource);
      const listed = await owner.request("GET", "/v1/toolsets");
      expect(listed.json.data[0]).not.toHaveProperty("warnings");
    },
  },
  {
    clause: "T-20",
    name: "no more than some of very many",
    body: {
      ...faulty,
      tools: Array.from({ length: LIMITS.toolsMax }, (_, at) => ({ name: `t_${at}`, description: "" })),
    },
    expect: 201,
    afterwards: ({ json }) => expect(json.warnings).toHaveLength(WARNINGS_MAX),
  },
  {
    clause: "T-20",
    name: "nothing where there is nothing to say",
    body: weather,
    expect: 201,
    afterwards: ({ json }) => expect(json).not.toHaveProperty("warnings"),
  },
]);

scenarios("PUT /v1/toolsets/weather-v1", [
  {
    clause: "T-20",
    name: "says it of what replaces, too",
    given: ({ owner }) => owner.request("POST", "/v1/toolsets", weather),
    body: { name: "Faulty", tools: [nameless] },
    expect: 200,
    afterwards: ({ json }) =>
      expect(json.warnings.map(({ set, code }: { set: string; code: string }) => [set, code])).toEqual(
        CODES.map((code) => ["weather-v1", code]),
      ),
  },
]);

const twice = {
  ...banking,
  classes: [
    { label: "card_lost", examples: ["my card is gone"] },
    { label: "balance", examples: ["My card is gone!"] },
  ],
};

scenarios("POST /v1/classification-sets", [
  {
    clause: "T-20",
    name: "says how it may be misunderstood",
    body: twice,
    expect: 201,
    json: { warnings: [{ code: "example_in_two", path: "/classes/1/examples/0" }] },
  },
]);

const registered = async ({ owner }: Stage) => {
  await owner.request("POST", "/v1/toolsets", faulty);
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/toolsets", {
    ...alarms,
    tools: [{ ...getWeather, description: "Weather forecast of a city" }],
  });
};
const codesIn = (json: { findings: readonly { code: string }[] }) => json.findings.map(({ code }) => code);

scenarios(
  "POST /v1/toolsets/faulty-v1/lint",
  [
    {
      clause: "T-21",
      name: "finds warnings and hints",
      expect: 200,
      json: { left_out: 0, compared: { texts: 1, of: 1 } },
      charged: 1,
      unchanged: true,
      afterwards: ({ json }) => expect(codesIn(json)).toEqual([...CODES, "enum_of_codes"]),
    },
    {
      clause: "T-21",
      name: "beside others: names that are equal, and tools that say the same",
      path: "/v1/toolsets/weather-v1/lint?with=alarms-v1",
      expect: 200,
      json: { compared: { texts: 2, of: 2 } },
      afterwards: ({ json }) => {
        expect(codesIn(json)).toEqual(["equal_tool_names", "tools_alike"]);
        expect(json.findings[1]).toMatchObject({
          set: "alarms-v1",
          path: "/tools/0",
          message: '"get_weather" and "get_weather" of "weather-v1" are alike by what they say: 1.00 of 1',
        });
      },
    },
    {
      clause: "T-21",
      name: "beside itself: no other",
      path: "/v1/toolsets/weather-v1/lint?with=weather-v1,%20weather-v1,,",
      expect: 200,
      json: { findings: [], compared: { texts: 1, of: 1 } },
    },
    { clause: "R-11", name: "an unknown one", path: "/v1/toolsets/nope/lint", expect: 404, error: "not_found" },
    {
      clause: "R-11",
      name: "beside an unknown one",
      path: "/v1/toolsets/weather-v1/lint?with=nope",
      expect: 404,
      error: "not_found",
      says: '"nope"',
    },
    {
      clause: "T-21",
      name: "beside too many",
      path: `/v1/toolsets/weather-v1/lint?with=${Array.from({ length: 16 }, (_, at) => `s-${at}`).join(",")}`,
      expect: 400,
      error: "validation_error",
      details: ["with"],
    },
    ...strangers(),
  ],
  { answer: LintReportResource, given: registered },
);

scenarios(
  "POST /v1/classification-sets/banking-v1/lint",
  [
    {
      clause: "T-21",
      name: "finds what is claimed by another class",
      given: ({ owner }) =>
        owner.request("PUT", "/v1/classification-sets/banking-v1", {
          name: "Banking",
          classes: [
            { label: "card_lost", examples: ["my card is lost", "i lost my card", "what is my balance today"] },
            { label: "balance", examples: ["what is my balance", "tell me my balance today", "balance please"] },
          ],
        }),
      expect: 200,
      json: { compared: { texts: 8, of: 8 } },
      afterwards: ({ json }) => {
        expect(codesIn(json)).toEqual(["example_claimed"]);
        expect(json.findings[0]).toMatchObject({ path: "/classes/0/examples/2", severity: "warning" });
        expect(json.findings[0].message).toContain('the nearest there is "what is my balance"');
      },
    },
    { clause: "T-21", name: "hints", expect: 200, json: { findings: [{ code: "class_with_label_alone" }] } },
    ...strangers(),
  ],
  {
    answer: LintReportResource,
    given: ({ owner }) => owner.request("POST", "/v1/classification-sets", banking),
  },
);
