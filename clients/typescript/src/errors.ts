/** What a call can fail with. No message, and nothing that an error shows of itself, has a key or a token in it. */

/** Whatever this client throws of its own. An aborted call throws the reason of its signal instead, as `fetch` does. */
export class DragomanError extends Error {
  override readonly name: string = "DragomanError";
}

/** No answer came: the server cannot be reached, or the connection broke. */
export class ApiConnectionError extends DragomanError {
  override readonly name: string = "ApiConnectionError";
  /** Whether the request certainly never reached the server, so that nothing was done or charged. */
  readonly wasNeverSent: boolean;

  constructor(message: string, wasNeverSent: boolean) {
    super(message);
    this.wasNeverSent = wasNeverSent;
  }
}

/** No answer came within the time-out. The server may have done, and charged, the call all the same. */
export class ApiTimeoutError extends ApiConnectionError {
  override readonly name = "ApiTimeoutError";
}

/** An answer that is none of Dragoman's: something between here and the server wrote it. */
export class AnswerError extends DragomanError {
  override readonly name = "AnswerError";
}

/** What the server says in a refusal. */
export interface Refusal {
  readonly status: number;
  /** Machine-readable; the codes are in the reference of errors. */
  readonly code: string;
  readonly message: string;
  /** With `validation_error`: what is wrong, by field. */
  readonly details?: Readonly<Record<string, string>> | undefined;
  /** Names the call in the server's log. */
  readonly requestId: string | null;
  /** After how many seconds trying again makes sense, where the server said so. */
  readonly retryAfterSeconds: number | null;
  /** Whether Dragoman itself answered, and not a proxy before it. What it refuses is not charged. */
  readonly isOfServer: boolean;
}

/** The server refused the call. Each code has a class of its own below. */
export class ApiError extends DragomanError {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly isOfServer: boolean;

  constructor({ status, code, message, details = {}, requestId, retryAfterSeconds, isOfServer }: Refusal) {
    super(`${status} ${code}: ${message}${requestId === null ? "" : ` (request ${requestId})`}`);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isOfServer = isOfServer;
  }
}

export class BadRequestError extends ApiError {
  override readonly name = "BadRequestError";
}
export class ValidationError extends ApiError {
  override readonly name = "ValidationError";
}
export class ToolLimitReachedError extends ApiError {
  override readonly name = "ToolLimitReachedError";
}
export class ClassLimitReachedError extends ApiError {
  override readonly name = "ClassLimitReachedError";
}
export class UnauthorizedError extends ApiError {
  override readonly name = "UnauthorizedError";
}
export class PaymentRequiredError extends ApiError {
  override readonly name = "PaymentRequiredError";
}
export class ForbiddenError extends ApiError {
  override readonly name = "ForbiddenError";
}
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}
export class MethodNotAllowedError extends ApiError {
  override readonly name = "MethodNotAllowedError";
}
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}
export class PreconditionFailedError extends ApiError {
  override readonly name = "PreconditionFailedError";
}
export class PayloadTooLargeError extends ApiError {
  override readonly name = "PayloadTooLargeError";
}
export class TooManyRequestsError extends ApiError {
  override readonly name = "TooManyRequestsError";
}
export class InternalError extends ApiError {
  override readonly name = "InternalError";
}
export class LlmProcessingError extends ApiError {
  override readonly name = "LlmProcessingError";
}
export class BadGatewayError extends ApiError {
  override readonly name = "BadGatewayError";
}
export class ServiceUnavailableError extends ApiError {
  override readonly name = "ServiceUnavailableError";
}

/** By the code that the server gives. A code of a newer server is an `ApiError`. */
const CLASSES: Readonly<Record<string, new (refusal: Refusal) => ApiError>> = {
  bad_request: BadRequestError,
  validation_error: ValidationError,
  tool_limit_reached: ToolLimitReachedError,
  class_limit_reached: ClassLimitReachedError,
  unauthorized: UnauthorizedError,
  payment_required: PaymentRequiredError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  conflict: ConflictError,
  precondition_failed: PreconditionFailedError,
  payload_too_large: PayloadTooLargeError,
  too_many_requests: TooManyRequestsError,
  internal_error: InternalError,
  llm_processing_error: LlmProcessingError,
  bad_gateway: BadGatewayError,
  service_unavailable: ServiceUnavailableError,
};

/** What proxies answer in place of the server, by the code that the server would have given. */
const CODES_OF_PROXIES: Readonly<Record<number, string>> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  413: "payload_too_large",
  429: "too_many_requests",
  500: "internal_error",
  502: "bad_gateway",
  503: "service_unavailable",
};

/** The error for an answer that is none of the 2xx. `text`: its body, of which only an error object of the contract is quoted. */
export function apiErrorOf(status: number, headers: Headers, text: string, now: number): ApiError {
  const said = errorObjectIn(text);
  const code = said?.error ?? CODES_OF_PROXIES[status] ?? "unknown_error";
  const Class = Object.hasOwn(CLASSES, code) ? (CLASSES[code] ?? ApiError) : ApiError;
  return new Class({
    status,
    code,
    message: said?.message ?? "the answer is none of Dragoman's: see what stands between here and the server",
    details: said?.details,
    requestId: headers.get("x-request-id"),
    retryAfterSeconds: secondsIn(headers.get("retry-after"), now),
    isOfServer: said !== null,
  });
}

interface ErrorObject {
  readonly error: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, string>>;
}

function errorObjectIn(text: string): ErrorObject | null {
  try {
    const { error, message, details } = JSON.parse(text) as Partial<ErrorObject>;
    return typeof error === "string" && typeof message === "string"
      ? { error, message, ...(details && { details }) }
      : null;
  } catch {
    return null;
  }
}

/** Of a `Retry-After`: seconds or, from some proxies, a date. */
function secondsIn(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
