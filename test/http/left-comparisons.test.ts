/** What only a proposed set teaches is given back when the comparison ends, however it ends. Counted are vectors that nothing can use. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import type { Finding } from "#core/doctor/doctor.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { holdEmbedder } from "./held-embedder.ts";
import { whileTimePasses } from "./passing-time.ts";
import { weather } from "./samples.ts";

const { signature, ...definition } = weather;
const examples = ["is it going to pour", "do I need a coat", "how hot does it get"];
const proposed = { ...definition, tools: weather.tools.map((tool) => ({ ...tool, examples })) };
const rome = { query: 'weather in "Rome"', tool: "get_weather", parameters: { city: "Rome" } };
const PATH = `/v1/toolsets/${signature}/diff`;
/** Longer than from a change to the sweep. */
const SWEPT_MS = 1_400;
const TEN_MINUTES_MS = 600_000;
/** Steps of `whileTimePasses` behind an answer, at most. */
const HEARD_MS_MAX = 120_000;

let server: TestApp;
let owner: Tenant;
let release: () => void = () => {};

beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.tenant();
  await owner.request("POST", "/v1/toolsets", weather);
  server.model.calls = 0;
});
afterEach(() => {
  release();
  server.model.before = async () => {};
});

/** Vectors on the disk that no set of any app has. */
async function unused(): Promise<string> {
  await Bun.sleep(SWEPT_MS);
  const { checks } = (await server.app.operator.run("doctor", {}, "a test")) as {
    readonly checks: readonly Pick<Finding, "check" | "found" | "ok">[];
  };
  const vectors = checks.find(({ check }) => check === "vectors");
  return vectors?.ok ? "" : (vectors?.found ?? "no such check");
}

/** A client that leaves once `until` resolves. */
async function left(until: () => Promise<void>): Promise<void> {
  const leaving = new AbortController();
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${owner.token}` };
  const body = JSON.stringify({ proposed, cases: Array.from({ length: 20 }, () => rome) });
  const told = fetch(server.url + PATH, { method: "POST", headers, body, signal: leaving.signal });
  const ended = told.then(
    () => "answered",
    () => "left",
  );
  await until();
  leaving.abort();
  expect(await ended).toBe("left");
}

async function whenAsked(): Promise<void> {
  while (server.model.calls === 0) await Bun.sleep(5);
}

test("where the client leaves while it is learned (T-45)", async () => {
  release = holdEmbedder(server.embedder);
  await left(() => Bun.sleep(200));
  await Bun.sleep(SWEPT_MS);
  release();
  expect(await unused()).toBe("");
});

test("where the client leaves while sentences are asked (T-45)", async () => {
  const answers = Promise.withResolvers<void>();
  server.model.before = () => answers.promise;
  await left(whenAsked);
  answers.resolve();
  expect(await unused()).toBe("");
});

test("where it was not learned in time, and nobody asks again for ten minutes (T-45)", async () => {
  release = holdEmbedder(server.embedder);
  const refused = await whileTimePasses(server.clock, owner.request("POST", PATH, { proposed, cases: [rome] }));
  expect(refused.status).toBe(503);
  release();
  // It is learned all the same, as soon as it can be.
  while (!(await unused()).includes("3 vectors")) await Bun.sleep(5);
  const { proposals } = server.app.services;
  // The clock went on until the refusal was heard.
  server.clock.advance(TEN_MINUTES_MS - HEARD_MS_MAX);
  await proposals.giveUpLeftAlone();
  expect(await unused()).toContain("3 vectors");
  server.clock.advance(HEARD_MS_MAX);
  await proposals.giveUpLeftAlone();
  expect(await unused()).toBe("");
});

test("where a command of the operator that proposed it is killed (T-45)", async () => {
  const command = { app_id: owner.appId, sets: [signature], proposed: [{ ...proposed, signature }] };
  const examined = () => server.app.operator.run("examined", command, "a test");
  await examined();
  const { proposals } = server.app.services;
  server.clock.advance(TEN_MINUTES_MS - 1);
  await examined();
  server.clock.advance(TEN_MINUTES_MS - 1);
  await proposals.giveUpLeftAlone();
  expect(await unused()).toContain("3 vectors");
  server.clock.advance(1);
  await proposals.giveUpLeftAlone();
  expect(await unused()).toBe("");
});

test("unless the set has become what was proposed meanwhile (T-45)", async () => {
  await server.app.operator.run(
    "examined",
    { app_id: owner.appId, sets: [signature], proposed: [{ ...proposed, signature }] },
    "a test",
  );
  await owner.request("PUT", `/v1/toolsets/${signature}`, proposed);
  server.clock.advance(TEN_MINUTES_MS);
  await server.app.services.proposals.giveUpLeftAlone();
  expect(await unused()).toBe("");
  expect((await owner.request("GET", `/v1/toolsets/${signature}`)).json).toMatchObject({ learning: null });
});
