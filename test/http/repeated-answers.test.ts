/** The same bytes once more: answered without being read, and not to be told from an answer that was looked up. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { banked, banking, captain, getWeather, homeIsBerlin, weather } from "./samples.ts";

/** Says nothing, and is reason enough to look the answer up. */
const LOOKED_UP = { "Cache-Control": "max-age=0" };
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

async function owner(): Promise<Tenant> {
  const tenant = await server.tenant();
  await tenant.request("POST", "/v1/toolsets", weather);
  await tenant.request("POST", "/v1/classification-sets", banking);
  await tenant.request("POST", "/v1/personas", captain);
  return tenant;
}

const asked = { query: 'the weather in "Rome" for 3 days', toolsets: ["weather-v1"] };
const sourceOf = async (tenant: Tenant, body: object = asked, path = "/v1/resolve") =>
  (await tenant.request("POST", path, body)).json.metadata.source;

/** Asks until the answer is one that needs no look-up. */
async function repeated(tenant: Tenant, body: object = asked, path = "/v1/resolve"): Promise<void> {
  for (const source of ["model", "exact_cache", "exact_cache"]) expect(await sourceOf(tenant, body, path)).toBe(source);
}

const questions = [
  ["/v1/resolve", asked],
  ["/v1/resolve", { ...asked, query: "nothing that any tool does", context: "in  the\tmorning\r\n" }],
  ["/v1/resolve-respond", { ...asked, persona: "Captain" }],
  ["/v1/classify", { data: "my card was stolen", classification_set: banking.signature }],
] as const;

describe.each(questions)("%s, the same bytes again [K-2]", (path, body) => {
  test("are answered as they are when the answer is looked up", async () => {
    const tenant = await owner();
    await repeated(tenant, body, path);
    server.clock.advance(61_000);
    const remembered = await tenant.request("POST", path, body);
    const lookedUp = await tenant.request("POST", path, body, LOOKED_UP);
    const { requests_remaining: left, ...metadata } = lookedUp.json.metadata;
    expect(remembered.json).toEqual({
      ...lookedUp.json,
      metadata: { ...metadata, requests_remaining: left + metadata.requests_used },
    });
    expect(remembered.json.metadata.cache.age_seconds).toBe(61);
    expect(Object.keys(remembered.json.metadata)).toEqual(Object.keys(lookedUp.json.metadata));
    expect([...remembered.headers.keys()].sort()).toEqual([...lookedUp.headers.keys()].sort());
  });

  test("are charged, counted and open to correction like any answer", async () => {
    const tenant = await owner();
    await repeated(tenant, body, path);
    const before = await tenant.balance();
    const hits = async () => {
      // Each node writes what it has counted when it is asked; the last one has read them all.
      const reports = [];
      for (const { services } of server.nodes) reports.push(await services.cacheReports.report(tenant.appId));
      const sources: readonly { readonly source: string; readonly answers: number }[] =
        reports.at(-1)?.sets.flatMap((set) => set.sources) ?? [];
      return sources.find(({ source }) => source === "exact_cache")?.answers;
    };
    const known = (await hits()) ?? Number.NaN;
    const { json } = await tenant.request("POST", path, body, {
      "X-Request-Id": "to be corrected".replaceAll(" ", "-"),
    });
    expect(json.metadata.source).toBe("exact_cache");
    expect(before - (await tenant.balance())).toBe(json.metadata.requests_used);
    expect(await hits()).toBe(known + 1);
    const wrong = { request_id: "to-be-corrected", correct: false };
    expect((await tenant.request("POST", "/v1/feedback", wrong)).json.dropped).toBe(true);
    expect(await sourceOf(tenant, body, path)).toBe("model");
  });
});

describe("what changes an answer ends it, before the change is acknowledged [K-5]", () => {
  const changes: readonly (readonly [string, (tenant: Tenant) => Promise<unknown>])[] = [
    [
      "the toolset is replaced",
      (tenant) =>
        tenant.request("PUT", "/v1/toolsets/weather-v1", {
          name: "W",
          tools: [{ ...getWeather, description: "other" }],
        }),
    ],
    [
      "it is deleted, and registered again with other tools",
      async (tenant) => {
        await tenant.request("DELETE", "/v1/toolsets/weather-v1");
        expect((await tenant.request("POST", "/v1/resolve", asked)).status).toBe(404);
        await tenant.request("POST", "/v1/toolsets", { ...weather, tools: [{ ...getWeather, description: "other" }] });
      },
    ],
    [
      "its calls need to be surer",
      (tenant) =>
        tenant.request("PUT", "/v1/toolsets/weather-v1", { name: "W", tools: weather.tools, require_evidence: true }),
    ],
    [
      "the answer is asked for anew",
      (tenant) => tenant.request("POST", "/v1/resolve", asked, { "Cache-Control": "no-cache" }),
    ],
  ];

  test.each(changes)("%s", async (_, change) => {
    const tenant = await owner();
    await repeated(tenant);
    const calls = server.model.calls;
    await change(tenant);
    await tenant.request("POST", "/v1/resolve", asked);
    expect(server.model.calls).toBe(calls + 1);
  });

  test("a bank that is named learns something", async () => {
    const tenant = await owner();
    const names = new Map<string, string>();
    await banked(homeIsBerlin)({ owner: tenant, names, server, stranger: async () => tenant });
    const bank = names.get("bank");
    const body = { ...asked, banks: [bank] };
    await repeated(tenant, body);
    await tenant.request("POST", `/v1/banks/${bank}/memories`, { fact: "the office is in Oslo" });
    expect(await sourceOf(tenant, body)).toBe("model");
  });

  test("a persona speaks otherwise", async () => {
    const tenant = await owner();
    const body = { ...asked, persona: "Captain" };
    await repeated(tenant, body, "/v1/resolve-respond");
    await tenant.request("PUT", "/v1/personas/Captain", { ...captain, instructions: "Speak as a butler." });
    expect(await sourceOf(tenant, body, "/v1/resolve-respond")).toBe("model");
  });

  test("it has grown too old", async () => {
    const tenant = await owner();
    await repeated(tenant);
    server.clock.advance(2_592_000_000);
    const { apiKey } = tenant;
    const { json } = await server.request("POST", "/v1/auth", { api_key: apiKey });
    const again = await server.request("POST", "/v1/resolve", asked, { Authorization: `Bearer ${json.access_token}` });
    expect(again.json.metadata.source).toBe("model");
  });
});

