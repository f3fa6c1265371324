import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "#core/errors.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { RequestSpan, Span, SpanAttributes, SpanStart, Tracer } from "#core/ports/tracer.ts";
import type { FinishedSpan } from "./finished-span.ts";
import {
  isAmong,
  newSpanId,
  newTraceId,
  readTraceparent,
  type TraceContext,
  writeTraceparent,
} from "./trace-context.ts";

/** One request, and what of it all of its spans share. */
interface Trace {
  readonly traceId: string;
  /** Whether its spans are recorded; else its id is only handed on. */
  readonly sampled: boolean;
  readonly arrivedAt: number;
  readonly arrivedMs: number;
  ended: boolean;
}

/** The span in whose name work is done. */
interface Place {
  readonly trace: Trace;
  readonly spanId: string;
}

export interface RecordingTracerOptions {
  readonly clock: Clock;
  /** Of the requests that bring no decision with them, the share that is recorded: 0–1. */
  readonly sampleRatio: number;
  /** Takes each span when it has ended. Returns at once. */
  readonly record: (span: FinishedSpan) => void;
}

/** Records spans. In whose name work is done follows it through everything that is awaited. */
export class RecordingTracer implements Tracer {
  readonly #options: RecordingTracerOptions;
  readonly #places = new AsyncLocalStorage<Place>();

  constructor(options: RecordingTracerOptions) {
    this.#options = options;
  }

  request(headers: Headers): RequestSpan {
    const { clock, sampleRatio } = this.#options;
    const sender = readTraceparent(headers.get("traceparent"));
    const traceId = sender?.traceId ?? newTraceId();
    // Who sent it has decided already; deciding anew would tear traces apart.
    const sampled = sender?.sampled ?? isAmong(sampleRatio, traceId);
    const trace: Trace = { traceId, sampled, arrivedAt: clock.now(), arrivedMs: clock.monotonicMs(), ended: false };
    const place: Place = { trace, spanId: newSpanId() };
    return {
      run: (work) => this.#places.run(place, work),
      end: (request) => this.#endRequest(place, sender, request),
    };
  }

  part<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result> {
    const around = this.#places.getStore();
    // What goes on behind an answer is no part of it: a trace that never ends helps nobody.
    if (!around || around.trace.ended) return work(UNHEARD);
    const { trace } = around;
    const place: Place = { trace, spanId: newSpanId() };
    return this.#places.run(place, () => (trace.sampled ? this.#recorded(start, place, around, work) : work(UNHEARD)));
  }

  traceparent(): string | null {
    const place = this.#places.getStore();
    if (!place || place.trace.ended) return null;
    const { traceId, sampled } = place.trace;
    return writeTraceparent({ traceId, spanId: place.spanId, sampled });
  }

  async #recorded<Result>(
    start: SpanStart,
    place: Place,
    around: Place,
    work: (span: Span) => Promise<Result>,
  ): Promise<Result> {
    const beganMs = this.#sinceArrival(place.trace);
    const told = new Told(start.attributes ?? {});
    try {
      return await work(told);
    } catch (failure) {
      if (!told.failed) told.fail(typeOf(failure));
      throw failure;
    } finally {
      const { name, kind } = start;
      this.#end(place, around.spanId, { name, kind, beganMs, attributes: told.attributes, failed: told.failed });
    }
  }

  #endRequest(place: Place, sender: TraceContext | null, request: Parameters<RequestSpan["end"]>[0]): void {
    const { route, status, requestId, app } = request;
    // A method of the client's own making is a text of the client's.
    const method = METHODS.has(request.method) ? request.method : "_OTHER";
    const failed = status >= 500;
    const attributes = {
      "http.request.method": method,
      ...(route !== null && { "http.route": route }),
      "http.response.status_code": status,
      "dragoman.request_id": requestId,
      ...(app !== null && { "dragoman.app_id": app }),
      ...(failed && { "error.type": String(status) }),
    };
    const name = route === null ? method : `${method} ${route}`;
    if (place.trace.sampled) {
      this.#end(place, sender?.spanId ?? null, { name, kind: "server", beganMs: 0, attributes, failed });
    }
    place.trace.ended = true;
  }

  #end(
    { trace, spanId }: Place,
    parentId: string | null,
    rest: Pick<FinishedSpan, "attributes" | "beganMs" | "failed" | "kind" | "name">,
  ): void {
    const { traceId, arrivedAt } = trace;
    this.#options.record({ traceId, spanId, parentId, arrivedAt, endedMs: this.#sinceArrival(trace), ...rest });
  }

  #sinceArrival({ arrivedMs }: Trace): number {
    return this.#options.clock.monotonicMs() - arrivedMs;
  }
}

const METHODS: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);

const UNHEARD: Span = { add() {}, fail() {} };

/** What is told of a span until it ends. */
class Told implements Span {
  attributes: SpanAttributes;
  failed = false;

  constructor(attributes: SpanAttributes) {
    this.attributes = attributes;
  }

  add(attributes: SpanAttributes): void {
    this.attributes = { ...this.attributes, ...attributes };
  }

  fail(errorType: string): void {
    this.failed = true;
    this.add({ "error.type": errorType });
  }
}

/** Never its words: they may repeat what a client said. */
function typeOf(failure: unknown): string {
  if (failure instanceof AppError) return failure.code;
  return failure instanceof Error ? failure.name : "unknown";
}
