import { expect } from "bun:test";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; null where there was none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape, and fail when it is another.
  readonly json: any;
}

/** The code of an error, whichever way it is spoken; undefined for what is none. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function errorCodeOf(json: any): string | undefined {
  const error = json?.error;
  return typeof error === "object" && error !== null ? error.code : error;
}

/**
 * What every answer carries, and what this one should besides.
 * @param knownAt the server's time when the caller was known to it, and had to be shown the rate window; else null.
 */
export function checkHeaders(
  { headers, status }: Reply,
  expected: Readonly<Record<string, string | RegExp>>,
  knownAt: number | null,
): void {
  expect(headers.get("x-request-id")).toMatch(/^[\w.:+/=@-]{1,128}$/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  if (status !== 204) expect(headers.get("content-type")).toMatch(/^application\/json(; ?charset=utf-8)?$/i);
  if (knownAt !== null) {
    expect(Number(headers.get("x-ratelimit-limit"))).toBeGreaterThan(0);
    expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
    const nextMinute = (Math.floor(knownAt / 60_000) + 1) * 60;
    expect(headers.get("x-ratelimit-reset")).toBe(String(nextMinute));
  }
  for (const [name, value] of Object.entries(expected)) {
    if (typeof value === "string") expect({ [name]: headers.get(name) }).toEqual({ [name]: value });
    else expect(headers.get(name) ?? "(none)").toMatch(value);
  }
}

/** The error object of section 7, and the headers that go with its status. */
export function checkErrorObject(
  { json, status, headers }: Reply,
  expected: { readonly details?: readonly string[]; readonly says?: string | RegExp },
): void {
  const says = expected.says ?? "";
  if (typeof json.error === "object") {
    const { message, ...error } = json.error;
    expect(error).toEqual({ code: expect.any(String), type: expect.any(String), param: expected.details?.[0] ?? null });
    if (says instanceof RegExp) expect(message).toMatch(says);
    else expect(message).toContain(says);
    return;
  }
  const { details, ...rest } = json;
  expect(rest).toEqual({ error: expect.any(String), message: expect.stringMatching(/./), code: status });
  if (json.error === "validation_error") expect(Object.keys(details).length).toBeGreaterThan(0);
  else expect(details).toBeUndefined();
  if (expected.details) expect(Object.keys(details ?? {}).sort()).toEqual([...expected.details].sort());
  if (says instanceof RegExp) expect(json.message).toMatch(says);
  else expect(json.message).toContain(says);
  if (status === 401) expect(headers.get("www-authenticate")).toBe("Bearer");
  if (status === 429 || status === 503) expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
}
