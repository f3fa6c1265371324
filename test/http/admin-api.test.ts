import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { banking, weather } from "./samples.ts";

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", banking);
});
afterAll(() => server.close());

const asAdmin = (method: string, path: string, body?: unknown) =>
  server.request(method, `/admin/api${path}`, body, { Authorization: `Bearer ${server.app.newAdminToken}` });
const command = (name: string, args?: object) => asAdmin("POST", "/commands", { command: name, ...(args && { args }) });
const records = async () =>
  (await asAdmin("GET", "/audit?limit=100")).json.data as readonly {
    by: string;
    what: string;
    at: string;
    id: number;
  }[];

describe("POST /admin/api/commands", () => {
  test("does what the command line does, and notes it", async () => {
    const made = await command("app.create", { name: "Shop", plan: "poor" });
    expect(made.status).toBe(200);
    const { app_id, api_key } = made.json.result;
    expect(api_key).toStartWith("dgm_");
    expect((await command("app.list")).json.result).toContainEqual(
      expect.objectContaining({ app_id, name: "Shop", plan: "poor", status: "active", requests_remaining: 2 }),
    );
    const [newest] = await records();
    expect(newest).toMatchObject({ by: "admin page", what: `app.create app_id="${app_id}" name="Shop" plan="poor"` });
    expect(JSON.stringify(await records())).not.toContain(api_key);
    expect(server.logs).toContain(`operator (admin page): ${newest?.what}`);
  });

  test.each([
    ["app.list", { nonsense: 1 }, 400, "bad_request"],
    ["nonsense", {}, 400, "bad_request"],
    ["app.show", {}, 400, "bad_request"],
    ["app.show", { app_id: "app_nobody" }, 404, "not_found"],
    ["app.create", { name: "", plan: "poor" }, 400, "validation_error"],
    ["import", { app_id: "OWNER", sets: [weather] }, 409, "conflict"],
  ] as const)("refuses %s %p as the command line does", async (name, args, status, error) => {
    const own = { ...args, ...("app_id" in args && args.app_id === "OWNER" && { app_id: owner.appId }) };
    expect((await command(name, own)).json).toMatchObject({ code: status, error });
  });

  test.each(["admin-token.reset", "admin-link"])(
    "has no %s: whoever is at a browser cannot stay there",
    async (name) => {
      const before = await records();
      expect((await command(name)).json).toMatchObject({ code: 403, error: "forbidden" });
      expect(await records()).toEqual(before);
    },
  );
});

describe("POST /admin/api/apps/{id}/token", () => {
  test("gives a token for a quarter of an hour, which the app's own API takes, and notes that", async () => {
    const { status, json } = await asAdmin("POST", `/apps/${owner.appId}/token`);
    expect({ status, json }).toMatchObject({ status: 200, json: { token_type: "Bearer", expires_in: 900 } });
    const headers = { Authorization: `Bearer ${json.access_token}` };
    const reply = await server.request("GET", "/v1/toolsets", undefined, headers);
    expect(reply.json.data).toMatchObject([{ signature: weather.signature }]);
    expect((await records())[0]?.what).toBe(`app.token app_id="${owner.appId}"`);
    expect(JSON.stringify(await records())).not.toContain(json.access_token);
  });

  test("is 404 for an app that there is not, and 403 while it is suspended", async () => {
    const suspended = await server.tenant();
    await server.app.tenants.suspend(suspended.appId);
    expect((await asAdmin("POST", "/apps/app_nobody/token")).json).toMatchObject({ code: 404 });
    expect((await asAdmin("POST", `/apps/${suspended.appId}/token`)).json).toMatchObject({ code: 403 });
  });

  test("dies with the app's other tokens", async () => {
    const app = await server.tenant();
    const { json } = await asAdmin("POST", `/apps/${app.appId}/token`);
    await command("app.suspend", { app_id: app.appId });
    await command("app.resume", { app_id: app.appId });
    const headers = { Authorization: `Bearer ${json.access_token}` };
    expect((await server.request("GET", "/v1/toolsets", undefined, headers)).status).toBe(401);
  });
});

describe("GET /admin/api/audit", () => {
  test("comes newest first, a page at a time", async () => {
    await command("app.credit", { app_id: owner.appId, requests: 1 });
    await command("app.credit", { app_id: owner.appId, requests: 2 });
    const all = await records();
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((one, other) => other - one));
    const first = (await asAdmin("GET", "/audit?limit=1")).json;
    const second = (await asAdmin("GET", `/audit?limit=1&cursor=${first.next_cursor}`)).json;
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 2));
  });

  test("has what was done over the control socket too, by whom", async () => {
    await server.app.operator.run("signing-key.rotate", {}, "user 1000");
    expect((await records())[0]).toMatchObject({
      by: "user 1000",
      what: expect.stringMatching(/^signing-key\.rotate kid=/),
    });
  });
});

