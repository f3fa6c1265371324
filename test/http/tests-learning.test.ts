/** A test is of what will serve: examples that are not learned yet are waited for, and the figures are of no other set. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { holdEmbedder } from "./held-embedder.ts";
import { whileTimePasses } from "./passing-time.ts";
import { banking, weather } from "./samples.ts";

const tools = weather.tools.map((tool) => ({ ...tool, examples: ["how is the sky", "will it rain"] }));
const classes = banking.classes.map((one) => ({ ...one, examples: [`about ${one.label}`] }));
const rome = { query: 'weather in "Rome"', tool: "get_weather", parameters: { city: "Rome" } };
const lost = { text: "my card was stolen", label: "card_lost" };

let server: TestApp;
let owner: Tenant;
let release: () => void = () => {};

beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.tenant();
  release = holdEmbedder(server.embedder);
  server.model.calls = 0;
});
afterEach(() => release());

describe.each([
  { of: "toolset", at: "/v1/toolsets", set: { ...weather, tools }, right: rome },
  { of: "classification set", at: "/v1/classification-sets", set: { ...banking, classes }, right: lost },
])("a test of a $of", ({ at, set, right }) => {
  const tested = () => owner.request("POST", `${at}/${set.signature}/test`, { cases: [right] });
  const listed = () => owner.request("GET", `${at}/${set.signature}/tests`);

  test("asks nothing before the examples are learned (T-40)", async () => {
    await owner.request("POST", at, set);
    const told = tested();
    await Bun.sleep(200);
    expect(server.model.calls).toBe(0);
    release();
    expect((await told).json).toMatchObject({ learning: null, accuracy: { count: 1, of: 1 } });
  });

  test("says nothing where they are not learned in time, costs nothing, and is in no history (T-40)", async () => {
    await owner.request("POST", at, set);
    const balance = await owner.balance();
    const refused = await whileTimePasses(server.clock, tested());
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(refused.json).toMatchObject({
      error: "service_unavailable",
      message:
        "of the examples of the set, 0 of 2 are learned: nothing was tested, learning goes on, and the same request may be sent again in 5 s",
    });
    expect(server.model.calls).toBe(0);
    expect(await owner.balance()).toBe(balance);
    expect((await listed()).json).toMatchObject({ data: [] });
    release();
    expect((await tested()).json).toMatchObject({ learning: null, accuracy: { count: 1, of: 1 } });
  });

  test("refuses a case that cannot be right without waiting (T-43)", async () => {
    await owner.request("POST", at, set);
    const wrong = { ...right, ...("tool" in right ? { tool: "nobody", parameters: {} } : { label: "nobody" }) };
    expect((await owner.request("POST", `${at}/${set.signature}/test`, { cases: [wrong] })).status).toBe(400);
  });
});
