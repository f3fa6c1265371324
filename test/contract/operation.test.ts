import { afterAll, beforeAll, expect, test } from "bun:test";
import { routesOf } from "#http/server.ts";
import { weather } from "../http/samples.ts";
import { openTestApp, type TestApp } from "../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ modelLoads: "when told" });
});
afterAll(() => server.close());

test("health is open; ready is who can answer [O-1]", async () => {
  expect((await server.request("GET", "/livez")).json).toEqual({ status: "alive" });
  const waiting = await server.request("GET", "/readyz");
  expect([waiting.status, waiting.json.error]).toEqual([503, "service_unavailable"]);
  server.model.load();
  await Bun.sleep(1);
  expect((await server.request("GET", "/readyz")).json).toEqual({ status: "ready" });
});

test("the reference is open and uncounted [O-2]", async () => {
  const { json, headers, status } = await server.request("GET", "/openapi.json");
  expect([status, json.openapi]).toEqual([200, "3.1.1"]);
  expect(headers.has("x-ratelimit-limit")).toBe(false);
  const page = await fetch(`${server.url}/docs`);
  expect(page.headers.get("content-security-policy")).toStartWith("default-src 'none'");
  expect(page.headers.has("x-ratelimit-limit")).toBe(false);
});

test("apps find everything under /v1 [O-3]", () => {
  const routes = routesOf(server.app.services);
  const home = { app: "/v1/", address: "/v1/", admin: "/admin/", anyone: "/", key: "/mcp" } as const;
  // The operator signs in where they find the rest of theirs.
  const others = routes.filter(({ path }) => path !== "/admin/api/session");
  expect(others.filter(({ caller, path }) => !path.startsWith(home[caller]))).toEqual([]);
});

test("a new signature stands beside the old one [O-4]", async () => {
  const { request } = await server.tenant();
  await request("POST", "/v1/toolsets", weather);
  await request("POST", "/v1/toolsets", { ...weather, signature: "weather-v2" });
  expect((await request("DELETE", "/v1/toolsets/weather-v1")).status).toBe(204);
  expect((await request("GET", "/v1/toolsets/weather-v2")).status).toBe(200);
});
