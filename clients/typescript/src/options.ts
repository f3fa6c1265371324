import { DragomanError } from "./errors.ts";

/** What may be said with a call, beside what it is about. */
export interface CallOptions {
  /** Aborts the call, also while it waits for its next attempt. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take; the client's own where it is left out. */
  readonly timeoutMs?: number | undefined;
  /** How often a call that failed is made again; the client's own where it is left out. */
  readonly retriesMax?: number | undefined;
  /** Your own `X-Request-Id`, which feedback and the server's log name the call by. */
  readonly requestId?: string | undefined;
}

/** Of a POST. */
export interface PostOptions extends CallOptions {
  /** Your own key, for a call that is made again after this program has ended. Each call makes one of its own otherwise. */
  readonly idempotencyKey?: string | undefined;
}

/** Of a call that changes or deletes a resource. */
export interface ConditionalOptions extends CallOptions {
  /** The `etagOf` what was read last: the call is refused with `PreconditionFailedError` when the resource has changed since. */
  readonly ifMatch?: string | undefined;
}

/** Of a question. */
export interface QuestionOptions extends PostOptions {
  /** `no-store`: the cache is neither read nor written. `no-cache`: answered anew, and the new answer kept. */
  readonly cacheControl?: "no-store" | "no-cache" | undefined;
  /** `metadata.explain` says why the cache did or did not answer. */
  readonly explainsCache?: boolean | undefined;
}

/** The headers that options stand for. */
export function headersOf(options: QuestionOptions & ConditionalOptions): Readonly<Record<string, string>> {
  const { requestId, idempotencyKey, ifMatch, cacheControl, explainsCache } = options;
  return {
    ...headerOf("X-Request-Id", { requestId }),
    ...headerOf("Idempotency-Key", { idempotencyKey }),
    ...headerOf("If-Match", { ifMatch }),
    ...(cacheControl !== undefined && { "Cache-Control": cacheControl }),
    ...(explainsCache && { "X-Dragoman-Explain": "cache" }),
  };
}

/** `fetch` refuses other characters with an error that reads as if the connection had failed. */
const HEADER_TEXT = /^[\x20-\x7e]*$/;

function headerOf(
  header: string,
  option: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const [[name, text] = ["", undefined]] = Object.entries(option);
  if (text === undefined) return {};
  if (!HEADER_TEXT.test(text)) throw new DragomanError(`${name} has characters that no header takes: give ASCII`);
  return { [header]: text };
}

/** The longest that a timer can be set to; a longer one ends at once. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

/** Throws a DragomanError for what is no time, or no number of times. */
export function checkLimits({ timeoutMs = 1, retriesMax = 0 }: Pick<CallOptions, "timeoutMs" | "retriesMax">): void {
  if (!(timeoutMs > 0 && timeoutMs <= TIMEOUT_MS_MAX)) {
    throw new DragomanError(`timeoutMs is ${timeoutMs}: give more than 0 and at most ${TIMEOUT_MS_MAX} milliseconds`);
  }
  if (!Number.isInteger(retriesMax) || retriesMax < 0) {
    throw new DragomanError(`retriesMax is ${retriesMax}: give a whole number from 0`);
  }
}
