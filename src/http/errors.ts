import { AppError, type ErrorCode, type ErrorDetails } from "#core/errors.ts";

const STATUSES: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  validation_error: 400,
  tool_limit_reached: 400,
  class_limit_reached: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  too_many_requests: 429,
  internal_error: 500,
  llm_processing_error: 502,
  bad_gateway: 502,
  service_unavailable: 503,
};

/** The wait that the contract promises where nothing better is known. */
const UNAVAILABLE_RETRY_SECONDS = 30;

/** The error object of the contract. `details` stands on a `validation_error` only. */
export interface ErrorObject {
  readonly error: ErrorCode;
  readonly message: string;
  readonly code: number;
  readonly details?: ErrorDetails;
}

/** The error object of OpenAI's API, as its clients read it. */
export interface OpenAiError {
  readonly error: {
    readonly message: string;
    readonly type: OpenAiErrorType;
    /** Ours, so that both ways of speaking have one list of codes. */
    readonly code: ErrorCode;
    /** The field that is wrong; of several the first. */
    readonly param: string | null;
  };
}

export const OPENAI_ERROR_TYPES = [
  "authentication_error",
  "insufficient_quota",
  "invalid_request_error",
  "permission_error",
  "rate_limit_error",
  "server_error",
] as const;
export type OpenAiErrorType = (typeof OPENAI_ERROR_TYPES)[number];

export function openAiErrorOf(failure: AppError): OpenAiError {
  const { message, error: code, details = {} } = errorObjectOf(failure);
  const [param = null] = Object.keys(details);
  return { error: { message, type: openAiTypeOf(code), code, param } };
}

/** The words of OpenAI's API for a kind of failure. */
export function openAiTypeOf(code: ErrorCode): OpenAiErrorType {
  switch (STATUSES[code]) {
    case 401:
      return "authentication_error";
    case 402:
      return "insufficient_quota";
    case 403:
      return "permission_error";
    case 429:
      return "rate_limit_error";
    default:
      return STATUSES[code] >= 500 ? "server_error" : "invalid_request_error";
  }
}

export function statusOf(code: ErrorCode): number {
  return STATUSES[code];
}

/** An `AppError` keeps its words. What anything else says is for the log: a client never sees it. */
export function toAppError(failure: unknown): AppError {
  if (failure instanceof AppError) return failure;
  const message = "the server failed: its log tells more under the X-Request-Id of this answer";
  return new AppError("internal_error", message, { cause: failure });
}

/**
 * What an error may quote of the request, in UTF-16 code units, each up to six bytes of JSON: the answer to a body of any
 * size stays below 64 KB.
 */
const MESSAGE_UNITS_MAX = 2_000;
const DETAILS_MAX = 50;
const DETAIL_UNITS_MAX = 500;
const FIELD_UNITS_MAX = 300;
/** Of all fields and what is said of them. */
const DETAILS_UNITS_MAX = 8_000;

export function errorObjectOf(failure: AppError): ErrorObject {
  const { code, details } = failure;
  const object = { error: code, message: cut(failure.message, MESSAGE_UNITS_MAX), code: STATUSES[code] };
  return code === "validation_error" && details ? { ...object, details: cutDetails(details) } : object;
}

/** The first of them, as many as there is room for. */
function cutDetails(details: ErrorDetails): ErrorDetails {
  let units = 0;
  const kept = Object.entries(details)
    .slice(0, DETAILS_MAX)
    .map(([field, problem]) => [cut(field, FIELD_UNITS_MAX), cut(problem, DETAIL_UNITS_MAX)] as const)
    .filter(([field, problem]) => {
      units += field.length + problem.length;
      return units <= DETAILS_UNITS_MAX;
    });
  return Object.fromEntries(kept);
}

/** Never through a character. */
function cut(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : `${text.slice(0, unitsMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The headers that an error brings along, whatever route it happened on. */
export function errorHeadersOf(failure: AppError): Readonly<Record<string, string>> {
  const { code, retryAfterSeconds } = failure;
  const retryAfter = retryAfterSeconds ?? (code === "service_unavailable" ? UNAVAILABLE_RETRY_SECONDS : undefined);
  return {
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
    ...(code === "unauthorized" ? { "WWW-Authenticate": "Bearer" } : {}),
    // The rest of a body that nobody will read is still on its way: the connection is of no use any more.
    ...(code === "payload_too_large" ? { Connection: "close" } : {}),
  };
}

/**
 * One line for the log about a failure that is not the client's; null for those that are, and for a server that is starting,
 * stopping or full: nothing failed then, and whoever waits for it asks many times.
 */
export function logLineOf(failure: AppError): string | null {
  const { code, cause } = failure;
  if (STATUSES[code] < 500 || (code === "service_unavailable" && cause === undefined)) return null;
  const said = `${code}: ${failure.message}`;
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? "");
  // What a model did not answer within is in our words already, and a time that is over has no stack.
  return failure.message.includes(reason) ? said : `${said} (${reason})`;
}
