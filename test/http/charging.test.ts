import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp, type TestApp } from "../kit.ts";
import { held, until } from "./held-model.ts";
import { openRaw } from "./raw.ts";
import { getWeather, weather } from "./samples.ts";

const quick = JSON.stringify({ query: "weather", tools: [getWeather] });

describe("the balance", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await openTestApp();
  });
  afterAll(() => server.close());

  test("is never spent twice: of ten calls at once, two are paid and eight are 402", async () => {
    const { request, balance } = await server.tenant("poor");
    const replies = await Promise.all(Array.from({ length: 10 }, () => request("GET", "/v1/toolsets")));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(8).fill(402)]);
    expect(await balance()).toBe(0);
  });

  test("is held while a call is under way, and free again when it fails", async () => {
    const { request, balance } = await server.tenant("poor");
    const model = held(server);
    const slow = [request("POST", "/v1/resolve-quick", quick), request("POST", "/v1/resolve-quick", quick)];
    await model.reached(2);
    expect((await request("GET", "/v1/toolsets")).status).toBe(402);
    model.fail();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([500, 500]);
    expect((await request("GET", "/v1/toolsets")).status).toBe(200);
    expect(await balance()).toBe(1);
  });

  test("is given back when the client goes away before the answer, and the model is told to stop", async () => {
    const { token, request, balance } = await server.tenant("poor");
    const model = held(server);
    const raw = await openRaw(server.app.server.port);
    raw.write(
      `POST /v1/resolve-quick HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${quick.length}\r\n\r\n${quick}`,
    );
    await model.reached(1);
    raw.close();
    await model.aborted();
    model.answer();
    await until(async () => (await request("GET", "/v1/nope")).status === 404);
    expect(await balance()).toBe(2);
    expect((await request("GET", "/v1/toolsets")).status).toBe(200);
    expect((await request("GET", "/v1/toolsets")).status).toBe(200);
  });

  test("is given back when the client goes away in the middle of its body", async () => {
    const { token, request, balance } = await server.tenant("poor");
    const raw = await openRaw(server.app.server.port);
    raw.write(
      `POST /v1/toolsets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
        `Content-Length: 1000\r\n\r\n{"name":`,
    );
    await until(
      async () => (await server.app.services.access.windowOf(await principalOf(token))).remaining < 1_000_000,
    );
    raw.close();
    await until(async () => (await request("POST", "/v1/toolsets", weather)).status === 201);
    expect((await request("GET", "/v1/toolsets")).status).toBe(200);
    expect(await balance()).toBe(0);
  });

  const principalOf = (token: string) => server.app.services.access.authenticate(`Bearer ${token}`);
});
