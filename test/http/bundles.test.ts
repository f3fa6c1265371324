import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { readdirSync } from "node:fs";
import { Value } from "@sinclair/typebox/value";
import { BundleSigning } from "#core/bundle/bundle-signing.ts";
import { AppError } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import { Registry } from "#core/sets/registry.ts";
import { ImportedBundle, MadeBundle } from "#http/schemas/bundle.ts";
import { checkClause } from "../contract/clauses.ts";
import { FakeSecrets } from "../fakes.ts";
import { openTestApp, type Stage, scenarios, type Tenant, type TestApp } from "../kit.ts";
import { lacking, strangers } from "./resource-rows.ts";
import {
  alarms,
  banking,
  captain,
  classesNumbering,
  homeIsBerlin,
  romanWeather,
  toolsNumbering,
  weather,
} from "./samples.ts";

for (const clause of ["T-47", "T-48", "T-49"]) checkClause(clause);

const cities = { name: "cities", values: ["Rome", { value: "New York", synonyms: ["big apple"] }] };
const citiesOnly = {
  type: "object",
  properties: { city: { type: "string", "x-values": "cities" } },
  required: ["city"],
};
const visits = {
  signature: "visits-v1",
  name: "Visits",
  tools: [{ name: "plan_visit", description: "Plan a visit to a city", parameters: citiesOnly }],
};
const rome = { query: 'weather forecast in "Rome"', tool: "get_weather", parameters: { city: "Rome" } };
const nothing = { query: "who painted this", tool: "none" };

const hasTrial = (dataDir: string) => readdirSync(dataDir).includes("trial");

const registered = async ({ owner }: Stage) => {
  for (const set of [weather, alarms]) await owner.request("POST", "/v1/toolsets", set);
  await owner.request("POST", "/v1/classification-sets", banking);
};

