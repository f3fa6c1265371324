/** Answers for other words, over HTTP: what they look like, what they cost, and why. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SENTENCES_MIN } from "#core/semantic-cache/rules/none-rules.ts";
import { TRUSTING } from "../cache-kit.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { held, until } from "./held-model.ts";
import { banked, banking, captain, homeIsBerlin, weather } from "./samples.ts";

/** Asks a model, which teaches the cache. */
const NO_CACHE = { "Cache-Control": "no-cache" };
const EXPLAIN = { "X-Dragoman-Explain": "cache" };
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ prior: TRUSTING });
});
afterAll(() => server.close());

async function owner(): Promise<Tenant> {
  const tenant = await server.tenant();
  await tenant.request("POST", "/v1/toolsets", weather);
  await tenant.request("POST", "/v1/classification-sets", banking);
  return tenant;
}

/** Asks, and lets what goes on behind the answer come to its end. */
async function ask(tenant: Tenant, path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const reply = await tenant.request("POST", path, body, headers);
  expect(reply.status).toBe(200);
  await server.app.cache.idle();
  return reply.json;
}

const query = (text: string, change: object = {}) => ({ query: text, toolsets: ["weather-v1"], ...change });

describe("other values in the same words [K-11]", () => {
  test("are answered by the cache, checked and proven like a model's answer, and charged like one", async () => {
    const tenant = await owner();
    const first = await ask(tenant, "/v1/resolve", query('show the weather in "Rome" for 3 days'));
    expect(first.metadata.source).toBe("model");
    const calls = server.model.calls;
    const before = await tenant.balance();
    const { resolved, metadata } = await ask(
      tenant,
      "/v1/resolve",
      query('show the weather in "Oslo" for 5 days'),
      EXPLAIN,
    );
    expect(metadata.explain).toMatchObject({ answered: true, why: "other words" });
    expect(resolved).toEqual({ tool: "get_weather", parameters: { city: "Oslo", days: 5, unit: "celsius" } });
    expect(metadata).toMatchObject({
      source: "semantic_cache",
      model: "fake-model-1",
      toolset: "weather-v1",
      cache: { similarity: expect.any(Number), age_seconds: 0, reused: "template" },
      missing_parameters: [],
      defaults_applied: ["unit"],
      evidence: {
        city: { kind: "query", start: 21, end: 25 },
        days: { kind: "query", start: 31, end: 32 },
        unit: { kind: "default" },
      },
      requests_used: 1,
    });
    expect(server.model.calls).toBe(calls);
    expect(before - (await tenant.balance())).toBe(1);
  });

  test("are put into words anew", async () => {
    const tenant = await owner();
    await tenant.request("POST", "/v1/personas", captain);
    const persona = { persona: "Captain" };
    await ask(tenant, "/v1/resolve-respond", query('show the weather in "Rome" for 3 days', persona));
    const { response, metadata } = await ask(
      tenant,
      "/v1/resolve-respond",
      query('show the weather in "Oslo" for 5 days', persona),
    );
    expect(metadata.source).toBe("semantic_cache");
    expect(response.text).toContain("Oslo");
    expect(response.text).not.toContain("Rome");
  });

  test("are left to the model where a memory of a named bank is near", async () => {
    const tenant = await owner();
    const names = new Map<string, string>();
    await banked(homeIsBerlin)({ owner: tenant, names, server, stranger: async () => tenant });
    const banks = { banks: [names.get("bank")] };
    await ask(tenant, "/v1/resolve", query('show the weather in "Rome" for 3 days', banks));
    const { metadata } = await ask(
      tenant,
      "/v1/resolve",
      query('show the weather at home "Oslo" for 5 days', banks),
      EXPLAIN,
    );
    expect([metadata.source, metadata.explain.why]).toEqual(["model", "memories"]);
  });

  test("are no other app's business: neither what it knows nor how it is found out changes", async () => {
    const [one, two] = [await owner(), await owner()];
    await ask(two, "/v1/resolve", query("anything at all"));
    const alone = await ask(two, "/v1/resolve", query('show the weather in "Oslo" for 5 days'), EXPLAIN);
    for (const city of ["Rome", "Bern"])
      await ask(one, "/v1/resolve", query(`show the weather in "${city}" for 3 days`));
    const three = await owner();
    await ask(three, "/v1/resolve", query("anything at all"));
    const beside = await ask(three, "/v1/resolve", query('show the weather in "Oslo" for 5 days'), EXPLAIN);
    expect(beside.metadata.source).toBe("model");
    expect(beside.metadata.explain).toEqual(alone.metadata.explain);
  });

  test("a correction takes it back, and the words are a model's until it has answered them [M-5]", async () => {
    const tenant = await owner();
    await ask(tenant, "/v1/resolve", query('show the weather in "Rome" for 3 days'));
    const wrong = { "X-Request-Id": "wrong" };
    const given = await ask(tenant, "/v1/resolve", query('show the weather in "Oslo" for 5 days'), wrong);
    expect(given.metadata.source).toBe("semantic_cache");
    const feedback = {
      request_id: "wrong",
      correct: false,
      teach: false,
      tool: "get_weather",
      parameters: { city: "Oslo" },
    };
    expect((await tenant.request("POST", "/v1/feedback", feedback)).json.dropped).toBe(true);
    const again = await ask(tenant, "/v1/resolve", query('show the weather in "Oslo" for 5 days'));
    expect(again.metadata.source).toBe("model");
    const first = await ask(tenant, "/v1/resolve", query('show the weather in "Rome" for 3 days'));
    expect(first.metadata.source).not.toBe("exact_cache");
    const report = await server.app.services.cacheReports.report(tenant.appId);
    const mistakes = report.sets.flatMap((set) => set.mistakes);
    expect(mistakes).toMatchObject([
      {
        sentence: 'show the weather in "Oslo" for 5 days',
        knownSentence: 'show the weather in "Rome" for 3 days',
        given: { tool: "get_weather", parameters: { city: "Oslo", days: 5 } },
        expected: { tool: "get_weather", parameters: { city: "Oslo" } },
      },
    ]);
  });
});

