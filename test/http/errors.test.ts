import { expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
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

test("the wait that the core asks for goes out as Retry-After, 30 seconds where it asks for none", () => {
  expect(errorHeadersOf(new AppError("service_unavailable", "full"))).toEqual({ "Retry-After": "30" });
  expect(errorHeadersOf(new AppError("service_unavailable", "full", { retryAfterSeconds: 5 }))).toEqual({
    "Retry-After": "5",
  });
  expect(errorHeadersOf(new AppError("bad_gateway", "refused"))).toEqual({});
});