describe("the same bytes are another question", () => {
  test("of another app, which has its own sets [A-2]", async () => {
    const [one, two] = [await owner(), await owner()];
    await repeated(one);
    expect(await sourceOf(two)).toBe("model");
    const without = await server.tenant();
    expect((await without.request("POST", "/v1/resolve", asked)).status).toBe(404);
  });

  test("on another path, and where headers ask for something else", async () => {
    const tenant = await owner();
    await repeated(tenant);
    expect(await sourceOf(tenant, asked, "/v1/resolve-respond")).toBe("model");
    const noStore = await tenant.request("POST", "/v1/resolve", asked, { "Cache-Control": "no-store" });
    expect(noStore.json.metadata.source).toBe("model");
    const explained = await tenant.request("POST", "/v1/resolve", asked, { "X-Dragoman-Explain": "cache" });
    expect(explained.json.metadata.explain).toMatchObject({ answered: true, why: "same words" });
    const text = await tenant.request("POST", "/v1/resolve", asked, { "Content-Type": "text/plain" });
    expect(text.status).toBe(400);
    const packed = await tenant.request("POST", "/v1/resolve", asked, { "Content-Encoding": "gzip" });
    expect(packed.status).toBe(400);
  });

  test("when the app is suspended, or has no balance left [A-9]", async () => {
    const poor = await server.tenant("poor");
    await poor.request("POST", "/v1/toolsets", weather);
    await server.app.tenants.credit(poor.appId, 3);
    await repeated(poor);
    expect((await poor.request("POST", "/v1/resolve", asked)).status).toBe(200);
    expect((await poor.request("POST", "/v1/resolve", asked)).status).toBe(402);
    const tenant = await owner();
    await repeated(tenant);
    await server.app.tenants.suspend(tenant.appId);
    expect((await tenant.request("POST", "/v1/resolve", asked)).status).toBe(403);
  });
});

describe("many at once, of what was answered before", () => {
  const statusesOf = async (tenant: Tenant, count: number) => {
    const all = await Promise.all(Array.from({ length: count }, () => tenant.request("POST", "/v1/resolve", asked)));
    return { all, statuses: all.map(({ status }) => status).sort() };
  };

  test("as many as are paid for are answered, each with the balance behind it [A-9]", async () => {
    const poor = await server.tenant("poor");
    await server.app.tenants.credit(poor.appId, 5);
    await poor.request("POST", "/v1/toolsets", weather);
    await repeated(poor);
    const { all, statuses } = await statusesOf(poor, 10);
    expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 7 }, () => 402)]);
    const left = all.filter(({ status }) => status === 200).map(({ json }) => json.metadata.requests_remaining);
    expect(left.sort()).toEqual([0, 1, 2]);
    expect(await poor.balance()).toBe(0);
  });

  test("as many as the minute has room for are answered, and the others are told when it ends", async () => {
    const hasty = await server.tenant("hasty");
    await hasty.request("POST", "/v1/toolsets", weather);
    for (const source of ["model", "exact_cache"]) expect(await sourceOf(hasty)).toBe(source);
    server.clock.advance(61_000);
    const { all, statuses } = await statusesOf(hasty, 5);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const remaining = all.map(({ headers }) => headers.get("X-RateLimit-Remaining")).sort();
    expect(remaining).toEqual(["0", "0", "0", "1", "2"]);
    expect(all.find(({ status }) => status === 429)?.headers.get("Retry-After")).toMatch(/^\d+$/);
  });
});

test("a number that a hole is marked with, in somebody's words, is left as it is", async () => {
  const tenant = await owner();
  const body = { ...asked, query: 'the weather in "8374650912837401 8374650912837404" for 3 days' };
  await repeated(tenant, body);
  const { json } = await tenant.request("POST", "/v1/resolve", body);
  expect(json.resolved.parameters.city).toBe("8374650912837401 8374650912837404");
});
