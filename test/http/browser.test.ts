/** What a page in a browser can do with a server on the same machine, or behind the same proxy: nothing without a token. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { openRaw } from "./raw.ts";
import { weather } from "./samples.ts";

const PAGE = { Origin: "https://evil.example" };
/** What a form can send without asking first. */
const FORM_TYPES = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
});
afterAll(() => server.close());

const headersOf = async (path: string, init: RequestInit = {}) => {
  const { headers } = await fetch(server.url + path, { ...init, headers: { ...PAGE, ...init.headers } });
  return [...headers.keys()];
};

test("no answer lets a page of another origin read it, and none sets a cookie", async () => {
  const token = { Authorization: `Bearer ${owner.token}` };
  const asked = { "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization" };
  const answers = await Promise.all([
    headersOf("/metrics"),
    headersOf("/readyz"),
    headersOf("/docs"),
    headersOf("/openapi.json"),
    headersOf("/v1/toolsets", { headers: token }),
    headersOf("/v1/nope"),
    headersOf("/v1/resolve", { method: "OPTIONS", headers: asked }),
    headersOf("/v1/auth", { method: "OPTIONS", headers: asked }),
    headersOf(`/admin/api/apps/${owner.appId}/ledger`, { method: "OPTIONS", headers: asked }),
  ]);
  for (const names of answers) {
    expect(names).toContain("x-request-id");
    expect(names.filter((name) => /^(access-control-|set-cookie)/.test(name))).toEqual([]);
  }
});

test.each(FORM_TYPES)("a form of type %s is not read, with a key in it or with a token", async (type) => {
  const body = JSON.stringify({ api_key: owner.apiKey });
  const exchange = await server.request("POST", "/v1/auth", body, { ...PAGE, "Content-Type": type });
  expect({ status: exchange.status, error: exchange.json.error }).toEqual({ status: 400, error: "bad_request" });
  const made = await owner.request("POST", "/v1/toolsets", JSON.stringify(weather), { "Content-Type": type });
  expect(made.status).toBe(400);
});

test("a name that was bound to this address anew opens nothing: who asks needs a token, not an address", async () => {
  for (const path of ["/v1/toolsets", `/admin/api/apps/${owner.appId}/ledger`]) {
    const raw = await openRaw(server.app.server.port);
    raw.write(
      `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nCookie: token=${owner.token}\r\nConnection: close\r\n\r\n`,
    );
    expect((await raw.until()).status).toBe(401);
  }
});
