import { afterAll, beforeAll, expect, test } from "bun:test";
import { openTestApp, type TestApp } from "../kit.ts";
import { DocumentedAnswers } from "./documented-answers.ts";
import type { Observed } from "./recorder.ts";

let server: TestApp;
let documented: DocumentedAnswers;
let answer: Observed;

beforeAll(async () => {
  server = await openTestApp();
  documented = DocumentedAnswers.of(server.app.services);
  const { request } = await server.tenant();
  answer = { method: "GET", path: "/v1/toolsets?limit=2", ...(await request("GET", "/v1/toolsets?limit=2")) };
});
afterAll(() => server.close());

/** The problems of the answer with something changed. */
function problemsWith(changed: Partial<Observed>, headers: Readonly<Record<string, string | null>> = {}) {
  const all = new Headers(answer.headers);
  for (const [name, value] of Object.entries(headers)) value === null ? all.delete(name) : all.set(name, value);
  return documented.problemsOf({ ...answer, headers: all, ...changed });
}

test("an answer as it comes has no problems", () => {
  expect(problemsWith({})).toEqual([]);
});

test("a field, status, code, header or body that nobody documented is a problem", () => {
  expect(problemsWith({ json: { data: [], next_cursor: null, extra: 1 } })).not.toEqual([]);
  expect(problemsWith({ json: { data: [] } })).not.toEqual([]);
  expect(problemsWith({ status: 418 })).not.toEqual([]);
  expect(problemsWith({ status: 429, json: { error: "conflict", message: "x", code: 429 } })).not.toEqual([]);
  expect(problemsWith({}, { "X-Debug": "1" })).not.toEqual([]);
  expect(problemsWith({}, { ETag: '"r1"' })).not.toEqual([]);
  expect(problemsWith({}, { "X-Request-Id": null })).not.toEqual([]);
  expect(problemsWith({ method: "DELETE", path: "/v1/toolsets/a", status: 204 })).not.toEqual([]);
});

test("a path that no route takes is answered with an error object, and a wrong method with Allow", () => {
  const json = { error: "not_found", message: "no", code: 404 };
  expect(problemsWith({ path: "/v1/nope", status: 404, json })).toEqual([]);
  expect(problemsWith({ path: "/v1/nope", status: 404, json: { ...json, code: 400 } })).not.toEqual([]);
  expect(problemsWith({ path: "/v1/nope", status: 200 })).not.toEqual([]);
  const wrong = { method: "PATCH", status: 405, json: { error: "method_not_allowed", message: "no", code: 405 } };
  expect(problemsWith(wrong)).toEqual(["the header Allow is missing"]);
});

test("what was seen is written down by status, code and field", () => {
  expect(documented.keysOf(answer)).toEqual([
    "GET /v1/toolsets 200",
    "GET /v1/toolsets 200 data",
    "GET /v1/toolsets 200 next_cursor",
  ]);
  const all = new Set(documented.keys());
  expect(documented.keysOf(answer).filter((key) => !all.has(key))).toEqual([]);
  expect(all.has("PUT /v1/toolsets/{signature} 412 precondition_failed")).toBe(true);
  expect(all.has("GET /v1/toolsets 200 data[].tools[].name")).toBe(true);
  expect(all.has("POST /v1/resolve 200 metadata.evidence.*.kind")).toBe(true);
});
