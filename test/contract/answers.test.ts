import { afterAll, beforeAll, expect, test } from "bun:test";
import { alarms, banking, getWeather, weather } from "../http/samples.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/toolsets", alarms);
  await owner.request("POST", "/v1/toolsets", { ...weather, signature: "proven-v1", require_evidence: true });
  await owner.request("POST", "/v1/classification-sets", banking);
});
afterAll(() => server.close());

const query = 'weather in "Berlin" for 3 days';
const resolve = (change: object = {}) =>
  owner.request("POST", "/v1/resolve", { query, toolsets: ["weather-v1"], ...change });
const quick = (change: object = {}) =>
  owner.request("POST", "/v1/resolve-quick", { query, tools: [getWeather], ...change });
const respond = (change: object = {}) =>
  owner.request("POST", "/v1/resolve-respond", { query, toolsets: ["weather-v1"], ...change });
const classify = (change: object) => owner.request("POST", "/v1/classify", { data: "my card was stolen", ...change });
const inline = { classes: banking.classes };

test("a query is resolved to one tool call, typed and with defaults [Q-1] [Q-9] [Q-10]", async () => {
  const { status, json } = await resolve();
  expect(status).toBe(200);
  expect(json.resolved).toEqual({ tool: "get_weather", parameters: { city: "Berlin", days: 3, unit: "celsius" } });
  expect(json.metadata.defaults_applied).toEqual(["unit"]);
});

test("inline tools are always computed [Q-2]", async () => {
  const answers = [await quick(), await quick()];
  expect(answers.map(({ json }) => json.resolved.tool)).toEqual(["get_weather", "get_weather"]);
  expect(answers.map(({ json }) => json.metadata.source)).toEqual(["model", "model"]);
});

test("an answer in words has the parameters in it [Q-3]", async () => {
  const { json } = await respond();
  expect(json.resolved.tool).toBe("get_weather");
  for (const value of ["Berlin", "3"]) expect(json.response.text).toContain(value);
});

test("words say what is being done, or what the owner wants to be said [Q-37]", async () => {
  expect((await respond()).json.response.text).toMatch(/^Looking up the weather in Berlin/);
  const tool = { ...getWeather, parameters: { ...getWeather.parameters, "x-response": "{city} it is!" } };
  const own = { ...weather, signature: "own-words-v1", tools: [tool] };
  expect((await owner.request("POST", "/v1/toolsets", own)).status).toBe(201);
  const { json } = await respond({ toolsets: ["own-words-v1"] });
  expect(json.response.text).toBe("Berlin it is!");
});

test("a query has 1–500 characters, wherever it is asked [Q-4]", async () => {
  for (const ask of [resolve, quick, respond]) {
    expect((await ask({ query: "weather ".padEnd(500, "x") })).status).toBe(200);
    for (const wrong of ["", "q".repeat(501)]) {
      expect(Object.keys((await ask({ query: wrong })).json.details)).toEqual(["query"]);
    }
  }
});