scenarios(
  "POST /v1/bundles",
  [
    {
      clause: "T-46",
      name: "the sets that are named, and what came of their tests",
      body: {
        signatures: ["weather-v1", "banking-v1"],
        tool_tests: [{ toolsets: ["weather-v1"], cases: [rome, nothing, { ...rome, parameters: { city: "Oslo" } }] }],
        label_tests: [{ classification_set: "banking-v1", cases: [{ text: "balance", label: "balance" }] }],
      },
      expect: 200,
      json: {
        bundle: {
          dragoman_bundle: 1,
          content: {
            sets: [{ signature: "weather-v1" }, { signature: "banking-v1" }],
            value_lists: [],
            personas: [],
            banks: [],
            tests: [{ right: [true, true, false], report: { cases: 3, accuracy: { count: 2 } } }, { right: [true] }],
          },
        },
        tests: [
          { kind: "toolset", sets: ["weather-v1"], cases: 3, right: 2 },
          { kind: "classification_set", sets: ["banking-v1"], cases: 1, right: 1 },
        ],
      },
      unchanged: true,
      afterwards: ({ json }) => {
        expect(json.key).toBe(json.bundle.key);
        // "Tomorrow" is what it was when the bundle was made.
        const [first] = json.bundle.content.tests[0].cases;
        expect(first).toMatchObject({ ...rome, time_zone: "UTC", now: json.bundle.content.made_at });
      },
    },
    {
      clause: "T-46",
      name: "a test of a set that is not in it",
      body: { signatures: ["weather-v1"], tool_tests: [{ toolsets: ["alarms-v1"], cases: [nothing] }] },
      expect: 400,
      error: "validation_error",
      details: ["tests"],
    },
    {
      clause: "T-43",
      name: "a case that is none",
      body: { signatures: ["weather-v1"], tool_tests: [{ toolsets: ["weather-v1"], cases: [{ query: "hello" }] }] },
      expect: 400,
      error: "validation_error",
    },
    {
      clause: "T-46",
      name: "101 cases",
      body: {
        signatures: ["weather-v1"],
        tool_tests: [1, 100].map((count) => ({ toolsets: ["weather-v1"], cases: Array(count).fill(nothing) })),
      },
      expect: 400,
      error: "validation_error",
      details: ["tool_tests"],
    },
    {
      clause: "T-46",
      name: "more than goes by HTTP",
      given: async ({ owner }) => {
        const values = Array.from({ length: 40_000 }, (_, at) => `a city of many, number ${at}`);
        await owner.request("POST", "/v1/value-lists", { name: "cities", values: values.slice(0, 20_000) });
        await owner.request("POST", "/v1/toolsets", visits);
        await owner.request("POST", "/v1/value-lists", { name: "towns", values: values.slice(20_000) });
        const tools = JSON.parse(JSON.stringify(visits.tools).replace("cities", "towns"));
        await owner.request("POST", "/v1/toolsets", { ...visits, signature: "visits-v2", tools });
      },
      body: { signatures: ["visits-v1", "visits-v2"] },
      expect: 400,
      error: "validation_error",
      says: "choose fewer",
    },
    {
      clause: "A-5",
      name: "a set that is not there",
      body: { signatures: ["none-v1"] },
      expect: 404,
      error: "not_found",
    },
    {
      clause: "T-46",
      name: "two memory banks of one name, which a bundle could not tell apart",
      given: async (stage) => {
        const ids: string[] = [];
        for (let bank = 0; bank < 2; bank += 1)
          ids.push((await stage.owner.request("POST", "/v1/banks", { name: "Habits" })).json.id);
        stage.names.set("one", ids[0] ?? "");
        stage.names.set("other", ids[1] ?? "");
      },
      body: { signatures: ["weather-v1"], banks: ["{one}", "{other}"] },
      expect: 409,
      error: "conflict",
      says: "several memory banks",
    },
    {
      clause: "T-46",
      name: "what was taught beside a set that stays behind, as far as it holds without that",
      given: async ({ owner }) => {
        await owner.request("PUT", "/v1/query-log", { enabled: true });
        const both = ["weather-v1", "alarms-v1"];
        const teach = async (id: string, query: string, correction: object) => {
          await owner.request("POST", "/v1/resolve", { query, toolsets: both }, { "X-Request-Id": id });
          await owner.request("POST", "/v1/feedback", { request_id: id, correct: false, ...correction });
        };
        await teach("a", "who painted this", { tool: "none" });
        await teach("b", "rain and seven", {
          calls: [
            { tool: "get_weather", parameters: { city: "Rome" } },
            { tool: "set_alarm", parameters: { hour: 7 } },
          ],
        });
      },
      body: { signatures: ["weather-v1"] },
      expect: 200,
      afterwards: async ({ json }, { stranger }) => {
        const { taught } = json.bundle.content;
        expect(taught).toMatchObject([
          { signature: "weather-v1", cases: [{ query: "who painted this", beside: ["weather-v1"] }] },
        ]);
        expect(taught[0].cases).toHaveLength(1);
        const reply = await (await stranger()).request("POST", "/v1/bundles/import", { bundle: json.bundle });
        expect([reply.status, reply.json.taught]).toEqual([200, 1]);
      },
    },
    lacking({ signatures: ["weather-v1"] }, "signatures"),
    ...strangers({ signatures: ["weather-v1"] }),
  ],
  { answer: MadeBundle, given: registered },
);

