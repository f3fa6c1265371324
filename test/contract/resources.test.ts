import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Reply } from "../answer-checks.ts";
import { banking, classesNumbering, getWeather, setAlarm, toolsNumbering, weather } from "../http/samples.ts";
import { openTestApp, type TestApp } from "../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const outcome = ({ status, json }: Reply) => [status, json?.error];
const replacement = { name: "Weather", tools: [getWeather] };

test("creating answers 201, reading and replacing 200, deleting 204, with Location and ETag [R-1] [R-2]", async () => {
  const { request } = await server.tenant();
  const created = await request("POST", "/v1/toolsets", weather);
  expect(created.status).toBe(201);
  expect(created.headers.get("location")).toBe("/v1/toolsets/weather-v1");
  const read = await request("GET", "/v1/toolsets/weather-v1");
  expect([read.status, read.headers.get("etag")]).toEqual([200, created.headers.get("etag")]);
  expect(read.json).toEqual(created.json);
  const replaced = await request("PUT", "/v1/toolsets/weather-v1", { ...replacement, name: "Forecasts" });
  expect([replaced.status, replaced.json.name]).toEqual([200, "Forecasts"]);
  expect(replaced.headers.get("etag")).not.toBe(created.headers.get("etag"));
  const deleted = await request("DELETE", "/v1/toolsets/weather-v1");
  expect([deleted.status, deleted.json]).toEqual([204, null]);
});

test("a list is read page by page, oldest first, while sets are made [R-3] [T-2]", async () => {
  const { request } = await server.tenant();
  for (const signature of ["c", "a", "b"]) await request("POST", "/v1/toolsets", { ...weather, signature });
  const first = (await request("GET", "/v1/toolsets?limit=2")).json;
  await request("POST", "/v1/toolsets", { ...weather, signature: "d" });
  const second = (await request("GET", `/v1/toolsets?limit=2&cursor=${first.next_cursor}`)).json;
  const signatures = [...first.data, ...second.data].map(({ signature }: { signature: string }) => signature);
  expect(signatures).toEqual(["c", "a", "b", "d"]);
  expect(second.next_cursor).toBeNull();
  const stranger = await server.tenant();
  expect((await stranger.request("GET", "/v1/toolsets")).json.data).toEqual([]);
});

test("a stale If-Match is 412 and changes nothing [R-5]", async () => {
  const { request } = await server.tenant();
  const { headers } = await request("POST", "/v1/toolsets", weather);
  const stale = { "If-Match": headers.get("etag") ?? "" };
  await request("PUT", "/v1/toolsets/weather-v1", { ...replacement, name: "Newer" }, stale);
  expect(outcome(await request("PUT", "/v1/toolsets/weather-v1", replacement, stale))).toEqual([
    412,
    "precondition_failed",
  ]);
  expect(outcome(await request("DELETE", "/v1/toolsets/weather-v1", undefined, stale))).toEqual([
    412,
    "precondition_failed",
  ]);
  expect((await request("GET", "/v1/toolsets/weather-v1")).json.name).toBe("Newer");
});

test("PUT replaces the whole tools array, and what is left out goes back to its default [R-6] [T-3]", async () => {
  const { request } = await server.tenant();
  await request("POST", "/v1/toolsets", { ...weather, description: "About rain", require_evidence: true });
  const { json } = await request("PUT", "/v1/toolsets/weather-v1", { name: "Alarms", tools: [setAlarm] });
  expect(json.tools).toEqual([setAlarm]);
  expect(json).toMatchObject({ name: "Alarms", require_evidence: false });
  expect(json).not.toHaveProperty("description");
});

test("a signature in a PUT's body must be the path's [R-7]", async () => {
  const { request } = await server.tenant();
  await request("POST", "/v1/toolsets", weather);
  expect((await request("PUT", "/v1/toolsets/weather-v1", weather)).status).toBe(200);
  const { json } = await request("PUT", "/v1/toolsets/weather-v1", { ...weather, signature: "other" });
  expect(Object.keys(json.details)).toEqual(["signature"]);
});

test("a signature or a persona's name that is taken is 409 [R-8]", async () => {
  const { request } = await server.tenant();
  const persona = { name: "Captain", instructions: "Be brief." };
  for (const [path, body] of [
    ["/v1/toolsets", weather],
    ["/v1/personas", persona],
  ] as const) {
    await request("POST", path, body);
    expect(outcome(await request("POST", path, body))).toEqual([409, "conflict"]);
  }
});

