import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError, invalid } from "#core/errors.ts";
import { openControlSocket } from "#http/control/control-socket.ts";

const folder = mkdtempSync(join(tmpdir(), "dragoman-control-"));
const path = join(folder, "control.sock");
const logs: string[] = [];
let socket: Awaited<ReturnType<typeof open>>;

const ADDRESS = "http://127.0.0.1:8420";
const OPERATIONS = "http://127.0.0.1:9420";
const open = () =>
  openControlSocket({
    path,
    address: ADDRESS,
    operationsAddress: OPERATIONS,
    log: (message) => logs.push(message),
    run: async (command, args) => {
      if (command === "echo") return args;
      if (command === "wrong") throw invalid("plan", "there is no such plan");
      if (command === "broken") throw new Error("SECRET");
      throw new AppError("bad_request", `there is no command ${command}`);
    },
  });
const send = async (method: string, route: string, body?: unknown) => {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const response = await fetch(`http://localhost${route}`, { method, unix: path, ...sent });
  return { status: response.status, json: await response.json() };
};

beforeAll(async () => {
  socket = await open();
});
afterAll(() => {
  socket.close();
  rmSync(folder, { recursive: true });
});

test("runs commands for the owner of the folder alone", async () => {
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await send("GET", "/ping")).toEqual({
    status: 200,
    json: { ok: true, address: ADDRESS, operations_address: OPERATIONS },
  });
  const echoed = await send("POST", "/command", { command: "echo", args: { name: "a", count: 2 } });
  expect(echoed).toEqual({ status: 200, json: { result: { name: "a", count: 2 } } });
  expect((await send("POST", "/command", { command: "echo" })).json).toEqual({ result: {} });
});

test("hands errors on with their words, and keeps those of bugs to the log", async () => {
  expect(await send("POST", "/command", { command: "wrong" })).toEqual({
    status: 400,
    json: {
      error: {
        code: "validation_error",
        message: "plan: there is no such plan",
        details: { plan: "there is no such plan" },
      },
    },
  });
  const broken = await send("POST", "/command", { command: "broken" });
  expect(broken).toMatchObject({ status: 500, json: { error: { code: "internal_error" } } });
  expect(JSON.stringify(broken)).not.toContain("SECRET");
  expect(logs.join("\n")).toContain("SECRET");
  expect((await send("POST", "/command", { args: {} })).status).toBe(400);
  expect((await send("POST", "/command", { command: "echo", args: [] })).status).toBe(400);
  expect((await send("GET", "/command")).status).toBe(404);
});

test("what is no request, too large or broken off hurts nobody else", async () => {
  const sent = async (text: string) => {
    const heard = Promise.withResolvers<string>();
    let answer = "";
    const connection = await Bun.connect({
      unix: path,
      socket: {
        data: (_, bytes) => {
          answer += bytes.toString();
        },
        close: () => heard.resolve(answer),
        error: () => heard.resolve(answer),
      },
    });
    connection.write(text);
    return { connection, heard: heard.promise };
  };
  expect(await (await sent("no request at all\r\n\r\n")).heard).toStartWith("HTTP/1.1 400");
  const head = "POST /command HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
  const large = await sent(`${head}content-length: 99999999\r\n\r\n{`);
  expect(await large.heard).toContain("payload_too_large");
  const broken = await sent(`${head}content-length: 100\r\n\r\n{"command"`);
  broken.connection.terminate();
  const chunked = await sent(`${head}transfer-encoding: chunked\r\n\r\n5\r\n{"com\r\nxyz\r\n`);
  chunked.connection.terminate();
  await Bun.sleep(50);
  expect((await send("GET", "/ping")).json).toEqual({ ok: true, address: ADDRESS, operations_address: OPERATIONS });
});

test("replaces the socket of a server that died, and removes its own", async () => {
  const dying = `Bun.serve({ unix: ${JSON.stringify(path)}, fetch: () => new Response() }); process.kill(process.pid, "SIGKILL");`;
  socket.close();
  expect(existsSync(path)).toBe(false);
  Bun.spawnSync([process.execPath, "-e", dying]);
  expect(existsSync(path)).toBe(true);
  socket = await open();
  expect((await send("GET", "/ping")).json).toEqual({ ok: true, address: ADDRESS, operations_address: OPERATIONS });
});
