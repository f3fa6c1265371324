/** What can go wrong between the server and a model server, said so that retries and the breaker can tell. */
import { AppError } from "#core/errors.ts";

export type FailureKind =
  /** No connection, or one that broke before the answer was whole. */
  | "unreachable"
  /** An address that must not be contacted. */
  | "forbidden_address"
  /** 429. */
  | "rate_limited"
  /** 503 and the like: not now. */
  | "overloaded"
  /** Any other 5xx. */
  | "failed"
  /** A request that it will never take: another 4xx, a redirect. */
  | "rejected"
  /** An answer that is none: HTML, no choices, an error inside a 200, more bytes than are read. */
  | "unreadable";

/** Reaches clients as `bad_gateway`. What the model server wrote stands in `detail`: for the log, never for clients. */
export class BackendFailure extends AppError {
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly detail: string;
  /** What the model server asked for; null where it asked for nothing. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: FailureKind,
    message: string,
    known: {
      readonly status?: number;
      readonly detail?: string;
      readonly retryAfterMs?: number | null;
      readonly cause?: unknown;
    } = {},
  ) {
    super("bad_gateway", message, known.cause === undefined ? {} : { cause: known.cause });
    this.kind = kind;
    this.status = known.status ?? null;
    this.detail = known.detail ?? "";
    this.retryAfterMs = known.retryAfterMs ?? null;
  }
}
