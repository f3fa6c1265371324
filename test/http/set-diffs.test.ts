import { expect } from "bun:test";
import { Effort } from "#core/access/effort.ts";
import { AppError } from "#core/errors.ts";
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
/** On whose account the model worked. */
const efforts = new Set<Effort>();
const taught = async (stage: Stage) => {
  await registered(stage);
  await stage.owner.request("POST", "/v1/toolsets/weather-v1/cases", rome);
};

/** Rome is asked twice and said to be right, the painter once; what asks another set as well is no question of this one alone. */
const logged = async (stage: Stage) => {
  const { owner } = stage;
  await registered(stage);
  await owner.request("POST", "/v1/toolsets", { ...weather, signature: "weather-v2" });
  await owner.request("PUT", "/v1/query-log", { enabled: true });
  const ask = async (query: string, toolsets: readonly string[]) =>
    (await owner.request("POST", "/v1/resolve", { query, toolsets }, { "X-Request-Id": "rome" })).json;
  await ask("who painted this", ["weather-v1"]);
  await ask('weather in "Oslo"', ["weather-v1"]);
  await ask('weather in "Bern"', ["weather-v1", "weather-v2"]);
  for (let times = 0; times < 2; times += 1) await ask(rome.query, ["weather-v1"]);
  await owner.request("POST", "/v1/feedback", { request_id: "rome", correct: true });
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
      name: "what the model fails to answer of the proposed set is told as that, and breaks nothing",
      given: async (stage) => {
        await registered(stage);
        const { model } = stage.server;
        model.before = async () => {
          if (model.calls === 1) return;
          model.before = async () => {};
          throw new AppError("bad_gateway", "the model failed");
        };
        model.calls = 0;
      },
      body: { proposed, cases: [rome] },
      expect: 200,
      json: { changed: 1, broken: 0, changes: [{ turn: "other", failed: "after", before: given, after: [] }] },
    },
    {
      clause: "T-45",
      name: "each sentence has the work of a question, and not a part of one request's",
      given: async (stage) => {
        await registered(stage);
        efforts.clear();
        stage.server.model.before = async () => {
          const effort = Effort.current();
          if (effort) efforts.add(effort);
        };
      },
      body: { proposed, cases: [rome, { ...rome, query: 'the weather of "Rome"' }] },
      expect: 200,
      json: { replayed: 2, changed: 0 },
      afterwards: (_, { server }) => {
        server.model.before = async () => {};
        expect(efforts.size).toBe(4);
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
      name: "the log is asked, and broken is what was said to be right",
      given: logged,
      body: { proposed: renamed, log: true },
      expect: 200,
      json: { replayed: 3, changed: 2, broken: 1, changes: [{ query: rome.query, turn: "broken" }, { turn: "other" }] },
      unchanged: true,
    },
    {
      clause: "T-45",
      name: "that something was asked for is a part of what was said to be right",
      given: async (stage) => {
        await registered(stage);
        const { owner } = stage;
        await owner.request("PUT", "/v1/query-log", { enabled: true });
        const asked = { query: "the weather forecast", toolsets: ["weather-v1"] };
        await owner.request("POST", "/v1/resolve", asked, { "X-Request-Id": "open" });
        await owner.request("POST", "/v1/feedback", { request_id: "open", correct: true });
      },
      body: { proposed: renamed, log: true },
      expect: 200,
      json: { replayed: 1, changed: 1, broken: 1, changes: [{ turn: "broken", before: [{ missing: ["city"] }] }] },
    },
    {
      clause: "T-45",
      name: "where nothing is logged nothing is asked",
      body: { proposed: renamed, log: true },
      expect: 200,
      json: { replayed: 0, changed: 0 },
    },
    {
      clause: "T-45",
      name: "the log beside cases",
      body: { proposed, log: true, cases: [rome] },
      expect: 400,
      error: "validation_error",
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
    {
      clause: "T-45",
      name: "labels that the model fails to give, on both sides: nothing is told apart",
      given: async (stage) => {
        await registered(stage);
        const { model } = stage.server;
        model.before = () => Promise.reject(new AppError("bad_gateway", "the model failed"));
      },
      body: { proposed: classes, cases: [{ text: "balance", label: "balance" }] },
      expect: 200,
      json: { replayed: 1, changed: 0 },
      afterwards: (_, { server }) => {
        server.model.before = async () => {};
      },
    },
    {
      clause: "T-45",
      name: "labels that it fails to give of the set as it is",
      given: async (stage) => {
        await registered(stage);
        const { model } = stage.server;
        model.before = async () => {
          model.before = async () => {};
          throw new AppError("bad_gateway", "the model failed");
        };
      },
      body: { proposed: classes, cases: [{ text: "balance", label: "balance" }] },
      expect: 200,
      json: { changed: 1, mended: 0, changes: [{ turn: "other", failed: "before", before: [] }] },
    },
    {
      clause: "T-45",
      name: "the log of classifications",
      given: async (stage) => {
        await registered(stage);
        await stage.owner.request("PUT", "/v1/query-log", { enabled: true });
        await stage.owner.request("POST", "/v1/classify", { data: "balance", classification_set: "banking-v1" });
      },
      body: {
        proposed: { ...classes, classes: banking.classes.map((one) => ({ ...one, label: `${one.label}_2` })) },
        log: true,
      },
      expect: 200,
      json: { replayed: 1, changed: 1, broken: 0, changes: [{ query: "balance", turn: "other" }] },
    },
    ...strangers({ proposed: classes }),
  ],
  { answer: SetDiff, given: registered },
);
