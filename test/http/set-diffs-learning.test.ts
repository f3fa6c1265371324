/** A comparison is of what is learned: an answer before may be another one, and would say something untrue of the set. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { holdEmbedder } from "./held-embedder.ts";
import { whileTimePasses } from "./passing-time.ts";
import { weather } from "./samples.ts";

const { signature, ...definition } = weather;
const withExamples = (...examples: readonly string[]) => ({
  ...definition,
  tools: weather.tools.map((tool) => ({ ...tool, examples })),
});
const proposed = withExamples("is it going to pour");
const rome = { query: 'weather in "Rome"', tool: "get_weather", parameters: { city: "Rome" } };
const PATH = `/v1/toolsets/${signature}/diff`;

let server: TestApp;
let owner: Tenant;
let release: () => void = () => {};

beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await server.tenant();
  server.model.calls = 0;
});

afterEach(() => {
  release();
  server.model.before = async () => {};
});

const registered = (tools = definition.tools) => owner.request("POST", "/v1/toolsets", { ...weather, tools });
const diff = () => owner.request("POST", PATH, { proposed, cases: [rome] });

test("nothing is asked before the examples of the proposed set are learned (T-45)", async () => {
  await registered();
  release = holdEmbedder(server.embedder);
  const told = diff();
  await Bun.sleep(200);
  expect(server.model.calls).toBe(0);
  release();
  expect((await told).json).toMatchObject({ replayed: 1, changed: 0, learning: null });
});

test("nothing is asked before those of the set as it is are learned either (T-45)", async () => {
  release = holdEmbedder(server.embedder);
  await registered(withExamples("what is it like outside").tools);
  const told = owner.request("POST", PATH, { proposed: definition, cases: [rome] });
  await Bun.sleep(200);
  expect(server.model.calls).toBe(0);
  release();
  expect((await told).json).toMatchObject({ replayed: 1, changed: 0, learning: null });
});

test("what is not learned in time is compared with nothing, costs nothing, and is learned for the next time (T-45)", async () => {
  await registered();
  const balance = await owner.balance();
  release = holdEmbedder(server.embedder);
  const refused = await whileTimePasses(server.clock, diff());
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(refused.json).toMatchObject({
    error: "service_unavailable",
    message:
      "of the examples of the set as it would be, 0 of 1 are learned: nothing was compared, learning goes on, and the same request may be sent again in 5 s",
  });
  expect(server.model.calls).toBe(0);
  expect(await owner.balance()).toBe(balance);
  release();
  expect((await diff()).json).toMatchObject({ replayed: 1, changed: 0, learning: null });
});

test("of two comparisons of the same set, the first that ends leaves the other what it has learned (T-45)", async () => {
  await registered();
  release = holdEmbedder(server.embedder);
  release();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const waits = [first, second, first, second];
  server.model.before = () => waits.shift()?.promise ?? Promise.resolve();
  const [one, other] = [diff(), diff()];
  while (server.model.calls < 2) await Bun.sleep(10);
  first.resolve();
  // Either may have come first.
  await Promise.race([one, other]);
  expect(await stillLearned()).toBe(true);
  second.resolve();
  await Promise.all([one, other]);
  expect(await stillLearned()).toBe(false);
});

/** Looking at it begins to learn it. */
async function stillLearned(): Promise<boolean> {
  const { proposals } = server.app.services;
  return proposals.examining(owner.appId, [{ ...proposed, signature }], async (examiner) => {
    return (await examiner.examined(owner.appId, [signature], "toolset")).learning === null;
  });
}
