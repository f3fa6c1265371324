/** A collector of one's own: a real HTTP server that takes OTLP in JSON, reads it as the specification says, and keeps it. */

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: "client" | "internal" | "server";
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly failed: boolean;
  readonly attributes: Attributes;
}

export interface ReceivedPoint {
  readonly attributes: Attributes;
  readonly value: number | null;
  readonly count: number | null;
  readonly sum: number | null;
  readonly buckets: readonly number[];
  readonly bounds: readonly number[];
}

export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly kind: "gauge" | "histogram" | "sum";
  readonly points: readonly ReceivedPoint[];
}

export interface Collector {
  readonly url: string;
  readonly host: string;
  /** All bodies, as they came. */
  readonly bodies: readonly string[];
  readonly spans: readonly ReceivedSpan[];
  /** Of the last sending of metrics. */
  readonly metrics: readonly ReceivedMetric[];
  readonly resource: Attributes;
  /** Of every sending. */
  readonly headers: readonly Headers[];
  readonly paths: readonly string[];
  answer: () => Response | Promise<Response>;
  close(): Promise<void>;
}

type Attribute = boolean | number | string | readonly string[];
type Attributes = Readonly<Record<string, Attribute>>;

export function openCollector(): Collector {
  const bodies: string[] = [];
  const spans: ReceivedSpan[] = [];
  const headers: Headers[] = [];
  const paths: string[] = [];
  let metrics: readonly ReceivedMetric[] = [];
  let resource: Attributes = {};
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const body = await request.text();
      paths.push(pathname);
      headers.push(request.headers);
      bodies.push(body);
      const response = await collector.answer();
      if (!response.ok) return response;
      if (request.headers.get("content-type") !== "application/json") return new Response(null, { status: 415 });
      const payload = onlyFields(JSON.parse(body), ["resourceSpans", "resourceMetrics"]);
      for (const one of listIn(payload.resourceSpans)) {
        const { resource: from, scopeSpans } = onlyFields(one, ["resource", "scopeSpans"]);
        resource = attributesIn(onlyFields(from, ["attributes"]).attributes);
        for (const scoped of listIn(scopeSpans)) spans.push(...listIn(onlyFields(scoped, SCOPED).spans).map(spanIn));
      }
      for (const one of listIn(payload.resourceMetrics)) {
        const { resource: from, scopeMetrics } = onlyFields(one, ["resource", "scopeMetrics"]);
        resource = attributesIn(onlyFields(from, ["attributes"]).attributes);
        metrics = listIn(scopeMetrics).flatMap((scoped) => listIn(onlyFields(scoped, SCOPED).metrics).map(metricIn));
      }
      return response;
    },
  });
  const collector: Collector = {
    url: `http://127.0.0.1:${server.port}`,
    host: `127.0.0.1:${server.port}`,
    bodies,
    spans,
    headers,
    paths,
    get metrics() {
      return metrics;
    },
    get resource() {
      return resource;
    },
    answer: () => Response.json({}),
    close: () => server.stop(true),
  };
  return collector;
}

const SCOPED = ["scope", "spans", "metrics"];
const KINDS = { 1: "internal", 2: "server", 3: "client" } as const;
const SPAN = [
  "traceId",
  "spanId",
  "parentSpanId",
  "name",
  "kind",
  "startTimeUnixNano",
  "endTimeUnixNano",
  "attributes",
  "status",
];
const NUMBER = ["attributes", "startTimeUnixNano", "timeUnixNano", "asDouble"];
const DISTRIBUTION = [
  "attributes",
  "startTimeUnixNano",
  "timeUnixNano",
  "count",
  "sum",
  "bucketCounts",
  "explicitBounds",
];

type Fields = Readonly<Record<string, unknown>>;

/** A strict reader: a field that the protocol does not have is an error. */
function onlyFields(value: unknown, known: readonly string[]): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`no object: ${value}`);
  const strange = Object.keys(value).filter((key) => !known.includes(key));
  if (strange.length > 0) throw new Error(`fields that OTLP does not have: ${strange}`);
  return value as Fields;
}

function listIn(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`no list: ${JSON.stringify(value)}`);
  return value;
}

function spanIn(value: unknown): ReceivedSpan {
  const span = onlyFields(value, SPAN);
  const { code = 0 } = onlyFields(span.status, ["code", "message"]);
  return {
    traceId: matching(span.traceId, /^[0-9a-f]{32}$/),
    spanId: matching(span.spanId, /^[0-9a-f]{16}$/),
    parentSpanId: span.parentSpanId === undefined ? null : matching(span.parentSpanId, /^[0-9a-f]{16}$/),
    name: matching(span.name, /./),
    kind: KINDS[span.kind as keyof typeof KINDS],
    startNs: BigInt(matching(span.startTimeUnixNano, /^\d{19}$/)),
    endNs: BigInt(matching(span.endTimeUnixNano, /^\d{19}$/)),
    failed: code === 2,
    attributes: attributesIn(span.attributes),
  };
}

function metricIn(value: unknown): ReceivedMetric {
  const metric = onlyFields(value, ["name", "description", "unit", "gauge", "sum", "histogram"]);
  const kind = (["gauge", "sum", "histogram"] as const).find((one) => metric[one] !== undefined);
  if (kind === undefined) throw new Error(`a metric without figures: ${metric.name}`);
  const data = onlyFields(metric[kind], ["aggregationTemporality", "isMonotonic", "dataPoints"]);
  if (kind !== "gauge" && data.aggregationTemporality !== 2) throw new Error(`${metric.name} is not cumulative`);
  if (kind === "sum" && data.isMonotonic !== true) throw new Error(`${metric.name} may fall`);
  const points = listIn(data.dataPoints).map((point) => pointIn(point, kind === "histogram" ? DISTRIBUTION : NUMBER));
  return { name: String(metric.name), unit: String(metric.unit ?? ""), kind, points };
}

function pointIn(value: unknown, known: readonly string[]): ReceivedPoint {
  const point = onlyFields(value, known);
  const numberIn = (name: string) => (point[name] === undefined ? null : Number(point[name]));
  return {
    attributes: attributesIn(point.attributes),
    value: numberIn("asDouble"),
    count: numberIn("count"),
    sum: numberIn("sum"),
    buckets: listIn(point.bucketCounts).map((count) => Number(matching(count, /^\d+$/))),
    bounds: listIn(point.explicitBounds).map(Number),
  };
}

function attributesIn(value: unknown): Attributes {
  const pairs = listIn(value).map((pair) => {
    const { key, value: given } = onlyFields(pair, ["key", "value"]);
    const { stringValue, intValue, doubleValue, boolValue, arrayValue } = onlyFields(given, [
      "stringValue",
      "intValue",
      "doubleValue",
      "boolValue",
      "arrayValue",
    ]);
    const number = intValue === undefined ? doubleValue : Number(matching(intValue, /^-?\d+$/));
    const several = arrayValue === undefined ? undefined : textsIn(onlyFields(arrayValue, ["values"]).values);
    return [String(key), (stringValue ?? number ?? boolValue ?? several) as Attribute] as const;
  });
  return Object.fromEntries(pairs);
}

function textsIn(values: unknown): readonly string[] {
  return listIn(values).map((value) => String(onlyFields(value, ["stringValue"]).stringValue));
}

function matching(value: unknown, pattern: RegExp): string {
  if (typeof value !== "string" || !pattern.test(value)) throw new Error(`${JSON.stringify(value)} is no ${pattern}`);
  return value;
}