describe("what no tool fits, in other words [K-11]", () => {
  const known = "who won yesterday's football match";
  const asked = "who won the football match yesterday";

  /** Of somebody who has asked enough for it to be known what their tools are asked. */
  async function regular(path = "/v1/resolve", change: object = {}): Promise<Tenant> {
    const tenant = await owner();
    await tenant.request("POST", "/v1/personas", { ...captain, language: "de" });
    for (let days = 1; days <= SENTENCES_MIN; days += 1)
      await tenant.request("POST", path, query(`show the weather in "Rome" for ${days} days`, change), NO_CACHE);
    await server.app.cache.idle();
    return tenant;
  }

  test("is answered by the cache, and charged like a model's answer", async () => {
    const tenant = await regular();
    const { confidence } = (await ask(tenant, "/v1/resolve", query(known))).metadata;
    const calls = server.model.calls;
    const before = await tenant.balance();
    const { resolved, metadata } = await ask(tenant, "/v1/resolve", query(asked), EXPLAIN);
    expect(resolved).toEqual({ tool: "none", parameters: {} });
    expect(metadata.explain).toMatchObject({ answered: true, proposal: { path: "none", sentence: known } });
    expect(metadata).toMatchObject({
      source: "semantic_cache",
      cache: { similarity: expect.any(Number), age_seconds: 0, reused: "call" },
      confidence,
      evidence: {},
      missing_parameters: [],
    });
    expect(server.model.calls).toBe(calls);
    expect(before - (await tenant.balance())).toBe(1);
  });

  test("is put into words anew, in the persona's language", async () => {
    const tenant = await regular("/v1/resolve-respond", { persona: "Captain" });
    const first = await ask(tenant, "/v1/resolve-respond", query(known, { persona: "Captain" }));
    const { response, metadata } = await ask(tenant, "/v1/resolve-respond", query(asked, { persona: "Captain" }));
    expect(metadata.source).toBe("semantic_cache");
    expect(response).toEqual(first.response);
  });

  test("is a model's again once the answer was corrected", async () => {
    const tenant = await regular();
    await ask(tenant, "/v1/resolve", query(known));
    const wrong = { "X-Request-Id": "wrong-none" };
    expect((await ask(tenant, "/v1/resolve", query(asked), wrong)).metadata.source).toBe("semantic_cache");
    const feedback = {
      request_id: "wrong-none",
      correct: false,
      teach: false,
      tool: "get_weather",
      parameters: { city: "Rome" },
    };
    expect((await tenant.request("POST", "/v1/feedback", feedback)).json.dropped).toBe(true);
    for (const text of [asked, known])
      expect((await ask(tenant, "/v1/resolve", query(text))).metadata.source).toBe("model");
    const report = await server.app.services.cacheReports.report(tenant.appId);
    const mistakes = report.sets.flatMap((set) => set.mistakes);
    expect(mistakes).toMatchObject([{ path: "none", sentence: asked, knownSentence: known, given: { tool: "none" } }]);
  });
});

test("a text of the same meaning gets the label that was given, with its own text [K-11]", async () => {
  const tenant = await owner();
  const by = { classification_set: "banking-v1" };
  await ask(tenant, "/v1/classify", { data: "my card was stolen", ...by });
  const { classifications, metadata } = await ask(
    tenant,
    "/v1/classify",
    { data: "stolen my card was", ...by },
    EXPLAIN,
  );
  expect(metadata.explain.why).toBe("other words");
  expect(classifications).toEqual([{ text: "stolen my card was", label: "card_lost", confidence: 0.8 }]);
  expect(metadata).toMatchObject({ source: "semantic_cache", cache: { reused: "call" } });
});

