import type { Costs } from "#core/access/ledger.ts";
import type { AppError } from "#core/errors.ts";
import type { Log } from "#core/log.ts";
import { logLineOf, toAppError } from "../errors.ts";
import type { Services } from "../services.ts";
import type { CrossOrigin } from "./cross-origin.ts";

/** What every request needs, whatever its route. */
export interface RequestContext {
  readonly services: Pick<
    Services,
    | "access"
    | "admin"
    | "adminToken"
    | "aliasTallies"
    | "changes"
    | "clock"
    | "failedWork"
    | "feedback"
    | "hits"
    | "idempotency"
    | "ledger"
    | "mainThread"
    | "observer"
    | "queryLog"
    | "tracer"
  >;
  readonly costs: Costs;
  readonly crossOrigin: CrossOrigin;
  /** Items of a batch that are worked on at once. */
  readonly batchConcurrencyMax: number;
  /** The client's, for those who call without a token. */
  readonly addressOf: (request: Request) => string;
  readonly log: Log;
}

/** What was being done when something failed. */
interface Occasion {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly signal: AbortSignal;
}

/** The failure as the client may hear it; what is not the client's own is in the log. */
export function reported(context: Pick<RequestContext, "log">, occasion: Occasion, failure: unknown): AppError {
  const error = toAppError(failure);
  // When the client is gone, what fails next is no news, and nobody reads this answer.
  const line = occasion.signal.aborted ? null : logLineOf(error);
  const { requestId, method, path } = occasion;
  if (line !== null) context.log(`${method} ${path}: ${line}`, { level: "error", requestId });
  return error;
}
