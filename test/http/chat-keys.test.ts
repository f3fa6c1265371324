/** An API key in place of a token, where clients of OpenAI's API call. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { newApiKey } from "#core/access/api-key.ts";
import { errorCodeOf } from "../answer-checks.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { chat, user } from "./chat.ts";

const EXCHANGES_MAX = 5;
const asking = chat(user("weather"));

let server: TestApp;
let owner: Tenant;
beforeEach(async () => {
  server = await openTestApp({ exchangesPerMinute: EXCHANGES_MAX });
  owner = await server.tenant();
});
afterEach(() => server.close());

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
const ask = async (secret: string, path = "/v1/models") => {
  const { status, json, headers } = await server.request("GET", path, undefined, bearer(secret));
  return { status, error: errorCodeOf(json), retryAfter: headers.get("retry-after") };
};
const let_in = { status: 200, error: undefined, retryAfter: null };
const refused = { status: 401, error: "unauthorized", retryAfter: null };

test("opens what is spoken as OpenAI's API is, as a token does, and nothing else [A-20]", async () => {
  const { status } = await server.request("POST", "/v1/chat/completions", asking, bearer(owner.apiKey));
  expect(status).toBe(200);
  expect(await ask(owner.apiKey)).toEqual(let_in);
  expect(await ask(owner.token)).toEqual(let_in);
  for (const path of ["/v1/toolsets", "/v1/nowhere"]) expect(await ask(owner.apiKey, path)).toEqual(refused);
  expect(await owner.balance()).toBe(999_997);
});

test("ends with the key, with the app and with its time, also where it was known [A-20]", async () => {
  const { tenants } = server.app;
  expect(await ask(owner.apiKey)).toEqual(let_in);
  const { apiKey: short } = await tenants.createKey(owner.appId, "short", 60_000);
  expect(await ask(short)).toEqual(let_in);
  server.clock.advance(60_000);
  expect(await ask(short)).toEqual(refused);
  await tenants.suspend(owner.appId);
  expect(await ask(owner.apiKey)).toMatchObject({ status: 403, error: "forbidden" });
  await tenants.resume(owner.appId);
  // Resuming ends tokens; the key is as good as before.
  expect(await ask(owner.apiKey)).toEqual(let_in);
  const [key] = await tenants.listKeys(owner.appId);
  if (key) await tenants.revokeKey(key.id);
  expect(await ask(owner.apiKey)).toEqual(refused);
});

test("that is wrong counts by address; then no key is looked at that is not known, and tokens go on [A-20]", async () => {
  const late = await server.tenant();
  expect(await ask(owner.apiKey)).toEqual(let_in);
  // Both tenants have exchanged theirs.
  for (let tries = 2; tries < EXCHANGES_MAX; tries += 1) expect(await ask(newApiKey().text)).toEqual(refused);
  const over = { status: 429, error: "too_many_requests", retryAfter: expect.stringMatching(/^[1-9]\d*$/) };
  expect(await ask(newApiKey().text)).toEqual(over);
  expect(await ask(late.apiKey)).toEqual(over);
  expect(await ask(late.token)).toEqual(let_in);
  expect(await ask(owner.apiKey)).toEqual(let_in);
  server.clock.advance(60_000);
  expect(await ask(late.apiKey)).toEqual(let_in);
});

test("that is mistyped, unknown or no key is told the same, and nothing of what was sent [A-20]", async () => {
  const sent = [`${owner.apiKey.slice(0, -1)}?`, newApiKey().text, "dgm_x"];
  const told = await Promise.all(sent.map((secret) => server.request("GET", "/v1/models", undefined, bearer(secret))));
  for (const { json } of told) expect(json).toEqual(told[0]?.json);
  const { json } = await server.request("GET", "/v1/models", undefined, bearer("sk-somebody-elses"));
  expect(json.error.message).toMatch(/an app's API key begins with `dgm_`$/);
  expect(server.logs.join("\n")).not.toContain("dgm_");
});
