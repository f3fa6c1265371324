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
    ...(requestId !== undefined && { "X-Request-Id": requestId }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...(ifMatch !== undefined && { "If-Match": ifMatch }),
    ...(cacheControl !== undefined && { "Cache-Control": cacheControl }),
    ...(explainsCache && { "X-Dragoman-Explain": "cache" }),
  };
}
