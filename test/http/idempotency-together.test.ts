import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { held, until } from "./held-model.ts";
import { openRaw } from "./raw.ts";
import { getWeather } from "./samples.ts";

const keyed = { "Idempotency-Key": "key-1" };
const quick = { query: "weather", tools: [getWeather] };

describe("an Idempotency-Key", () => {
  let server: TestApp;
  let owner: Tenant;
  beforeAll(async () => {
    server = await openTestApp();
  });
  afterAll(() => server.close());

  const send = () => owner.request("POST", "/v1/resolve-quick", quick, keyed);

  test("makes duplicates that come together wait for the first: one answer, one charge, one call of the model", async () => {
    owner = await server.tenant();
    const [before, calls] = [await owner.balance(), server.model.calls];
    const model = held(server);
    const sent = Array.from({ length: 8 }, send);
    await model.reached(1);
    await Bun.sleep(20);
    model.answer();
    const replies = await Promise.all(sent);
    expect(new Set(replies.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.has("idempotency-replayed"))).toHaveLength(7);
    expect({ charged: before - (await owner.balance()), calls: server.model.calls - calls }).toEqual({
      charged: 1,
      calls: 1,
    });
  });

  test("is passed on when the first fails in a way that may be over", async () => {
    owner = await server.tenant();
    const calls = server.model.calls;
    const model = held(server);
    const sent = [send(), send(), send()];
    await model.reached(1);
    model.fail();
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 500]);
    expect(server.model.calls - calls).toBe(2);
  });

  test("is free again when the client goes away before the answer", async () => {
    owner = await server.tenant();
    const before = await owner.balance();
    const model = held(server);
    const body = JSON.stringify(quick);
    const raw = await openRaw(server.app.server.port);
    raw.write(
      `POST /v1/resolve-quick HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nIdempotency-Key: key-1\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await model.reached(1);
    raw.close();
    await model.aborted();
    model.answer();
    const retried = await send();
    expect(retried.headers.get("idempotency-replayed")).toBeNull();
    await until(async () => before - (await owner.balance()) === 1);
  });

  test("is ignored when a key is exchanged for a token", async () => {
    owner = await server.tenant();
    const exchange = (apiKey: string) => server.request("POST", "/v1/auth", { api_key: apiKey }, keyed);
    expect((await exchange(owner.apiKey)).status).toBe(200);
    const second = await exchange("another");
    expect(second.status).toBe(401);
    expect(second.headers.get("idempotency-replayed")).toBeNull();
  });

  test("is free again after 24 hours", async () => {
    owner = await server.tenant();
    await send();
    server.clock.advance(24 * 3_600_000);
    const { json } = await server.request("POST", "/v1/auth", { api_key: owner.apiKey });
    const headers = { ...keyed, Authorization: `Bearer ${json.access_token}` };
    const later = await server.request("POST", "/v1/resolve-quick", quick, headers);
    expect({ status: later.status, replayed: later.headers.get("idempotency-replayed") }).toEqual({
      status: 200,
      replayed: null,
    });
  });
});
