import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Route } from "#http/route.ts";
import { routesOf } from "#http/server.ts";
import { errorCodeOf, type Reply } from "../answer-checks.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { banked, banking, captain, getWeather, homeIsBerlin, weather } from "./samples.ts";

/** Of the persona's name: a path names both. */
const crew = { name: captain.name, values: ["Ann", { value: "Boris", synonyms: ["Bob"] }] };
const asked = { query: "weather", toolsets: [weather.signature] };

/** Where clients of OpenAI's API call it is no outsider who sends it: `chat-keys.test.ts`. */
const BY_KEY = "an API key in place of the token";

/** Every route of apps, from the table that the server mounts: a route that is added later is checked as well. */
describe("every route of apps", () => {
  let server: TestApp;
  let owner: Tenant;
  const names = new Map<string, string>();
  beforeAll(async () => {
    server = await openTestApp();
    owner = await server.tenant();
    await owner.request("POST", "/v1/toolsets", weather);
    await owner.request("POST", "/v1/classification-sets", banking);
    await owner.request("POST", "/v1/personas", captain);
    await owner.request("POST", "/v1/value-lists", crew);
    await banked(homeIsBerlin)({ server, owner, stranger: () => server.tenant(), names });
    for (const [name, path, taught] of TAUGHT) names.set(name, (await owner.request("POST", path, taught)).json.id);
    await owner.request("PUT", "/v1/aliases/live", LIVE);
    await owner.request("PUT", "/v1/query-log", { enabled: true });
    await owner.request("POST", "/v1/resolve", asked, { "X-Request-Id": "the-owners" });
  });
  afterAll(() => server.close());

  const outsiders: Readonly<Record<string, (owner: Tenant) => Promise<string | null>>> = {
    "no header": async () => null,
    "no scheme": async ({ token }) => token,
    "another scheme": async ({ token }) => `Basic ${token}`,
    [BY_KEY]: async ({ apiKey }) => `Bearer ${apiKey}`,
    "no JWT": async () => "Bearer nonsense",
    "a token without signature": async ({ token }) => `Bearer ${unsigned(token)}`,
  };

  test("is 401 to whoever has no valid token, and changes nothing (section 5.3)", async () => {
    const before = await ownedBy(owner, names);
    for (const { method, path, dialect } of appRoutes(server, names)) {
      for (const [who, authorization] of Object.entries(outsiders)) {
        if (dialect === "openai" && who === BY_KEY) continue;
        const header = await authorization(owner);
        const reply = await server.request(method, path, undefined, header === null ? {} : { Authorization: header });
        expect({ who, method, path, ...outcomeOf(reply) }).toEqual({
          who,
          method,
          path,
          status: 401,
          error: "unauthorized",
        });
        expect(reply.headers.get("www-authenticate")).toBe("Bearer");
      }
    }
    expect(await ownedBy(owner, names)).toEqual(before);
  });

  test("is 401 with the tokens of a revoked key and of a deleted app, 403 while the app is suspended (section 5.4)", async () => {
    const [revoked, deleted, suspended, resumed] = await Promise.all([1, 2, 3, 4].map(() => server.tenant()));
    if (!revoked || !deleted || !suspended || !resumed) throw new Error("four tenants were asked for");
    const { tenants } = server.app;
    const [key] = await tenants.listKeys(revoked.appId);
    if (key) await tenants.revokeKey(key.id);
    await tenants.deleteApp(deleted.appId);
    await tenants.suspend(suspended.appId);
    await tenants.suspend(resumed.appId);
    await tenants.resume(resumed.appId);
    for (const { method, path } of appRoutes(server, names)) {
      expect(outcomeOf(await revoked.request(method, path))).toEqual({ status: 401, error: "unauthorized" });
      expect(outcomeOf(await deleted.request(method, path))).toEqual({ status: 401, error: "unauthorized" });
      expect(outcomeOf(await suspended.request(method, path))).toEqual({ status: 403, error: "forbidden" });
      expect(outcomeOf(await resumed.request(method, path))).toEqual({ status: 401, error: "unauthorized" });
    }
  });

  test("shows a stranger nothing of another app's and changes nothing of it (section 5.5)", async () => {
    const stranger = await server.tenant();
    const rows = strangersRows(Object.fromEntries(names));
    const routes = appRoutes(server, names).map(({ method, path }) => `${method} ${path}`);
    // A route that is added to the server needs a row here.
    expect(Object.keys(rows).sort()).toEqual([...routes].sort());
    const before = await ownedBy(owner, names);
    for (const [route, { body, gets }] of Object.entries(rows)) {
      const [method = "", path = ""] = route.split(" ");
      const balance = await stranger.balance();
      const reply = await stranger.request(method, path, body);
      const charged = balance - (await stranger.balance());
      if (gets === "not found") {
        expect({ route, charged, ...outcomeOf(reply) }).toEqual({ route, charged: 0, status: 404, error: "not_found" });
      } else {
        expect({ route, status: reply.status }).toEqual({ route, status: gets.status });
        expect(reply.json ?? {}).toMatchObject(gets.json);
      }
    }
    expect(await ownedBy(owner, names)).toEqual(before);
  });
});

