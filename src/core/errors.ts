/** Every code that the error object of the contract (section 7) and our additions can carry. `http/errors.ts` gives each its status. */
export type ErrorCode =
  | "bad_request"
  | "validation_error"
  | "tool_limit_reached"
  | "class_limit_reached"
  | "unauthorized"
  | "payment_required"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "precondition_failed"
  | "payload_too_large"
  | "too_many_requests"
  | "internal_error"
  | "llm_processing_error"
  | "bad_gateway"
  | "service_unavailable";

/** How a model fails its caller. Another model may do better; a client who left, or a request that is wrong, is not among it. */
export const MODEL_FAILURES = [
  "llm_processing_error",
  "bad_gateway",
  "service_unavailable",
] as const satisfies readonly ErrorCode[];
export type ModelFailureCode = (typeof MODEL_FAILURES)[number];

/** The code of a model's failure; null for whatever else was thrown. */
export function modelFailureIn(thrown: unknown): ModelFailureCode | null {
  return (thrown instanceof AppError && MODEL_FAILURES.find((code) => code === thrown.code)) || null;
}

/** Field name to what is wrong with it, in words for the person who sent it. */
export type ErrorDetails = Readonly<Record<string, string>>;

/**
 * The only error that reaches a client with its own words. Whatever else is thrown is a bug of ours or a failure of the
 * machine: it is logged and answered as `internal_error`, its message never shown.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  /** Seconds after which trying again makes sense; becomes the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetails; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A `validation_error` about one field. */
export function invalid(field: string, problem: string): AppError {
  return new AppError("validation_error", `${field}: ${problem}`, { details: { [field]: problem } });
}

/**
 * Why a command of the operator cannot do its work, or the server not start. `cli/exit-status.ts` gives each its exit status.
 *
 * | code | |
 * | --- | --- |
 * | `misuse` | the command line is wrong: nothing was done |
 * | `settings` | the settings are wrong: nothing was started |
 * | `folder_in_use` | another process works in the data folder; it may be gone in a moment |
 * | `folder_starting` | the same, and it is a server that will take commands in a moment |
 * | `folder_unusable` | the data folder, or the database in it, cannot be used as it is |
 * | `database_unusable` | the database of a cluster cannot be reached, or cannot be used as it is |
 * | `data_lost` | the data folder had more than is in it now: nothing is started on the rest unless that is wanted |
 * | `backup` | a backup cannot be made or restored |
 * | `address_unusable` | the server cannot listen where it should |
 * | `libraries_unusable` | a native library cannot be unpacked or loaded |
 * | `failed` | a command could not do its work for a reason of its own |
 */
export type OperatorErrorCode =
  | "misuse"
  | "settings"
  | "folder_in_use"
  | "folder_starting"
  | "folder_unusable"
  | "database_unusable"
  | "data_lost"
  | "backup"
  | "address_unusable"
  | "libraries_unusable"
  | "failed";

/**
 * The only error that reaches the person at the terminal with its own words, beside an `AppError`: they say what is wrong and
 * what can be done. Nothing was changed by what threw it, unless its words say so.
 */
export class OperatorError extends Error {
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "OperatorError";
    this.code = code;
  }
}

/** What whatever was thrown says, for the log or for the person in front of it: JavaScript lets anything be thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The same for an operator, to whom the machine's own word is told as well where it is behind ours, and not in ours already. */
export function messageWithCause(thrown: unknown): string {
  const message = messageOf(thrown);
  const cause = thrown instanceof AppError ? thrown.cause : undefined;
  return cause instanceof Error && !message.includes(cause.message) ? `${message} (${cause.message})` : message;
}
