/** A running MCP server is asked for its tools, never believed, and never asked to do anything. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { mcp } from "#app";
import { Secret } from "#core/secret.ts";
import { freshPlace } from "../binary/kit.ts";
import { honestServer, lyingServer } from "./tool-server.ts";

const tool = (name: string) => ({ name, description: "A tool", inputSchema: { type: "object" as const } });
const LOCAL = { network: { allow: ["127.0.0.1"] } };
const list = (url: string, { token = "", msMax = 20_000, settings = LOCAL } = {}) =>
  mcp.list(new URL(url), settings, new Secret(token), msMax);

test("lists what a server of the official SDK has, shows it the token, and asks for nothing but the list", async () => {
  await using server = honestServer(() => [tool("one"), tool("two")]);
  const { serverName, tools } = await list(server.url, { token: "s3cret" });
  expect({ serverName, tools }).toEqual({ serverName: "Honest tools", tools: [tool("one"), tool("two")] });
  expect(server.asked).toEqual(["server/discover", "tools/list"]);
  expect(new Set(server.shown)).toEqual(new Set(["Bearer s3cret"]));
});

test("follows the pages of an older server to their end", async () => {
  await using server = lyingServer((cursor = "0") => ({
    tools: [tool(`tool_${cursor}`)],
    ...(cursor !== "4" && { nextCursor: String(Number(cursor) + 1) }),
  }));
  const { tools } = await list(server.url);
  expect(tools).toEqual(["0", "1", "2", "3", "4"].map((page) => tool(`tool_${page}`)));
  expect(server.asked).not.toContain("tools/call");
});

const endless = (cursor = "0") => ({ tools: [], nextCursor: String(Number(cursor) + 1) });

test.each<[what: string, answer: (cursor?: string) => object | Response | Promise<Response>, said: string]>([
  [
    "100,000 tools",
    () => ({ tools: Array.from({ length: 100_000 }, (_, index) => tool(`t${index}`)) }),
    "more than 20000 tools",
  ],
  ["pages without end", endless, "more than 1000 pages"],
  ["pages in a circle", () => ({ tools: [], nextCursor: "again" }), "comes back to a page"],
  ["more bytes than are read", () => new Response("x".repeat(17 * 1024 * 1024)), "more than 16777216 bytes"],
  ["no list", () => ({ tools: { one: tool("one") } }), "has no list of tools"],
  ["no JSON", () => new Response("<html>", { headers: { "Content-Type": "text/html" } }), "did not list its tools"],
  ["an error", () => new Response("broken", { status: 500 }), "broken"],
  ["a refusal", () => new Response("who are you", { status: 401 }), "DRAGOMAN_MCP_TOKEN"],
])("refuses a server that answers with %s, and says so", async (_, answer, said) => {
  await using server = lyingServer(answer);
  await expect(list(server.url)).rejects.toThrow(said);
});

test("gives up a server that never answers", async () => {
  await using server = lyingServer(() => new Promise<Response>(() => {}));
  await expect(list(server.url, { msMax: 300 })).rejects.toThrow("has not answered within 0.3 s");
});

test("follows no redirect, so no server leads it to an inner address", async () => {
  await using inner = honestServer(() => [tool("secret")]);
  await using server = lyingServer(() => Response.redirect(inner.url, 307));
  await expect(list(server.url)).rejects.toThrow("redirects are not followed");
  expect(inner.asked).toEqual([]);
});

test("contacts no host that the settings do not allow", async () => {
  await using server = honestServer(() => [tool("one")]);
  const refused = list(server.url, { settings: { network: { allow: ["tools.example"] } } });
  await expect(refused).rejects.toThrow("DRAGOMAN_NETWORK_ALLOW=127.0.0.1");
  expect(server.asked).toEqual([]);
});

/** Answers on its standard streams, with its environment in the place of a description; `hang`: only the handshake. */
const PROGRAM = `
const [, , hang] = process.argv;
const tools = [{ name: "told", description: JSON.stringify(process.env), inputSchema: { type: "object" } }];
for await (const line of console) {
  const { id, method, params } = JSON.parse(line);
  const result =
    method === "initialize"
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "p", version: "1" } }
      : { tools };
  if (id !== undefined && (method === "initialize" || !hang)) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
}
`;

