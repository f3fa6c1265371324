import { expect, test } from "bun:test";
import { saidInTime } from "#core/deadline.ts";
import { AppError, messageWithCause } from "#core/errors.ts";
import { errorHeadersOf, errorObjectOf, logLineOf, toAppError } from "#http/errors.ts";

test("an error object has details on a validation_error only", () => {
  const details = { name: "is too long" };
  expect(errorObjectOf(new AppError("validation_error", "no", { details }))).toEqual({
    error: "validation_error",
    message: "no",
    code: 400,
    details,
  });
  expect(errorObjectOf(new AppError("conflict", "no", { details }))).toEqual({
    error: "conflict",
    message: "no",
    code: 409,
  });
});

test("what is no AppError keeps its words to itself, and to the log", () => {
  const error = toAppError(new Error("SQLITE_FULL at /var/lib/x"));
  expect(errorObjectOf(error)).toMatchObject({ error: "internal_error", code: 500 });
  expect(JSON.stringify(errorObjectOf(error))).not.toContain("SQLITE");
  expect(logLineOf(error)).toContain("SQLITE_FULL");
  expect(errorObjectOf(toAppError("thrown text"))).toMatchObject({ code: 500 });
});

test("a client's own mistakes are not logged", () => {
  expect(logLineOf(new AppError("not_found", "no"))).toBeNull();
  expect(logLineOf(new AppError("bad_gateway", "refused"))).toBe("bad_gateway: refused");
});

test("what the message says already is not said again, in the log and to an operator", async () => {
  const untilLate = (until: AbortSignal) =>
    new Promise<never>((_, reject) => until.addEventListener("abort", () => reject(until.reason)));
  const late = await saidInTime(1, new AbortController().signal, untilLate).catch((failure) => failure);
  expect(logLineOf(late)).toBe("bad_gateway: the model did not answer within 1 ms (timeout_ms)");
  expect(messageWithCause(late)).toBe("the model did not answer within 1 ms (timeout_ms)");
  const refused = new AppError("bad_gateway", "no", { cause: "ECONNREFUSED" });
  expect(logLineOf(refused)).toBe("bad_gateway: no (ECONNREFUSED)");
});

test("the wait that the core asks for goes out as Retry-After, 30 seconds where it asks for none", () => {
  expect(errorHeadersOf(new AppError("service_unavailable", "full"))).toEqual({ "Retry-After": "30" });
  expect(errorHeadersOf(new AppError("service_unavailable", "full", { retryAfterSeconds: 5 }))).toEqual({
    "Retry-After": "5",
  });
  expect(errorHeadersOf(new AppError("bad_gateway", "refused"))).toEqual({});
});

test("what an error quotes is cut: no answer to a bad request is larger than 64 KB", () => {
  const long = "\u0001".repeat(100_000);
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${n} ${long}`, long]));
  const text = JSON.stringify(errorObjectOf(new AppError("validation_error", long, { details: many })));
  expect(text.length).toBeLessThan(65_536);
  expect(Object.keys(JSON.parse(text).details).length).toBe(10);
  const short = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`f${n}`, "is wrong"]));
  expect(Object.keys(errorObjectOf(new AppError("validation_error", "no", { details: short })).details ?? {})).toEqual(
    Array.from({ length: 50 }, (_, n) => `f${n}`),
  );
});

test("what is cut ends with a whole character", () => {
  const { message } = errorObjectOf(new AppError("bad_request", "😀".repeat(2_000)));
  expect(message.isWellFormed()).toBe(true);
  expect(message).toBe(`${"😀".repeat(999)}…`);
  expect(errorObjectOf(new AppError("bad_request", "x".repeat(2_000))).message).toBe("x".repeat(2_000));
});
