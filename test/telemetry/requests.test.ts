/** What a collector is told of requests, and what it must never be told. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret } from "#core/secret.ts";
import { METRICS } from "#metrics/definitions.ts";
import manifest from "../../package.json" with { type: "json" };
import { TRUSTING } from "../cache-kit.ts";
import { openFaultServer, said } from "../fault-server.ts";
import { until } from "../http/held-model.ts";
import { banking, getWeather, weather } from "../http/samples.ts";
import { openTestApp, type TestApp, type TestAppOptions } from "../kit.ts";
import { samplesOf } from "../metrics/samples.ts";
import { type Collector, openCollector, type ReceivedSpan } from "./collector.ts";

const OFTEN = 0.02;
let collector: Collector;
beforeAll(() => {
  collector = openCollector();
});
afterAll(() => collector.close());

function openTraced(options: TestAppOptions = {}, telemetry: TestAppOptions["telemetry"] = {}): Promise<TestApp> {
  const to = { otlpEndpoint: collector.url, intervalSeconds: OFTEN, ...telemetry };
  return openTestApp({ ...options, telemetry: to });
}

/** The spans of the request with this id, once they are there. */
async function traceOf(requestId: string) {
  const find = () => collector.spans.find(({ attributes }) => attributes["dragoman.request_id"] === requestId);
  await until(async () => find() !== undefined);
  const server = find() as ReceivedSpan;
  const all = collector.spans.filter(({ traceId }) => traceId === server.traceId);
  return { server, all, named: (name: string) => all.filter((span) => span.name === name) };
}

const query = (text: string) => ({ query: text, toolsets: ["weather-v1"] });
const good = JSON.stringify({ tool: "get_weather", parameters: { city: "Rome" } });

describe("a trace", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await openTraced({ prior: TRUSTING });
  });
  afterAll(() => server.close());

  test("has a span for the request, with its route, status, app and id, and none of its path", async () => {
    const { request, appId } = await server.tenant();
    await request("GET", "/v1/toolsets/not-there-v1", undefined, { "X-Request-Id": "trace-1" });
    const { server: span } = await traceOf("trace-1");
    expect(span).toMatchObject({
      name: "GET /v1/toolsets/:signature",
      kind: "server",
      parentSpanId: null,
      failed: false,
    });
    expect(span.attributes).toEqual({
      "http.request.method": "GET",
      "http.route": "/v1/toolsets/:signature",
      "http.response.status_code": 404,
      "dragoman.request_id": "trace-1",
      "dragoman.app_id": appId,
    });
    expect(collector.resource).toMatchObject({ "service.name": "dragoman", "service.version": manifest.version });
    expect(collector.paths).toContain("/v1/traces");
  });

  test("says nothing of who was not identified, nor of a method that somebody made up", async () => {
    await fetch(`${server.url}/v1/canary-path`, { method: "PROPFIND", headers: { "X-Request-Id": "trace-2" } });
    const { server: span } = await traceOf("trace-2");
    expect(span.name).toBe("_OTHER");
    expect(span.attributes).toEqual({
      "http.request.method": "_OTHER",
      "http.response.status_code": 401,
      "dragoman.request_id": "trace-2",
    });
  });

  test("has the cache, the embedding, the model and the commits as parts, within the time of the request", async () => {
    const { request } = await server.tenant();
    await request("POST", "/v1/toolsets", weather);
    await request("POST", "/v1/resolve", query('weather in "Rome"'));
    await server.app.cache.idle();
    server.model.before = async () => server.clock.advance(7);
    await request("POST", "/v1/resolve", query('what is the forecast for "Rome" then'), { "X-Request-Id": "trace-3" });
    server.model.before = async () => {};
    const { server: span, all, named } = await traceOf("trace-3");
    const [find] = named("cache find");
    const [call] = named(`call ${server.model.id}`);
    const [embedding] = named(`embeddings ${server.embedder.id}`);
    expect(find?.attributes).toMatchObject({
      "dragoman.cache.source": "none",
      "dragoman.cache.why": expect.any(String),
    });
    expect(call).toMatchObject({ kind: "internal", parentSpanId: span.spanId });
    expect(call?.attributes).toMatchObject({
      "gen_ai.operation.name": "call",
      "gen_ai.provider.name": "dragoman",
      "gen_ai.request.model": server.model.id,
    });
    expect(embedding?.parentSpanId).toBe(find?.spanId as string);
    expect(embedding?.attributes).toMatchObject({ "gen_ai.operation.name": "embeddings", "dragoman.texts": 1 });
    expect(named("store commit").length).toBeGreaterThan(0);
    for (const part of all) {
      expect(part.startNs >= span.startNs && part.endNs <= span.endNs && part.startNs <= part.endNs).toBe(true);
    }
    expect(((call?.endNs ?? 0n) - (call?.startNs ?? 0n)) / 1_000_000n).toBe(7n);
    expect(span.startNs / 1_000_000n).toBe(BigInt(server.clock.now() - 7));
    await request("POST", "/v1/resolve", query('weather in "Rome"'), { "X-Request-Id": "trace-4" });
    const hit = await traceOf("trace-4");
    expect(hit.named("cache find")[0]?.attributes).toMatchObject({
      "dragoman.cache.source": "exact_cache",
      "dragoman.cache.why": "same words",
    });
    expect(hit.named(`call ${server.model.id}`)).toEqual([]);
  });

  test("has each item of a batch as a part, with the parts of the item below it, streamed or not", async () => {
    const { request, token } = await server.tenant();
    await request("POST", "/v1/toolsets", weather);
    const requests = [
      { type: "resolve", body: query('weather in "Bern"') },
      { type: "classify", body: { data: "hello", classes: [{ label: "greeting" }] } },
    ];
    for (const [id, Accept] of [
      ["trace-5", "application/json"],
      ["trace-6", "application/x-ndjson"],
    ] as const) {
      const headers = {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "X-Request-Id": id,
        Accept,
      };
      await (
        await fetch(`${server.url}/v1/batch`, { method: "POST", headers, body: JSON.stringify({ requests }) })
      ).text();
      const { server: span, named } = await traceOf(id);
      const [item] = named("item /v1/classify");
      expect(item).toMatchObject({ parentSpanId: span.spanId, attributes: { "http.response.status_code": 200 } });
      expect(named(`classify ${server.model.id}`)[0]?.parentSpanId).toBe(item?.spanId as string);
      expect(named("item /v1/resolve")).toHaveLength(1);
    }
  });

  test("goes on with the trace that a client sends, as that was decided on", async () => {
    const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
    const sent = (flags: string, id: string) =>
      server.request("GET", "/livez", undefined, {
        traceparent: `00-${traceId}-${spanId}-${flags}`,
        "X-Request-Id": id,
      });
    await sent("00", "trace-unsampled");
    await sent("01", "trace-sampled");
    const { server: span } = await traceOf("trace-sampled");
    expect(span).toMatchObject({ traceId, parentSpanId: spanId });
    expect(collector.bodies.join()).not.toContain("trace-unsampled");
  });
});