test("toolsets, banks and context have their limits [Q-5]", async () => {
  expect((await resolve({ context: "c".repeat(2_000), banks: [] })).status).toBe(200);
  const names = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`);
  const wrong = { toolsets: names(17), banks: names(17), context: "c".repeat(2_001) };
  for (const [field, value] of Object.entries(wrong)) {
    expect(Object.keys((await resolve({ [field]: value })).json.details)).toEqual([field]);
  }
  expect(Object.keys((await resolve({ toolsets: [] })).json.details)).toEqual(["toolsets"]);
});

test("history completes a query, and has at most 5 entries [Q-6]", async () => {
  const entry = { tool: "get_weather", query: 'weather in "Rome"' };
  const { json } = await respond({ query: "and for 2 days", history: [entry] });
  expect(json.resolved).toMatchObject({ tool: "get_weather", parameters: { city: "Rome", days: 2 } });
  expect(json.metadata.evidence.city.kind).toBe("history");
  const six = Array.from({ length: 6 }, () => entry);
  expect(Object.keys((await respond({ history: six })).json.details)).toEqual(["history"]);
});

test("nothing fits: the tool is none [Q-7]", async () => {
  const { json } = await resolve({ query: "tell me a joke" });
  expect(json.resolved).toEqual({ tool: "none", parameters: {} });
});

test("what is missing is named and asked for, not made up [Q-8]", async () => {
  const { json } = await respond({ query: "weather" });
  expect(json.resolved.parameters).toEqual({ unit: "celsius" });
  expect(json.metadata.missing_parameters).toEqual(["city"]);
  expect(json.response.text).toMatch(/city.*\?$/);
});

test("metadata names the toolset that was meant [Q-11]", async () => {
  const both = { toolsets: ["weather-v1", "alarms-v1"] };
  expect((await resolve({ ...both, query: "alarm at 7" })).json.metadata.toolset).toBe("alarms-v1");
  expect((await resolve({ ...both, query: "tell me a joke" })).json.metadata.toolset).toBeNull();
  expect((await quick()).json.metadata.toolset).toBeNull();
});

test("metadata tells who answered, how surely, how fast, and what is left [Q-12]", async () => {
  const { json } = await resolve({ context: "at home" });
  expect(json.metadata).toMatchObject({ source: "model", model: "fake-model-1", confidence: 0.9, requests_used: 1 });
  expect(json.metadata.latency_ms).toBeGreaterThan(0);
  expect(json.metadata.requests_remaining).toBe(await owner.balance());
});

test("evidence says where each value came from, in code points of the query as sent [Q-13]", async () => {
  const { json } = await resolve({ query: `🌧🌧 ${query}` });
  expect(json.metadata.evidence).toEqual({
    city: { kind: "query", start: 15, end: 21 },
    days: { kind: "query", start: 27, end: 28 },
    unit: { kind: "default" },
  });
});

test("a set that wants evidence has no use for inferred values [Q-14]", async () => {
  const bank = (await owner.request("POST", "/v1/banks", { name: "Habits" })).json.id;
  const { call } = server.model;
  server.model.call = async (...asked) => ({
    ...(await call.apply(server.model, asked)),
    parameters: { city: "Oslo" },
  });
  const asked = { query: "weather please", banks: [bank] };
  const inferred = (await resolve(asked)).json;
  const wanted = (await resolve({ ...asked, toolsets: ["proven-v1"] })).json;
  server.model.call = call;
  expect(inferred.metadata.evidence.city).toEqual({ kind: "inferred" });
  expect(wanted.resolved.parameters).not.toHaveProperty("city");
  expect(wanted.metadata.missing_parameters).toEqual(["city"]);
});

test("what was said and cannot be had is named, and no default hides it [Q-30]", async () => {
  const { call } = server.model;
  server.model.call = async (...asked) => ({
    ...(await call.apply(server.model, asked)),
    parameters: { city: "Berlin", unit: "kelvin" },
  });
  const said = { query: '🌧 weather in "Berlin" in kelvin' };
  const answers = [await resolve(said), await quick(said), await respond(said)];
  const batch = await owner.request("POST", "/v1/batch", {
    requests: [{ type: "resolve", body: { ...said, toolsets: ["weather-v1"] } }],
  });
  server.model.call = call;
  for (const { json } of [...answers, { json: batch.json.results[0].body }]) {
    expect(json.resolved.parameters).toEqual({ city: "Berlin" });
    expect(json.metadata.missing_parameters).toEqual(["unit"]);
    expect(json.metadata.defaults_applied).toEqual([]);
    expect(json.metadata.unfilled).toEqual([
      { parameter: "unit", said: "kelvin", why: "not_an_option", start: 25, end: 31 },
    ]);
  }
  const text = answers[2]?.json.response.text;
  expect(text).toContain("“kelvin” is not possible for the unit: celsius or fahrenheit.");
  expect(text).toMatch(/Which unit\?$/);
});

test("unknown toolsets and banks are 404, an unknown persona is a wrong field [Q-15]", async () => {
  expect((await resolve({ toolsets: ["nope"] })).status).toBe(404);
  expect((await resolve({ banks: ["bank_nope"] })).status).toBe(404);
  const { status, json } = await respond({ persona: "Nobody" });
  expect([status, Object.keys(json.details)]).toEqual([400, ["persona"]]);
});

test("a text is classified by a set or by classes, by exactly one of them [C-1] [C-2]", async () => {
  for (const by of [{ classification_set: "banking-v1" }, inline]) {
    const { json } = await classify(by);
    expect(json.classifications).toEqual([{ text: "my card was stolen", label: "card_lost", confidence: 0.8 }]);
  }
  expect((await classify({})).status).toBe(400);
  expect((await classify({ classification_set: "banking-v1", ...inline })).status).toBe(400);
});

test("with extraction each part has its own label, in the order of the text [C-3]", async () => {
  const { json } = await classify({
    data: "what is my balance and my card was lost",
    ...inline,
    enable_extraction: true,
  });
  expect(json.classifications.map(({ text, label }: { text: string; label: string }) => [text, label])).toEqual([
    ["what is my balance", "balance"],
    ["my card was lost", "card_lost"],
  ]);
});

test("data has 1–4,000 characters [C-4]", async () => {
  expect((await classify({ data: "card ".repeat(800), ...inline })).status).toBe(200);
  for (const data of ["", "d".repeat(4_001)]) {
    expect(Object.keys((await classify({ data, ...inline })).json.details)).toEqual(["data"]);
  }
});

test("where a set allows it, text that fits no class is none [C-5]", async () => {
  await owner.request("POST", "/v1/classification-sets", { ...banking, signature: "open-v1", allow_none: true });
  const { json } = await classify({ data: "tell me a joke", classification_set: "open-v1" });
  expect(json.classifications[0].label).toBe("none");
});

test("inline classes are never cached [C-6]", async () => {
  const answers = [await classify(inline), await classify(inline)];
  expect(answers.map(({ json }) => json.metadata.source)).toEqual(["model", "model"]);
});
