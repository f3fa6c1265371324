import type { ErrorCode, ErrorDetails } from "#core/errors.ts";
import { AppError } from "#core/errors.ts";
import { errorObjectOf, openAiErrorOf, openAiTypeOf, statusOf } from "../errors.ts";
import type { Route } from "../route.ts";
import type { JsonSchema } from "./json-schema.ts";

interface Problem {
  /** When it is answered. */
  readonly when: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The words of an answer as it comes. */
  readonly message: string;
  readonly details?: ErrorDetails;
}

export const PROBLEMS: Readonly<Record<ErrorCode, Problem>> = {
  bad_request: {
    when: "The body is no JSON, a field is missing, or a header or the path is malformed.",
    remedy: "Mend the request.",
    message: "missing field: `tools`",
  },
  validation_error: {
    when: "A field is unknown, of the wrong type, malformed or over its limit. `details` says for each what is wrong.",
    remedy: "Mend the fields that `details` names.",
    message: "query: query exceeds the limit: 612/500 characters",
    details: { query: "query exceeds the limit: 612/500 characters" },
  },
  tool_limit_reached: {
    when: "More tools than one toolset may hold (128).",
    remedy: "Spread them over several toolsets: a request may name 16 of them.",
    message: "tools: 129 tools, at most 128 are allowed",
  },
  class_limit_reached: {
    when: "More classes than one classification set may hold (500).",
    remedy: "Spread them over several sets, or join classes that are alike.",
    message: "classes: 501 classes, at most 500 are allowed",
  },
  unauthorized: {
    when: "The credential is missing, malformed, expired, or was withdrawn.",
    remedy: "Get a new token with `POST /v1/auth`.",
    message:
      'the header `Authorization: Bearer <ACCESS_TOKEN>` is missing or malformed: POST /v1/auth with {"api_key": "…"} gives the token',
  },
  payment_required: {
    when: "The balance holds less than the call costs.",
    remedy: "Add credits, change the plan, or wait for the next month.",
    message:
      "the call costs 1 and 0 requests are left: `dragoman app credit app_4fQ8mXw2Lr7TnZ1c N` adds requests, `dragoman app plan app_4fQ8mXw2Lr7TnZ1c PLAN` changes the plan, and the next month brings new ones",
  },
  forbidden: {
    when: "The app is suspended, or what is asked is never allowed.",
    remedy: "Ask the operator of the server, who can resume the app.",
    message: "the app is suspended",
  },
  not_found: {
    when: "What is named does not exist, or belongs to another app: the two are not told apart.",
    remedy: "Check the name in the path and in the body, and whose token it is.",
    message: 'the toolset "travel-v1" does not exist or is not assigned to this app',
  },
  method_not_allowed: {
    when: "The path exists with other methods.",
    remedy: "Use one of those that the header `Allow` names.",
    message: "/v1/resolve takes POST, not GET",
  },
  conflict: {
    when: "The name is taken already.",
    remedy: "Replace what is there with PUT, or choose another.",
    message: 'the toolset "weather-v1" is registered already: PUT replaces it',
  },
  precondition_failed: {
    when: "`If-Match` names another version than the current one.",
    remedy: "Read it again, and decide again.",
    message: 'the toolset "weather-v1" has changed: its ETag is not the one in If-Match',
  },
  payload_too_large: {
    when: "The body is larger than the server takes (`limits.body_bytes_max`, 1 MiB unless the operator chose another), or comes too slowly (`limits.body_seconds_max`, 30 s, and less than 1,024 bytes a second).",
    remedy: "Send less at once.",
    message: "the body exceeds the limit of 1048576 bytes",
  },
  too_many_requests: {
    when: "The window of this minute is used up, or too much work went into calls that failed (`limits.failed_work_ms_per_minute`). The message says which.",
    remedy:
      "Wait: `Retry-After` says for how many seconds. Mend what fails: the balance is not charged for it, but the work counts.",
    message:
      "the limit of 60 requests per minute is reached: try again in 17 s; `dragoman app plan app_4fQ8mXw2Lr7TnZ1c PLAN` moves the app to a plan that allows more",
  },
  internal_error: {
    when: "The server failed; its log tells more under the `X-Request-Id` of the answer.",
    remedy: "Try again with backoff.",
    message: "the server failed: its log tells more under the X-Request-Id of this answer",
  },
  llm_processing_error: {
    when: "The model answered nonsense, and again when asked to mend it.",
    remedy: "Try again, or word the query differently.",
    message: "the model chose a tool that was not offered",
  },
  bad_gateway: {
    when: "The model behind the server could not be reached, timed out, or answered with an error.",
    remedy: "Try again with backoff.",
    message: "the model did not answer in time",
  },
  service_unavailable: {
    when: "Not now: the server is stopping, its store or model is not there, its queue is full, the model inside was too busy, or what is to be compared is not learned yet.",
    remedy: "Wait for `Retry-After`.",
    message: "the server is shutting down",
  },
};

/** When it is answered, and what to do about it. */
export function meaningOf(code: ErrorCode): string {
  const { when, remedy } = PROBLEMS[code];
  return `${when} ${remedy}`;
}

export const ERROR_CODES = Object.keys(PROBLEMS) as readonly ErrorCode[];

/** How an error is spoken: left out for our own object. */
type Spoken = Pick<Route, "dialect">;

/** The error object as it comes, byte for byte but for the words. */
export function exampleOf(code: ErrorCode, { dialect }: Spoken = {}): JsonSchema {
  const { message, details } = PROBLEMS[code];
  const failure = new AppError(code, message, details ? { details } : {});
  return { ...(dialect === "openai" ? openAiErrorOf(failure) : errorObjectOf(failure)) };
}

/** As in `ToolLimitReachedError`, or `OpenAiToolLimitReachedError`. */
export function problemName(code: ErrorCode, { dialect }: Spoken = {}): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${dialect === "openai" ? "OpenAi" : ""}${words.join("").replace(/(?:Error)?$/, "Error")}`;
}

/** The schema of one code's error object. */
export function problemSchema(code: ErrorCode, { dialect }: Spoken = {}): JsonSchema {
  return dialect === "openai" ? openAiProblemSchema(code) : ownProblemSchema(code);
}

function openAiProblemSchema(code: ErrorCode): JsonSchema {
  const properties = {
    message: { type: "string", description: "For the person who reads the log." },
    type: { type: "string", const: openAiTypeOf(code), description: "OpenAI's word for the kind of error." },
    code: { type: "string", const: code, description: "Machine-readable code." },
    param: { type: ["string", "null"], description: "The field that is wrong; of several the first." },
  };
  const description = "What went wrong.";
  const error = {
    type: "object",
    description,
    required: Object.keys(properties),
    properties,
    additionalProperties: false,
  };
  return {
    type: "object",
    description: meaningOf(code),
    required: ["error"],
    properties: { error },
    additionalProperties: false,
  };
}

function ownProblemSchema(code: ErrorCode): JsonSchema {
  const withDetails = code === "validation_error";
  const details = {
    type: "object",
    description: "Field name, as in `tools.0.name`, to what is wrong with it.",
    additionalProperties: { type: "string" },
  };
  return {
    type: "object",
    description: meaningOf(code),
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
