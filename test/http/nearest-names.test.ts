/** A name that nothing has: the nearest of the app's own is told, and never one of another app. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { banking, captain, weather } from "./samples.ts";

let server: TestApp;
let owner: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  [owner, stranger] = [await server.tenant(), await server.tenant()];
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", banking);
  await owner.request("POST", "/v1/personas", captain);
  await owner.request("POST", "/v1/value-lists", { name: "medicines", values: ["Ibuprofen"] });
  await owner.request("PUT", "/v1/aliases/forecast-live", { signature: weather.signature });
});
afterAll(() => server.close());

type Asking = readonly [what: string, method: string, path: string, body: unknown, meant: string];
const asked = (toolsets: readonly string[], more: object = {}) => ({ query: "rain?", toolsets, ...more });
const near = `${weather.signature.slice(0, -3)}r-v1`;

const ASKING: readonly Asking[] = [
  ["a toolset in a question", "POST", "/v1/resolve", asked([near]), weather.signature],
  ["a toolset in other letters", "POST", "/v1/resolve", asked([weather.signature.toUpperCase()]), weather.signature],
  ["an alias in a question", "POST", "/v1/resolve", asked(["forcast-live"]), "forecast-live"],
  [
    "a classification set in a question",
    "POST",
    "/v1/classify",
    { data: "hi", classification_set: "bankin-v1" },
    banking.signature,
  ],
  ["a toolset that is read", "GET", `/v1/toolsets/${near}`, undefined, weather.signature],
  ["a toolset that is linted", "POST", `/v1/toolsets/${near}/lint`, undefined, weather.signature],
  ["a set that an alias is to stand for", "PUT", "/v1/aliases/next", { signature: near }, weather.signature],
  ["a persona that is read", "GET", "/v1/personas/captan", undefined, captain.name],
  [
    "a persona in a question",
    "POST",
    "/v1/resolve-respond",
    asked([weather.signature], { persona: "captan" }),
    captain.name,
  ],
  ["a value list", "GET", "/v1/value-lists/medicine", undefined, "medicines"],
  [
    "a tool that has to be called",
    "POST",
    "/v1/resolve",
    asked([weather.signature], { tool_choice: "get_wether" }),
    "get_weather",
  ],
  [
    "a tool that is taught",
    "POST",
    `/v1/toolsets/${weather.signature}/cases`,
    { query: "rain?", tool: "get_wether", parameters: {} },
    "get_weather",
  ],
];

test.each(ASKING)("%s: the nearest is told to its owner", async (_, method, path, body, meant) => {
  const { status, json } = await owner.request(method, path, body);
  expect(status).toBeWithin(400, 405);
  expect(json.message).toEndWith(`: did you mean "${meant}"?`);
});

test.each(ASKING.slice(0, 10))("%s: nothing is told to another app", async (_, method, path, body, meant) => {
  const { status, json } = await stranger.request(method, path, body);
  expect(status).toBeWithin(400, 405);
  expect(JSON.stringify(json)).not.toContain("did you mean");
  if (!JSON.stringify(body ?? path).includes(meant)) expect(JSON.stringify(json)).not.toContain(meant);
});

test("a name that is near none is told as before, and a long one is not compared", async () => {
  for (const name of ["something-else-v9", "w".repeat(120)]) {
    const { json } = await owner.request("GET", `/v1/toolsets/${name}`);
    expect(json.message).toBe(`the toolset "${name}" does not exist or is not assigned to this app`);
  }
});

test.each([
  ["read", "GET", `/v1/toolsets/${banking.signature}`, undefined],
  ["in a question", "POST", "/v1/resolve", asked([banking.signature])],
  ["taught", "POST", `/v1/toolsets/${banking.signature}/cases`, { query: "rain?", tool: "none" }],
])("the name of a set of the other kind is told to its owner as that, %s", async (_, method, path, body) => {
  const { status, json } = await owner.request(method, path, body);
  expect(status).toBe(404);
  expect(json.message).toBe(`"${banking.signature}" is a classification set of this app, and no toolset`);
  expect((await stranger.request(method, path, body)).json.message).not.toContain("is a classification set");
});
