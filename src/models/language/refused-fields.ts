/** Parts of a request that some servers refuse and an answer can be had without. Which ones is found out by asking. */
import { isJsonObject } from "#core/json.ts";
import type { BackendFailure } from "./backend-failure.ts";

const DISPENSABLE = ["temperature", "seed", "max_tokens", "response_format", "tool_choice"] as const;
export type DispensableField = (typeof DISPENSABLE)[number];

const REFUSING =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|not permitted|not allowed|deprecated|extra/i;

/**
 * The field that the server says it does not take; null where it complains about something else. Names count only as the
 * error's own `param`, or in quotes: a query about the temperature may be quoted back too.
 */
export function refusedField({ kind, status, detail }: BackendFailure): DispensableField | null {
  if (kind !== "rejected" || (status !== 400 && status !== 422)) return null;
  const param = paramOf(detail);
  const named = DISPENSABLE.find((field) => param === field || param?.startsWith(`${field}.`));
  if (named !== undefined) return named;
  if (!REFUSING.test(detail)) return null;
  return DISPENSABLE.find((field) => new RegExp(`['"\`]${field}[.'"\`\\\\]`).test(detail)) ?? null;
}

/** `error.param`, as OpenAI and many others have it. */
function paramOf(detail: string): string | null {
  try {
    const body: unknown = JSON.parse(detail);
    const error = isJsonObject(body) && isJsonObject(body.error) ? body.error : {};
    return typeof error.param === "string" ? error.param : null;
  } catch {
    return null;
  }
}
