import type { AppError } from "#core/errors.ts";
import { errorHeadersOf, errorObjectOf, statusOf } from "./errors.ts";
import type { Answer, Bill } from "./route.ts";

type HeaderFields = Readonly<Record<string, string>>;

export function answerResponse(answer: Answer, bill: Bill, headers: HeaderFields): Response {
  const { status, body } = answer;
  const all = { ...headers, ...answer.headers };
  return body === null ? new Response(null, { status, headers: all }) : jsonResponse(body(bill), status, all);
}

export function errorResponse(failure: AppError, headers: HeaderFields): Response {
  return jsonResponse(errorObjectOf(failure), statusOf(failure.code), { ...headers, ...errorHeadersOf(failure) });
}

function jsonResponse(body: unknown, status: number, headers: HeaderFields): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}
