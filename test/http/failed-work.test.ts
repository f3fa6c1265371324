import { afterAll, beforeAll, expect, test } from "bun:test";
import { Effort } from "#core/access/effort.ts";
import { openTestApp, type Stage, scenarios, type TestApp } from "../kit.ts";
import { samplesOf } from "../metrics/samples.ts";
import { setAlarm } from "./samples.ts";

const WHY = "too much work went into requests that failed, more than 5000 ms in a minute";
const wasted =
  (ms: number) =>
  async ({ server, owner }: Stage) =>
    server.app.services.failedWork.add(owner.appId, ms);

scenarios(
  "PUT /v1/toolsets/nope",
  [
    {
      clause: "L-12",
      name: "too much was wasted: refused before the body is read",
      given: wasted(6_001),
      body: JSON.stringify({ name: "n".repeat(2_000) }),
      expect: 429,
      error: "too_many_requests",
      says: WHY,
      // 1,001 ms at 5,000 a minute.
      replyHeaders: { "Retry-After": "13", "X-RateLimit-Remaining": "999999" },
    },
    {
      clause: "E-9",
      name: "too much was wasted, and nothing is left to spend",
      plan: "poor",
      given: async (stage) => {
        for (let call = 0; call < 2; call += 1) await stage.owner.request("GET", "/v1/toolsets");
        await wasted(6_000)(stage);
      },
      expect: 429,
      error: "too_many_requests",
      says: WHY,
    },
    {
      clause: "E-9",
      name: "too much was wasted, on an unknown route",
      given: wasted(6_000),
      path: "/v1/nope",
      expect: 404,
      error: "not_found",
    },
    {
      clause: "L-12",
      name: "as much as is allowed",
      given: wasted(5_000),
      body: { name: "n", tools: [setAlarm] },
      expect: 404,
      error: "not_found",
    },
    {
      clause: "L-12",
      name: "another app's waste is nobody else's",
      given: async ({ server, stranger }) => server.app.services.failedWork.add((await stranger()).appId, 60_000),
      body: { name: "n", tools: [setAlarm] },
      expect: 404,
      error: "not_found",
    },
    {
      clause: "L-12",
      name: "after the wait",
      given: async (stage) => {
        await wasted(6_000)(stage);
        stage.server.clock.advance(12_000);
      },
      body: { name: "n", tools: [setAlarm] },
      expect: 404,
      error: "not_found",
    },
  ],
  { app: { bodyBytesMax: 1_500 } },
);

scenarios("POST /v1/auth", [
  {
    clause: "L-12",
    name: "an address that wasted too much",
    as: "anonymous",
    given: async ({ server }) => server.app.services.failedWork.add("address:127.0.0.1", 6_000),
    body: { api_key: "x" },
    expect: 429,
    error: "too_many_requests",
    says: WHY,
  },
]);

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const QUICK = { query: "set an alarm", tools: [setAlarm] };
/** As a model that computes in this process does. */
const spending = (ms: number) => async () => Effort.current()?.add(ms);

test("[L-12] what a model spent counts when its answer was of no use, and not when it was", async () => {
  const owner = await server.tenant();
  server.model.before = spending(20_000);
  expect((await owner.request("POST", "/v1/resolve-quick", QUICK)).status).toBe(200);
  expect((await owner.request("POST", "/v1/resolve-quick", QUICK)).status).toBe(200);
  server.model.before = async () => {
    Effort.current()?.add(6_000);
    throw new Error("the worker died");
  };
  expect((await owner.request("POST", "/v1/resolve-quick", QUICK)).status).toBe(500);
  server.model.before = async () => {};
  const before = samplesOf(server.app.services.metricsPage());
  const refused = await owner.request("POST", "/v1/resolve-quick", QUICK);
  expect([refused.status, refused.json.message]).toEqual([429, expect.stringContaining(WHY)]);
  const after = samplesOf(server.app.services.metricsPage());
  const sample = 'dragoman_failed_work_refused_total{by="app"}';
  expect((after.get(sample) ?? 0) - (before.get(sample) ?? 0)).toBe(1);
  expect(after.get('dragoman_failed_work_seconds_total{by="app"}')).toBe(6);
});

test("[L-12] what is worked on for a client that is gone counts, also what comes to light later", async () => {
  const owner = await server.tenant();
  const asked = Promise.withResolvers<Effort>();
  server.model.before = async (signal) => {
    asked.resolve(Effort.current() as Effort);
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const leaving = new AbortController();
  const headers = { Authorization: `Bearer ${owner.token}`, "Content-Type": "application/json" };
  const body = JSON.stringify(QUICK);
  const answer = fetch(`${server.url}/v1/resolve-quick`, { method: "POST", headers, body, signal: leaving.signal });
  const effort = await asked.promise;
  leaving.abort();
  expect(String(await answer.catch((failure) => failure))).toContain("abort");
  while ((await owner.request("GET", "/v1/toolsets")).status !== 429) {
    effort.add(3_000);
    await Bun.sleep(10);
  }
  server.model.before = async () => {};
});

test("[L-12] each item of a batch counts by itself", async () => {
  const owner = await server.tenant();
  let calls = 0;
  server.model.before = async () => {
    calls += 1;
    Effort.current()?.add(3_000);
    if (calls > 1) throw new Error("the worker died");
  };
  const item = { type: "resolve-quick", body: QUICK };
  const { json } = await owner.request("POST", "/v1/batch", { requests: [item, item, item] });
  expect(json.results.map(({ status }: { status: number }) => status)).toEqual([200, 500, 500]);
  server.model.before = async () => {};
  expect((await owner.request("POST", "/v1/resolve-quick", QUICK)).status).toBe(429);
});
