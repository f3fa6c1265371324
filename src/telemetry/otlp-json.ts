/** Traces and metrics as OTLP writes them in JSON: ids in hex digits, 64-bit numbers as texts. */
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { SpanAttribute, SpanAttributes } from "#core/ports/tracer.ts";
import type { DistributionPoint, MetricSnapshot, NumberPoint } from "#metrics/snapshot.ts";
import type { FinishedSpan } from "./finished-span.ts";

/** Who sends. */
export interface Origin {
  readonly serviceName: string;
  readonly version: string;
  /** Another one at every start. */
  readonly instanceId: string;
}

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;
/** Sums and buckets count from the start of the process. */
const CUMULATIVE = 2;
/** As UCUM calls them. What has no unit has none here: "1" would make it a ratio. */
const UNITS = { bytes: "By", seconds: "s" } as const;

export function tracesPayload(origin: Origin, spans: readonly FinishedSpan[]): JsonObject {
  const scopeSpans = [{ scope: scopeOf(origin), spans: spans.map(spanOf) }];
  return { resourceSpans: [{ resource: resourceOf(origin), scopeSpans }] };
}

/** @param begunAt when counting began. */
export function metricsPayload(
  origin: Origin,
  metrics: readonly MetricSnapshot[],
  { begunAt, now }: { readonly begunAt: number; readonly now: number },
): JsonObject {
  const times = { startTimeUnixNano: nanoseconds(begunAt, 0), timeUnixNano: nanoseconds(now, 0) };
  const scopeMetrics = [{ scope: scopeOf(origin), metrics: metrics.flatMap((metric) => metricOf(metric, times)) }];
  return { resourceMetrics: [{ resource: resourceOf(origin), scopeMetrics }] };
}

type Times = Readonly<Record<"startTimeUnixNano" | "timeUnixNano", string>>;

function resourceOf({ serviceName, version, instanceId }: Origin): JsonObject {
  const attributes = {
    "service.name": serviceName,
    "service.version": version,
    "service.instance.id": instanceId,
  };
  return { attributes: attributesOf(attributes) };
}

function scopeOf({ version }: Origin): JsonObject {
  return { name: "dragoman", version };
}

function spanOf(span: FinishedSpan): JsonObject {
  const { traceId, spanId, parentId, name, kind, arrivedAt, beganMs, endedMs, attributes, failed } = span;
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(arrivedAt, beganMs),
    endTimeUnixNano: nanoseconds(arrivedAt, endedMs),
    attributes: attributesOf(attributes),
    status: failed ? { code: STATUS_ERROR } : {},
  };
}

function metricOf({ name, definition, numbers, distributions }: MetricSnapshot, times: Times): readonly JsonObject[] {
  const { help: description, type } = definition;
  const points = numbers.filter(({ value }) => Number.isFinite(value)).map((point) => numberPoint(point, times));
  const described = { name, description, ...(definition.unit !== null && { unit: UNITS[definition.unit] }) };
  if (type === "histogram") {
    const bounds = definition.buckets ?? [];
    const dataPoints = distributions.map((point) => distributionPoint(point, bounds, times));
    return dataPoints.length === 0
      ? []
      : [{ ...described, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } }];
  }
  if (points.length === 0) return [];
  if (type === "gauge") return [{ ...described, gauge: { dataPoints: points } }];
  const sum = { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: points };
  return [{ ...described, sum }];
}

function numberPoint({ labels, value }: NumberPoint, times: Times): JsonObject {
  return { attributes: attributesOf(labels), ...times, asDouble: value };
}

function distributionPoint(
  { labels, counts, sum }: DistributionPoint,
  explicitBounds: readonly number[],
  times: Times,
): JsonObject {
  const count = String(counts.reduce((total, one) => total + one, 0));
  const bucketCounts = counts.map(String);
  return { attributes: attributesOf(labels), ...times, count, sum, bucketCounts, explicitBounds: [...explicitBounds] };
}

function attributesOf(attributes: SpanAttributes): JsonObject[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: SpanAttribute): { readonly [kind: string]: JsonValue } {
  if (typeof value === "object") return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** @param at milliseconds since 1970; the sum has more digits than a number holds. */
function nanoseconds(at: number, plusMs: number): string {
  return String(BigInt(Math.round(at * 1_000)) * 1_000n + BigInt(Math.round(plusMs * 1_000_000)));
}
