/** Texts of one app that mean something to SQL, to a pattern of paths or to a page of another: to the server they are texts. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { banking, setAlarm, weather } from "./samples.ts";

const SQL = [
  "x'; DROP TABLE definitions; --",
  '" OR "1"="1',
  "') UNION SELECT * FROM keys --",
  "%",
  "_",
  "\\'",
  "NULL",
];

let server: TestApp;
let owner: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
  stranger = await server.tenant();
  expect((await stranger.request("POST", "/v1/toolsets", weather)).status).toBe(201);
});
afterAll(() => server.close());

describe("SQL", () => {
  test.each(SQL)("%s is a text wherever a text is kept", async (text) => {
    const persona = { name: text, instructions: text };
    expect((await owner.request("POST", "/v1/personas", persona)).json).toMatchObject(persona);
    const path = `/v1/personas/${encodeURIComponent(text)}`;
    expect((await owner.request("GET", path)).json).toMatchObject(persona);
    const bank = (await owner.request("POST", "/v1/banks", { name: text, description: text })).json;
    expect((await owner.request("POST", `/v1/banks/${bank.id}/memories`, { fact: text })).json.fact).toBe(text);
    const keyed = { "Idempotency-Key": text };
    const classes = { ...banking, signature: `s-${SQL.indexOf(text)}`, name: text, classes: [{ label: text }] };
    const first = await owner.request("POST", "/v1/classification-sets", classes, keyed);
    expect(first.status).toBe(201);
    expect((await owner.request("POST", "/v1/classification-sets", classes, keyed)).json).toEqual(first.json);
    expect((await owner.request("DELETE", path)).status).toBe(204);
    expect((await owner.request("GET", path)).status).toBe(404);
    // Nothing else went with it, and nothing was matched by a sign that stands for others.
    expect((await owner.request("GET", "/v1/personas/default")).status).toBe(200);
    expect((await stranger.request("GET", "/v1/toolsets/weather-v1")).status).toBe(200);
  });

  test.each(SQL)("%s finds nothing where a name or an id is asked for", async (text) => {
    const said = encodeURIComponent(text);
    for (const path of [`/v1/toolsets/${said}`, `/v1/banks/${said}`, `/v1/personas/none-${said}`]) {
      expect([path, (await owner.request("GET", path)).status]).toEqual([path, 404]);
      expect([path, (await owner.request("DELETE", path)).status]).toEqual([path, 404]);
    }
    const queries = [`limit=${said}`, `cursor=${said}`, `cursor=${Buffer.from(text).toString("base64url")}`];
    for (const query of queries) expect((await owner.request("GET", `/v1/toolsets?${query}`)).status).toBe(400);
  });
});

describe("what another app was given", () => {
  test("a cursor shows only one's own, wherever it comes from", async () => {
    for (const signature of ["a", "b", "c"]) await stranger.request("POST", "/v1/toolsets", { ...weather, signature });
    const page = (await stranger.request("GET", "/v1/toolsets?limit=1")).json;
    expect(page.next_cursor).toBeString();
    const { json } = await owner.request("GET", `/v1/toolsets?cursor=${page.next_cursor}`);
    expect(json).toEqual({ data: [], next_cursor: null });
  });

  test("an ETag is good for nothing: neither for its resource nor for one's own", async () => {
    await owner.request("POST", "/v1/toolsets", { ...weather, signature: "mine" });
    const theirs = (await stranger.request("GET", "/v1/toolsets/weather-v1")).headers.get("etag") ?? "";
    const body = { name: "Changed", tools: [setAlarm] };
    const given = { "If-Match": theirs };
    expect((await owner.request("PUT", "/v1/toolsets/weather-v1", body, given)).status).toBe(404);
    expect((await owner.request("DELETE", "/v1/toolsets/weather-v1", undefined, given)).status).toBe(404);
    expect((await owner.request("PUT", "/v1/toolsets/mine", body, given)).status).toBe(412);
  });
});
