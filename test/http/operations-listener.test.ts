/** Health, metrics and the reference on a listener of their own. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp, type TestApp } from "../kit.ts";
import { getWeather } from "./samples.ts";

const MOVED = ["/livez", "/readyz", "/metrics", "/openapi.json", "/docs"];
let server: TestApp;
let operations: string;
beforeAll(async () => {
  server = await openTestApp({ operationsListen: "127.0.0.1:0" });
  operations = server.app.server.operationsUrl;
});
afterAll(() => server.close());

async function statusOf(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: "manual", ...init });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers };
}

describe("[server] operations_listen", () => {
  test("has a port of its own", () => {
    expect(operations).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(operations).not.toBe(server.url);
  });

  test.each(MOVED)("%s is there, open to everyone", async (path) => {
    const { status, headers } = await statusOf(operations + path);
    expect(status).toBe(200);
    expect(headers.get("x-request-id")).not.toBeNull();
  });

  test.each(MOVED)("%s is not beside the API any more: 404, with a token and without", async (path) => {
    const { token } = await server.tenant();
    for (const Authorization of ["", "Bearer nonsense", `Bearer ${token}`]) {
      const { status, text } = await statusOf(server.url + path, { headers: { Authorization } });
      expect({ status, error: JSON.parse(text).error }).toEqual({ status: 404, error: "not_found" });
    }
    const { status } = await statusOf(server.url + path, { method: "POST" });
    expect(status).toBe(404);
  });

  test("nothing of the API is there: 404, before anybody is asked for a token", async () => {
    const { token } = await server.tenant();
    for (const path of ["/v1/toolsets", "/v1/auth", "/admin/api/apps/x/ledger", "/", "/nope"]) {
      for (const method of ["GET", "POST"]) {
        const { status, text } = await statusOf(operations + path, {
          method,
          headers: { Authorization: `Bearer ${token}` },
        });
        expect({ path, status, error: JSON.parse(text).error }).toEqual({ path, status: 404, error: "not_found" });
      }
    }
    const { status, headers } = await statusOf(`${operations}/livez`, { method: "POST" });
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("GET, HEAD");
  });

  test("what is unknown beside the API still asks for a token", async () => {
    expect((await statusOf(`${server.url}/v1/nope`)).status).toBe(401);
    const { request } = await server.tenant();
    expect((await request("GET", "/v1/nope")).status).toBe(404);
    expect((await request("GET", "/v1/toolsets")).status).toBe(200);
  });

  test("its metrics count the requests of both", async () => {
    const { request } = await server.tenant();
    await request("GET", "/v1/personas");
    const { text } = await statusOf(`${operations}/metrics`);
    expect(text).toContain('dragoman_http_requests_total{method="GET",route="/v1/personas",status="200"} 1');
    expect(text).toContain('route="/livez",status="200"');
  });

  test("its page of the API sends nobody's token there: it says where the API is, and runs no script", async () => {
    const { text, headers } = await statusOf(`${operations}/docs/api`);
    expect(text).toContain(`the API listens at another address, <code>${server.url}</code>`);
    expect(text).not.toMatch(/<script|<details class="part try"/);
    expect(headers.get("content-security-policy")).not.toContain("script-src");
  });

  test("its document has the whole contract", async () => {
    const { paths } = JSON.parse((await statusOf(`${operations}/openapi.json`)).text);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/v1/resolve", "/metrics", "/livez"]));
  });
});

test("while requests come to their end it lives on, and says that the server is not ready", async () => {
  const stopping = await openTestApp({ operationsListen: "127.0.0.1:0", drainSecondsMax: 10 });
  const { operationsUrl, port } = stopping.app.server;
  const { request } = await stopping.tenant();
  const gate = Promise.withResolvers<void>();
  stopping.model.before = () => gate.promise;
  const slow = request("POST", "/v1/resolve-quick", { query: "weather", tools: [getWeather] });
  while (stopping.model.calls === 0) await Bun.sleep(2);
  const closed = stopping.close();
  let ready = await statusOf(`${operationsUrl}/readyz`);
  while (ready.status === 200) ready = await statusOf(`${operationsUrl}/readyz`);
  expect((await statusOf(`${operationsUrl}/livez`)).status).toBe(200);
  expect((await statusOf(`${operationsUrl}/metrics`)).text).toContain("dragoman_http_requests_in_flight 2");
  expect(ready.status).toBe(503);
  expect(ready.text).toContain("the server is shutting down");
  gate.resolve();
  expect((await slow).status).toBe(200);
  await closed;
  await expect(fetch(`${operationsUrl}/livez`)).rejects.toThrow();
  await expect(fetch(`http://127.0.0.1:${port}/v1/toolsets`)).rejects.toThrow();
});

test("an address that cannot be had stops the start, names the setting, and leaves nothing open", async () => {
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  await expect(openTestApp({ operationsListen: `127.0.0.1:${taken.port}` })).rejects.toThrow(
    `cannot listen on 127.0.0.1:${taken.port}: the port is in use. Stop what uses it, or choose another with [server] operations_listen`,
  );
  await taken.stop(true);
});

test("it may be an IPv6 address", async () => {
  const six = await openTestApp({ operationsListen: "[::1]:0" });
  expect(six.app.server.operationsUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await statusOf(`${six.app.server.operationsUrl}/livez`)).status).toBe(200);
  await six.close();
});

test("without it both addresses are the same", async () => {
  const both = await openTestApp();
  expect(both.app.server.operationsUrl).toBe(both.url);
  await both.close();
});
