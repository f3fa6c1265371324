import type { ErrorCode, ErrorDetails } from "#core/errors.ts";
import { AppError } from "#core/errors.ts";
import { errorObjectOf, statusOf } from "../errors.ts";
import type { JsonSchema } from "./json-schema.ts";

interface Problem {
  /** When it is answered, and what to do about it. */
  readonly meaning: string;
  /** The words of an answer as it comes. */
  readonly message: string;
  readonly details?: ErrorDetails;
}

export const PROBLEMS: Readonly<Record<ErrorCode, Problem>> = {
  bad_request: {
    meaning: "The body is no JSON, a field is missing, or a header or the path is malformed. Mend the request.",
    message: "missing field: `tools`",
  },
  validation_error: {
    meaning:
      "A field is unknown, of the wrong type, malformed or over its limit. `details` says for each what is wrong.",
    message: "query: query exceeds the limit: 612/500 characters",
    details: { query: "query exceeds the limit: 612/500 characters" },
  },
  tool_limit_reached: {
    meaning: "More tools than one toolset may hold (128).",
    message: "tools: 129 tools, at most 128 are allowed",
  },
  class_limit_reached: {
    meaning: "More classes than one classification set may hold (500).",
    message: "classes: 501 classes, at most 500 are allowed",
  },
  unauthorized: {
    meaning: "The credential is missing, malformed, expired, or was withdrawn. Get a new token with `POST /v1/auth`.",
    message: "the header `Authorization: Bearer <ACCESS_TOKEN>` is missing or malformed",
  },
  payment_required: {
    meaning: "The balance holds less than the call costs. Add credits, change the plan, or wait for the next month.",
    message: "the call costs 1 and 0 requests are left: add credits, change the plan, or wait for the next month",
  },
  forbidden: { meaning: "The app is suspended, or what is asked is never allowed.", message: "the app is suspended" },
  not_found: {
    meaning: "What is named does not exist, or belongs to another app: the two are not told apart.",
    message: 'the toolset "travel-v1" does not exist or is not assigned to this app',
  },
  method_not_allowed: {
    meaning: "The path exists with other methods: the header `Allow` names them.",
    message: "/v1/resolve takes POST, not GET",
  },
  conflict: {
    meaning: "The name is taken already. Replace what is there with PUT, or choose another.",
    message: 'the toolset "weather-v1" is registered already: PUT replaces it',
  },
  precondition_failed: {
    meaning: "`If-Match` names another version than the current one. Read it again, and decide again.",
    message: 'the toolset "weather-v1" has changed: its ETag is not the one in If-Match',
  },
  payload_too_large: {
    meaning:
      "The body is larger than the server takes (`limits.body_bytes_max`, 1 MiB unless the operator chose another).",
    message: "the body exceeds the limit of 1048576 bytes",
  },
  too_many_requests: {
    meaning: "The window of this minute is used up. `Retry-After` says in how many seconds the next one begins.",
    message: "the limit of 60 requests per minute is reached: try again in 17 s",
  },
  internal_error: {
    meaning: "The server failed; its log tells more under the `X-Request-Id` of the answer. Try again with backoff.",
    message: "the server failed: its log tells more under the X-Request-Id of this answer",
  },
  llm_processing_error: {
    meaning: "The model answered nonsense, and again when asked to mend it. Try again, or word the query differently.",
    message: "the model chose a tool that was not offered",
  },
  bad_gateway: {
    meaning:
      "The model behind the server could not be reached, timed out, or answered with an error. Try again with backoff.",
    message: "the model did not answer in time",
  },
  service_unavailable: {
    meaning:
      "Not now: the server is stopping, its store or model is not there, or its queue is full. Wait for `Retry-After`.",
    message: "the server is shutting down",
  },
};

export const ERROR_CODES = Object.keys(PROBLEMS) as readonly ErrorCode[];

/** The error object as it comes, byte for byte but for the words. */
export function exampleOf(code: ErrorCode): JsonSchema {
  const { message, details } = PROBLEMS[code];
  return { ...errorObjectOf(new AppError(code, message, details ? { details } : {})) };
}

/** As in `ToolLimitReachedError`. */
export function problemName(code: ErrorCode): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join("").replace(/(?:Error)?$/, "Error");
}

/** The schema of one code's error object. */
export function problemSchema(code: ErrorCode): JsonSchema {
  const withDetails = code === "validation_error";
  const details = {
    type: "object",
    description: "Field name, as in `tools.0.name`, to what is wrong with it.",
    additionalProperties: { type: "string" },
  };
  return {
    type: "object",
    description: PROBLEMS[code].meaning,
    required: ["error", "message", "code", ...(withDetails ? ["details"] : [])],
    properties: {
      error: { type: "string", const: code, description: "Machine-readable code." },
      message: { type: "string", description: "For the person who reads the log." },
      code: { type: "integer", const: statusOf(code), description: "Equals the status." },
      ...(withDetails && { details }),
    },
    additionalProperties: false,
  };
}
