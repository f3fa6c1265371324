import { expect } from "bun:test";
import { SetDiff } from "#http/schemas/set-diff.ts";
import { type Stage, scenarios } from "../kit.ts";
import { lacking, strangers } from "./resource-rows.ts";
import { banking, weather } from "./samples.ts";

const { signature: _, ...proposed } = weather;
const renamed = { ...proposed, tools: weather.tools.map((tool) => ({ ...tool, name: "other_weather" })) };
const rome = { query: 'weather in "Rome"', tool: "get_weather", parameters: { city: "Rome" } };
const given = [{ name: "get_weather", parameters: { city: "Rome", unit: "celsius" }, missing: [] }];
const registered = async ({ owner }: Stage) => {
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", banking);
};
const taught = async (stage: Stage) => {
  await registered(stage);
  await stage.owner.request("POST", "/v1/toolsets/weather-v1/cases", rome);
};

scenarios(
  "POST /v1/toolsets/weather-v1/diff",
  [
    {
      clause: "T-45",
      name: "nothing changes where nothing does",
      body: { proposed, cases: [rome] },
      expect: 200,
      json: { replayed: 1, left_out: 0, changed: 0, broken: 0, mended: 0, learning: null, changes: [] },
      unchanged: true,
    },
    {
      clause: "T-45",
      name: "a tool that is renamed breaks what expects it, and the set stays as it is",
      body: { proposed: renamed, cases: [rome, { query: "who painted this", tool: "none" }] },
      expect: 200,
      json: {
        replayed: 2,
        changed: 1,
        broken: 1,
        changes: [{ query: rome.query, turn: "broken", before: given, after: [{ name: "other_weather" }] }],
      },
      unchanged: true,
      afterwards: async (_, { owner }) => {
        const kept = await owner.request("GET", "/v1/toolsets/weather-v1");
        expect(kept.json.tools).toMatchObject([{ name: "get_weather" }]);
      },
    },
    {
      clause: "T-45",
      name: "what was taught is asked where nothing else is named",
      given: taught,
      body: { proposed: renamed },
      expect: 200,
      json: { replayed: 1, left_out: 0, changed: 1, broken: 1 },
    },
    {
      clause: "T-45",
      name: "a sentence that is right only then is mended",
      body: { proposed: renamed, cases: [{ ...rome, tool: "other_weather" }] },
      expect: 200,
      json: { changed: 1, mended: 1, changes: [{ turn: "mended" }] },
    },
    {
      clause: "T-45",
      name: "what PUT would refuse",
      body: { proposed: { ...proposed, tools: [{ name: "", description: "x" }] }, cases: [rome] },
      expect: 400,
      error: "validation_error",
      unchanged: true,
    },
    {
      clause: "R-11",
      name: "an unknown set",
      path: "/v1/toolsets/none-v1/diff",
      body: { proposed },
      expect: 404,
      error: "not_found",
    },
    lacking({ proposed }, "proposed"),
    ...strangers({ proposed }),
  ],
  { answer: SetDiff, given: registered },
);

const { signature: __, ...classes } = banking;

scenarios(
  "POST /v1/classification-sets/banking-v1/diff",
  [
    {
      clause: "T-45",
      name: "labels as calls",
      body: {
        proposed: { ...classes, classes: banking.classes.map((one) => ({ ...one, label: `${one.label}_2` })) },
        cases: [{ text: "balance", label: "balance" }],
      },
      expect: 200,
      json: {
        replayed: 1,
        changed: 1,
        broken: 1,
        changes: [{ before: [{ name: "balance" }], after: [{ name: "balance_2" }] }],
      },
    },
    ...strangers({ proposed: classes }),
  ],
  { answer: SetDiff, given: registered },
);
