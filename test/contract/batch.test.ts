import { afterAll, beforeAll, expect, test } from "bun:test";
import { banking, getWeather, weather } from "../http/samples.ts";
import { openTestApp, type TestApp } from "../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const query = 'weather in "Berlin"';
const resolve = { type: "resolve", body: { query, toolsets: ["weather-v1"] } };
const quick = { type: "resolve-quick", body: { query, tools: [getWeather] } };
const respond = { type: "resolve-respond", body: resolve.body };
const classify = { type: "classify", body: { data: "my card", classes: banking.classes } };
const unknown = { type: "translate", body: {} };

async function prepared(plan: "hasty" | "plenty" | "poor" = "plenty") {
  const tenant = await server.tenant(plan);
  const batch = (requests: readonly object[], headers = {}) =>
    tenant.request("POST", "/v1/batch", { requests }, headers);
  return { ...tenant, batch };
}

const statusesOf = (json: { readonly results: readonly { readonly status: number }[] }) =>
  json.results.map(({ status }) => status);

test("the four kinds are answered each in its place, with metadata of the whole [B-1] [B-3]", async () => {
  const { batch, request, balance } = await prepared();
  await request("POST", "/v1/toolsets", weather);
  const before = await balance();
  const asked = [resolve, quick, respond, classify].map((item, index) => ({ ...item, id: `n${index}` }));
  const { status, json, headers } = await batch(asked);
  expect(status).toBe(200);
  expect(json.results.map(({ id }: { id: string }) => id)).toEqual(["n0", "n1", "n2", "n3"]);
  expect(statusesOf(json)).toEqual([200, 200, 200, 200]);
  expect(json.results[2].body.response.text).toContain("Berlin");
  expect(before - (await balance())).toBe(5);
  expect(json.metadata).toMatchObject({ requests_used: 5, requests_remaining: before - 5, succeeded: 4, failed: 0 });
  const left = Number(headers.get("x-ratelimit-remaining"));
  const { headers: next } = await request("GET", "/v1/toolsets");
  expect(Number(next.get("x-ratelimit-remaining"))).toBe(left - 1);
});

test("a batch has 1–100 requests [B-1]", async () => {
  const { batch } = await prepared();
  expect((await batch(Array.from({ length: 100 }, () => unknown))).status).toBe(200);
  for (const count of [0, 101]) {
    const { status, json } = await batch(Array.from({ length: count }, () => unknown));
    expect([status, Object.keys(json.details)]).toEqual([400, ["requests"]]);
  }
});

test("a failure is its own item's, with its error object [B-2] [B-5]", async () => {
  const { batch, balance } = await prepared();
  const before = await balance();
  const { json } = await batch([resolve, quick, unknown]);
  expect(statusesOf(json)).toEqual([404, 200, 400]);
  expect(json.results[0].body).toMatchObject({ error: "not_found", code: 404 });
  expect(json.results[2].body).toMatchObject({ error: "validation_error", code: 400 });
  expect(json.results.map(({ id }: { id: unknown }) => id)).toEqual([null, null, null]);
  expect(before - (await balance())).toBe(1);
});

test("an item that the balance cannot pay is 402 in its place [B-4]", async () => {
  const { batch, balance } = await prepared("poor");
  const { status, json } = await batch([quick, quick, quick]);
  expect(status).toBe(200);
  expect(statusesOf(json).sort()).toEqual([200, 200, 402]);
  expect(await balance()).toBe(0);
});

test("lines come one by one, and the last holds the metadata [B-6]", async () => {
  const { token } = await prepared();
  const response = await fetch(`${server.url}/v1/batch`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/x-ndjson",
    },
    body: JSON.stringify({ requests: [quick, unknown] }),
  });
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = (await response.text()).trimEnd().split("\n");
  const [first, second, last] = lines.map((line) => JSON.parse(line));
  expect([first.status, second.status]).toEqual([200, 400]);
  expect(last).toEqual({ metadata: expect.objectContaining({ requests_used: 1, succeeded: 1, failed: 1 }) });
});