describe("a bundle that is imported", () => {
  let server: TestApp;
  let elsewhere: TestApp;
  let made: { readonly bundle: JsonObject & { readonly content: JsonObject }; readonly key: string };
  beforeAll(async () => {
    [server, elsewhere] = await Promise.all([openTestApp(), openTestApp()]);
    const owner = await server.tenant();
    for (const set of [visits, weather]) await owner.request("POST", "/v1/toolsets", set);
    await owner.request("POST", "/v1/value-lists", cities);
    await owner.request("POST", "/v1/personas", captain);
    const { json: bank } = await owner.request("POST", "/v1/banks", { name: "Habits" });
    for (const one of [romanWeather, homeIsBerlin]) await owner.request("POST", `/v1/banks/${bank.id}/memories`, one);
    const taught = { query: "the usual", tool: "plan_visit", parameters: { city: "New York" } };
    await owner.request("POST", "/v1/toolsets/visits-v1/cases", taught);
    const chosen = { signatures: ["visits-v1", "weather-v1"], personas: ["Captain"], banks: [bank.id] };
    const tool_tests = [{ toolsets: ["weather-v1"], cases: [rome, nothing] }];
    made = (await owner.request("POST", "/v1/bundles", { ...chosen, tool_tests })).json;
  });
  afterAll(async () => {
    await Promise.all([server.close(), elsewhere.close()]);
  });

  const bring = (tenant: Tenant, more: object = {}) =>
    tenant.request("POST", "/v1/bundles/import", { bundle: made.bundle, trusted_keys: [made.key], ...more });
  const hasNothing = async (tenant: Tenant) => {
    for (const kind of ["toolsets", "value-lists", "banks"])
      expect((await tenant.request("GET", `/v1/${kind}`)).json.data).toEqual([]);
  };

  test("[T-47] is all there, and answers as it did", async () => {
    const tenant = await elsewhere.tenant();
    const reply = await bring(tenant);
    expect([reply.status, reply.json.message]).toEqual([200, undefined]);
    expect([...Value.Errors(ImportedBundle, reply.json)]).toEqual([]);
    const { id } = reply.json.parts[2];
    expect(id).toMatch(/^bank_/);
    expect(reply.json).toMatchObject({
      key: made.key,
      written: true,
      taught: 1,
      tests: [{ sets: ["weather-v1"], cases: 2, right_there: 2, right_here: 2, lost: [] }],
      parts: [
        { kind: "value_list", name: "cities", outcome: "created" },
        { kind: "persona", name: "Captain", outcome: "created" },
        { kind: "bank", name: "Habits", outcome: "created", id },
        { kind: "toolset", name: "visits-v1", outcome: "created" },
        { kind: "toolset", name: "weather-v1", outcome: "created" },
      ],
    });
    expect((await tenant.request("GET", `/v1/banks/${id}/memories`)).json.data).toMatchObject([
      romanWeather,
      homeIsBerlin,
    ]);
    expect((await tenant.request("GET", "/v1/value-lists/cities")).json).toMatchObject(cities);
    const asked = await tenant.request("POST", "/v1/resolve", { query: "the usual", toolsets: ["visits-v1"] });
    expect(asked.json).toMatchObject({
      resolved: { tool: "plan_visit", parameters: { city: "New York" } },
      metadata: { source: "taught" },
    });
  });

  test("[T-47] is taken from this server's own key, and from nobody whom the request does not name", async () => {
    expect((await bring(await server.tenant(), { trusted_keys: [] })).status).toBe(200);
    const tenant = await elsewhere.tenant();
    for (const trusted_keys of [[], [`ed25519:${"A".repeat(43)}`]]) {
      const { status, json } = await bring(tenant, { trusted_keys });
      expect([status, json.error]).toEqual([400, "validation_error"]);
      expect(json.message).toContain(made.key);
    }
    const { status, json } = await bring(tenant, { trusted_keys: ["a key"] });
    expect([status, Object.keys(json.details)]).toEqual([400, ["trusted_keys.0"]]);
    await hasNothing(tenant);
  });

  test("[T-47] is 400 where anything of it was changed, or where it is none", async () => {
    const tenant = await elsewhere.tenant();
    const { content } = made.bundle;
    const changed = [
      { ...made.bundle, content: { ...content, version: "0.0.1" } },
      { ...made.bundle, content: { ...content, tests: [] } },
      { ...made.bundle, dragoman_bundle: 2 },
      { ...made.bundle, signature: "" },
      { ...made.bundle, key: `ed25519:${"A".repeat(43)}` },
      content,
      {},
    ];
    for (const bundle of changed) {
      const { status, json } = await bring(tenant, { bundle });
      expect([status, json.error]).toEqual([400, "validation_error"]);
    }
    await hasNothing(tenant);
  });

  test("[T-48] is written nowhere where a case is not right any more, and a dry run says which", async () => {
    const tenant = await elsewhere.tenant();
    elsewhere.model.before = () => Promise.reject(new AppError("bad_gateway", "the model failed"));
    try {
      const { status, json } = await bring(tenant);
      expect([status, json.error]).toEqual([409, "conflict"]);
      expect(json.message).toContain(rome.query);
      expect((await bring(tenant, { min_accuracy: 0.5 })).status).toBe(409);
      const dry = await bring(tenant, { dry_run: true });
      expect(dry.status).toBe(200);
      expect(dry.json).toMatchObject({
        written: false,
        tests: [{ right_there: 2, right_here: 0, lost: [{ query: rome.query, given: [] }, { query: nothing.query }] }],
      });
      await hasNothing(tenant);
      // Whoever wants it all the same says so.
      expect((await bring(tenant, { min_accuracy: 0 })).status).toBe(200);
    } finally {
      elsewhere.model.before = async () => {};
    }
  });

  test("[T-49] replaces what says something else only where that is meant, and leaves what says the same", async () => {
    const tenant = await elsewhere.tenant();
    const before = (await bring(tenant)).json.parts;
    const towns = { values: ["Oslo"] };
    await tenant.request("PUT", "/v1/value-lists/cities", towns);
    const { id } = before[2];
    await tenant.request("POST", `/v1/banks/${id}/memories`, { fact: "the cat is called Tom" });
    const refused = await bring(tenant);
    expect([refused.status, refused.json.error]).toEqual([409, "conflict"]);
    expect(refused.json.message).toContain('the value list "cities", the memory bank "Habits"');
    expect((await tenant.request("GET", "/v1/value-lists/cities")).json).toMatchObject(towns);
    const replaced = await bring(tenant, { existing: "replace" });
    expect(replaced.json.parts).toMatchObject([
      { name: "cities", outcome: "replaced" },
      { name: "Captain", outcome: "unchanged" },
      { name: "Habits", outcome: "replaced", id },
      { name: "visits-v1", outcome: "unchanged" },
      { name: "weather-v1", outcome: "unchanged" },
    ]);
    expect((await tenant.request("GET", `/v1/banks/${id}/memories`)).json.data).toMatchObject([
      romanWeather,
      homeIsBerlin,
    ]);
  });

  test("[T-49] is imported again as it is, teaches what was forgotten, and refuses a set that says something else by then", async () => {
    const tenant = await elsewhere.tenant();
    await bring(tenant);
    const cases = "/v1/toolsets/visits-v1/cases";
    const taught = (await tenant.request("GET", cases)).json.data;
    await tenant.request("DELETE", `${cases}/${taught[0].id}`);
    const again = await bring(tenant);
    expect(again.status).toBe(200);
    expect(new Set(again.json.parts.map(({ outcome }: { readonly outcome: string }) => outcome))).toEqual(
      new Set(["unchanged"]),
    );
    expect((await tenant.request("GET", cases)).json.data).toHaveLength(taught.length);
    const { signature: _, ...renamed } = { ...weather, name: "The sky" };
    await tenant.request("PUT", "/v1/toolsets/weather-v1", renamed);
    const refused = await bring(tenant);
    expect([refused.status, refused.json.error]).toEqual([409, "conflict"]);
    expect(refused.json.message).toContain('the toolset "weather-v1" is registered already');
    expect((await tenant.request("GET", "/v1/toolsets/weather-v1")).json.name).toBe("The sky");
  });

  test.each([
    ["tool_limit_reached", { ...weather, tools: toolsNumbering(129) }],
    ["class_limit_reached", { ...banking, classes: classesNumbering(501) }],
  ])("is %s where a set of it is too large for any server", async (code, set) => {
    const tenant = await elsewhere.tenant();
    const { content } = made.bundle;
    const bundle = await new BundleSigning(new FakeSecrets()).sign({ ...content, sets: [set], taught: [], tests: [] });
    const { status, json } = await bring(tenant, { bundle, trusted_keys: [bundle.key] });
    expect([status, json.error]).toEqual([400, code]);
    await hasNothing(tenant);
  });

  test("[T-47] is written nowhere where somebody takes a name of it meanwhile, and the same again brings all", async () => {
    const tenant = await elsewhere.tenant();
    await tenant.request("POST", "/v1/toolsets", alarms);
    const bringing = bring(tenant);
    // While it is tried, somebody gives the name of one of its sets away.
    while (!elsewhere.dataDirs.some(hasTrial)) await Bun.sleep(1);
    const alias = await tenant.request("PUT", "/v1/aliases/weather-v1", { signature: alarms.signature });
    expect(alias.status).toBe(200);
    const broken = await bringing;
    expect([broken.status, broken.json.error]).toEqual([409, "conflict"]);
    for (const kind of ["value-lists", "banks"])
      expect((await tenant.request("GET", `/v1/${kind}`)).json.data).toEqual([]);
    expect((await tenant.request("GET", "/v1/personas/Captain")).status).toBe(404);
    const sets = (await tenant.request("GET", "/v1/toolsets")).json.data;
    expect(sets.map(({ signature }: { signature: string }) => signature)).toEqual([alarms.signature]);
    await tenant.request("DELETE", "/v1/aliases/weather-v1");
    const { status, json } = await bring(tenant);
    expect([status, json.taught]).toEqual([200, 1]);
    for (const { outcome } of json.parts) expect(outcome).toBe("created");
  });

  test("leaves no folder behind, however it ends", () => {
    expect([...server.dataDirs, ...elsewhere.dataDirs].filter(hasTrial)).toEqual([]);
  });

  test("a set is checked as often for thirty cases as for one", async () => {
    const checksFor = async (cases: number) => {
      const owner = await server.tenant();
      await owner.request("POST", "/v1/toolsets", weather);
      for (let at = 0; at < cases; at += 1) {
        const taught = {
          query: `weather as of ${classesNumbering(cases)[at]?.label}`,
          tool: "get_weather",
          parameters: { city: "Rome" },
        };
        expect((await owner.request("POST", "/v1/toolsets/weather-v1/cases", taught)).status).toBe(201);
      }
      const { json } = await owner.request("POST", "/v1/bundles", { signatures: ["weather-v1"] });
      const tenant = await elsewhere.tenant();
      using check = spyOn(Registry.prototype, "check");
      const reply = await tenant.request("POST", "/v1/bundles/import", {
        bundle: json.bundle,
        trusted_keys: [json.key],
      });
      expect(reply.json).toMatchObject({ written: true, taught: cases });
      return check.mock.calls.length;
    };
    expect(await checksFor(30)).toBe(await checksFor(1));
  });

  test("many at once: some wait, and the others come again", async () => {
    const tenant = await elsewhere.tenant();
    const replies = await Promise.all(Array.from({ length: 8 }, () => bring(tenant, { dry_run: true })));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    const busy = replies.find(({ status }) => status === 503);
    expect(busy?.headers.get("retry-after")).toBe("5");
    expect((await bring(tenant)).status).toBe(200);
  });

  test("more cases than one request pays for", async () => {
    const owner = await server.tenant();
    await owner.request("POST", "/v1/toolsets", weather);
    const tool_tests = [{ toolsets: ["weather-v1"], cases: [nothing] }];
    const { bundle } = (await owner.request("POST", "/v1/bundles", { signatures: ["weather-v1"], tool_tests })).json;
    const { bundles } = server.app.services;
    const how = {
      existing: "replace",
      trusted: [],
      minAccuracy: null,
      isTrial: true,
      casesMax: 0,
      lessonsMax: 9,
    } as const;
    const importing = bundles.bringIn(owner.appId, bundle, how, new AbortController().signal);
    expect(importing).rejects.toThrow("has 1/0 test cases");
  });

  test("[T-46] more memories than one request pays for", async () => {
    const taken = { existing: "replace", trusted: [made.key], minAccuracy: null, isTrial: true, casesMax: 9 } as const;
    const { bundles } = server.app.services;
    const { appId } = await server.tenant();
    const { signal } = new AbortController();
    const bringing = (lessonsMax: number) => bundles.bringIn(appId, made.bundle, { ...taken, lessonsMax }, signal);
    expect((await bringing(3)).taught).toBe(1);
    expect(bringing(2)).rejects.toThrow("has 3/2 memories and taught cases");
  });
});
