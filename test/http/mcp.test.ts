/** The Model Context Protocol at `/mcp`: the same routes by another door, with the same price, limits and refusals. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import { routesOf } from "#http/server.ts";
import type { Reply } from "../answer-checks.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { type Era, modernMessage, officialClient, otherClient, saidIn } from "./mcp-clients.ts";
import { alarms, banking, weather } from "./samples.ts";

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp({ bodyBytesMax: 16_384 });
  owner = await server.tenant();
  for (const set of [weather, alarms]) await owner.request("POST", "/v1/toolsets", set);
  await owner.request("POST", "/v1/classification-sets", banking);
});
afterAll(() => server.close());

const LEGACY = { Accept: "application/json, text/event-stream" };
const message = (method: string, params?: object, id: number | null = 1) => ({
  jsonrpc: "2.0",
  ...(id !== null && { id }),
  method,
  ...(params && { params }),
});
/** What comes back to a message. The door is in no document, so what it answers is held against none. */
async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { ...LEGACY, "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) };
}
const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
const postAs = (tenant: Tenant, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  post(server.url, body, { ...bearer(tenant.token), ...headers });
const ask = (query = 'weather in "Rome"') => ({ name: "resolve", arguments: { query, toolsets: ["weather-v1"] } });

describe.each<[Era]>([["modern"], ["legacy"]])("the official client, %s", (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await officialClient(server.url, owner.token, era);
  });
  afterAll(() => client.close());

  test("finds the tools, whose schemas are those of the routes", async () => {
    const { tools } = await client.listTools();
    const hasSearch = routesOf(server.app.services).some(({ path }) => path === "/v1/search-tools");
    const found = hasSearch ? ["search_tools"] : [];
    expect(tools.map(({ name }) => name)).toEqual([...found, "resolve", "classify", "teach"]);
    const resolve = tools.find(({ name }) => name === "resolve");
    expect(resolve?.inputSchema).toMatchObject({
      type: "object",
      required: ["query", "toolsets"],
      additionalProperties: false,
    });
    expect(Object.keys(resolve?.outputSchema?.properties ?? {})).toEqual([
      "request_id",
      "resolved",
      "calls",
      "metadata",
    ]);
    expect(client.getInstructions()).toContain("never carries out");
  });

  test("resolves, as structure and as text, for what the route costs [O-7]", async () => {
    const before = await owner.balance();
    const result = await client.callTool(ask());
    expect(result.structuredContent).toMatchObject({
      request_id: expect.stringMatching(/\.0$/),
      resolved: { tool: "get_weather", parameters: { city: "Rome" } },
      metadata: { requests_used: 1, requests_remaining: before - 1 },
    });
    expect(saidIn(result)).toEqual(result.structuredContent);
    expect(await owner.balance()).toBe(before - 1);
  });

  test("classifies, and teaches sets of both kinds", async () => {
    const labelled = await client.callTool({
      name: "classify",
      arguments: { data: "balance please", classification_set: "banking-v1" },
    });
    expect(labelled.structuredContent).toMatchObject({ classifications: [{ label: "balance" }] });
    const words = `what goes on outside, ${era}`;
    const call = { toolset: "weather-v1", query: words, tool: "get_weather", parameters: { city: "Oslo" } };
    const taught = await client.callTool({ name: "teach", arguments: call });
    expect(taught.structuredContent).toMatchObject({ id: expect.any(String), query: words, tool: "get_weather" });
    expect((await client.callTool(ask(words))).structuredContent).toMatchObject({
      resolved: { tool: "get_weather", parameters: { city: "Oslo" } },
    });
    const label = { classification_set: "banking-v1", query: `my plastic is gone, ${era}`, label: "card_lost" };
    expect((await client.callTool({ name: "teach", arguments: label })).structuredContent).toMatchObject({
      label: "card_lost",
    });
  });

  test("searches tools, with what they take and why they were found", async () => {
    const args = { query: "what is the weather in Rome", toolsets: "*", k: 1 };
    const { structuredContent } = await client.callTool({ name: "search_tools", arguments: args });
    expect(structuredContent).toMatchObject({
      tools: [{ toolset: "weather-v1", tool: { name: "get_weather" }, why: { words: expect.any(Array) } }],
    });
    const spoken = { query: "weer Rome", toolsets: "*", k: 1, language: "nl" };
    expect((await client.callTool({ name: "search_tools", arguments: spoken })).structuredContent).toMatchObject({
      tools: [{ tool: { name: "get_weather" } }],
      metadata: { language: "nl" },
    });
  });

  test("lists the sets as resources, and reads one as the API gives it", async () => {
    const uris: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await client.request({ method: "resources/list", params: cursor === undefined ? {} : { cursor } });
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(uris).toEqual([
      "dragoman://toolsets/weather-v1",
      "dragoman://toolsets/alarms-v1",
      "dragoman://classification-sets/banking-v1",
    ]);
    const { contents } = await client.readResource({ uri: "dragoman://classification-sets/banking-v1" });
    const { json } = await owner.request("GET", "/v1/classification-sets/banking-v1");
    expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(json);
  });

  test.each<[what: string, call: { name: string; arguments: object }, error: object]>([
    ["a missing field", { name: "resolve", arguments: { query: "x" } }, { error: "bad_request", code: 400 }],
    [
      "a set that is not there",
      { name: "resolve", arguments: { query: "x", toolsets: ["no-v1"] } },
      { error: "not_found", code: 404 },
    ],
    ["too long a query", ask("x".repeat(501)), { details: { query: "query exceeds the limit: 501/500 characters" } }],
    [
      "no set to teach",
      { name: "teach", arguments: { query: "x", tool: "none" } },
      { details: { toolset: expect.any(String) } },
    ],
    [
      "a field of the other kind",
      { name: "teach", arguments: { toolset: "weather-v1", query: "x", label: "y" } },
      { error: "validation_error" },
    ],
  ])("is told in our words, and not charged: %s", async (_, call, error) => {
    const before = await owner.balance();
    const result = await client.callTool(call as Parameters<Client["callTool"]>[0]);
    expect(result.isError).toBe(true);
    expect(saidIn(result)).toMatchObject(error);
    expect(await owner.balance()).toBe(before);
  });

  test("a stranger's client sees and reads nothing of it", async () => {
    const stranger = await officialClient(server.url, (await server.tenant()).apiKey, era);
    expect((await stranger.listResources()).resources).toEqual([]);
    await expect(stranger.readResource({ uri: "dragoman://toolsets/weather-v1" })).rejects.toThrow(/not found/i);
    expect(saidIn(await stranger.callTool(ask()))).toMatchObject({ error: "not_found" });
    await stranger.close();
  });

  test("an unknown tool, resource and method are errors of the protocol", async () => {
    await expect(client.callTool({ name: "rm" })).rejects.toThrow("there is no tool rm");
    await expect(client.readResource({ uri: "file:///etc/passwd" })).rejects.toThrow(/not found/i);
    await expect(client.readResource({ uri: "dragoman://toolsets/../apps" })).rejects.toThrow(/not found/i);
    await expect(client.request({ method: "prompts/list" })).rejects.toThrow();
  });
});

