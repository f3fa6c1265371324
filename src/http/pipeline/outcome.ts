import type { AppError } from "#core/errors.ts";
import { errorHeadersOf, errorObjectOf, openAiErrorOf, statusOf } from "../errors.ts";
import type { Answer, Bill, HeaderFields, Route } from "../route.ts";

/** An answer as it goes out, but for the headers that every answer has. Just this is kept for repetitions. */
export interface Outcome {
  readonly status: number;
  readonly headers: HeaderFields;
  /** JSON text, or lines of it; null for no body. */
  readonly body: string | null;
  /** In place of `body`, of what is no request's own: a file. It is kept for no repetition. */
  readonly bytes?: Uint8Array;
}

export const JSON_TYPE = { "Content-Type": "application/json" };

export function outcomeOf({ status, headers = {}, body, text, bytes }: Answer, bill: Bill): Outcome {
  if (bytes) return { status, headers, body: null, bytes };
  if (text) return { status, headers: { ...JSON_TYPE, ...headers }, body: text(bill) };
  if (body === null) return { status, headers, body };
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body(bill)) };
}

/** @param spoken how the route that failed is spoken; nothing for our own way. */
export function failureOutcome(failure: AppError, { dialect }: Pick<Route, "dialect"> = {}): Outcome {
  const headers = { ...JSON_TYPE, ...errorHeadersOf(failure) };
  const object = dialect === "openai" ? openAiErrorOf(failure) : errorObjectOf(failure);
  return { status: statusOf(failure.code), headers, body: JSON.stringify(object) };
}

/** @param headers that every answer to the request has; taken over, not copied. */
export function responseOf(outcome: Outcome, headers: Record<string, string>): Response {
  return new Response(outcome.bytes ?? outcome.body, {
    status: outcome.status,
    headers: Object.assign(headers, outcome.headers),
  });
}