test("times are UTC, and a replacement moves the second alone [R-9]", async () => {
  const { request } = await server.tenant();
  const { json: created } = await request("POST", "/v1/toolsets", weather);
  server.clock.advance(1_500);
  const { json: replaced } = await request("PUT", "/v1/toolsets/weather-v1", replacement);
  expect(created.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(replaced.created_at).toBe(created.created_at);
  expect(Date.parse(replaced.updated_at) - Date.parse(created.updated_at)).toBe(1_500);
});

test("a toolset is made of name, signature, tools and an optional description [T-1]", async () => {
  const { request } = await server.tenant();
  const { json } = await request("POST", "/v1/toolsets", { ...weather, description: "About rain" });
  expect(json).toMatchObject({ ...weather, description: "About rain" });
});

test("a deleted set is 404 everywhere [T-4] [T-8]", async () => {
  const { request } = await server.tenant();
  await request("POST", "/v1/toolsets", weather);
  await request("POST", "/v1/classification-sets", banking);
  for (const path of ["/v1/toolsets/weather-v1", "/v1/classification-sets/banking-v1"]) {
    expect((await request("DELETE", path)).status).toBe(204);
    expect(outcome(await request("GET", path))).toEqual([404, "not_found"]);
    expect(outcome(await request("DELETE", path))).toEqual([404, "not_found"]);
  }
  expect(outcome(await request("POST", "/v1/resolve", { query: "rain", toolsets: ["weather-v1"] }))).toEqual([
    404,
    "not_found",
  ]);
  const classify = { data: "balance", classification_set: "banking-v1" };
  expect(outcome(await request("POST", "/v1/classify", classify))).toEqual([404, "not_found"]);
});

test("a toolset holds 128 tools and no more, a classification set 500 classes [T-5] [T-9]", async () => {
  const { request } = await server.tenant();
  const path = "/v1/toolsets/weather-v1";
  expect((await request("POST", "/v1/toolsets", { ...weather, tools: toolsNumbering(128) })).status).toBe(201);
  const more = { name: "More", tools: toolsNumbering(129) };
  expect(outcome(await request("PUT", path, more))).toEqual([400, "tool_limit_reached"]);
  expect(outcome(await request("POST", "/v1/toolsets", { ...more, signature: "m" }))).toEqual([
    400,
    "tool_limit_reached",
  ]);
  const sets = "/v1/classification-sets";
  expect((await request("POST", sets, { ...banking, classes: classesNumbering(500) })).status).toBe(201);
  const crowd = { name: "Crowd", classes: classesNumbering(501) };
  expect(outcome(await request("POST", sets, { ...crowd, signature: "c" }))).toEqual([400, "class_limit_reached"]);
  expect(outcome(await request("PUT", `${sets}/banking-v1`, crowd))).toEqual([400, "class_limit_reached"]);
});

test("the content hash knows the order of arrays and not of keys [T-6]", async () => {
  const { request } = await server.tenant();
  const hashOf = async (signature: string, tools: readonly object[]) =>
    (await request("POST", "/v1/toolsets", { ...weather, signature, tools })).json.content_hash as string;
  const turned = Object.fromEntries(Object.entries(getWeather).reverse());
  const hash = await hashOf("a", [getWeather, setAlarm]);
  expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(await hashOf("b", [turned, setAlarm])).toBe(hash);
  expect(await hashOf("c", [setAlarm, getWeather])).not.toBe(hash);
});

test("a classification set has classes, with or without descriptions, and two switches [T-7] [T-10]", async () => {
  const { request } = await server.tenant();
  const { status, json } = await request("POST", "/v1/classification-sets", { ...banking, enable_extraction: true });
  expect(status).toBe(201);
  expect(json).toMatchObject({ ...banking, enable_extraction: true, allow_none: false });
  expect(json.classes[1]).toEqual({ label: "balance" });
  const { json: page } = await request("GET", "/v1/classification-sets");
  expect(page.data).toEqual([json]);
  const { json: replaced } = await request("PUT", "/v1/classification-sets/banking-v1", {
    name: "B",
    classes: [{ label: "a" }],
  });
  expect(replaced).toMatchObject({ name: "B", classes: [{ label: "a" }], enable_extraction: false });
});

test("examples are counted until they are learned [T-11]", async () => {
  const { request } = await server.tenant();
  const embed = server.embedder.embed.bind(server.embedder);
  const gate = Promise.withResolvers<void>();
  server.embedder.embed = (texts) => gate.promise.then(() => embed(texts));
  const tools = [{ ...getWeather, examples: ["is it raining", "will it snow"] }];
  const { json } = await request("POST", "/v1/toolsets", { ...weather, tools });
  expect(json.learning).toEqual({ done: 0, total: 2 });
  gate.resolve();
  server.embedder.embed = embed;
  const learned = async () => (await request("GET", "/v1/toolsets/weather-v1")).json.learning === null;
  while (!(await learned())) await Bun.sleep(2);
});