describe("of a model server", () => {
  /** The server after one question, which this model server answered. */
  async function asked(upstream: ReturnType<typeof openFaultServer>, requestId: string): Promise<TestApp> {
    const traced = await openTraced({
      servedModel: { provider: "openai", baseUrl: upstream.baseUrl, name: "faulty" },
    });
    const { request } = await traced.tenant();
    const question = { query: "weather", tools: [getWeather] };
    await request("POST", "/v1/resolve-quick", question, { "X-Request-Id": requestId });
    return traced;
  }

  test("a trace has each call by the conventions for generative AI, and the server is told of the trace", async () => {
    const upstream = openFaultServer((_, count) => (count === 1 ? new Response("", { status: 503 }) : said(good)));
    const traced = await asked(upstream, "served-1");
    const { server: span, named } = await traceOf("served-1");
    const [failed, answered] = named("chat faulty");
    expect(failed).toMatchObject({ kind: "client", failed: true, attributes: { "error.type": "overloaded" } });
    expect(answered).toMatchObject({ kind: "client", parentSpanId: span.spanId, failed: false });
    expect(answered?.attributes).toEqual({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.system": "openai",
      "gen_ai.request.model": "faulty",
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(upstream.baseUrl).port),
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 20,
      "gen_ai.response.finish_reasons": ["stop"],
    });
    expect(upstream.headers().get("traceparent")).toBe(`00-${span.traceId}-${answered?.spanId}-01`);
    await traced.close();
    await upstream.close();
  });

  test("nothing is told of a trace where telemetry is off", async () => {
    const upstream = openFaultServer(() => said(good));
    const plain = await openTestApp({ servedModel: { provider: "openai", baseUrl: upstream.baseUrl, name: "faulty" } });
    const { request } = await plain.tenant();
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await request("POST", "/v1/resolve-quick", { query: "weather", tools: [getWeather] }, { traceparent });
    expect(upstream.headers().get("traceparent")).toBeNull();
    await plain.close();
    await upstream.close();
  });

  test("a failure is on the request's span as its status, and in words nowhere", async () => {
    const upstream = openFaultServer(() => new Response("canary-of-the-server", { status: 500 }));
    const traced = await asked(upstream, "served-2");
    const { server: span, named } = await traceOf("served-2");
    expect(span).toMatchObject({ failed: true, attributes: { "error.type": "502", "http.response.status_code": 502 } });
    expect(named("chat faulty")[0]?.attributes["error.type"]).toBe("failed");
    expect(collector.bodies.join()).not.toContain("canary-of-the-server");
    await traced.close();
    await upstream.close();
  });
});