describe("X-Dragoman-Explain [K-12]", () => {
  test("tells on every cached route why the cache did or did not answer, and nothing unasked", async () => {
    const tenant = await owner();
    const data = { data: "my card was stolen", classification_set: "banking-v1" };
    for (const [path, body] of [
      ["/v1/resolve", query("weather")],
      ["/v1/resolve-respond", query("weather")],
      ["/v1/classify", data],
    ] as const) {
      const whys: string[] = [];
      for (const _ of [1, 2]) whys.push((await ask(tenant, path, body, EXPLAIN)).metadata.explain.why);
      // Whether a partition has anything to read is known a moment after it was first asked for.
      expect(whys[0]).toMatch(/^(nothing known|still loading)$/);
      expect(whys[1]).toBe("same words");
      expect((await ask(tenant, path, body)).metadata).not.toHaveProperty("explain");
      const bypassed = await ask(tenant, path, body, { ...EXPLAIN, "Cache-Control": "no-store" });
      expect(bypassed.metadata.explain).toEqual({
        answered: false,
        why: "not asked",
        nearest: null,
        proposal: null,
        refused: [],
      });
    }
  });

  test.each([
    [
      "/v1/resolve",
      query('show the weather in "Rome" for 3 days'),
      query('do not show the weather in "Rome" for 3 days'),
    ],
    [
      "/v1/resolve-respond",
      query('show the weather in "Rome" for 3 days'),
      query('do not show the weather in "Rome" for 3 days'),
    ],
    [
      "/v1/classify",
      { data: "my card was stolen", classification_set: "banking-v1" },
      { data: "my card was not stolen", classification_set: "banking-v1" },
    ],
  ])("%s: names the answer that was near, and the rule that forbade it", async (path, known, asked) => {
    const tenant = await owner();
    await ask(tenant, path, known);
    const { metadata } = await ask(tenant, path, asked, EXPLAIN);
    expect(metadata.source).toBe("model");
    const sentence = "query" in known ? known.query : known.data;
    expect(metadata.explain).toMatchObject({ answered: false, nearest: { sentence }, proposal: null });
    expect(metadata.explain.refused).toContainEqual({
      path: expect.stringMatching(/^(template|rewording|none|label)$/),
      sentence,
      rule: expect.stringMatching(/negated|turn the meaning/),
    });
  });

  test("shows of an answer in other words what it is made from, and how surely", async () => {
    const tenant = await owner();
    await ask(tenant, "/v1/resolve-respond", query('show the weather in "Rome" for 3 days'));
    const { metadata } = await ask(
      tenant,
      "/v1/resolve-respond",
      query('show the weather in "Oslo" for 5 days'),
      EXPLAIN,
    );
    expect(metadata.explain.proposal).toMatchObject({
      path: "template",
      sentence: 'show the weather in "Rome" for 3 days',
      bound: { limit: 0.005, observed: 0, wrong: 0 },
    });
  });
});

describe("equal requests in flight [K-13]", () => {
  const times = [1, 2, 3, 4];

  test.each([
    ["/v1/resolve", query('weather in "Bern"'), 1],
    ["/v1/resolve-respond", query('weather in "Bern"'), 2],
    ["/v1/classify", { data: "my card was stolen", classification_set: "banking-v1" }, 1],
  ])("of %s ask the model once, and each pays", async (path, body, cost) => {
    const tenant = await owner();
    const model = held(server);
    const [calls, before] = [server.model.calls, await tenant.balance()];
    const waiting = times.map(() => tenant.request("POST", path, body));
    await model.reached(1);
    await Bun.sleep(20);
    model.answer();
    const replies = await Promise.all(waiting);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(({ json }) => JSON.stringify(json.resolved ?? json.classifications))).size).toBe(1);
    expect(server.model.calls - calls).toBe(1);
    expect(before - (await tenant.balance())).toBe(cost * times.length);
  });

  test("share a failure, and none is charged for it", async () => {
    const tenant = await owner();
    const model = held(server);
    const before = await tenant.balance();
    const waiting = times.map(() => tenant.request("POST", "/v1/resolve", query("weather in Bern")));
    await model.reached(1);
    // One that came when the first has failed would be asked by itself, and answered.
    const all = `dragoman_ledger_reservations_in_flight ${times.length}\n`;
    await until(async () => (await (await fetch(`${server.url}/metrics`)).text()).includes(all));
    await Bun.sleep(20);
    model.fail();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    expect(await tenant.balance()).toBe(before);
  });
});
