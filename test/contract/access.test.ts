import { afterAll, beforeAll, expect, test } from "bun:test";
import { weather } from "../http/samples.ts";
import { openTestApp, type TestApp } from "../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const partsOf = (token: string) =>
  token
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString("utf8")));

test("an API key is exchanged for a token, free of charge [A-1]", async () => {
  const { apiKey, balance } = await server.tenant();
  const before = await balance();
  const { status, json } = await server.request("POST", "/v1/auth", { api_key: apiKey });
  expect(status).toBe(200);
  expect(json).toEqual({ access_token: expect.any(String), token_type: "Bearer", expires_in: 900 });
  expect((await server.request("GET", "/v1/toolsets", undefined, bearer(json.access_token))).status).toBe(200);
  expect(await balance()).toBe(before - 1);
});

test("keys that are malformed, unknown, altered, expired or revoked are refused in the same words [A-2]", async () => {
  const { appId, apiKey } = await server.tenant();
  const expiring = await server.app.tenants.createKey(appId, "expiring", 1_000);
  const revoked = await server.app.tenants.createKey(appId, "revoked", null);
  await server.app.tenants.revokeKey(revoked.key.id);
  server.clock.advance(1_000);
  const altered = apiKey.slice(0, -1) + (apiKey.endsWith("A") ? "B" : "A");
  const keys = ["", "hello", altered, expiring.apiKey, revoked.apiKey];
  const replies = await Promise.all(keys.map((api_key) => server.request("POST", "/v1/auth", { api_key })));
  expect(replies.map(({ status }) => status)).toEqual(keys.map(() => 401));
  expect(new Set(replies.map(({ json }) => json.message)).size).toBe(1);
});

test("a revoked key and a resumed app end the tokens of before [A-6]", async () => {
  const { tenants } = server.app;
  const [one, other] = [await server.tenant(), await server.tenant()];
  const spare = await tenants.createKey(one.appId, "spare", null);
  await tenants.revokeKey(spare.key.id);
  await tenants.suspend(other.appId);
  await tenants.resume(other.appId);
  for (const { request, apiKey } of [one, other]) {
    expect((await request("GET", "/v1/toolsets")).status).toBe(401);
    const { json } = await server.request("POST", "/v1/auth", { api_key: apiKey });
    expect((await server.request("GET", "/v1/toolsets", undefined, bearer(json.access_token))).status).toBe(200);
  }
});

test("a token says who, what for, until when and signed how; another algorithm is refused [A-7]", async () => {
  const { appId, token } = await server.tenant();
  const [head, claims] = partsOf(token);
  expect(head).toMatchObject({ alg: "EdDSA", kid: expect.any(String) });
  expect(claims).toMatchObject({
    sub: appId,
    iss: expect.any(String),
    aud: expect.any(String),
    jti: expect.any(String),
  });
  expect(claims.exp).toBe(Math.floor(server.clock.now() / 1000) + 900);
  for (const alg of ["none", "HS256"]) {
    const forged = Buffer.from(JSON.stringify({ ...head, alg })).toString("base64url");
    const request = `${forged}.${token.split(".").slice(1).join(".")}`;
    expect((await server.request("GET", "/v1/toolsets", undefined, bearer(request))).status).toBe(401);
  }
});

test("a rotation of the signing key leaves the tokens of before good until they expire [A-8]", async () => {
  const { request, token, apiKey } = await server.tenant();
  await server.app.operator.run("signing-key.rotate", {}, "a test");
  expect((await request("GET", "/v1/toolsets")).status).toBe(200);
  const { json } = await server.request("POST", "/v1/auth", { api_key: apiKey });
  expect(partsOf(json.access_token)[0].kid).not.toBe(partsOf(token)[0].kid);
  server.clock.advance(901_000);
  expect((await request("GET", "/v1/toolsets")).status).toBe(401);
});

test("an API key has the form that scanners know it by [A-9]", async () => {
  const { apiKey } = await server.tenant();
  expect(apiKey).toMatch(/^dgm_[A-Za-z0-9]+_[A-Za-z0-9]{38}$/);
});

test("two apps have sets of their own under one signature [A-10]", async () => {
  const [one, other] = [await server.tenant(), await server.tenant()];
  expect((await one.request("POST", "/v1/toolsets", weather)).status).toBe(201);
  expect((await other.request("POST", "/v1/toolsets", { ...weather, name: "Theirs" })).status).toBe(201);
  expect((await one.request("GET", "/v1/toolsets/weather-v1")).json.name).toBe("Weather");
  expect((await other.request("GET", "/v1/toolsets/weather-v1")).json.name).toBe("Theirs");
});

test("exchanges count by client address, and say how many are left [A-11]", async () => {
  const strict = await openTestApp({ exchangesPerMinute: 2, trustedProxies: ["127.0.0.1"] });
  const exchange = (address: string) =>
    strict.request("POST", "/v1/auth", { api_key: "x" }, { "X-Forwarded-For": address });
  const replies = [await exchange("192.0.2.1"), await exchange("192.0.2.1"), await exchange("192.0.2.1")];
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 429]);
  expect(replies.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["1", "0", "0"]);
  expect((await exchange("192.0.2.2")).status).toBe(401);
  await strict.close();
});