test("metrics are those of the page, by the same names, kinds, labels and figures", async () => {
  const own = openCollector();
  const traced = await openTraced({}, { otlpEndpoint: own.url });
  const { request } = await traced.tenant();
  await request("POST", "/v1/toolsets", weather);
  await request("POST", "/v1/resolve", query('weather in "Rome"'));
  const page = await (await fetch(`${traced.url}/metrics`)).text();
  await traced.close();
  expect(own.metrics.map(({ name }) => name).sort()).toEqual(
    Object.keys(METRICS)
      .filter((name) => page.includes(`\n${name}`) && !/dragoman_(model_(server|tokens|cost|breaker)|batch)/.test(name))
      .sort(),
  );
  const samples = samplesOf(page);
  const kinds = { counter: "sum", gauge: "gauge", histogram: "histogram" } as const;
  const units = { bytes: "By", seconds: "s", none: "" } as const;
  for (const { name, kind, unit } of own.metrics) {
    const definition = METRICS[name as keyof typeof METRICS];
    expect({ name, kind, unit }).toEqual({
      name,
      kind: kinds[definition.type],
      unit: units[definition.unit ?? "none"],
    });
  }
  const answers = own.metrics.find(({ name }) => name === "dragoman_answers_total");
  expect(answers?.points.find(({ attributes }) => attributes.source === "model")?.value).toBe(1);
  expect(samples.get('dragoman_answers_total{source="model"}')).toBe(1);
  const durations = own.metrics.find(({ name }) => name === "dragoman_http_request_duration_seconds");
  const resolved = durations?.points.find(({ attributes }) => attributes.route === "/v1/resolve");
  expect(resolved).toMatchObject({ attributes: { method: "POST", route: "/v1/resolve" }, count: 1 });
  expect(resolved?.bounds).toEqual([...METRICS.dragoman_http_request_duration_seconds.buckets]);
  expect(resolved?.buckets).toHaveLength((resolved?.bounds.length ?? 0) + 1);
  expect(resolved?.buckets.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(own.paths).toContain("/v1/metrics");
  await own.close();
});

test("nothing that apps say or own, and no secret, is sent", async () => {
  const own = openCollector();
  const upstream = openFaultServer((_, count) => said(count % 2 ? good : "canary-said"));
  for (const served of [false, true]) {
    const traced = await openTraced(
      {
        prior: TRUSTING,
        ...(served && { servedModel: { provider: "openai", baseUrl: upstream.baseUrl, name: "faulty" } }),
      },
      { otlpEndpoint: own.url, headers: [new Secret("authorization: Bearer canary-collector-key")] },
    );
    const owner = await traced.tenant();
    const toolset = { ...weather, signature: "canary-set-v1", name: "canary-name" };
    const asked = {
      query: 'canary-query weather in "canary-city"',
      toolsets: ["canary-set-v1"],
      context: "canary-context",
    };
    await owner.request("POST", "/v1/toolsets", toolset, { "Idempotency-Key": "canary-key" });
    await owner.request("POST", "/v1/classification-sets", { ...banking, signature: "canary-labels-v1" });
    await owner.request("POST", "/v1/resolve", asked);
    await owner.request("POST", "/v1/resolve", asked);
    await owner.request("POST", "/v1/resolve-respond", { ...asked, query: "canary-query, weather of tomorrow" });
    await owner.request("POST", "/v1/resolve", { ...asked, query: `canary${"y".repeat(600)}` });
    await owner.request("POST", "/v1/classify", { data: "canary-data", classification_set: "canary-labels-v1" });
    await owner.request("POST", "/v1/batch", { requests: [{ type: "canary-type", id: "canary-item", body: asked }] });
    await owner.request("GET", "/v1/canary-path?canary-search=1");
    await owner.request("DELETE", "/v1/toolsets/canary-set-v1");
    await traced.app.cache.idle();
    await traced.close();
    const sent = own.bodies.join("\n");
    const secrets = [owner.apiKey, owner.token, traced.app.newAdminToken ?? "none"];
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
    expect(sent.match(/.{40}canary.{40}/gi) ?? []).toEqual([]);
    // The search would be worth nothing if they had not been traced.
    expect(own.spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["POST /v1/resolve", "POST /v1/classify", "POST /v1/batch", "cache find", "store commit"]),
    );
    expect(own.headers.at(-1)?.get("authorization")).toBe("Bearer canary-collector-key");
  }
  expect(own.spans.some(({ name }) => name === "chat faulty")).toBe(true);
  await own.close();
  await upstream.close();
});

test("the share of the settings is traced, and by its id alone", async () => {
  const own = openCollector();
  const traced = await openTraced({}, { otlpEndpoint: own.url, sampleRatio: 0.5 });
  await Promise.all(Array.from({ length: 200 }, () => fetch(`${traced.url}/livez`)));
  await traced.close();
  expect(own.spans.length).toBeGreaterThan(60);
  expect(own.spans.length).toBeLessThan(140);
  await own.close();
});
