import type { SpanAttributes } from "#core/ports/tracer.ts";

/** A span that has come to its end. */
export interface FinishedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first of a trace. */
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: "client" | "internal" | "server";
  /** When the request came, by the time of day. Of all spans of a request the same. */
  readonly arrivedAt: number;
  /** Milliseconds after that. */
  readonly beganMs: number;
  readonly endedMs: number;
  readonly attributes: SpanAttributes;
  readonly failed: boolean;
}