/** By the name of its id, what the owner taught. */
const TAUGHT = [
  ["call", "/v1/toolsets/weather-v1/cases", { query: "how wet is it", tool: "none" }],
  ["label", "/v1/classification-sets/banking-v1/cases", { query: "my plastic is gone", label: "card_lost" }],
] as const;

const LIVE = { signature: weather.signature };

/** What a stranger sends who knows all names and ids of the owner's, and what comes of it. */
function strangersRows({ bank, memory, call, label }: Readonly<Record<string, string>>) {
  const notFound = (body?: object) => ({ body, gets: "not found" as const });
  const gets = (status: number, json: object, body?: object) => ({ body, gets: { status, json } });
  const ask = { query: "weather", toolsets: [weather.signature] };
  const text = { data: "balance", classification_set: banking.signature };
  const own = (body: object) => gets(201, body, body);
  const none = gets(200, { data: [] });
  return {
    // Names are an app's own: a stranger may take the same ones.
    "POST /v1/toolsets": own({ ...weather, name: "Stranger's" }),
    "POST /v1/classification-sets": own({ ...banking, name: "Stranger's" }),
    "POST /v1/banks": own({ name: "Stranger's" }),
    "POST /v1/personas": own({ ...captain, instructions: "Stranger's" }),
    "POST /v1/value-lists": own({ ...crew, values: ["Stranger's"] }),
    "DELETE /v1/value-lists/Captain": gets(204, {}),
    "GET /v1/value-lists": none,
    "GET /v1/value-lists/Captain": notFound(),
    "GET /v1/value-lists/Captain/nearest": notFound(),
    "PUT /v1/value-lists/Captain": notFound({ values: ["Mine now"] }),
    "DELETE /v1/toolsets/weather-v1": gets(204, {}),
    "DELETE /v1/classification-sets/banking-v1": gets(204, {}),
    "DELETE /v1/personas/Captain": gets(204, {}),
    "GET /v1/toolsets": none,
    "GET /v1/classification-sets": none,
    "GET /v1/banks": gets(200, { data: [{ name: "Stranger's" }] }),
    "GET /v1/personas": gets(200, { data: [{ name: "default" }] }),
    "GET /v1/toolsets/weather-v1": notFound(),
    "POST /v1/toolsets/weather-v1/lint": notFound(),
    "POST /v1/classification-sets/banking-v1/lint": notFound(),
    "PUT /v1/toolsets/weather-v1": notFound({ name: "Mine now", tools: weather.tools }),
    "GET /v1/classification-sets/banking-v1": notFound(),
    "PUT /v1/classification-sets/banking-v1": notFound({ name: "Mine now", classes: banking.classes }),
    "GET /v1/personas/Captain": notFound(),
    "PUT /v1/personas/Captain": notFound({ instructions: "Mine now" }),
    [`GET /v1/banks/${bank}`]: notFound(),
    [`PUT /v1/banks/${bank}`]: notFound({ name: "Mine now" }),
    [`GET /v1/banks/${bank}/memories`]: notFound(),
    [`POST /v1/banks/${bank}/memories`]: notFound(homeIsBerlin),
    [`DELETE /v1/banks/${bank}/memories/${memory}`]: notFound(),
    [`DELETE /v1/banks/${bank}`]: notFound(),
    // Each app has a log of its own, and a stranger's is empty.
    "GET /v1/query-log": gets(200, { enabled: false }),
    "PUT /v1/query-log": gets(200, { enabled: true }, { enabled: true }),
    "GET /v1/query-log/entries": none,
    "GET /v1/misses": gets(200, { misses: [] }),
    "DELETE /v1/query-log/entries": gets(200, { removed: 0 }),
    "DELETE /v1/query-log/entries/log_1": notFound(),
    "GET /v1/aliases": none,
    "GET /v1/aliases/live": notFound(),
    "PUT /v1/aliases/live": notFound(LIVE),
    "DELETE /v1/aliases/live": notFound(),
    "POST /v1/toolsets/weather-v1/diff": notFound({ proposed: { name: "Mine", tools: weather.tools } }),
    "POST /v1/classification-sets/banking-v1/diff": notFound({ proposed: { name: "Mine", classes: banking.classes } }),
    "GET /v1/toolsets/weather-v1/graduation": notFound(),
    "GET /v1/classification-sets/banking-v1/graduation": notFound(),
    "POST /v1/bundles": notFound({ signatures: [weather.signature] }),
    "POST /v1/bundles/import": gets(400, { details: { bundle: expect.any(String) } }, { bundle: {} }),
    "POST /v1/toolsets/weather-v1/cases": notFound(TAUGHT[0][2]),
    "GET /v1/toolsets/weather-v1/cases": notFound(),
    [`DELETE /v1/toolsets/weather-v1/cases/${call}`]: notFound(),
    "POST /v1/classification-sets/banking-v1/cases": notFound(TAUGHT[1][2]),
    "GET /v1/classification-sets/banking-v1/cases": notFound(),
    [`DELETE /v1/classification-sets/banking-v1/cases/${label}`]: notFound(),
    "POST /v1/toolsets/weather-v1/test": notFound({ cases: [{ query: "weather", tool: "get_weather" }] }),
    "POST /v1/classification-sets/banking-v1/test": notFound({ cases: [{ text: "balance", label: "balance" }] }),
    "GET /v1/toolsets/weather-v1/tests": notFound(),
    "GET /v1/classification-sets/banking-v1/tests": notFound(),
    "POST /v1/resolve": notFound(ask),
    "POST /v1/resolve-respond": gets(400, { details: { persona: expect.any(String) } }, { ...ask, persona: "Captain" }),
    "POST /v1/resolve-quick": gets(
      200,
      { resolved: { tool: "get_weather" } },
      { query: "weather", tools: [getWeather] },
    ),
    "POST /v1/chat/completions": notFound({
      model: `dragoman/${weather.signature}`,
      messages: [{ role: "user", content: "weather" }],
    }),
    "GET /v1/models": gets(200, { data: [{ id: "dragoman" }, { id: "embedded" }] }),
    "GET /v1/models/dragoman%2Fweather-v1": notFound(),
    "POST /v1/search-tools": gets(200, { tools: [] }, { query: "weather", toolsets: "*" }),
    "POST /v1/classify": notFound(text),
    "POST /v1/batch": gets(
      200,
      { results: [{ status: 404 }, { status: 404 }] },
      {
        requests: [
          { type: "resolve", body: ask },
          { type: "classify", body: text },
        ],
      },
    ),
    "POST /v1/feedback": notFound({ request_id: "the-owners", correct: false }),
  };
}