describe("GET /admin/api/nodes", () => {
  test("has the server that runs on the folder, as it said last, and so has the command", async () => {
    await owner.request("POST", "/v1/resolve", { query: "weather in Oslo", toolsets: [weather.signature] });
    await server.app.heartbeat.beat();
    const { status, json } = await asAdmin("GET", "/nodes");
    expect({ status, data: json.data }).toMatchObject({
      status: 200,
      data: [{ name: "node-1", state: "ready", address: server.url, clock_ahead_ms: null, failed: 0 }],
    });
    const [node] = json.data;
    expect([node.requests > 0, node.latency_ms.p99 > 0, node.memory_bytes > 0, node.cpu_seconds > 0]).toEqual(
      Array(4).fill(true),
    );
    expect(node.minutes).toEqual([]);
    expect((await command("nodes")).json.result).toEqual(json.data);
  });
});

test("a node tells its last hour by minutes, once one is over", async () => {
  const watched = await openTestApp();
  try {
    const app = await watched.tenant();
    await app.request("POST", "/v1/toolsets", weather);
    await app.request("POST", "/v1/resolve", { query: "weather in Oslo", toolsets: [weather.signature] });
    for (let moment = 0; moment < 12; moment += 1) {
      watched.clock.advance(10_000);
      await watched.app.heartbeat.beat();
    }
    const asAdmin = { Authorization: `Bearer ${watched.app.newAdminToken}` };
    const { json } = await watched.request("GET", "/admin/api/nodes", undefined, asAdmin);
    const quiet = { requests: 0, failed: 0, p95_ms: null };
    // The exchange of the key is one, too.
    expect(json.data[0].minutes).toEqual([{ requests: 3, failed: 0, p95_ms: expect.any(Number) }, quiet]);
  } finally {
    await watched.close();
  }
});

describe("GET /admin/api/overview", () => {
  test("counts what apps ask, by who answered, and what needs attention", async () => {
    const watched = await openTestApp();
    try {
      const overview = async () =>
        (
          await watched.request("GET", "/admin/api/overview", undefined, {
            Authorization: `Bearer ${watched.app.newAdminToken}`,
          })
        ).json;
      expect(await overview()).toMatchObject({ node: "node-1", nodes: 1 });
      expect((await overview()).last_hour).toMatchObject({ requests: 0, latency_ms: null });
      const app = await watched.tenant();
      await app.request("POST", "/v1/toolsets", weather);
      const before = await overview();
      const ask = { query: "weather in Oslo", toolsets: [weather.signature] };
      await app.request("POST", "/v1/resolve", ask);
      await watched.app.cache.idle();
      await app.request("POST", "/v1/resolve", ask);
      await app.request("POST", "/v1/resolve", { ...ask, toolsets: ["nope"] });
      watched.clock.advance(10_000);
      const { total, attention, since, recent, wrong_hits } = await overview();
      expect(recent.at(-1)).toMatchObject({ at: "2026-03-10T12:00:40.000Z", answers: total.answers, refused: 1 });
      expect(recent.at(-1).latency_ms.p95).toBeGreaterThan(0);
      expect(wrong_hits.map(({ path }: { readonly path: string }) => path)).toEqual([
        "label",
        "none",
        "rewording",
        "template",
      ]);
      expect(since).toBe("2026-03-10T12:00:30.000Z");
      expect(total.requests - before.total.requests).toBe(3);
      expect(total.refused - before.total.refused).toBe(1);
      expect(total.answers).toEqual({ exact_cache: 1, semantic_cache: 0, model: 1, taught: 0 });
      expect(total.latency_ms.p50).toBeGreaterThan(0);
      expect(total.latency_ms.p99).toBeGreaterThanOrEqual(total.latency_ms.p50);
      expect(attention).toEqual([]);
    } finally {
      await watched.close();
    }
  });

  test("says which apps are near their limit, the empty ones first", async () => {
    const watched = await openTestApp();
    try {
      const poor = await watched.tenant("poor");
      await poor.request("GET", "/v1/toolsets");
      await poor.request("GET", "/v1/toolsets");
      const { json } = await watched.request("GET", "/admin/api/overview", undefined, {
        Authorization: `Bearer ${watched.app.newAdminToken}`,
      });
      expect(json.attention).toEqual([{ code: "app_at_limit", app: poor.appId, subject: "a test's app", amount: 0 }]);
    } finally {
      await watched.close();
    }
  });
});
