import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { routesOf } from "#http/server.ts";
import { openTestApp, type Scenario, scenarios, type Tenant, type TestApp } from "../kit.ts";
import { openRaw } from "./raw.ts";
import { captain } from "./samples.ts";

const unknown = (path: string): Scenario => ({
  clause: "E-8",
  name: `unknown: ${path}`,
  path,
  expect: 404,
  error: "not_found",
});
const wrong = (method: string, path: string, allow: string): Scenario => ({
  clause: "E-8",
  name: `${method} ${path}`,
  method,
  path,
  expect: 405,
  error: "method_not_allowed",
  replyHeaders: { Allow: allow },
});

scenarios("GET /v1/nope", [
  unknown("/v1"),
  unknown("/v1/nope"),
  unknown("/v1/toolsets/"),
  unknown("/v1/toolsets/a/b"),
  unknown("/v1//toolsets"),
  unknown("/V1/Toolsets"),
  unknown("/v2/toolsets"),
  unknown("/v1/%zz"),
  unknown("/v1/nope?limit=%zz"),
  wrong("PATCH", "/v1/toolsets", "GET, HEAD, POST"),
  wrong("OPTIONS", "/v1/toolsets", "GET, HEAD, POST"),
  wrong("POST", "/v1/toolsets/weather-v1", "DELETE, GET, HEAD, PUT"),
  wrong("POST", "/v1/classification-sets/x", "DELETE, GET, HEAD, PUT"),
  wrong("GET", "/v1/resolve", "POST"),
  wrong("PROPFIND", "/v1/classify", "POST"),
  {
    ...wrong("GET", "/v1/auth", "POST"),
    as: "anonymous",
    replyHeaders: { Allow: "POST", "X-RateLimit-Limit": "1000000", "X-RateLimit-Remaining": /^\d+$/ },
  },
  wrong("GET", "/v1/batch", "POST"),
  wrong("PUT", "/v1/banks/bank_1/memories", "GET, HEAD, POST"),
  wrong("GET", "/v1/banks/bank_1/memories/mem_1", "DELETE"),
  unknown("/v1/personas/a/b"),
  { ...wrong("POST", "/livez", "GET, HEAD"), as: "anonymous" },
]);

const id = (name: string, given: string, echoed: boolean): Scenario => ({
  clause: "E-13",
  name: `X-Request-Id, ${name}`,
  headers: { "X-Request-Id": given },
  expect: 200,
  replyHeaders: { "X-Request-Id": echoed ? given : /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ },
});

scenarios("GET /v1/toolsets", [
  id("echoed", "trace:7f/3.a_b-c=@+", true),
  id("of 128 characters", "i".repeat(128), true),
  id("of 129 characters", "i".repeat(129), false),
  id("with a blank", "a b", false),
  id("with markup", "<script>", false),
  { clause: "E-13", name: "X-Request-Id, none sent", expect: 200, replyHeaders: { "X-Request-Id": /^[0-9a-f-]{36}$/ } },
  {
    clause: "E-13",
    name: "X-Request-Id on a refusal",
    as: "anonymous",
    headers: { "X-Request-Id": "mine" },
    expect: 401,
    error: "unauthorized",
    replyHeaders: { "X-Request-Id": "mine" },
  },
]);

