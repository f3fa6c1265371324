import type { JsonObject } from "#core/json.ts";
import type { Log } from "#core/log.ts";
import type { MetricSnapshot } from "#metrics/snapshot.ts";
import type { FinishedSpan } from "./finished-span.ts";
import { metricsPayload, type Origin, tracesPayload } from "./otlp-json.ts";
import { SpanQueue } from "./span-queue.ts";

export type Signal = "metrics" | "traces";

/** What the collector made of a sending. `again`: it may take the same later. */
export type Sending =
  | { readonly taken: true; readonly rejected: number }
  | { readonly taken: false; readonly again: boolean; readonly afterMs: number | null; readonly reason: string };

export interface ExporterOptions {
  readonly origin: Origin;
  /** Sends once. Never rejects; the deadline is the signal's. */
  readonly send: (signal: Signal, payload: JsonObject, until: AbortSignal) => Promise<Sending>;
  readonly queueMax: number;
  readonly intervalMs: number;
  readonly now: () => number;
  readonly spansEnded: (outcome: "dropped" | "sent", count: number) => void;
  readonly sent: (signal: Signal, outcome: "failed" | "taken") => void;
  readonly log: Log;
}

/** Spans of one sending: small enough that writing them down holds up no request. */
const BATCH_SPANS = 256;
const SENDING_MS_MAX = 10_000;
/** What a server that stops waits for its collector. */
const FLUSH_MS_MAX = 2_000;

/**
 * Sends spans and metrics every now and then, behind the back of requests. While the collector does not take them spans wait,
 * up to `queueMax`; what comes after is dropped and counted. Metrics are sums since the start: a lost sending loses nothing.
 */
export class Exporter {
  readonly #options: ExporterOptions;
  readonly #queue: SpanQueue;
  readonly #begunAt: number;
  #metrics: () => readonly MetricSnapshot[] = () => [];
  #timer: ReturnType<typeof setInterval> | null = null;
  #sending: Promise<void> | null = null;
  #isEarly = false;
  #notBefore = 0;
  readonly #failing = new Set<Signal>();
  readonly #stop = new AbortController();

  constructor(options: ExporterOptions) {
    this.#options = options;
    this.#queue = new SpanQueue(options.queueMax, (count) => options.spansEnded("dropped", count));
    this.#begunAt = options.now();
  }

  /** From now on something is sent every `intervalMs`. */
  begin(metrics: () => readonly MetricSnapshot[]): void {
    this.#metrics = metrics;
    this.#timer = setInterval(() => this.#work(), this.#options.intervalMs);
    // Telling about a process must not keep it alive.
    this.#timer.unref();
  }

  record(span: FinishedSpan): void {
    this.#queue.add(span);
    if (this.#queue.size < BATCH_SPANS || this.#isEarly || this.#sending || this.#failing.size > 0) return;
    // A busy server sends more often: waiting would fill the queue. After the request, not in its time.
    this.#isEarly = true;
    setTimeout(() => {
      this.#isEarly = false;
      this.#work();
    }, 0).unref();
  }

  /** Sends what is left, within two seconds. What cannot be sent by then is dropped. */
  async close(): Promise<void> {
    // A server that could not start has nothing to tell.
    if (!this.#timer) return;
    clearInterval(this.#timer);
    const giveUp = setTimeout(() => this.#stop.abort(), FLUSH_MS_MAX);
    await this.#sending;
    this.#notBefore = 0;
    await this.#sendAll();
    clearTimeout(giveUp);
    const left = this.#queue.size;
    this.#queue.drop(left);
    if (left > 0) this.#options.log(`telemetry: ${left} spans were not sent before the end`, { level: "warn" });
  }

  /** One at a time: a slow collector is not asked more often. */
  #work(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  async #sendAll(): Promise<void> {
    if (this.#options.now() < this.#notBefore) return;
    if (!(await this.#sendSpans())) return;
    const { origin, now } = this.#options;
    const times = { begunAt: this.#begunAt, now: now() };
    await this.#send("metrics", metricsPayload(origin, this.#metrics(), times));
  }

  /** False when the collector takes nothing at the moment. */
  async #sendSpans(): Promise<boolean> {
    while (this.#queue.size > 0) {
      const spans = this.#queue.first(BATCH_SPANS);
      const sending = await this.#send("traces", tracesPayload(this.#options.origin, spans));
      if (!sending.taken && sending.again) return false;
      const refused = sending.taken ? Math.min(sending.rejected, spans.length) : spans.length;
      this.#options.spansEnded("sent", spans.length - refused);
      this.#queue.drop(refused);
      this.#queue.remove(spans.length - refused);
    }
    return true;
  }

  async #send(signal: Signal, payload: JsonObject): Promise<Sending> {
    const { send, sent, now } = this.#options;
    const until = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(SENDING_MS_MAX)]);
    const sending = await send(signal, payload, until);
    sent(signal, sending.taken ? "taken" : "failed");
    if (!sending.taken && sending.afterMs !== null) this.#notBefore = now() + sending.afterMs;
    this.#tell(signal, sending);
    return sending;
  }

  /** Once when it begins to fail and once when it is over: an outage of an hour is two lines. */
  #tell(signal: Signal, sending: Sending): void {
    const { log } = this.#options;
    const wasFailing = this.#failing.has(signal);
    if (sending.taken) {
      this.#failing.delete(signal);
      if (wasFailing) log(`telemetry: the collector takes ${signal} again`);
      return;
    }
    this.#failing.add(signal);
    if (!wasFailing) log(`telemetry: ${signal} are not sent: ${sending.reason}`, { level: "warn" });
  }
}
