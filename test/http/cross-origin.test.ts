/** Pages of other origins: nothing by default, and no more than the operator has named. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { routesOf } from "#http/server.ts";
import { openTestApp, type Tenant, type TestApp, type TestAppOptions } from "../kit.ts";
import { weather } from "./samples.ts";

const APP = "https://app.example";
const OTHER = "https://other.example";
const ASKED = {
  "Access-Control-Request-Method": "POST",
  "Access-Control-Request-Headers": "authorization,content-type",
};

function opened(options: TestAppOptions) {
  const stage = {} as { server: TestApp; owner: Tenant };
  beforeAll(async () => {
    stage.server = await openTestApp(options);
    stage.owner = await stage.server.tenant();
    await stage.owner.request("POST", "/v1/toolsets", weather);
  });
  afterAll(() => stage.server.close());
  const preflight = (path: string, origin: string, more: Readonly<Record<string, string>> = {}) =>
    stage.server.request("OPTIONS", path, undefined, { Origin: origin, ...ASKED, ...more });
  return { stage, preflight };
}

const corsIn = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name === "vary" || name.startsWith("access-control-")));

describe("CORS that is off, as it is by default", () => {
  const { stage, preflight } = opened({});

  test("refuses a preflight with what was asked, that CORS is off, and which setting turns it on [E-20]", async () => {
    const { status, json, headers } = await preflight("/v1/resolve", APP);
    expect({ status, error: json.error, cors: corsIn(headers) }).toEqual({ status: 403, error: "forbidden", cors: {} });
    expect(json.message).toBe(
      'a page of "https://app.example" asks whether it may send "POST" to "/v1/resolve" with the headers "authorization,content-type": CORS is off on this server; the operator allows origins with `cors_origins` in [server]',
    );
  });

  test("answers no request with a header for pages", async () => {
    const { status, headers } = await stage.owner.request("GET", "/v1/toolsets", undefined, { Origin: APP });
    expect({ status, cors: corsIn(headers) }).toEqual({ status: 200, cors: {} });
  });

  test("takes an OPTIONS that is no preflight as any other method", async () => {
    expect((await stage.owner.request("OPTIONS", "/v1/toolsets", undefined, { Origin: APP })).status).toBe(405);
    expect((await stage.server.request("OPTIONS", "/v1/toolsets", undefined, ASKED)).status).toBe(401);
  });
});

describe("CORS for one origin", () => {
  const { stage, preflight } = opened({ corsOrigins: [APP, "http://localhost:5173"] });

  test("answers the preflight of a page of it, without a token and free of charge [E-20]", async () => {
    const before = await stage.owner.balance();
    const { status, headers } = await preflight("/v1/toolsets/weather-v1", APP);
    expect(status).toBe(204);
    expect(corsIn(headers)).toEqual({
      "access-control-allow-origin": APP,
      "access-control-allow-methods": "DELETE, GET, HEAD, PUT",
      "access-control-allow-headers": expect.stringMatching(/^Authorization, Content-Type, If-Match, Idempotency-Key/),
      "access-control-expose-headers": expect.stringContaining("X-Request-Id"),
      "access-control-max-age": "600",
      vary: "Origin",
    });
    expect(headers.get("x-request-id")).not.toBeNull();
    expect(await stage.owner.balance()).toBe(before);
  });

  test("lets OpenAI's clients tell what they always tell of themselves, and nobody anything else", async () => {
    const asked = "authorization,x-stainless-lang,X-Stainless-Retry-Count,x-other,x-stainless-a:b";
    const { headers } = await preflight("/v1/chat/completions", APP, { "Access-Control-Request-Headers": asked });
    const allowed = headers.get("access-control-allow-headers") ?? "";
    expect(allowed).toEndWith(", x-stainless-lang, x-stainless-retry-count");
    expect(allowed).not.toContain("x-other");
  });

  test("allows at every path what its routes take, and where there is none what any route does", async () => {
    const methods = new Map<string, string[]>();
    for (const { method, path } of routesOf(stage.server.app.services).filter((one) => one.path.startsWith("/v1/")))
      methods.set(path, [...(methods.get(path) ?? []), ...(method === "GET" ? ["GET", "HEAD"] : [method])].sort());
    for (const [path, allowed] of methods) {
      const { status, headers } = await preflight(path.replace(/:[a-z]+/g, "x"), APP);
      expect({ path, status, allowed: headers.get("access-control-allow-methods") }).toEqual({
        path,
        status: 204,
        allowed: allowed.join(", "),
      });
    }
    const { headers } = await preflight("/v1/nope", APP);
    expect(headers.get("access-control-allow-methods")).toBe("DELETE, GET, HEAD, POST, PUT");
  });

  test.each<[what: string, method: string, path: string, body: unknown, status: number]>([
    ["200", "GET", "/v1/toolsets", undefined, 200],
    ["400", "POST", "/v1/toolsets", "{", 400],
    ["404", "GET", "/v1/nope", undefined, 404],
    ["405", "PATCH", "/v1/toolsets", undefined, 405],
    ["413", "POST", "/v1/toolsets", "x".repeat(2_000_000), 413],
  ])("lets a page of it read a %s", async (_, method, path, body, status) => {
    const reply = await stage.owner.request(method, path, body, { Origin: APP });
    expect({ status: reply.status, cors: corsIn(reply.headers) }).toEqual({
      status,
      cors: {
        "access-control-allow-origin": APP,
        "access-control-expose-headers": expect.stringContaining("Retry-After"),
        vary: "Origin",
      },
    });
  });

  test("lets a page of it read a 401, and streams to it", async () => {
    const refused = await stage.server.request("GET", "/v1/toolsets", undefined, { Origin: APP });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, APP]);
    const lines = { Origin: APP, Accept: "application/x-ndjson" };
    const items = [{ type: "resolve", body: { query: "rain?", toolsets: ["weather-v1"] } }];
    const streamed = await fetch(`${stage.server.url}/v1/batch`, {
      method: "POST",
      headers: { ...lines, Authorization: `Bearer ${stage.owner.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ requests: items }),
    });
    expect([streamed.status, streamed.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    expect(streamed.headers.get("access-control-allow-origin")).toBe(APP);
    await streamed.text();
  });

  test.each([OTHER, "https://app.example.evil.example", "https://app.example:8443", "http://app.example", "null"])(
    "allows a page of %s nothing",
    async (origin) => {
      const { status, json, headers } = await preflight("/v1/resolve", origin);
      expect({ status, cors: corsIn(headers) }).toEqual({ status: 403, cors: { vary: "Origin" } });
      expect(json.message).toContain("its origin is none of those that are allowed");
      expect(json.message).not.toContain("localhost");
      const read = await stage.owner.request("GET", "/v1/toolsets", undefined, { Origin: origin });
      expect({ status: read.status, cors: corsIn(read.headers) }).toEqual({ status: 200, cors: { vary: "Origin" } });
    },
  );

  test("never opens the operator's routes, metrics or pages", async () => {
    for (const path of ["/admin/api/apps/x/ledger", "/metrics", "/docs", "/openapi.json", "/livez"]) {
      const { status, headers } = await preflight(path, APP);
      expect({ path, status, cors: corsIn(headers) }).toEqual({
        path,
        status: path.startsWith("/admin") ? 401 : 405,
        cors: {},
      });
      const read = await fetch(stage.server.url + path, { headers: { Origin: APP } });
      expect({ path, cors: corsIn(read.headers) }).toEqual({ path, cors: {} });
    }
  });

  test("never allows credentials", async () => {
    const replies = [
      await preflight("/v1/resolve", APP),
      await stage.owner.request("GET", "/v1/toolsets", undefined, { Origin: APP }),
    ];
    for (const { headers } of replies) expect(headers.has("access-control-allow-credentials")).toBe(false);
  });
});

describe("CORS for every origin, which has to be written", () => {
  const { stage, preflight } = opened({ corsOrigins: ["*"] });

  test("says so, and to everybody the same", async () => {
    const { status, headers } = await preflight("/v1/resolve", OTHER);
    expect([status, headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([204, "*", null]);
    const read = await stage.owner.request("GET", "/v1/toolsets", undefined, { Origin: OTHER });
    expect([read.status, read.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(read.headers.has("access-control-allow-credentials")).toBe(false);
  });
});
