/** Sets that name the model that answers for them, before two model servers that say different things. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Config } from "#config";
import { Secret } from "#core/secret.ts";
import { type FaultServer, openFaultServer, said } from "../fault-server.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { MODEL_SERVER } from "../model-server.ts";

const TOOLS = [{ name: "lamp_on", description: "Switches the lamp on" }];
const CLASSES = [
  { label: "one", description: "The first" },
  { label: "two", description: "The second" },
];
const call = (text: string) => said(JSON.stringify({ call: { tool: "lamp_on", parameters: {} }, text }));

let servers: Readonly<Record<"big" | "main", FaultServer>>;
let server: TestApp;
let owner: Tenant;

const serverAt = ({ baseUrl }: FaultServer, name: string) =>
  ({ ...MODEL_SERVER, provider: "openai", baseUrl, name, apiKeyEnv: "" }) as const;
const backendAt = (server: FaultServer, name: string): Config["backends"][string] => ({
  ...serverAt(server, name),
  apiKey: new Secret(""),
});

beforeAll(async () => {
  servers = { main: openFaultServer(), big: openFaultServer() };
  server = await openTestApp({
    servedModel: { ...serverAt(servers.main, "main-1"), fallbacks: [], selectable: ["big", "spare"] },
    backends: {
      big: backendAt(servers.big, "big-1"),
      spare: backendAt(servers.big, "spare-1"),
      dear: backendAt(servers.big, "dear-1"),
    },
  });
});
afterAll(async () => {
  await server.close();
  await servers.main.close();
  await servers.big.close();
});
beforeEach(async () => {
  owner = await server.tenant();
  servers.main.answer = () => call("by main");
  servers.big.answer = () => call("by big");
});

const toolset = (signature: string, backend?: string) =>
  owner.request("POST", "/v1/toolsets", { signature, name: "Lamps", tools: TOOLS, ...(backend && { backend }) });
const resolve = (query: string, ...toolsets: readonly string[]) =>
  owner.request("POST", "/v1/resolve", { query, toolsets });

describe("a set that names its backend [Q-16]", () => {
  test("is taken as docs/how-to/model-servers.md shows it", async () => {
    const page = readFileSync(new URL("../../docs/how-to/model-servers.md", import.meta.url), "utf8");
    const [, shown = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
    const { status, json } = await owner.request("POST", "/v1/toolsets", JSON.parse(shown));
    expect(status).toBe(201);
    expect(json).toMatchObject(JSON.parse(shown));
  });

  test("is answered by it, in words too", async () => {
    await toolset("plain-v1");
    expect((await toolset("big-v1", "big")).json).toMatchObject({ backend: "big" });
    expect((await resolve("the lamp", "plain-v1")).json.metadata.model).toBe("openai/main-1");
    expect((await resolve("the lamp", "big-v1")).json.metadata.model).toBe("openai/big-1");
    const body = { query: "the lamp", toolsets: ["big-v1"] };
    const { json } = await owner.request("POST", "/v1/resolve-respond", body);
    expect(json).toMatchObject({ response: { text: "by big" }, metadata: { model: "openai/big-1" } });
  });

  test("says so wherever it is read", async () => {
    await toolset("big-v1", "big");
    const classes = { name: "Numbers", classes: CLASSES, backend: "big" };
    await owner.request("POST", "/v1/classification-sets", { signature: "numbers-v1", ...classes });
    expect((await owner.request("PUT", "/v1/classification-sets/numbers-v1", classes)).json).toMatchObject({
      backend: "big",
    });
    for (const path of ["/v1/toolsets", "/v1/classification-sets"]) {
      const { json } = await owner.request("GET", path);
      expect(json.data).toMatchObject([{ backend: "big" }]);
      expect((await owner.request("GET", `${path}/${json.data[0].signature}`)).json).toMatchObject({ backend: "big" });
    }
  });

  test("shares no cache entry with a set of the same tools that another model answers for", async () => {
    await toolset("plain-v1");
    await toolset("big-v1", "big");
    await toolset("also-big-v1", "big");
    const sources = async (signature: string) => {
      const { metadata } = (await resolve("switch it on", signature)).json;
      return `${metadata.source} ${metadata.model}`;
    };
    expect(await sources("plain-v1")).toBe("model openai/main-1");
    expect(await sources("big-v1")).toBe("model openai/big-1");
    expect(await sources("big-v1")).toBe("exact_cache openai/big-1");
    expect(await sources("also-big-v1")).toBe("exact_cache openai/big-1");
    expect(await sources("plain-v1")).toBe("exact_cache openai/main-1");
  });

  test("keeps the hash of its content, and loses the name with a PUT that leaves it out", async () => {
    const plain = await toolset("plain-v1");
    const big = await toolset("big-v1", "big");
    expect(big.json.content_hash).toBe(plain.json.content_hash);
    expect(plain.json).not.toHaveProperty("backend");
    const replacement = { name: "Lamps", tools: TOOLS };
    const kept = await owner.request("PUT", "/v1/toolsets/big-v1", { ...replacement, backend: "spare" });
    expect(kept.json.backend).toBe("spare");
    expect((await resolve("the lamp", "big-v1")).json.metadata.model).toBe("openai/spare-1");
    expect((await owner.request("PUT", "/v1/toolsets/big-v1", replacement)).json).not.toHaveProperty("backend");
    expect((await resolve("the lamp", "big-v1")).json.metadata.model).toBe("openai/main-1");
  });

  test("of classes is answered by it", async () => {
    servers.big.answer = () => said('{"label": "two"}');
    const set = { signature: "labels-v1", name: "Labels", classes: CLASSES, backend: "big" };
    expect((await owner.request("POST", "/v1/classification-sets", set)).json).toMatchObject({ backend: "big" });
    const body = { data: "which one?", classification_set: "labels-v1" };
    const { json } = await owner.request("POST", "/v1/classify", body);
    expect(json).toMatchObject({ classifications: [{ label: "two" }], metadata: { model: "openai/big-1" } });
  });

  test("has no other model behind it: where it fails that is the answer, and costs nothing", async () => {
    await toolset("big-v1", "big");
    servers.big.answer = () => new Response("out of order", { status: 500 });
    const before = await owner.balance();
    const { status, json } = await resolve("the lamp in the hall", "big-v1");
    expect({ status, error: json.error }).toEqual({ status: 502, error: "bad_gateway" });
    expect(await owner.balance()).toBe(before);
  });
});

test("several sets are answered by the one backend that is named, and are refused with two [Q-17]", async () => {
  await toolset("plain-v1");
  await toolset("big-v1", "big");
  await toolset("spare-v1", "spare");
  expect((await resolve("the lamp", "plain-v1", "big-v1")).json.metadata.model).toBe("openai/big-1");
  const { status, json } = await resolve("the lamp", "big-v1", "plain-v1", "spare-v1");
  expect({ status, error: json.error }).toEqual({ status: 400, error: "validation_error" });
  expect(json.details.toolsets).toBe(
    'are answered by different backends, "big-v1" by "big" and "spare-v1" by "spare": ask about them apart',
  );
});

describe("a backend that is not among the settings, or not open to sets", () => {
  test.each([
    ["POST", "/v1/toolsets", "huge", { signature: "new-v1", tools: TOOLS }],
    ["POST", "/v1/toolsets", "dear", { signature: "new-v1", tools: TOOLS }],
    ["PUT", "/v1/toolsets/plain-v1", "dear", { tools: TOOLS }],
    ["POST", "/v1/classification-sets", "huge", { signature: "new-v1", classes: CLASSES }],
  ])("is refused by %s %s (%s), with those that may be named [Q-16]", async (method, path, backend, body) => {
    await toolset("plain-v1");
    const { status, json } = await owner.request(method, path, { name: "Set", ...body, backend });
    expect({ status, error: json.error }).toEqual({ status: 400, error: "validation_error" });
    expect(json.details).toEqual({ backend: "is none that a set may name here: big, spare, embedded" });
    expect((await owner.request("GET", "/v1/toolsets/plain-v1")).json).not.toHaveProperty("backend");
  });
});
