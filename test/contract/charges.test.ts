import { afterAll, beforeAll, expect, test } from "bun:test";
import { banking, getWeather, weather } from "../http/samples.ts";
import { openTestApp, type TestApp } from "../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const ask = { query: "weather", toolsets: ["weather-v1"] };

test("calls cost what was promised, and failures nothing [L-1] [L-2] [L-4]", async () => {
  const { request, balance } = await server.tenant();
  const calls = [
    ["POST", "/v1/toolsets", weather, 1],
    ["GET", "/v1/toolsets", undefined, 1],
    ["POST", "/v1/resolve", ask, 1],
    ["POST", "/v1/resolve-quick", { query: "weather", tools: [getWeather] }, 1],
    ["POST", "/v1/resolve-respond", ask, 2],
    ["POST", "/v1/classify", { data: "card", classes: banking.classes }, 1],
    ["DELETE", "/v1/toolsets/weather-v1", undefined, 1],
    ["POST", "/v1/resolve", ask, 0],
    ["POST", "/v1/resolve", {}, 0],
  ] as const;
  for (const [method, path, body, cost] of calls) {
    const before = await balance();
    const { status, json } = await request(method, path, body);
    expect({ path, status, cost: before - (await balance()) }).toMatchObject({ path, cost });
    if (json?.metadata) expect(json.metadata.requests_remaining).toBe(await balance());
  }
});

test("the allowance comes anew with each UTC month, and credits outlast it [L-5] [L-6]", async () => {
  const { request, balance, appId } = await server.tenant("poor");
  await server.app.tenants.credit(appId, 3);
  await request("GET", "/v1/toolsets");
  expect(await balance()).toBe(4);
  server.clock.set("2026-03-31T23:59:59.999Z");
  expect(await balance()).toBe(4);
  server.clock.set("2026-04-01T00:00:00.000Z");
  // The allowance of 2 is whole again, and the 3 credits were not touched.
  expect(await balance()).toBe(5);
});

test("a plan changed in mid-month keeps what was used [L-7]", async () => {
  const { request, balance, appId } = await server.tenant("plenty");
  await request("GET", "/v1/toolsets");
  await server.app.tenants.changePlan(appId, "poor");
  expect(await balance()).toBe(1);
});

test("the window is a UTC minute, and every answer shows it [L-8]", async () => {
  server.clock.set("2026-05-10T12:00:59.000Z");
  const { request } = await server.tenant("hasty");
  const shown = async () => {
    const { headers } = await request("GET", "/v1/toolsets");
    return ["limit", "remaining", "reset"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
  };
  const reset = Date.parse("2026-05-10T12:01:00Z") / 1000;
  expect(await shown()).toEqual([3, 2, reset]);
  server.clock.advance(1_000);
  expect(await shown()).toEqual([3, 2, reset + 60]);
});

test("over the limit: 429 until the next window; refused calls count there, and cost nothing [L-9] [L-10]", async () => {
  server.clock.set("2026-05-10T12:10:20.500Z");
  const { request, balance } = await server.tenant("hasty");
  const before = await balance();
  expect((await request("GET", "/v1/nope")).status).toBe(404);
  const statuses = [];
  for (const path of ["/v1/toolsets", "/v1/toolsets/nope", "/v1/toolsets"]) {
    statuses.push((await request("GET", path)).status);
  }
  expect(statuses).toEqual([200, 404, 200]);
  const { status, headers } = await request("GET", "/v1/toolsets");
  expect(status).toBe(429);
  expect(headers.get("retry-after")).toBe("40");
  expect(headers.get("x-ratelimit-remaining")).toBe("0");
  expect(headers.get("x-ratelimit-reset")).toBe(String(Date.parse("2026-05-10T12:11:00Z") / 1000));
  expect(before - (await balance())).toBe(2);
});

test("the operator sees every change of a balance [L-11]", async () => {
  const { request, balance, appId } = await server.tenant("poor");
  await server.app.tenants.credit(appId, 5);
  await request("GET", "/v1/toolsets");
  const admin = { Authorization: `Bearer ${server.app.newAdminToken}` };
  const { status, json } = await server.request("GET", `/admin/api/apps/${appId}/ledger`, undefined, admin);
  expect(status).toBe(200);
  expect(json.balance).toBe(await balance());
  const amounts = json.data.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]);
  expect(amounts).toContainEqual(["credit", 5]);
  expect(amounts).toContainEqual(["charge", -1]);
});