test("a client by other people finds and calls the tools with the API key alone", async () => {
  const client = await otherClient(server.url, owner.apiKey);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("resolve");
  const { resolve } = await client.tools();
  const options = { toolCallId: "1", messages: [], context: {} };
  const result = await resolve?.execute?.(ask('weather in "Bonn"').arguments, options);
  expect(result).toMatchObject({ structuredContent: { resolved: { parameters: { city: "Bonn" } } } });
  expect((await client.listResources()).resources.length).toBe(2);
  await client.close();
});

describe("who gets in", () => {
  test.each<[who: string, secret: (tenant: Tenant) => string | null]>([
    ["nobody", () => null],
    ["a mistyped key", ({ apiKey }) => `${apiKey.slice(0, -1)}!`],
    ["a key of the right form", () => "dgm_AAAAAAAAAAAA_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["the admin token", () => server.app.newAdminToken],
    ["a token that is none", () => "nonsense"],
  ])("%s is 401, and told how to authorize", async (_, secretOf) => {
    const secret = secretOf(owner);
    const reply = await post(server.url, message("tools/list"), secret === null ? {} : bearer(secret));
    expect({ status: reply.status, error: reply.json.error }).toEqual({ status: 401, error: "unauthorized" });
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("a revoked key is 401 at once, and a suspended app's 403", async () => {
    const { tenants } = server.app;
    const [revoked, suspended] = [await server.tenant(), await server.tenant()];
    const listed = (tenant: Tenant) => post(server.url, message("tools/list"), bearer(tenant.apiKey));
    expect((await listed(revoked)).status).toBe(200);
    const [key] = await tenants.listKeys(revoked.appId);
    if (key) await tenants.revokeKey(key.id);
    await tenants.suspend(suspended.appId);
    expect((await listed(revoked)).status).toBe(401);
    expect((await listed(suspended)).status).toBe(403);
  });

  test("an API key still opens nothing else, whatever it opened here", async () => {
    const headers = bearer(owner.apiKey);
    expect((await post(server.url, message("tools/list"), headers)).status).toBe(200);
    expect((await server.request("GET", "/v1/toolsets", undefined, headers)).status).toBe(401);
  });

  test("keys are tried no more often than at /v1/auth; one that was right before still opens", async () => {
    const strict = await openTestApp({ exchangesPerMinute: 4 });
    const tried = async (key: string) => (await post(strict.url, message("ping"), bearer(key))).status;
    const known = await strict.tenant();
    const late = await strict.tenant();
    const wrong = (letter: string) => `dgm_${letter.repeat(12)}_${"x".repeat(38)}`;
    // Two tokens were exchanged from this address before.
    expect(await tried(known.apiKey)).toBe(200);
    expect([await tried(wrong("a")), await tried(wrong("b"))]).toEqual([401, 401]);
    expect([await tried(late.apiKey), await tried(known.apiKey)]).toEqual([429, 200]);
    await strict.close();
  });

  test("a page is refused unless its origin is allowed, token or not: its name may have been made to point here [O-7]", async () => {
    const reply = await postAs(owner, message("tools/list"), { Origin: "http://rebound.example:8420" });
    expect({ status: reply.status, error: reply.json.error }).toEqual({ status: 403, error: "forbidden" });
    expect(reply.json.message).toContain("`cors_origins` in [server]");
    const open = await openTestApp({ corsOrigins: ["https://app.example"] });
    const { token } = await open.tenant();
    const page = { ...bearer(token), Origin: "https://app.example" };
    const allowed = await post(open.url, message("tools/list"), page);
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([200, "https://app.example"]);
    await open.close();
  });
});

describe("what a message costs", () => {
  test("lists of tools and the handshake nothing, a page of sets and a set what their routes cost", async () => {
    const tenant = await server.tenant();
    await tenant.request("POST", "/v1/toolsets", weather);
    const before = await tenant.balance();
    const spent: number[] = [];
    for (const [method, params] of [
      ["initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } }],
      ["tools/list", undefined],
      ["resources/templates/list", undefined],
      ["resources/list", undefined],
      ["resources/read", { uri: "dragoman://toolsets/weather-v1" }],
    ] as const) {
      expect((await postAs(tenant, message(method, params))).status).toBe(200);
      spent.push(before - (await tenant.balance()));
    }
    expect(spent).toEqual([0, 0, 0, 1, 2]);
  });

  test("counts in the rate window, beyond which it is 429; an empty balance is the tool's error [O-7]", async () => {
    const hasty = await server.tenant("hasty");
    const replies = [];
    for (let count = 0; count < 4; count += 1) {
      replies.push(await postAs(hasty, message("ping")));
    }
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(replies.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["2", "1", "0", "0"]);
    const poor = await server.tenant("poor");
    for (let count = 0; count < 2; count += 1) await poor.request("GET", "/v1/toolsets");
    const reply = await postAs(poor, message("tools/call", ask()));
    expect(saidIn(reply.json.result)).toMatchObject({ error: "payment_required", code: 402 });
  });

  test("the cache answers what it answered a request, and a header bypasses it", async () => {
    const asked = ask("weather in 'Porto'");
    await owner.request("POST", "/v1/resolve", asked.arguments);
    const sourceOf = async (headers: Readonly<Record<string, string>>) => {
      const { json } = await postAs(owner, message("tools/call", asked), headers);
      return json.result.structuredContent.metadata.source;
    };
    expect([await sourceOf({}), await sourceOf({ "Cache-Control": "no-store" })]).toEqual(["exact_cache", "model"]);
  });

  test("feedback finds the answer by the id that the tool gave", async () => {
    const { json } = await postAs(owner, message("tools/call", ask("weather in 'Graz'")));
    const { request_id } = json.result.structuredContent;
    expect((await owner.request("POST", "/v1/feedback", { request_id, correct: true })).status).toBe(200);
  });

  test("it is counted by its route, and the tool as an item", async () => {
    const page = await (await fetch(`${server.url}/metrics`)).text();
    expect(page).toMatch(/dragoman_http_requests_total\{method="POST",route="\/mcp",status="200"\} [1-9]/);
    expect(page).toMatch(/dragoman_batch_items_total\{route="\/v1\/resolve",status="200"\} [1-9]/);
  });
});

describe("hostile and broken messages", () => {
  test.each<[what: string, body: unknown, status: number]>([
    ["no JSON", "{", 400],
    ["an array: batches left the protocol", [message("ping")], 400],
    ["an answer to what was never asked", { jsonrpc: "2.0", id: 1, result: {} }, 400],
    ["no method", { jsonrpc: "2.0", id: 1 }, 400],
    ["another version", { jsonrpc: "1.0", id: 1, method: "ping" }, 400],
    ["an id that is an object", { jsonrpc: "2.0", id: {}, method: "ping" }, 400],
    ["a field of the sender's own", { ...message("ping"), extra: 1 }, 400],
    [
      "more bytes than a body may have",
      message("tools/call", { name: "resolve", arguments: { query: "x".repeat(20_000) } }),
      413,
    ],
  ])("%s", async (_, body, status) => {
    const reply = await postAs(owner, body);
    expect({ status: reply.status, code: reply.json.code }).toEqual({ status, code: status });
  });

  test.each<[what: string, method: string, params: object | undefined, status: number, code: number]>([
    ["an unknown method", "sets/destroy", undefined, 200, -32601],
    ["tools/call without a name", "tools/call", {}, 200, -32602],
    ["arguments that are a list", "tools/call", { name: "resolve", arguments: [] }, 200, -32602],
    ["a cursor of nobody's", "resources/list", { cursor: "apps:1" }, 200, -32602],
    ["a cursor that the list refuses", "resources/list", { cursor: "toolsets:%00" }, 200, -32602],
  ])("%s is an error of the protocol", async (_, method, params, status, code) => {
    const reply = await postAs(owner, message(method, params));
    expect({ status: reply.status, code: reply.json.error?.code }).toEqual({ status, code });
  });

  test("a notification is taken without an answer", async () => {
    const reply = await postAs(owner, message("notifications/initialized", undefined, null));
    expect({ status: reply.status, json: reply.json }).toEqual({ status: 202, json: null });
  });

  test("a revision that nobody speaks is refused with those that are spoken", async () => {
    const { body, headers } = modernMessage("tools/list");
    const future = JSON.parse(JSON.stringify(body).replaceAll("2026-07-28", "2099-01-01"));
    const reply = await postAs(owner, future, { ...headers, "MCP-Protocol-Version": "2099-01-01" });
    expect(reply.status).toBe(400);
    expect(reply.json.error.data.supported).toEqual(["2026-07-28"]);
  });

  test("headers that say something else than the message are refused", async () => {
    const { body, headers } = modernMessage("tools/call", ask());
    const before = await owner.balance();
    const reply = await postAs(owner, body, { ...headers, "Mcp-Name": "classify" });
    expect(reply.status).toBe(400);
    expect(await owner.balance()).toBe(before);
  });

  test("nobody is given a stream to hold open", async () => {
    const { body, headers } = modernMessage("subscriptions/listen", { notifications: { toolsListChanged: true } });
    const reply = await postAs(owner, body, headers);
    expect(reply.json.error).toMatchObject({ message: "Subscription limit reached" });
    const got = await owner.request("GET", "/mcp", undefined, { Accept: "text/event-stream" });
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await owner.request("DELETE", "/mcp")).status).toBe(405);
  });

  test("a client that goes away while the model thinks is charged nothing", async () => {
    const reached = Promise.withResolvers<void>();
    server.model.before = async (signal) => {
      reached.resolve();
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
    };
    const before = await owner.balance();
    const leaving = new AbortController();
    const asked = fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { ...LEGACY, "Content-Type": "application/json", Authorization: `Bearer ${owner.token}` },
      body: JSON.stringify(message("tools/call", ask("weather in 'Lima'"))),
      signal: leaving.signal,
    });
    await reached.promise;
    leaving.abort();
    await expect(asked).rejects.toThrow();
    server.model.before = async () => {};
    while ((await owner.balance()) !== before) await Bun.sleep(1);
  });
});
