/** What an answer came with, kept beside it: the answers themselves are as the contract has them. */
interface Envelope {
  readonly requestId: string | null;
  readonly etag: string | null;
}

const envelopes = new WeakMap<object, Envelope>();

export function keepEnvelope(answer: unknown, headers: Headers): void {
  if (typeof answer !== "object" || answer === null) return;
  envelopes.set(answer, { requestId: headers.get("x-request-id"), etag: headers.get("etag") });
}

/** The id of the call that this is the answer of, which feedback names; null for what is no answer of this client. */
export function requestIdOf(answer: object): string | null {
  return envelopes.get(answer)?.requestId ?? null;
}

/** The version of the resource that this is, for `ifMatch`; null for what has none. */
export function etagOf(answer: object): string | null {
  return envelopes.get(answer)?.etag ?? null;
}
