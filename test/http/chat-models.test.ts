import { afterAll, beforeAll, expect, test } from "bun:test";
import OpenAI from "openai";
import { openTestApp, type Scenario, type Stage, scenarios, type Tenant, type TestApp } from "../kit.ts";
import { alarms, banking, weather } from "./samples.ts";

/** What any server has. */
const OWN = ["dragoman", "embedded"];
const NAMED = ["alarms-v1", "live", "weather-v1"].map((name) => `dragoman/${name}`);

const registered = ({ owner }: Stage) => owner.request("POST", "/v1/toolsets", weather);
/** Two toolsets, an alias of one, and an alias of a classification set, which no chat asks. */
const named = async ({ owner }: Pick<Stage, "owner">) => {
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/toolsets", alarms);
  await owner.request("POST", "/v1/classification-sets", banking);
  await owner.request("PUT", "/v1/aliases/live", { signature: "weather-v1" });
  await owner.request("PUT", "/v1/aliases/inbox", { signature: "banking-v1" });
};
const ids = (json: { data: readonly { id: string }[] }) => json.data.map(({ id }) => id);

const pages = [
  { query: "?limit=1", gives: ["dragoman"], more: true },
  { query: "?limit=3", gives: [...OWN, "dragoman/alarms-v1"], more: true },
  { query: "?limit=5", gives: [...OWN, ...NAMED], more: false },
  { query: "?after=dragoman&limit=1", gives: ["embedded"], more: true },
  { query: "?after=embedded", gives: NAMED, more: false },
  { query: "?after=dragoman/alarms-v1&limit=1", gives: ["dragoman/live"], more: true },
  { query: "?after=dragoman/live", gives: ["dragoman/weather-v1"], more: false },
  { query: "?after=dragoman/gone-v1", gives: ["dragoman/live", "dragoman/weather-v1"], more: false },
  { query: "?after=dragoman/weather-v1", gives: [], more: false },
];

scenarios("GET /v1/models", [
  {
    clause: "Q-67",
    name: "what may be named",
    given: registered,
    expect: 200,
    json: {
      object: "list",
      data: [
        { id: "dragoman", object: "model", created: 0, owned_by: "dragoman" },
        { id: "embedded", object: "model", created: 0, owned_by: "dragoman" },
        { id: "dragoman/weather-v1", object: "model", created: 0, owned_by: "app" },
      ],
      has_more: false,
    },
  },
  {
    clause: "Q-67",
    name: "toolsets and their aliases by name, and no alias of a classification set",
    given: named,
    expect: 200,
    afterwards: ({ json }) => expect(ids(json)).toEqual([...OWN, ...NAMED]),
  },
  ...pages.map(
    ({ query, gives, more }): Scenario => ({
      clause: "Q-67",
      name: `a page, as ${query}`,
      given: named,
      path: `/v1/models${query}`,
      expect: 200,
      afterwards: ({ json }) => expect([ids(json), json.has_more]).toEqual([gives, more]),
    }),
  ),
  ...["limit=0", "limit=4001", "limit=many", "after=gpt-4o"].map(
    (query): Scenario => ({
      clause: "E-3",
      name: `no page, as ?${query}`,
      path: `/v1/models?${query}`,
      expect: 400,
      error: "validation_error",
      details: query.split("=").slice(0, 1),
    }),
  ),
  { clause: "Q-67", name: "one of them", path: "/v1/models/dragoman", expect: 200, json: { id: "dragoman" } },
  {
    clause: "Q-67",
    name: "a toolset",
    given: registered,
    path: "/v1/models/dragoman%2Fweather-v1",
    expect: 200,
    json: { id: "dragoman/weather-v1" },
  },
  {
    clause: "Q-67",
    name: "an alias of a toolset",
    given: named,
    path: "/v1/models/dragoman%2Flive",
    expect: 200,
    json: { id: "dragoman/live", owned_by: "app" },
  },
  {
    clause: "Q-67",
    name: "an alias of a classification set",
    given: named,
    path: "/v1/models/dragoman%2Finbox",
    expect: 404,
    error: "not_found",
  },
  { clause: "Q-67", name: "nothing of that name", path: "/v1/models/gpt-4o", expect: 404, error: "not_found" },
]);

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
});
afterAll(() => server.close());

test("the official client, which reads one page of models, sees more than any other list has on one", async () => {
  const signatures = Array.from({ length: 101 }, (_, index) => `set-${String(index).padStart(3, "0")}`);
  for (const signature of signatures) await owner.request("POST", "/v1/toolsets", { ...weather, signature });
  await owner.request("PUT", "/v1/aliases/tomorrow", { signature: "set-100" });
  const client = new OpenAI({ apiKey: owner.apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 });
  const seen: string[] = [];
  for await (const { id } of client.models.list()) seen.push(id);
  expect(seen).toEqual([...OWN, ...[...signatures, "tomorrow"].map((name) => `dragoman/${name}`)]);
  expect(await client.models.retrieve("dragoman/tomorrow")).toMatchObject({ object: "model", owned_by: "app" });
});
