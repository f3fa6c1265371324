/** The W3C's trace context: how a request says of which trace it is a part. */

export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits: the span that sent the request. */
  readonly spanId: string;
  readonly sampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 0x01;

/** Null for what is missing or malformed: such a request begins a trace of its own. */
export function readTraceparent(header: string | null): TraceContext | null {
  const [, version, traceId, spanId, flags = "", more] = TRACEPARENT.exec(header?.trim() ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || version === "ff") return null;
  // A later version may have more to say; this one has not.
  if (version === "00" && more !== undefined) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

export function writeTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;
}

/** Of the digits of a trace id that are random in every version of the standard, as many as a number holds exactly. */
const RANDOM_DIGITS = 13;

/** Whether a trace is among the `ratio` that is followed: the same answer on every server that asks. */
export function isAmong(ratio: number, traceId: string): boolean {
  return Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) < ratio * 16 ** RANDOM_DIGITS;
}

export function newTraceId(): string {
  return randomHex(16);
}

export function newSpanId(): string {
  return randomHex(8);
}

function randomHex(bytes: number): string {
  // All zeros are no id; no generator gives them in the life of a universe.
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}
