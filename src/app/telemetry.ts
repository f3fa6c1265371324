/** What goes to the collector of the settings, and nowhere else. */
import type { Config } from "#config";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import type { Log } from "#core/log.ts";
import type { Clock } from "#core/ports/clock.ts";
import { type Tracer, UNTRACED } from "#core/ports/tracer.ts";
import type { Metrics } from "#metrics/metrics.ts";
import type { MetricSnapshot } from "#metrics/snapshot.ts";
import { BackendFailure } from "#models/backend/backend-failure.ts";
import { guardedFetch } from "#models/language/guarded-fetch.ts";
import type { Sending, Signal } from "#telemetry/exporter.ts";
import manifest from "../../package.json";

export interface Telemetry {
  readonly tracer: Tracer;
  /** Metrics are sent from now on. */
  begin(metrics: () => readonly MetricSnapshot[]): void;
  /** Sends what is left, within two seconds. */
  close(): Promise<void>;
}

const NO_TELEMETRY: Telemetry = { tracer: UNTRACED, begin() {}, close: async () => {} };
/** A collector that takes everything says `{}`. */
const RESPONSE_BYTES_MAX = 65_536;
const EXAMINATION_MS_MAX = 5_000;

/** Without an endpoint nothing is loaded and nothing is followed. */
export async function openTelemetry(
  config: Config,
  { clock, log, metrics }: { readonly clock: Clock; readonly log: Log; readonly metrics: Metrics },
): Promise<Telemetry> {
  const { otlpEndpoint, intervalSeconds, sampleRatio, queueMax, serviceName } = config.telemetry;
  if (otlpEndpoint === "") return NO_TELEMETRY;
  const [{ Exporter }, { RecordingTracer }] = await Promise.all([
    import("#telemetry/exporter.ts"),
    import("#telemetry/recording-tracer.ts"),
  ]);
  const exporter = new Exporter({
    origin: { serviceName, version: manifest.version, instanceId: crypto.randomUUID() },
    send: sendingTo(config),
    queueMax,
    intervalMs: intervalSeconds * 1_000,
    now: () => clock.now(),
    spansEnded: (outcome, count) => metrics.spansEnded(outcome, count),
    sent: (signal, outcome) => metrics.telemetrySent(signal, outcome),
    log,
  });
  const tracer = new RecordingTracer({ clock, sampleRatio, record: (span) => exporter.record(span) });
  return { tracer, begin: (snapshot) => exporter.begin(snapshot), close: () => exporter.close() };
}

/** Whether the collector takes what it is sent, tried with a sending of nothing; null where none is set. */
export async function examineTelemetry(
  config: Config,
): Promise<{ readonly ok: boolean; readonly found: string } | null> {
  const { otlpEndpoint } = config.telemetry;
  if (otlpEndpoint === "") return null;
  const until = AbortSignal.timeout(EXAMINATION_MS_MAX);
  const sending = await sendingTo(config)("traces", { resourceSpans: [] }, until);
  const { host } = new URL(otlpEndpoint);
  return sending.taken ? { ok: true, found: `${host} answers` } : { ok: false, found: `${host}: ${sending.reason}` };
}

/** Through the same fetch as every other connection: no redirects, no proxies, no surprising addresses. */
function sendingTo({ telemetry, network }: Config) {
  const { otlpEndpoint: baseUrl, headers } = telemetry;
  const called = "the collector of [telemetry] otlp_endpoint";
  const fetch = guardedFetch({ baseUrl, allow: network.allow, responseBytesMax: RESPONSE_BYTES_MAX, called });
  return async (signal: Signal, payload: JsonObject, until: AbortSignal): Promise<Sending> => {
    const init = {
      method: "POST",
      headers: [["content-type", "application/json"], ...headers.map((line) => pairIn(line.reveal()))],
      body: JSON.stringify(payload),
      signal: until,
    } satisfies RequestInit;
    try {
      const response = await fetch(addressOf(baseUrl, signal), init);
      return { taken: true, rejected: rejectedIn(await response.text()) };
    } catch (failure) {
      return refusalOf(failure);
    }
  };
}

function addressOf(endpoint: string, signal: Signal): URL {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/${signal}`;
  return url;
}

function pairIn(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** A collector that took a part says how much it left. */
function rejectedIn(answer: string): number {
  try {
    const parsed: unknown = JSON.parse(answer);
    const partial = isJsonObject(parsed) ? parsed.partialSuccess : null;
    return isJsonObject(partial) ? Math.max(0, Number(partial.rejectedSpans ?? 0) || 0) : 0;
  } catch {
    // It took it, and answered in another form than it was asked in.
    return 0;
  }
}

const AGAIN: ReadonlySet<string> = new Set(["unreachable", "rate_limited", "overloaded"]);
/** Of the other failures of a server, those that pass. */
const PASSING_STATUSES: ReadonlySet<number | null> = new Set([502, 504]);

function refusalOf(failure: unknown): Sending {
  if (failure instanceof BackendFailure) {
    const { kind, status, message: reason, retryAfterMs: afterMs } = failure;
    return { taken: false, again: AGAIN.has(kind) || PASSING_STATUSES.has(status), afterMs, reason };
  }
  // The deadline: what it took of it nobody knows, and spans that come twice are told apart by their ids.
  return { taken: false, again: true, afterMs: null, reason: "the collector of [telemetry] otlp_endpoint is too slow" };
}