/** All that the owner has, as the owner sees it, a cached answer included. */
async function ownedBy(owner: Tenant, names: ReadonlyMap<string, string>): Promise<unknown> {
  const memories = `/v1/banks/${names.get("bank")}/memories`;
  const cases = TAUGHT.map(([, path]) => path);
  const lists = [
    "/v1/toolsets",
    "/v1/classification-sets",
    "/v1/banks",
    "/v1/personas",
    "/v1/value-lists",
    memories,
    ...cases,
    "/v1/aliases",
  ];
  const owned = await Promise.all(lists.map((path) => owner.request("GET", path)));
  const cached = await owner.request("POST", "/v1/resolve", asked);
  return [...owned.map(({ json }) => json), cached.json.resolved, cached.json.metadata.source];
}

/** Routes of apps, naming what the owner has. */
function appRoutes(
  server: TestApp,
  names: ReadonlyMap<string, string>,
): readonly (Pick<Route, "dialect" | "method"> & { readonly path: string })[] {
  const named = (path: string) =>
    path
      .replace(":signature", path.includes("toolsets") ? weather.signature : banking.signature)
      .replace(":name", captain.name)
      .replace(":id", names.get("bank") ?? "")
      .replace(":memory", names.get("memory") ?? "")
      .replace(":alias", "live")
      .replace(":model", encodeURIComponent(`dragoman/${weather.signature}`))
      .replace(":entry", "log_1")
      .replace(":case", names.get(path.includes("toolsets") ? "call" : "label") ?? "");
  return routesOf(server.app.services)
    .filter((route) => route.caller === "app")
    .map(({ method, path, dialect }) => ({ method, path: named(path), ...(dialect && { dialect }) }));
}

function outcomeOf({ status, json }: Reply): { readonly status: number; readonly error: string } {
  return { status, error: errorCodeOf(json) ?? "" };
}

/** The same claims under `alg: none`. */
function unsigned(token: string): string {
  const [, claims] = token.split(".");
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${claims}.`;
}
