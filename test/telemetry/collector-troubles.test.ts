/** A collector that is dead, slow, full or not allowed: requests never notice, and what is lost is counted. */
import { describe, expect, test } from "bun:test";
import { until } from "../http/held-model.ts";
import { openTestApp, type TestApp, type TestAppOptions } from "../kit.ts";
import { openCollector } from "./collector.ts";

const OFTEN = 0.02;
const SELDOM = 3_600;

const openTraced = (telemetry: TestAppOptions["telemetry"], rest: TestAppOptions = {}): Promise<TestApp> =>
  openTestApp({ ...rest, telemetry: { intervalSeconds: OFTEN, ...telemetry } });

/** What is counted of telemetry, also after the end. */
async function toldBy({ app }: TestApp) {
  const metrics = app.services.metricsSnapshot();
  const count = (name: string, wanted: Readonly<Record<string, string>>) => {
    const { numbers = [] } = metrics.find((metric) => metric.name === name) ?? {};
    return numbers.find(({ labels }) => Object.entries(wanted).every(([key, value]) => labels[key] === value))?.value;
  };
  const spans = (outcome: string) => count("dragoman_telemetry_spans_total", { outcome });
  const sendings = (signal: string, outcome: string) =>
    count("dragoman_telemetry_sendings_total", { signal, outcome }) ?? 0;
  return { sent: spans("sent"), dropped: spans("dropped"), sendings };
}

/** What the log says of traces; metrics may have been sent before there were any. */
function aboutTraces({ logs }: TestApp): readonly string[] {
  return logs.filter((line) => line.startsWith("telemetry") && !line.includes("metrics"));
}

async function ask({ url }: TestApp, times: number): Promise<void> {
  for (let done = 0; done < times; done += 50) {
    await Promise.all(Array.from({ length: Math.min(50, times - done) }, () => fetch(`${url}/livez`)));
  }
}

describe("a collector that cannot be reached", () => {
  test("fails no request; what does not fit the queue is dropped and counted, and the log has one line for each signal", async () => {
    const gone = openCollector();
    await gone.close();
    const traced = await openTraced({ otlpEndpoint: gone.url, queueMax: 256 });
    await ask(traced, 400);
    await until(async () => (await toldBy(traced)).sendings("traces", "failed") > 2);
    const { sent, dropped } = await toldBy(traced);
    expect({ sent, dropped }).toEqual({ sent: 0, dropped: 400 - 256 });
    await traced.close();
    expect(aboutTraces(traced)).toEqual([
      expect.stringMatching(
        /^telemetry: traces are not sent: the collector of \[telemetry\] otlp_endpoint cannot be reached \(\w+\)$/,
      ),
      "telemetry: 256 spans were not sent before the end",
    ]);
    expect((await toldBy(traced)).dropped).toBe(400);
  });

  test("gets all that waited when it is back, and the log says so", async () => {
    const collector = openCollector();
    collector.answer = () => new Response("", { status: 503 });
    const traced = await openTraced({ otlpEndpoint: collector.url });
    await ask(traced, 5);
    await until(async () => (await toldBy(traced)).sendings("traces", "failed") > 1);
    collector.answer = () => Response.json({});
    await until(async () => (await toldBy(traced)).sent === 5);
    expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(5);
    expect(aboutTraces(traced)).toEqual([
      "telemetry: traces are not sent: the collector of [telemetry] otlp_endpoint answered 503",
      "telemetry: the collector takes traces again",
    ]);
    await traced.close();
    await collector.close();
  });
});