describe("what clients do not send", () => {
  let server: TestApp;
  let owner: Tenant;
  beforeAll(async () => {
    server = await openTestApp();
    owner = await server.tenant();
  });
  afterAll(() => server.close());

  const ask = async (firstLine: string, host = "x", more = "") => {
    const raw = await openRaw(server.app.server.port);
    raw.write(
      `${firstLine}\r\nHost: ${host}\r\nAuthorization: Bearer ${owner.token}\r\n${more}Connection: close\r\n\r\n`,
    );
    return raw.until();
  };

  test("an absolute target and raw bytes end as answers of ours", async () => {
    expect((await ask("GET http://elsewhere.example/v1/toolsets HTTP/1.1")).status).toBe(200);
    expect(JSON.parse((await ask("GET /v1/t\xff\xfe HTTP/1.1")).body).error).toBe("not_found");
    expect(JSON.parse((await ask("GET //v1/toolsets HTTP/1.1")).body).error).toBe("not_found");
  });

  /** What came, with the words of a refusal. */
  const told = async (target: string, host = "x", more = "", version = "1.1") => {
    const { status, head, body } = await ask(`GET ${target} HTTP/${version}`, host, more);
    return { status, error: status === 400 ? JSON.parse(body).error : null, hasId: head.includes("X-Request-Id") };
  };
  const refused = { status: 400, error: "bad_request", hasId: true };

  test.each([
    "/x\\..\\metrics",
    "/x\\..\\admin/api/apps",
    "/\\metrics",
    "/metrics\\",
    "/x/../metrics",
    "/x/%2e%2E/metrics",
    "/x/.%2e/metrics",
    "/./metrics",
    "/metrics/.",
    "/x//..\\..\\metrics",
    "//../metrics",
    `/${"x/".repeat(20)}${"../".repeat(20)}metrics`,
    "http://x/y\\..\\metrics",
    "/%\\../metrics",
    "/%zz\\..\\metrics",
    "/%\\../v1/toolsets/a%\\b",
  ])("[E-15] a target that changes when it is read: %s", async (target) => {
    expect(await told(target)).toEqual(refused);
  });

  test("[E-15] a target that does not is answered, with a backslash in a name or a query, too", async () => {
    const made = await owner.request("POST", "/v1/personas", { ...captain, name: "a\\b é" });
    expect(made.status).toBe(201);
    const targets = ["/metrics?path=\\..\\x", "/metrics?a=/../b", "/metrics?..", "/v1/personas/a%5Cb%20%C3%A9"];
    for (const target of targets) expect([target, (await told(target)).status]).toEqual([target, 200]);
  });

  test.each([
    { name: "two of them", host: "x\r\nHost: y" },
    { name: "two in one", host: "x, y" },
    { name: "none that makes a URL", host: "a b [c" },
    { name: "one with a path", host: "x/metrics?" },
    { name: "one with a user", host: "x@y" },
    { name: "an empty one", host: "" },
  ])("[E-16] a Host that is $name", async ({ host }) => {
    // The router takes seven characters for a scheme that is not there: this was /metrics once.
    expect(await told("/aaaaaaaa/metrics", host)).toEqual(refused);
  });

  test("[E-16] a probe of HTTP/1.0 needs no Host", async () => {
    const raw = await openRaw(server.app.server.port);
    raw.write("GET /readyz HTTP/1.0\r\n\r\n");
    expect((await raw.until()).status).toBe(200);
    const longer = await openRaw(server.app.server.port);
    longer.write("GET /aaaaaaaa/metrics HTTP/1.0\r\n\r\n");
    expect((await longer.until()).status).toBe(400);
  });

  test("HEAD is GET without the body", async () => {
    const reply = await ask("HEAD /v1/toolsets HTTP/1.1");
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: "" });
    expect(reply.head).toContain("X-Request-Id");
  });

  test("a header cannot be smuggled through a signature", async () => {
    const reply = await ask("GET /v1/toolsets/a%0d%0aX-Evil:%201 HTTP/1.1");
    expect(reply.head).not.toContain("X-Evil");
    expect(reply.status).toBe(404);
  });
});

