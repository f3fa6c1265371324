/** Secrets of ours at the wrong door: each is told which door is its own, and none whether it is a right one. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { newApiKey } from "#core/access/api-key.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";

let server: TestApp;
let owner: Tenant;
let adminToken: string;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
  adminToken = server.app.newAdminToken ?? "";
});
afterAll(() => server.close());

const toldAt = async (path: string, authorization: string) => {
  const { status, json, headers } = await server.request("GET", path, undefined, { Authorization: authorization });
  return { status, error: json.error, message: json.message, asks: headers.get("www-authenticate") };
};
const refusedWith = (message: RegExp) => ({
  status: 401,
  error: "unauthorized",
  message: expect.stringMatching(message),
  asks: "Bearer",
});
const ledger = () => `/admin/api/apps/${owner.appId}/ledger`;

test("an API key as a bearer token is told how it is exchanged, right or wrong in the same words [A-3]", async () => {
  const right = owner.apiKey;
  const headers = [`Bearer ${right}`, `Bearer ${newApiKey().text}`, "Bearer dgm_mistyped", right, `ApiKey ${right}`];
  const told = await Promise.all(headers.map((header) => toldAt("/v1/toolsets", header)));
  expect(told[0]).toEqual(
    refusedWith(/^this is an API key and no access token: exchange it by POST \/v1\/auth with \{"api_key": "…"\}/),
  );
  for (const one of told) expect(one).toEqual(told[0] as (typeof told)[number]);
});

test("the admin token at the apps' door, and one that is none, are told that it opens the other", async () => {
  const told = await toldAt("/v1/toolsets", `Bearer ${adminToken}`);
  expect(told).toEqual(refusedWith(/^this is an admin token, which opens \/admin\/api alone: \/v1 takes/));
  expect(await toldAt("/v1/toolsets", "Bearer dga_wrong")).toEqual(told);
  expect((await toldAt(ledger(), `Bearer ${adminToken}`)).status).toBe(200);
});

test.each<[what: string, header: () => string, message: RegExp]>([
  ["an app's access token", () => `Bearer ${owner.token}`, /^this is an app's access token, which is for \/v1/],
  ["an API key", () => `Bearer ${owner.apiKey}`, /^this is an API key, which is for \/v1/],
  [
    "a wrong admin token",
    () => "Bearer dga_wrong",
    /^the header `Authorization: Bearer <ADMIN_TOKEN>` is missing or wrong, and nobody is signed in$/,
  ],
])("%s at the operator's door is told what opens it", async (_, header, message) => {
  expect(await toldAt(ledger(), header())).toEqual(refusedWith(message));
});

test.each(["", "Bearer", "Basic dXNlcjpwYXNz", "Token abc"])("%j is told where tokens come from", async (header) => {
  expect(await toldAt("/v1/toolsets", header)).toEqual(
    refusedWith(/`Authorization: Bearer <ACCESS_TOKEN>` is missing or malformed: POST \/v1\/auth/),
  );
});

test("no answer repeats what was sent", async () => {
  for (const secret of [owner.apiKey, adminToken, owner.token]) {
    for (const path of ["/v1/toolsets", "/v1/nope", "/admin/api/nope"]) {
      const { json } = await server.request("GET", path, undefined, { Authorization: `Basic ${secret}` });
      expect(JSON.stringify(json)).not.toContain(secret.slice(4, 16));
    }
  }
});
