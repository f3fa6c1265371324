/** A `tools/call` that is sent again under its key: what a client does that heard nothing of the first one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { type Era, modernMessage, officialClient, saidIn } from "./mcp-clients.ts";
import { alarms, weather } from "./samples.ts";

const META = "dragoman/idempotency-key";
const TEXT_WANTED = { error: "validation_error", details: { [`_meta.${META}`]: expect.stringContaining("a text") } };

let server: TestApp;
let owner: Tenant;
let clients: Readonly<Record<Era, Client>>;
beforeAll(async () => {
  server = await openTestApp();
});
beforeEach(async () => {
  owner = await server.tenant();
  for (const set of [weather, alarms]) await owner.request("POST", "/v1/toolsets", set);
  const [modern, legacy] = await Promise.all([
    officialClient(server.url, owner.apiKey, "modern"),
    officialClient(server.url, owner.apiKey, "legacy"),
  ]);
  clients = { modern, legacy };
});
afterAll(() => server.close());

const asking = (query = 'weather in "Rome"') => ({
  name: "resolve",
  arguments: { query, toolsets: ["weather-v1"] },
});
const keyed = (key: unknown, call: { readonly name: string; readonly arguments: object } = asking()) => ({
  ...call,
  arguments: { ...call.arguments },
  _meta: { [META]: key },
});

/** What the work costs the app and the model. */
async function costs(work: () => Promise<unknown>) {
  const before = { requests: await owner.balance(), calls: server.model.calls };
  await work();
  return { requests: before.requests - (await owner.balance()), calls: server.model.calls - before.calls };
}

/** By hand, since the official client has one set of headers for all that it sends. */
async function posted(
  key: string,
  {
    name,
    arguments: args,
    _meta = {},
  }: ReturnType<typeof keyed> | (ReturnType<typeof asking> & { readonly _meta?: object }),
) {
  const { body, headers } = modernMessage("tools/call", { name, arguments: args });
  const params = { ...body.params, _meta: { ...body.params._meta, ..._meta } };
  const response = await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      ...headers,
      Authorization: `Bearer ${owner.apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify({ ...body, params }),
  });
  const { result } = (await response.json()) as { result: Awaited<ReturnType<Client["callTool"]>> };
  return result;
}

describe.each<[Era]>([["modern"], ["legacy"]])("the official client, %s", (era) => {
  test("is answered the same under the same key in `_meta`, however many ask at once, and charged once [O-7]", async () => {
    const results: Awaited<ReturnType<Client["callTool"]>>[] = [];
    const cost = await costs(async () => {
      const call = keyed(`once, ${era}`);
      results.push(...(await Promise.all(Array.from({ length: 3 }, () => clients[era].callTool(call)))));
      results.push(await clients[era].callTool(call));
    });
    expect(cost).toEqual({ requests: 1, calls: 1 });
    const [first, ...others] = results.map(({ structuredContent }) => structuredContent);
    expect(first).toMatchObject({ request_id: expect.any(String), resolved: { parameters: { city: "Rome" } } });
    expect(others).toEqual([first, first, first]);
  });

  test("is answered anew under another key, and without one [O-7]", async () => {
    const cost = await costs(async () => {
      for (const call of [keyed("a"), keyed("b"), asking(), asking()]) await clients[era].callTool(call);
    });
    expect(cost.requests).toBe(4);
  });
});

test("the header is a key as well, and that of the call counts before it [O-7]", async () => {
  const cost = await costs(async () => {
    const first = await posted("header", asking());
    expect(await posted("header", asking())).toEqual(first);
    expect(await posted("another", keyed("header"))).toEqual(first);
    expect(await posted("header", keyed("of the call"))).not.toEqual(first);
  });
  expect(cost.requests).toBe(2);
});

test("feedback finds a repeated answer under the id that it says [O-7]", async () => {
  await clients.modern.callTool(keyed("told"));
  const { structuredContent } = await clients.modern.callTool(keyed("told"));
  const { request_id } = structuredContent as { readonly request_id: string };
  expect((await owner.request("POST", "/v1/feedback", { request_id, correct: true })).status).toBe(200);
});

test("what was taught is taught once, and the same words to another set are another call [O-7]", async () => {
  const words = { query: "how is it out there", tool: "none" };
  const teaching = (toolset: string) => keyed("taught", { name: "teach", arguments: { toolset, ...words } });
  const first = await clients.modern.callTool(teaching("weather-v1"));
  expect(await costs(() => clients.modern.callTool(teaching("weather-v1")))).toEqual({ requests: 0, calls: 0 });
  expect((await clients.modern.callTool(teaching("weather-v1"))).structuredContent).toEqual(first.structuredContent);
  const other = await clients.modern.callTool(teaching("alarms-v1"));
  expect([other.isError, saidIn(other)]).toMatchObject([true, { error: "bad_request", code: 400 }]);
});

test.each<[what: string, call: ReturnType<typeof keyed>, error: object]>([
  ["other words under a key that was used", keyed("used", asking("set an alarm")), { error: "bad_request" }],
  ["a key that is too long", keyed("x".repeat(256)), { details: { "Idempotency-Key": expect.any(String) } }],
  ["a key that is empty", keyed(""), { details: { "Idempotency-Key": expect.any(String) } }],
  ["a key that is no text", keyed(7), TEXT_WANTED],
  ["a key that is null", keyed(null), TEXT_WANTED],
])("%s is the tool's error, and free [O-7]", async (_, call, error) => {
  await clients.modern.callTool(keyed("used"));
  const cost = await costs(async () => {
    const result = await clients.modern.callTool(call);
    expect([result.isError, saidIn(result)]).toMatchObject([true, error]);
  });
  expect(cost.requests).toBe(0);
});

test("a key is the app's own, here as at any route [O-7]", async () => {
  await clients.modern.callTool(keyed("mine"));
  const stranger = await server.tenant();
  await stranger.request("POST", "/v1/toolsets", weather);
  const theirs = await officialClient(server.url, stranger.apiKey, "modern");
  const before = await stranger.balance();
  await theirs.callTool(keyed("mine"));
  expect(await stranger.balance()).toBe(before - 1);
  const atTheRoute = await owner.request("POST", "/v1/resolve", asking("other").arguments, {
    "Idempotency-Key": "mine",
  });
  expect([atTheRoute.status, atTheRoute.json.error]).toEqual([400, "bad_request"]);
});