test("starts a program, tells it none of the secrets of its own environment, and ends it", async () => {
  using place = freshPlace();
  const file = place.at("program.ts");
  writeFileSync(file, PROGRAM);
  process.env.SOME_API_KEY = "do-not-tell";
  const { tools } = await mcp.list([process.execPath, file], LOCAL, new Secret("do-not-tell"));
  delete process.env.SOME_API_KEY;
  expect(tools).toHaveLength(1);
  expect(JSON.stringify(tools)).not.toContain("do-not-tell");
  const hanging = mcp.list([process.execPath, file, "hang"], LOCAL, new Secret(""), 1_000);
  await expect(hanging).rejects.toThrow("has not answered within 1 s");
  const { stdout } = Bun.spawnSync(["ps", "-eo", "args"]);
  expect(stdout.toString()).not.toContain(file);
});

test.each([
  [
    "true",
    [],
    "it ended before it had answered, without a word: is it a server that speaks over its standard streams?",
  ],
  ["sh", ["-c", "echo starting >&2; echo 'no key: set \"KEY\"' >&2; exit 3"], 'and said last "no key: set \\"KEY\\""'],
  ["echo", ["hello"], "it ended before it had answered"],
  ["no-such-program", [], "not found"],
])("of a program that is no server it says what became of it: %s", async (program, args, says) => {
  const listing = mcp.list([program, ...args], LOCAL, new Secret(""));
  await expect(listing).rejects.toThrow(`the MCP server "${program}" did not list its tools: `);
  await expect(listing).rejects.toThrow(says);
});

/**
 * A program of the older revision that writes down what it is asked. `older`: it knows no newer one, and says so; `silent`: and says nothing;
 * `strict`: and ends where the handshake is not first.
 */
const OLDER_PROGRAM = `
import { appendFileSync } from "node:fs";
const [, , kind, record] = process.argv;
let hasGreeted = false;
appendFileSync(record, "started\\n");
for await (const line of console) {
  const { id, method, params } = JSON.parse(line);
  appendFileSync(record, method + "\\n");
  hasGreeted ||= method === "initialize";
  if (!hasGreeted && kind === "strict") process.exit(1);
  if (id === undefined || (!hasGreeted && kind === "silent")) continue;
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: kind, version: "1" } },
    "tools/list": { tools: [{ name: "one", inputSchema: { type: "object" } }] },
  };
  const result = results[method];
  const error = { code: -32601, message: "Method not found" };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
}
`;

/** Of the official SDK, which speaks no older revision where it is told so. */
const NEWER_PROGRAM = `
import { appendFileSync } from "node:fs";
import { Server } from ${JSON.stringify(import.meta.resolve("@modelcontextprotocol/server"))};
import { serveStdio } from ${JSON.stringify(import.meta.resolve("@modelcontextprotocol/server/stdio"))};
const [, , kind, record] = process.argv;
appendFileSync(record, "started\\n");
serveStdio(() => {
  const server = new Server({ name: kind, version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => {
    appendFileSync(record, "tools/list\\n");
    return { tools: [{ name: "one", inputSchema: { type: "object" } }] };
  });
  return server;
}, { legacy: "reject" });
`;

const PROGRAMS = { newer: NEWER_PROGRAM, older: OLDER_PROGRAM, silent: OLDER_PROGRAM, strict: OLDER_PROGRAM };
const HANDSHAKE = ["initialize", "notifications/initialized"];

test.each<[kind: keyof typeof PROGRAMS, asked: readonly string[]]>([
  ["newer", ["started", "tools/list"]],
  ["older", ["started", "server/discover", ...HANDSHAKE, "tools/list"]],
  ["silent", ["started", "server/discover", ...HANDSHAKE, "tools/list"]],
  ["strict", ["started", "server/discover", "started", ...HANDSHAKE, "tools/list"]],
])("asks a program in the newer revision first: one that is %s", async (kind, asked) => {
  using place = freshPlace();
  const [file, record] = [place.at("program.ts"), place.at("asked.txt")];
  writeFileSync(file, PROGRAMS[kind]);
  const { serverName, tools } = await mcp.list([process.execPath, file, kind, record], LOCAL, new Secret(""), 4_000);
  expect([serverName, tools]).toMatchObject([kind, [{ name: "one" }]]);
  expect(readFileSync(record, "utf8").trim().split("\n")).toEqual([...asked]);
  const { stdout } = Bun.spawnSync(["ps", "-eo", "args"]);
  expect(stdout.toString()).not.toContain(file);
});

test.each([
  ["cat", "did not list its tools"],
  ["true", "did not list its tools"],
  ["no-such-program", "no-such-program"],
])("says of the command %s that it is no server", async (program, said) => {
  await expect(mcp.list([program], LOCAL, new Secret(""), 500)).rejects.toThrow(said);
});
