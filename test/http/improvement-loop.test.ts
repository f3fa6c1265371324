/** Answers of the improvement loop that no other test asks for: what is seldom there, or there only together. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openTestApp, type Tenant } from "../kit.ts";
import { banking, classesNumbering, getWeather, toolsNumbering, weather } from "./samples.ts";

let server: Awaited<ReturnType<typeof openTestApp>>;
let owner: Tenant;
const city = { type: "string", description: "The city", "x-values": "cities" };
const listed = { ...getWeather, parameters: { type: "object", properties: { city }, required: ["city"] } };

beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", banking);
  await owner.request("POST", "/v1/value-lists", { name: "cities", values: ["New York", "Rome"] });
  await owner.request("POST", "/v1/toolsets", { ...weather, signature: "listed-v1", tools: [listed] });
});
afterAll(() => server.close());

test("what was taught is said of an answer in words, too", async () => {
  const calls = [romeCall("Rome"), romeCall("Bern")];
  await owner.request("POST", "/v1/toolsets/weather-v1/cases", { query: "the usual two", calls });
  const listed = await owner.request("GET", "/v1/toolsets/weather-v1/cases");
  expect(listed.json.data).toMatchObject([{ calls }]);
  await owner.request("POST", "/v1/toolsets/weather-v1/cases", { query: "the usual", ...romeCall("Rome") });
  const said = { query: "the usual", toolsets: ["weather-v1"], persona: "default" };
  const { json } = await owner.request("POST", "/v1/resolve-respond", said);
  expect(json.metadata).toMatchObject({ source: "taught", taught: { similarity: 1 } });
});

test("what is in no list is told with the nearest, wherever tools are named", async () => {
  const query = 'weather in "New Yolkshire"';
  const named = { query, toolsets: ["listed-v1"], persona: "default" };
  const unfilled = [{ parameter: "city", why: "not_an_option", nearest: ["New York"] }];
  for (const [path, body] of [
    ["/v1/resolve-respond", named],
    ["/v1/resolve-quick", { query, tools: [listed] }],
  ] as const)
    expect((await owner.request("POST", path, body)).json.metadata).toMatchObject({ unfilled });
});

test("a list that changed since is neither replaced nor deleted", async () => {
  const stale = { "If-Match": '"stale"' };
  const values = { name: "cities", values: ["Rome"] };
  for (const [method, body] of [
    ["PUT", values],
    ["DELETE", undefined],
  ] as const)
    expect(await owner.request(method, "/v1/value-lists/cities", body, stale)).toMatchObject({ status: 412 });
});

test("an alias is listed with the set that it is split with", async () => {
  await owner.request("POST", "/v1/toolsets", { ...weather, signature: "weather-v2" });
  const split = [
    { signature: "weather-v1", percent: 90 },
    { signature: "weather-v2", percent: 10 },
  ];
  const put = await owner.request("PUT", "/v1/aliases/live", { split });
  expect(put.status).toBe(200);
  expect((await owner.request("GET", "/v1/aliases")).json.data).toMatchObject([{ name: "live", split }]);
});

test("a classification set is replaced with a warning, and a proposed set has bounds as well", async () => {
  const examples = ["my plastic is gone"];
  const { signature: _, ...rest } = banking;
  const classes = banking.classes.map((one) => ({ ...one, description: "About the card of a client", examples }));
  const put = await owner.request("PUT", "/v1/classification-sets/banking-v1", { ...rest, classes });
  expect(put.status).toBe(200);
  expect(put.json.warnings).toMatchObject([{ severity: "warning", set: "banking-v1" }]);
  const { signature: __, ...tools } = weather;
  for (const [path, proposed, error] of [
    ["toolsets/weather-v1", { ...tools, tools: toolsNumbering(129) }, "tool_limit_reached"],
    ["classification-sets/banking-v1", { ...rest, classes: classesNumbering(501) }, "class_limit_reached"],
  ] as const)
    expect((await owner.request("POST", `/v1/${path}/diff`, { proposed })).json).toMatchObject({ error });
});

test("what came next stands in the log, and among the misses", async () => {
  const { model } = server;
  const call = model.call.bind(model);
  model.call = async (...asked) => ({ ...(await call(...asked)), runnerUp: { of: null, margin: 0.02 } });
  await owner.request("PUT", "/v1/query-log", { enabled: true });
  await owner.request("POST", "/v1/resolve", { query: 'weather in "Oslo"', toolsets: ["weather-v1"] });
  Reflect.deleteProperty(model, "call");
  const next = { runner_up: { name: "none", margin: 0.02 } };
  expect((await owner.request("GET", "/v1/query-log/entries")).json.data).toMatchObject([next]);
  expect((await owner.request("GET", "/v1/misses")).json.misses).toMatchObject([next]);
});

function romeCall(city: string) {
  return { tool: "get_weather", parameters: { city } };
}
