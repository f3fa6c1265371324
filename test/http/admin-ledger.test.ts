import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { LedgerPage } from "#http/schemas/ledger-page.ts";
import { checkErrorObject, checkHeaders } from "../answer-checks.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { weather } from "./samples.ts";

const DAY_MS = 86_400_000;

describe("GET /admin/api/apps/{id}/ledger", () => {
  let server: TestApp;
  let owner: Tenant;
  beforeAll(async () => {
    server = await openTestApp();
    owner = await server.tenant("poor");
    await owner.request("POST", "/v1/toolsets", weather);
    await server.app.tenants.credit(owner.appId, 5);
    const respond = { query: "weather", toolsets: ["weather-v1"] };
    await owner.request("POST", "/v1/resolve-respond", respond);
    await owner.request("POST", "/v1/resolve-respond", { ...respond, toolsets: ["nope"] });
  });
  afterAll(() => server.close());

  const pathOf = (id: string, query = "") => `/admin/api/apps/${id}/ledger${query}`;
  const asAdmin = (path: string) =>
    server.request("GET", path, undefined, { Authorization: `Bearer ${server.app.newAdminToken}` });

  test("lists every change, newest first, and they add up to the balance (issue 4, ledger)", async () => {
    const reply = await asAdmin(pathOf(owner.appId));
    expect(reply.status).toBe(200);
    checkHeaders(reply, {}, null);
    expect([...Value.Errors(LedgerPage, reply.json)]).toEqual([]);
    const at = "2026-03-10T12:00:30.000Z";
    expect(reply.json).toMatchObject({ next_cursor: null, balance: await owner.balance() });
    const entries = reply.json.data as readonly { at: string; amount: number; kind: string; month: string | null }[];
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(4);
    expect(entries.at(-1)).toMatchObject({ at, kind: "allowance", amount: 2, month: "2026-03" });
    expect(entries.filter(({ kind }) => kind === "credit")).toMatchObject([{ amount: 5, month: null }]);
    const charged = entries.filter(({ kind }) => kind === "charge").map(({ amount }) => amount);
    expect(charged.reduce((sum, amount) => sum + amount, 0)).toBe(-3);
    expect(reply.headers.get("x-ratelimit-limit")).toBeNull();
  });

  test("comes a page at a time (decisions, success)", async () => {
    const whole = (await asAdmin(pathOf(owner.appId))).json.data;
    const first = (await asAdmin(pathOf(owner.appId, "?limit=2"))).json;
    const rest = (await asAdmin(pathOf(owner.appId, `?cursor=${first.next_cursor}`))).json;
    expect([...first.data, ...rest.data]).toEqual(whole);
    expect(rest.next_cursor).toBeNull();
    expect((await asAdmin(pathOf(owner.appId, "?limit=0"))).json.error).toBe("validation_error");
  });

  test("is for the admin token alone, never for the app's JWT (decisions, admin)", async () => {
    const wrong = [undefined, "Bearer ", `Bearer ${owner.token}`, `Bearer ${owner.apiKey}`, "Bearer dga_wrong"];
    const token = server.app.newAdminToken ?? "";
    for (const authorization of [...wrong, `Basic ${token}`, token, `Bearer ${token}x`]) {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const reply = await server.request("GET", pathOf(owner.appId), undefined, headers);
      expect({ authorization, status: reply.status, error: reply.json.error }).toEqual({
        authorization,
        status: 401,
        error: "unauthorized",
      });
      checkErrorObject(reply, {});
    }
    expect((await server.request("GET", "/v1/toolsets", undefined, { Authorization: `Bearer ${token}` })).status).toBe(
      401,
    );
  });

  test("knows unknown apps, routes and methods from known ones only with the token (decisions, admin)", async () => {
    expect((await asAdmin(pathOf("app_nobody"))).json).toMatchObject({ code: 404, error: "not_found" });
    expect((await asAdmin("/admin/api/nope")).json).toMatchObject({ code: 404, error: "not_found" });
    expect((await server.request("GET", "/admin/api/nope")).status).toBe(401);
    expect((await server.request("DELETE", pathOf(owner.appId))).status).toBe(401);
  });

  test("is neither charged nor counted (decisions, plans)", async () => {
    const before = await owner.balance();
    for (let call = 0; call < 3; call += 1) await asAdmin(pathOf(owner.appId));
    expect(await owner.balance()).toBe(before);
  });
});

test("months stand in the place of old entries, and a cursor into them is refused (decision 86)", async () => {
  const server = await openTestApp();
  const owner = await server.tenant();
  await server.app.tenants.credit(owner.appId, 5);
  await server.app.tenants.credit(owner.appId, 2);
  server.clock.advance(70 * DAY_MS);
  await server.app.tenants.credit(owner.appId, 1);
  const ask = (method: string, path: string, body?: unknown) =>
    server.request(method, path, body, { Authorization: `Bearer ${server.app.newAdminToken}` });
  const path = `/admin/api/apps/${owner.appId}/ledger`;
  const before = (await ask("GET", `${path}?limit=2`)).json;
  const compacted = await ask("POST", "/admin/api/commands", { command: "ledger.compact", args: { months: 1 } });
  expect(compacted.json.result).toEqual({ entries: 2, is_done: true });

  const reply = await ask("GET", path);
  expect([...Value.Errors(LedgerPage, reply.json)]).toEqual([]);
  expect(reply.json).toMatchObject({ data: [{ amount: 1 }], next_cursor: null, balance: before.balance });
  expect(reply.json.months).toMatchObject([
    { month: "2026-03", entries: 2, sums: [{ month: null, kind: "credit", entries: 2, amount: 7 }] },
  ]);
  const refused = await ask("GET", `${path}?cursor=${before.next_cursor}`);
  expect(refused.json).toMatchObject({ code: 400, error: "bad_request" });
  expect(refused.json.message).toContain("begin anew");
  const pages = await Promise.all(server.nodes.map(async (node) => (await fetch(`${node.server.url}/metrics`)).text()));
  // Of nodes, the one that did it has counted it.
  expect(pages.filter((page) => page.includes("dragoman_ledger_compacted_entries_total 2"))).toHaveLength(1);
  await server.close();
});
