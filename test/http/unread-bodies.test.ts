/** A request that is answered before its body was read: the connection is closed behind the answer, not kept for the rest. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { openRaw } from "./raw.ts";

let server: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  tenant = await server.tenant();
});
afterAll(() => server.close());

const JSON_TYPE = "Content-Type: application/json\r\n";
const announced = "Content-Length: 100000\r\n";
const ours = () => `Authorization: Bearer ${tenant.token}\r\n`;

test.each<[string, string, () => string, number]>([
  ["without a token", "POST /v1/toolsets", () => JSON_TYPE + announced, 401],
  ["in chunks, without a token", "POST /v1/toolsets", () => `${JSON_TYPE}Transfer-Encoding: chunked\r\n`, 401],
  ["where nothing is", "POST /v1/nothing", () => ours() + announced, 404],
  ["by another method", "PATCH /v1/toolsets", () => ours() + announced, 405],
  [
    "that says that it is too large",
    "POST /v1/toolsets",
    () => `${ours()}${JSON_TYPE}Content-Length: 2000000\r\n`,
    413,
  ],
  ["of a list", "GET /v1/toolsets", () => ours() + announced, 200],
])("[E-18] whoever sends one slowly, %s, is answered and hung up on", async (_, line, head, status) => {
  const connection = await openRaw(server.app.server.port);
  connection.write(`${line} HTTP/1.1\r\nHost: x\r\n${head()}\r\n`);
  // Resolves only when the server closes.
  const reply = await connection.until();
  expect(reply.status).toBe(status);
  expect(reply.head.toLowerCase()).toContain("\r\nconnection: close");
  expect(JSON.parse(reply.body)).toBeObject();
});

test("[E-18] a client that sends all of it hears the answer, however large it is", async () => {
  for (const size of [10, 10_000, 900_000, 5_000_000]) {
    const response = await fetch(`${server.url}/v1/toolsets`, { method: "POST", body: "x".repeat(size) });
    expect({ size, status: response.status }).toEqual({ size, status: 401 });
    expect(await response.json()).toMatchObject({ error: "unauthorized" });
  }
});

test.each<[string, () => string, number, number]>([
  ["without a token, says how long it is", () => JSON_TYPE, 10_000_000, 401],
  ["without a token, in chunks", () => `${JSON_TYPE}Transfer-Encoding: chunked\r\n`, 10_000_000, 401],
  ["that says that it is too large", () => ours() + JSON_TYPE, 20_000_000, 413],
  ["that proves to be too large", () => `${ours()}${JSON_TYPE}Transfer-Encoding: chunked\r\n`, 20_000_000, 413],
])("[E-18] of whoever sends one %s, all is taken before the connection is closed", async (_, head, size, status) => {
  const [connected, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const socket = connect(server.app.server.port, "127.0.0.1", () => connected.resolve());
  const failures: Error[] = [];
  let reply = "";
  socket.on("data", (bytes) => (reply += bytes.toString("latin1")));
  // As a client that reads when it has written: a reset loses the answer for it.
  socket.on("error", (failure) => failures.push(failure));
  socket.on("close", () => closed.resolve());
  await connected.promise;
  const isChunked = head().includes("chunked");
  const length = isChunked ? "" : `Content-Length: ${size}\r\n`;
  socket.write(`POST /v1/toolsets HTTP/1.1\r\nHost: x\r\n${head()}${length}\r\n`);
  const piece = "x".repeat(100_000);
  for (let sent = 0; sent < size; sent += piece.length) {
    const framed = isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece;
    if (!socket.write(framed) && failures.length === 0)
      await Promise.race([closed.promise, new Promise<void>((resolve) => socket.once("drain", resolve))]);
  }
  if (isChunked) socket.write("0\r\n\r\n");
  await closed.promise;
  expect(failures).toEqual([]);
  expect(reply).toStartWith(`HTTP/1.1 ${status} `);
});

test("[E-18] who was read stays connected, whatever the answer", async () => {
  const connection = await openRaw(server.app.server.port);
  for (let round = 0; round < 2; round += 1) {
    connection.write(`POST /v1/toolsets HTTP/1.1\r\nHost: x\r\n${ours()}${JSON_TYPE}Content-Length: 2\r\n\r\n{}`);
    const reply = await connection.until('"code":400');
    expect(reply.status).toBe(400);
    expect(reply.head.toLowerCase()).not.toContain("connection: close");
  }
  connection.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
  expect((await connection.until("alive")).status).toBe(200);
  connection.close();
});