describe("a collector that never answers", () => {
  test("is asked once at a time, holds up no request, and the end of the server for two seconds at most", async () => {
    const collector = openCollector();
    const never = Promise.withResolvers<Response>();
    collector.answer = () => never.promise;
    const traced = await openTraced({ otlpEndpoint: collector.url });
    await ask(traced, 10);
    await until(async () => collector.bodies.length === 1);
    const begun = performance.now();
    await ask(traced, 100);
    await Bun.sleep(OFTEN * 5_000);
    expect(collector.bodies).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(5_000);
    const closing = performance.now();
    await traced.close();
    const tookMs = performance.now() - closing;
    expect(tookMs).toBeGreaterThan(1_500);
    expect(tookMs).toBeLessThan(4_000);
    expect((await toldBy(traced)).dropped).toBe(110);
    never.resolve(Response.json({}));
    await collector.close();
  }, 60_000);
});

describe("a collector that refuses", () => {
  test("what it will never take is not sent again", async () => {
    const collector = openCollector();
    collector.answer = () => new Response("", { status: 400 });
    const traced = await openTraced({ otlpEndpoint: collector.url });
    await ask(traced, 3);
    await until(async () => (await toldBy(traced)).dropped === 3);
    const spanIds = collector.bodies.flatMap((body) => [...body.matchAll(/"spanId":"(\w+)"/g)].map(([, id]) => id));
    expect(spanIds).toHaveLength(3);
    expect(new Set(spanIds).size).toBe(3);
    await traced.close();
    await collector.close();
  });

  test("what it leaves of what it took is counted", async () => {
    const collector = openCollector();
    collector.answer = () => Response.json({ partialSuccess: { rejectedSpans: "2", errorMessage: "too many" } });
    const traced = await openTraced({ otlpEndpoint: collector.url, intervalSeconds: SELDOM });
    await ask(traced, 3);
    await traced.close();
    expect(await toldBy(traced)).toMatchObject({ sent: 1, dropped: 2 });
    await collector.close();
  });

  test("and says when to come again is left alone until then, but for the end", async () => {
    const collector = openCollector();
    collector.answer = () => new Response("", { status: 429, headers: { "Retry-After": "60" } });
    const traced = await openTraced({ otlpEndpoint: collector.url });
    await ask(traced, 1);
    await until(async () => collector.bodies.length === 1);
    await Bun.sleep(OFTEN * 5_000);
    expect(collector.bodies).toHaveLength(1);
    collector.answer = () => Response.json({});
    traced.clock.advance(61_000);
    await until(async () => (await toldBy(traced)).sent === 1);
    await traced.close();
    await collector.close();
  });
});

describe("where it may be", () => {
  test("redirects are not followed", async () => {
    const other = openCollector();
    const collector = openCollector();
    collector.answer = () => new Response(null, { status: 307, headers: { Location: `${other.url}/v1/traces` } });
    const traced = await openTraced({ otlpEndpoint: collector.url });
    await ask(traced, 1);
    await until(async () => (await toldBy(traced)).dropped === 1);
    expect(other.bodies).toEqual([]);
    expect(aboutTraces(traced)[0]).toContain(
      `otlp_endpoint redirects to ${other.host}, and redirects are not followed`,
    );
    await traced.close();
    await collector.close();
    await other.close();
  });

  test("below a path of its own, under the headers of the settings", async () => {
    const collector = openCollector();
    const traced = await openTraced({ otlpEndpoint: `${collector.url}/otlp/`, intervalSeconds: SELDOM });
    await ask(traced, 1);
    await traced.close();
    expect(collector.paths.toSorted()).toEqual(["/otlp/v1/metrics", "/otlp/v1/traces"]);
    await collector.close();
  });
});

test("a busy server does not wait for the interval, and at the end everything is sent", async () => {
  const collector = openCollector();
  const traced = await openTraced({ otlpEndpoint: collector.url, intervalSeconds: SELDOM });
  await ask(traced, 300);
  await until(async () => collector.spans.length >= 256);
  await ask(traced, 20);
  await traced.close();
  expect(collector.spans).toHaveLength(320);
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(320);
  expect(await toldBy(traced)).toMatchObject({ sent: 320, dropped: 0 });
  await collector.close();
});