test("every route says who may call it and what it costs", async () => {
  const server = await openTestApp();
  const table = routesOf(server.app.services).map(
    ({ method, path, caller, cost }) => `${method} ${path} ${caller} ${cost}`,
  );
  await server.close();
  expect(table).toEqual([
    "GET / anyone free",
    "GET /favicon.ico anyone free",
    "GET /favicon.svg anyone free",
    "POST /v1/auth address free",
    "POST /v1/toolsets app manage",
    "GET /v1/toolsets app manage",
    "GET /v1/toolsets/:signature app manage",
    "PUT /v1/toolsets/:signature app manage",
    "DELETE /v1/toolsets/:signature app manage",
    "POST /v1/toolsets/:signature/lint app manage",
    "POST /v1/classification-sets app manage",
    "GET /v1/classification-sets app manage",
    "GET /v1/classification-sets/:signature app manage",
    "PUT /v1/classification-sets/:signature app manage",
    "DELETE /v1/classification-sets/:signature app manage",
    "POST /v1/classification-sets/:signature/lint app manage",
    "PUT /v1/aliases/:alias app manage",
    "GET /v1/aliases app manage",
    "GET /v1/aliases/:alias app manage",
    "DELETE /v1/aliases/:alias app manage",
    "POST /v1/toolsets/:signature/test app manage",
    "POST /v1/classification-sets/:signature/test app manage",
    "GET /v1/toolsets/:signature/tests app manage",
    "GET /v1/classification-sets/:signature/tests app manage",
    "POST /v1/toolsets/:signature/diff app manage",
    "POST /v1/classification-sets/:signature/diff app manage",
    "GET /v1/toolsets/:signature/graduation app manage",
    "GET /v1/classification-sets/:signature/graduation app manage",
    "POST /v1/bundles app manage",
    "POST /v1/bundles/import app manage",
    "POST /v1/resolve app resolve",
    "POST /v1/resolve-quick app resolve",
    "POST /v1/resolve-respond app resolveRespond",
    "POST /v1/search-tools app resolve",
    "POST /v1/classify app classify",
    "POST /v1/batch app items",
    "POST /v1/chat/completions app resolve",
    "GET /v1/models app manage",
    "GET /v1/models/:model app manage",
    "POST /v1/toolsets/:signature/cases app manage",
    "GET /v1/toolsets/:signature/cases app manage",
    "DELETE /v1/toolsets/:signature/cases/:case app manage",
    "POST /v1/classification-sets/:signature/cases app manage",
    "GET /v1/classification-sets/:signature/cases app manage",
    "DELETE /v1/classification-sets/:signature/cases/:case app manage",
    "POST /v1/banks app manage",
    "GET /v1/banks app manage",
    "GET /v1/banks/:id app manage",
    "PUT /v1/banks/:id app manage",
    "DELETE /v1/banks/:id app manage",
    "POST /v1/banks/:id/memories app manage",
    "GET /v1/banks/:id/memories app manage",
    "DELETE /v1/banks/:id/memories/:memory app manage",
    "POST /v1/personas app manage",
    "GET /v1/personas app manage",
    "GET /v1/personas/:name app manage",
    "PUT /v1/personas/:name app manage",
    "DELETE /v1/personas/:name app manage",
    "POST /v1/value-lists app manage",
    "GET /v1/value-lists app manage",
    "GET /v1/value-lists/:name app manage",
    "PUT /v1/value-lists/:name app manage",
    "DELETE /v1/value-lists/:name app manage",
    "GET /v1/value-lists/:name/nearest app manage",
    "POST /v1/feedback app manage",
    "GET /v1/query-log app manage",
    "PUT /v1/query-log app manage",
    "GET /v1/query-log/entries app manage",
    "DELETE /v1/query-log/entries app manage",
    "DELETE /v1/query-log/entries/:entry app manage",
    "GET /v1/misses app manage",
    "POST /admin/api/session address free",
    "GET /admin/api/session admin free",
    "DELETE /admin/api/session admin free",
    "GET /admin/api/overview admin free",
    "GET /admin/api/nodes admin free",
    "GET /admin/api/audit admin free",
    "POST /admin/api/commands admin free",
    "POST /admin/api/apps/:id/token admin free",
    "GET /admin/api/apps/:id/ledger admin free",
    "GET /admin anyone free",
    "GET /admin/:page anyone free",
    "GET /admin/assets/:file anyone free",
    "GET /livez anyone free",
    "GET /readyz anyone free",
    "GET /metrics anyone free",
    "GET /openapi.json anyone free",
    "GET /llms.txt anyone free",
    "GET /docs anyone free",
    "GET /docs/search anyone free",
    "GET /docs/:page anyone free",
  ]);
});
