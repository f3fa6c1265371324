import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { routesOf } from "#http/server.ts";
import type { Reply } from "../answer-checks.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { banking, weather } from "./samples.ts";

/** Every route of apps, from the table that the server mounts: a route that is added later is checked as well. */
describe("every route of apps", () => {
  let server: TestApp;
  let owner: Tenant;
  beforeAll(async () => {
    server = await openTestApp();
    owner = await server.tenant();
    await owner.request("POST", "/v1/toolsets", weather);
    await owner.request("POST", "/v1/classification-sets", banking);
  });
  afterAll(() => server.close());

  const outsiders: Readonly<Record<string, (owner: Tenant) => Promise<string | null>>> = {
    "no header": async () => null,
    "no scheme": async ({ token }) => token,
    "another scheme": async ({ token }) => `Basic ${token}`,
    "an API key in place of the token": async ({ apiKey }) => `Bearer ${apiKey}`,
    "no JWT": async () => "Bearer nonsense",
    "a token without signature": async ({ token }) => `Bearer ${unsigned(token)}`,
  };

  test("is 401 to whoever has no valid token, and changes nothing (section 5.3)", async () => {
    const before = await owner.request("GET", "/v1/toolsets");
    for (const { method, path } of appRoutes(server)) {
      for (const [who, authorization] of Object.entries(outsiders)) {
        const header = await authorization(owner);
        const reply = await server.request(method, path, undefined, header === null ? {} : { Authorization: header });
        expect({ who, method, path, ...outcomeOf(reply) }).toEqual({
          who,
          method,
          path,
          status: 401,
          error: "unauthorized",
        });
        expect(reply.headers.get("www-authenticate")).toBe("Bearer");
      }
    }
    expect((await owner.request("GET", "/v1/toolsets")).json).toEqual(before.json);
  });

  test("is 401 with the tokens of a revoked key and of a deleted app, 403 while the app is suspended (section 5.4)", async () => {
    const [revoked, deleted, suspended, resumed] = await Promise.all([1, 2, 3, 4].map(() => server.tenant()));
    if (!revoked || !deleted || !suspended || !resumed) throw new Error("four tenants were asked for");
    const { tenants } = server.app;
    const [key] = await tenants.listKeys(revoked.appId);
    if (key) await tenants.revokeKey(key.id);
    await tenants.deleteApp(deleted.appId);
    await tenants.suspend(suspended.appId);
    await tenants.suspend(resumed.appId);
    await tenants.resume(resumed.appId);
    for (const { method, path } of appRoutes(server)) {
      expect(outcomeOf(await revoked.request(method, path))).toEqual({ status: 401, error: "unauthorized" });
      expect(outcomeOf(await deleted.request(method, path))).toEqual({ status: 401, error: "unauthorized" });
      expect(outcomeOf(await suspended.request(method, path))).toEqual({ status: 403, error: "forbidden" });
      expect(outcomeOf(await resumed.request(method, path))).toEqual({ status: 401, error: "unauthorized" });
    }
  });

  test("answers a stranger who names another app's set as if there were none (section 5.5)", async () => {
    const stranger = await server.tenant();
    const bodies: Readonly<Record<string, unknown>> = {
      "PUT /v1/toolsets/weather-v1": { name: "Mine now", tools: weather.tools },
      "PUT /v1/classification-sets/banking-v1": { name: "Mine now", classes: banking.classes },
      "POST /v1/resolve": { query: "weather", toolsets: ["weather-v1"] },
      "POST /v1/classify": { data: "balance", classification_set: "banking-v1" },
    };
    const before = await owner.request("GET", "/v1/toolsets/weather-v1");
    const naming = appRoutes(server).filter(
      ({ method, path }) => path.endsWith("-v1") || `${method} ${path}` in bodies,
    );
    expect(naming.length).toBe(8);
    for (const { method, path } of naming) {
      const reply = await stranger.request(method, path, bodies[`${method} ${path}`]);
      expect({ method, path, ...outcomeOf(reply) }).toEqual({ method, path, status: 404, error: "not_found" });
    }
    expect(await stranger.balance()).toBe(1_000_000);
    expect((await owner.request("GET", "/v1/toolsets/weather-v1")).json).toEqual(before.json);
  });
});

/** Routes of apps with signatures that exist filled in. */
function appRoutes(server: TestApp): readonly { readonly method: string; readonly path: string }[] {
  return routesOf(server.app.services)
    .filter((route) => route.caller === "app")
    .map(({ method, path }) => ({
      method,
      path: path.replace(":signature", path.includes("toolsets") ? weather.signature : banking.signature),
    }));
}

function outcomeOf({ status, json }: Reply): { readonly status: number; readonly error: string } {
  return { status, error: json?.error };
}

/** The same claims under `alg: none`. */
function unsigned(token: string): string {
  const [, claims] = token.split(".");
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${claims}.`;
}
