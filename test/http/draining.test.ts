import { expect, test } from "bun:test";
import { openHttpServer } from "#http/server.ts";
import { openTestApp, type TestApp } from "../kit.ts";
import { openRaw } from "./raw.ts";
import { getWeather } from "./samples.ts";

const quick = { query: "weather", tools: [getWeather] };

test("a server that stops lets what is in flight finish, refuses what is new, and then is gone", async () => {
  const server = await openTestApp({ drainSecondsMax: 10 });
  const { port } = server.app.server;
  const { request, token } = await server.tenant();
  const gate = Promise.withResolvers<void>();
  server.model.before = () => gate.promise;
  const slow = request("POST", "/v1/resolve-quick", quick);
  const late = await openRaw(port);
  late.write(`GET /v1/toolsets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`);
  while (server.model.calls === 0) await Bun.sleep(2);

  const closed = server.close();
  // Its socket for commands is closed before.
  while (await request("GET", "/livez").then(Boolean, () => false)) await Bun.sleep(2);
  await expect(request("GET", "/v1/toolsets")).rejects.toThrow();
  late.write("\r\n");
  const refused = await late.until();
  expect(refused.status).toBe(503);
  expect(refused.head).toMatch(/^Retry-After: 30\r$/m);
  expect(refused.head).toMatch(/^Connection: close\r$/m);
  expect(JSON.parse(refused.body).error).toBe("service_unavailable");

  gate.resolve();
  const answered = await slow;
  expect(answered.status).toBe(200);
  expect(answered.json.resolved.tool).toBe("get_weather");
  await closed;
});

test("half-sent bodies and models that never answer are cut at the deadline, and give back what they held", async () => {
  const server = await openTestApp({ drainSecondsMax: 0.2 });
  const { request, token, balance } = await server.tenant("poor");
  server.model.before = (signal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const endless = request("POST", "/v1/resolve-quick", quick).then(
    ({ status }) => status,
    () => "cut",
  );
  const half = await openRaw(server.app.server.port);
  half.write(
    `POST /v1/toolsets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: 100\r\n\r\n{"name"`,
  );
  const silent = await openRaw(server.app.server.port);
  silent.write("GET /v1/tool");
  while (server.model.calls === 0) await Bun.sleep(2);

  const before = performance.now();
  await server.app.server.stop(200);
  expect(performance.now() - before).toBeLessThan(1_000);
  expect(await endless).toBe("cut");
  expect((await half.until()).body).toBe("");
  await silent.until();
  expect(await balance()).toBe(2);
  expect(server.logs).toEqual([]);
  await server.close();
});

const streamed = (server: TestApp, token: string, count: number) =>
  fetch(`${server.url}/v1/batch`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/x-ndjson",
      "Idempotency-Key": "lines",
    },
    body: JSON.stringify({ requests: Array(count).fill({ type: "resolve-quick", body: quick }) }),
  });

test("lines that are on their way are sent to the end before the server is gone", async () => {
  const server = await openTestApp({ drainSecondsMax: 10 });
  const { token } = await server.tenant();
  const gate = Promise.withResolvers<void>();
  server.model.before = () => (server.model.calls > 1 ? gate.promise : Promise.resolve());
  const { body } = await streamed(server, token, 6);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  const closed = server.close();
  await Bun.sleep(20);
  gate.resolve();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
  expect(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "").metadata).toMatchObject({ succeeded: 6, failed: 0 });
  await closed;
  expect(server.logs).toEqual([]);
});

test("lines that never end are cut at the deadline, and give back what they held", async () => {
  const server = await openTestApp({ drainSecondsMax: 0.2 });
  const { token, balance } = await server.tenant();
  const before = await balance();
  let noticed = 0;
  const lateWith = async (reject: (reason: Error) => void) => {
    await Bun.sleep(100);
    noticed += 1;
    reject(new Error("stopped"));
  };
  server.model.before = (signal) =>
    server.model.calls === 1
      ? Promise.resolve()
      : new Promise((_, reject) => signal.addEventListener("abort", () => void lateWith(reject)));
  const { body } = await streamed(server, token, 20);
  const reader = body?.getReader();
  await reader?.read();
  await server.app.server.stop(200);
  expect(noticed).toBe(4);
  await reader?.read().catch(() => {});
  expect({ charged: before - (await balance()), calls: server.model.calls }).toEqual({ charged: 1, calls: 5 });
  expect(server.logs).toEqual([]);
  await server.close();
});

test("a port in use is an error of one line that says what to do", async () => {
  const server = await openTestApp();
  const { port } = server.app.server;
  const options = {
    services: server.app.services,
    batchConcurrencyMax: 1,
    bodyBytesMax: 1_000,
    bodySecondsMax: 30,
    trustedProxies: [],
    corsOrigins: [],
    log: () => {},
    logsRequests: false,
  };
  const costs = { manage: 1, resolve: 1, resolveRespond: 2, classify: 1 };
  const open = (host: string, port: number) => () =>
    openHttpServer({ ...options, operationsListen: "", costs, host, port });
  expect(open("127.0.0.1", port)).toThrow(
    new RegExp(`^cannot listen on 127\\.0\\.0\\.1:${port}: the port is in use\\. .*--port$`),
  );
  expect(open("192.0.2.1", 0)).toThrow(/^cannot listen on 192\.0\.2\.1:0: .*--host$/);
  await server.close();
});
