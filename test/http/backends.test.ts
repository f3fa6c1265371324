/** Models of the settings as their owner sees them, before model servers that have good and bad days. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Config } from "#config";
import type { BackendReport } from "#core/operator/backend-desk.ts";
import { Secret } from "#core/secret.ts";
import { type FaultServer, openFaultServer, said } from "../fault-server.ts";
import { openTestApp, type TestApp } from "../kit.ts";
import { MODEL_SERVER } from "../model-server.ts";

const SECRET = "s3cret";
const lightOn = () => said('{"call": {"tool": "light_on", "parameters": {"room": "kitchen"}}, "text": null}');

let servers: Readonly<Record<"big" | "main", FaultServer>>;
let server: TestApp;

const backendAt = (baseUrl: string, name: string): Config["backends"][string] => ({
  ...MODEL_SERVER,
  ...{ provider: "openai", baseUrl, name, apiKeyEnv: "BIG_KEY", inputPrice: 1_000, outputPrice: 2_000 },
  apiKey: new Secret(SECRET),
});

beforeAll(async () => {
  servers = { main: openFaultServer(), big: openFaultServer(lightOn) };
  const withPassword = servers.big.baseUrl.replace("http://", `http://me:${SECRET}@`);
  server = await openTestApp({
    servedModel: { provider: "openai", baseUrl: servers.main.baseUrl, name: "main-1", selectable: ["big"] },
    backends: { big: backendAt(withPassword, "big-1"), dear: backendAt(servers.big.baseUrl, "dear-1") },
  });
});
afterAll(async () => {
  await server.close();
  await servers.main.close();
  await servers.big.close();
});

const moment = () => new Date(server.clock.now()).toISOString();
const run = (command: string, args = {}) => server.app.operator.run(command, args, "test");
const listed = async () => (await run("model.status")) as unknown as readonly BackendReport[];
const named = async (name: string | null) => (await listed()).find((backend) => backend.name === name);

describe("model.status", () => {
  test("has the server's own model, those of the settings and the one inside, none of which was asked", async () => {
    const common = { provider: "openai", mode: "schema", state: "unasked", last_failure: null, found: null };
    expect(await listed()).toMatchObject([
      { ...common, name: null, model: "openai/main-1", asked: 1, selectable: false, key: null, prices: null },
      { ...common, name: "big", model: "openai/big-1", asked: null, selectable: true },
      { ...common, name: "dear", model: "openai/dear-1", asked: null, selectable: false },
      { name: "embedded", model: "embedded", provider: "embedded", address: null, selectable: true, state: "well" },
    ]);
    expect(await named("big")).toMatchObject({
      address: servers.big.baseUrl.replace("http://", "http://me:***@"),
      key: { variable: "BIG_KEY", is_set: true },
      prices: { input: 1_000, cached_input: 0, output: 2_000 },
    });
    expect([...servers.main.asked, ...servers.big.asked]).toEqual([]);
  });

  test("has no secret in it", async () => {
    expect(JSON.stringify(await listed())).not.toContain(SECRET);
  });

  test("has what was found out, and asks nobody for it", async () => {
    const found = { schema: true, tools: "offered", systemPrompt: true, streaming: null, contextTokens: 8_192 };
    const { serverKey } = await import("#models/language/server-key.ts");
    const key = serverKey(backendAt(servers.big.baseUrl, "dear-1"));
    await run("model.keep", { key, findings: found });
    expect((await named("dear"))?.found).toMatchObject({
      ...{ schema: true, tools: "offered", system: true, streaming: null, context: 8_192, best: "schema" },
      found_at: moment(),
    });
  });
});

describe("model.try", () => {
  test("asks the one that is named, and says what came, how long it took and what it cost", async () => {
    expect(await run("model.try", { backend: "big" })).toMatchObject({
      name: "big",
      model: "openai/big-1",
      sentence: "turn on the light in the kitchen",
      tool: "light_on",
      parameters: { room: "kitchen" },
      is_right: true,
      latency_ms: expect.any(Number),
      usage: { input_tokens: expect.any(Number), money: expect.any(Number) },
    });
    expect(servers.big.asked.at(-1)?.model).toBe("big-1");
    expect(await named("big")).toMatchObject({ state: "well", last_answer_at: moment() });
  });

  test("asks one that no set may name, and the server's own alone where none is named", async () => {
    expect(await run("model.try", { backend: "dear" })).toMatchObject({ model: "openai/dear-1", is_right: true });
    servers.main.answer = () => said('{"call": {"tool": "weather", "parameters": {}}, "text": null}');
    expect(await run("model.try")).toMatchObject({
      name: null,
      model: "openai/main-1",
      tool: "weather",
      is_right: false,
    });
  });

  test("refuses a name that is not there, and says which are", async () => {
    await expect(run("model.try", { backend: "nope" })).rejects.toThrow(
      'backend: "nope" is not in the settings; there is big, dear, embedded',
    );
  });

  test("is noted in the audit log", async () => {
    await run("model.try", { backend: "big" });
    const { items } = await server.app.services.admin.audit.list({ limit: 1, after: null });
    expect(items[0]?.what).toBe('model.try backend="big"');
  });

  test("what fails is told with the last failure, then that it is left alone, and at last that it is well again", async () => {
    servers.big.answer = () => new Response(`no credit for ${SECRET}`, { status: 500 });
    const tried = () => run("model.try", { backend: "big" }).catch((failure: Error) => failure.message);
    expect(await tried()).toContain("model server");
    const failing = await named("big");
    expect(failing).toMatchObject({ state: "failing", left_alone_since: null, last_failure: { at: moment() } });
    expect(failing?.last_failure?.message).toContain("no credit for •••");
    for (let times = 0; times < 8; times += 1) await tried();
    const began = moment();
    server.clock.advance(500);
    expect(await named("big")).toMatchObject({ state: "left_alone", left_alone_since: began });
    servers.big.answer = lightOn;
    server.clock.advance(60_000);
    expect(await run("model.try", { backend: "big" })).toMatchObject({ is_right: true });
    expect(await named("big")).toMatchObject({ state: "well", left_alone_since: null, last_answer_at: moment() });
  });
});

describe("ask, of several backends", () => {
  test("each answers by itself, and what it cost is told; asked afresh, the cache is passed by", async () => {
    const { appId, request } = await server.tenant();
    const tools = [{ name: "light_on", description: "Switches on the light", parameters: { type: "object" } }];
    await request("POST", "/v1/toolsets", { signature: "home-v1", name: "Home", tools });
    servers.main.answer = () => said('{"call": {"tool": "none", "parameters": {}}, "text": null}');
    const args = { app_id: appId, sets: ["home-v1"], sentence: "some light please" };
    expect(await run("ask", { ...args, backend: "big" })).toMatchObject({
      ...{ calls: [{ tool: "light_on" }], model: "openai/big-1", usage: { money: expect.any(Number) } },
    });
    await request("POST", "/v1/resolve", { query: args.sentence, toolsets: ["home-v1"], calls_max: 8 });
    await server.app.cache.idle();
    expect(await run("ask", args)).toMatchObject({ calls: [], source: "exact_cache", usage: null });
    expect(await run("ask", { ...args, afresh: true })).toMatchObject({ calls: [], source: "model" });
    await expect(run("ask", { ...args, backend: "dear" })).rejects.toThrow("not there, or not for sets");
  });
});
