/** Parts of a request that some servers refuse and an answer can be had without. Which ones is found out by asking. */
import { isJsonObject } from "#core/json.ts";
import { BackendFailure } from "../backend/backend-failure.ts";

const DISPENSABLE = ["temperature", "seed", "max_tokens", "response_format", "tool_choice"] as const;
type DispensableField = (typeof DISPENSABLE)[number];

const REFUSING =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|not permitted|not allowed|deprecated|extra/i;

/** Whether a question is to have the field. */
export type Takes = (field: DispensableField) => boolean;

/** What one server was found not to take. */
export class RefusedFields {
  readonly #refused = new Set<DispensableField>();

  /** Asks, and again without a field that the server says it does not take. Rejects with the failure that is left. */
  async askWithout<Reply>(ask: (takes: Takes) => Promise<Reply>): Promise<Reply> {
    const doneWithout = new Set(this.#refused);
    for (;;) {
      try {
        const reply = await ask((field) => !doneWithout.has(field));
        // Only what helped is kept: an error may name a field and mean something else.
        for (const field of doneWithout) this.#refused.add(field);
        return reply;
      } catch (failure) {
        const field = failure instanceof BackendFailure ? refusedField(failure) : null;
        if (field === null || doneWithout.has(field)) throw failure;
        doneWithout.add(field);
      }
    }
  }
}

/**
 * The field that the server says it does not take; null where it complains about something else. Names count only as the
 * error's own `param`, or in quotes: a query about the temperature may be quoted back too.
 */
function refusedField({ kind, status, detail }: BackendFailure): DispensableField | null {
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
