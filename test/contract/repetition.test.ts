import { afterAll, beforeAll, expect, test } from "bun:test";
import { alarms, getWeather, weather } from "../http/samples.ts";
import { openTestApp, type TestApp } from "../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const key = (text: string) => ({ "Idempotency-Key": text });
const ask = { query: 'weather in "Berlin"', toolsets: ["weather-v1"] };

async function registered() {
  const tenant = await server.tenant();
  await tenant.request("POST", "/v1/toolsets", weather);
  const resolve = (body: object = ask, headers = {}) => tenant.request("POST", "/v1/resolve", body, headers);
  const sourceOf = async (body: object = ask, headers = {}) => (await resolve(body, headers)).json.metadata.source;
  return { ...tenant, resolve, sourceOf };
}

test("a repetition gets the first answer again, and is charged once [K-1]", async () => {
  const { request, balance } = await server.tenant();
  const before = await balance();
  const first = await request("POST", "/v1/toolsets", weather, key("a"));
  const again = await request("POST", "/v1/toolsets", weather, key("a"));
  expect([again.status, again.json]).toEqual([201, first.json]);
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(before - (await balance())).toBe(1);
});

test("another body or route under the key is 400 [K-2]", async () => {
  const { request } = await server.tenant();
  await request("POST", "/v1/toolsets", weather, key("a"));
  expect((await request("POST", "/v1/toolsets", alarms, key("a"))).json.error).toBe("bad_request");
  expect((await request("POST", "/v1/banks", { name: "x" }, key("a"))).json.error).toBe("bad_request");
});

test("duplicates at the same time run once [K-3]", async () => {
  const { request, balance } = await server.tenant();
  const before = await balance();
  const calls = server.model.calls;
  const body = { query: "weather", tools: [getWeather] };
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => request("POST", "/v1/resolve-quick", body, key("many"))),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  expect(server.model.calls - calls).toBe(1);
  expect(before - (await balance())).toBe(1);
});

test("answers are kept for 24 hours; those that may pass are not [K-4]", async () => {
  const { request, apiKey, resolve } = await registered();
  const missing = { ...ask, toolsets: ["alarms-v1"] };
  expect((await resolve(missing, key("missing"))).status).toBe(404);
  await request("POST", "/v1/toolsets", alarms);
  expect((await resolve(missing, key("missing"))).status).toBe(404);
  server.model.before = () => Promise.reject(new Error("the model broke"));
  const other = { ...ask, query: "weather tomorrow" };
  expect((await resolve(other, key("failed"))).status).toBeGreaterThanOrEqual(500);
  server.model.before = async () => {};
  expect((await resolve(other, key("failed"))).status).toBe(200);
  server.clock.advance(24 * 3_600_000 + 1);
  const { json } = await server.request("POST", "/v1/auth", { api_key: apiKey });
  const later = { Authorization: `Bearer ${json.access_token}`, ...key("missing") };
  expect((await server.request("POST", "/v1/resolve", missing, later)).status).toBe(200);
});

test("a key has 1–255 characters, and the exchange ignores it [K-5]", async () => {
  const { request, apiKey } = await server.tenant();
  expect((await request("POST", "/v1/toolsets", weather, key("k".repeat(255)))).status).toBe(201);
  expect((await request("POST", "/v1/toolsets", alarms, key("k".repeat(256)))).json.error).toBe("validation_error");
  const exchange = (api_key: string) => server.request("POST", "/v1/auth", { api_key }, key("a"));
  expect((await exchange(apiKey)).status).toBe(200);
  expect((await exchange("nope")).status).toBe(401);
});

test("the same request is answered from the cache, which says how old the answer is [K-6]", async () => {
  const { resolve, sourceOf } = await registered();
  expect(await sourceOf()).toBe("model");
  server.clock.advance(5_000);
  const { json } = await resolve();
  expect(json.metadata).toMatchObject({
    source: "exact_cache",
    cache: { similarity: 1, age_seconds: 5, reused: "call" },
  });
});

test("a replaced set's answers are out of reach at once, a deleted one's too [K-7]", async () => {
  const { request, sourceOf } = await registered();
  await sourceOf();
  const changed = { ...getWeather, description: "Weather and forecast of a town" };
  await request("PUT", "/v1/toolsets/weather-v1", { name: "Weather", tools: [changed] });
  expect(await sourceOf()).toBe("model");
  await request("DELETE", "/v1/toolsets/weather-v1");
  await request("POST", "/v1/toolsets", alarms);
  await request("POST", "/v1/toolsets", { ...alarms, signature: "weather-v1" });
  expect(await sourceOf()).toBe("model");
});

test("equal definitions share answers across signatures, and never across apps [K-8]", async () => {
  const [one, other] = [await registered(), await registered()];
  await one.sourceOf();
  await one.request("POST", "/v1/toolsets", { ...weather, signature: "copy-v1", name: "A copy" });
  expect(await one.sourceOf({ ...ask, toolsets: ["copy-v1"] })).toBe("exact_cache");
  expect(await other.sourceOf()).toBe("model");
});

test("no-store leaves the cache alone, no-cache only does not read it [K-9]", async () => {
  const { sourceOf } = await registered();
  const no = (what: string) => ({ "Cache-Control": `no-${what}` });
  const sources = [
    await sourceOf(ask, no("store")),
    await sourceOf(ask, no("cache")),
    await sourceOf(ask, no("store")),
    await sourceOf(),
  ];
  expect(sources).toEqual(["model", "model", "model", "exact_cache"]);
});

test("resolve and resolve-respond share no answers [K-10]", async () => {
  const { request, sourceOf } = await registered();
  await sourceOf();
  expect((await request("POST", "/v1/resolve-respond", ask)).json.metadata.source).toBe("model");
});
