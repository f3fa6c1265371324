import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newApiKey } from "#core/access/api-key.ts";
import { TokenAnswer } from "#http/schemas/token.ts";
import { openTestApp, type Scenario, scenarios, type TestApp } from "../kit.ts";

const anonymous = { as: "anonymous", charged: 0 } as const;

const refused: readonly Scenario[] = [
  { clause: "A-2", name: "no key of ours", body: { api_key: "hello" }, expect: 401, error: "unauthorized" },
  {
    clause: "A-2",
    name: "an unknown key, its checksum right",
    body: { api_key: newApiKey().text },
    expect: 401,
    error: "unauthorized",
  },
  { clause: "E-2", name: "no api_key", body: {}, expect: 400, error: "bad_request", says: "`api_key`" },
  {
    clause: "E-3",
    name: "a key that is no string",
    body: { api_key: 7 },
    expect: 400,
    error: "validation_error",
    details: ["api_key"],
  },
  {
    clause: "F-9",
    name: "an unknown field",
    body: { api_key: "x", scope: "all" },
    expect: 400,
    error: "validation_error",
    details: ["scope"],
  },
];

scenarios(
  "POST /v1/auth",
  refused.map((row) => ({ ...row, ...anonymous })),
  { answer: TokenAnswer },
);

describe("POST /v1/auth", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await openTestApp({ exchangesPerMinute: 5, trustedProxies: ["127.0.0.1"] });
  });
  afterAll(() => server.close());

  const exchange = (from: string, apiKey = "wrong") =>
    server.request("POST", "/v1/auth", { api_key: apiKey }, { "X-Forwarded-For": from });

  test("gives a token for a key, free of charge, and shows the address's window", async () => {
    const { appId, apiKey, balance } = await server.tenant();
    const before = await balance();
    const reply = await exchange("198.51.100.1", apiKey);
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({ access_token: expect.any(String), token_type: "Bearer", expires_in: 900 });
    expect(reply.headers.get("x-ratelimit-limit")).toBe("5");
    expect(reply.headers.get("x-ratelimit-remaining")).toBe("4");
    expect(await balance()).toBe(before);
    const claims = JSON.parse(Buffer.from(reply.json.access_token.split(".")[1], "base64url").toString());
    const exp = Math.floor(server.clock.now() / 1000) + 900;
    expect(claims).toMatchObject({ iss: "dragoman", aud: "dragoman", sub: appId, exp });
  });

  test("gives none for a revoked or expired key, and 403 for a suspended app", async () => {
    const [revoked, expired, suspended] = await Promise.all([server.tenant(), server.tenant(), server.tenant()]);
    const { tenants } = server.app;
    const [key] = await tenants.listKeys(revoked.appId);
    if (key) await tenants.revokeKey(key.id);
    const short = await tenants.createKey(expired.appId, "short", 1_000);
    server.clock.advance(1_000);
    await tenants.suspend(suspended.appId);
    expect((await exchange("198.51.100.2", revoked.apiKey)).status).toBe(401);
    expect((await exchange("198.51.100.2", short.apiKey)).status).toBe(401);
    expect((await exchange("198.51.100.2", suspended.apiKey)).json).toMatchObject({ error: "forbidden", code: 403 });
  });

  test("gives a token that ends with its key, where that comes first", async () => {
    const { appId } = await server.tenant();
    const { apiKey } = await server.app.tenants.createKey(appId, "short", 60_000);
    const { access_token: token, expires_in } = (await exchange("198.51.100.6", apiKey)).json;
    expect(expires_in).toBe(60);
    const list = () => server.request("GET", "/v1/toolsets", undefined, { authorization: `Bearer ${token}` });
    server.clock.advance(59_999);
    expect((await list()).status).toBe(200);
    server.clock.advance(1);
    expect((await list()).json).toMatchObject({ error: "unauthorized", code: 401 });
  });

  test("counts by client address: the sixth exchange in a minute is 429 to one address, not to another", async () => {
    for (let count = 1; count <= 5; count += 1) expect((await exchange("198.51.100.3")).status).toBe(401);
    const sixth = await exchange("198.51.100.3");
    expect(sixth.json).toMatchObject({ error: "too_many_requests", code: 429 });
    // Anybody may come from an address, and hears of no command.
    expect(sixth.json.message).toMatch(/^the limit of 5 requests per minute is reached: try again in \d+ s$/);
    expect(sixth.headers.get("x-ratelimit-remaining")).toBe("0");
    const secondsLeft = 60 - (Math.floor(server.clock.now() / 1000) % 60);
    expect(sixth.headers.get("retry-after")).toBe(String(secondsLeft));
    expect((await exchange("198.51.100.4")).status).toBe(401);
    server.clock.advance(60_000);
    expect((await exchange("198.51.100.3")).status).toBe(401);
  });

  test("what a client writes into X-Forwarded-For before the proxy's entry does not matter", async () => {
    for (let count = 1; count <= 5; count += 1) await exchange(`203.0.113.${count}, 198.51.100.5`);
    expect((await exchange("203.0.113.99, 198.51.100.5")).status).toBe(429);
  });
});

test("X-Forwarded-For is not believed from an address that is no trusted proxy", async () => {
  const server = await openTestApp({ exchangesPerMinute: 2 });
  const exchange = (from: string) =>
    server.request("POST", "/v1/auth", { api_key: "wrong" }, { "X-Forwarded-For": from });
  expect((await exchange("198.51.100.1")).status).toBe(401);
  expect((await exchange("198.51.100.2")).status).toBe(401);
  expect((await exchange("198.51.100.3")).status).toBe(429);
  await server.close();
});
