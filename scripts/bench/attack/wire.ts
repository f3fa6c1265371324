/** JSON, headers, paths and pages that are slow to read or made to confuse. */
import { gzipSync } from "node:zlib";
import { lateMistake, manyFaults } from "./bodies.ts";
import { KNOWN_SET, listOf, repeated, rowsOf } from "./hostile-request.ts";

const path = "/v1/resolve";
const GET = { method: "GET" } as const;

export const JSONS = rowsOf("JSON", [
  { name: "arrays 400,000 deep", path, body: () => "[".repeat(400_000) + "]".repeat(400_000) },
  { name: "objects 100,000 deep", path, body: () => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}` },
  { name: "a million brackets that are not closed", path, body: () => "[".repeat(1_000_000) },
  { name: "-1e999", path, body: () => `{"query":-1e999,"toolsets":["${KNOWN_SET}"]}` },
  { name: "100,000 times 1e999", path, body: () => `{"query":[${"1e999,".repeat(100_000)}1]}` },
  { name: "a number of a million digits", path, body: () => `{"query":${"9".repeat(1_000_000)}}` },
  { name: "a number of a million places", path, body: () => `{"query":0.${"0".repeat(1_000_000)}1}` },
  { name: "a name of 500,000 characters", path, body: () => `{"${"n".repeat(500_000)}":1}` },
  { name: "20,000 unknown names", path, body: () => Object.fromEntries(listOf(20_000, (n) => [`n${n}`, n])) },
  { name: "50,000 times the same name", path, body: () => `{${listOf(50_000, () => '"query":"x"').join(",")}}` },
  { name: "300,000 empty lists", path, body: () => `[${"[],".repeat(300_000)}[]]` },
  { name: "170,000 escapes", path, body: () => `{"query":"${"\\u0061".repeat(170_000)}"}` },
  { name: "a prototype, 50,000 times", path, body: () => `{"a":[${'{"__proto__":1},'.repeat(50_000)}1]}` },
  { name: "no UTF-8", path, body: () => new Uint8Array(1_000_000).fill(0xff) },
  {
    name: "a gzip bomb",
    path,
    body: () => new Uint8Array(gzipSync(Buffer.alloc(200_000_000))),
    headers: { "Content-Encoding": "gzip" },
  },
  { name: "2 MB", path, body: () => "x".repeat(2_000_000) },
]);

export const HEADERS = rowsOf("headers and paths", [
  {
    name: "a content type of 15,000 spaces",
    path,
    body: () => "{}",
    headers: { "Content-Type": `application/json${" ".repeat(15_000)};` },
  },
  {
    name: "a token of 15,000 characters",
    path: "/v1/toolsets",
    ...GET,
    headers: { Authorization: `Bearer ${"x".repeat(15_000)}` },
  },
  {
    name: "a token of 5,000 dots",
    path: "/v1/toolsets",
    ...GET,
    headers: { Authorization: `Bearer ${".".repeat(5_000)}` },
  },
  {
    name: "an Accept of 5,000 types",
    path: "/v1/batch",
    body: () => ({ requests: [] }),
    headers: { Accept: repeated("a/b;q=0.1, ", 15_000) },
  },
  {
    name: "a Cache-Control of 15,000 commas",
    path,
    body: () => ({ query: "x", toolsets: [KNOWN_SET] }),
    headers: { "Cache-Control": repeated("no-store ,", 15_000) },
  },
  {
    name: "an If-Match of 5,000 tags",
    path: `/v1/toolsets/${KNOWN_SET}`,
    method: "PUT",
    body: () => ({ name: "x", tools: [] }),
    headers: { "If-Match": repeated('"a", ', 15_000) },
  },
  {
    name: "a traceparent of 15,000 characters",
    path: "/livez",
    ...GET,
    headers: { traceparent: repeated("00-", 15_000), tracestate: repeated("a=b,", 15_000) },
  },
  {
    name: "an X-Forwarded-For of 5,000 addresses",
    path: "/v1/auth",
    body: () => ({ api_key: "x" }),
    headers: { "X-Forwarded-For": repeated("1.1.1.1, ", 15_000) },
  },
  { name: "a path of 15,000 slashes", path: "/".repeat(15_000), ...GET },
  { name: "a path of 5,000 escapes", path: `/v1/toolsets/${"%41".repeat(5_000)}`, ...GET },
  { name: "a path that climbs 3,000 times", path: `/v1/${"%2e%2e/".repeat(2_000)}metrics`, ...GET },
  { name: "a search of 15,000 characters in the pages", path: `/docs/search?q=${"a+b+".repeat(3_700)}`, ...GET },
]);

export const PAGES = rowsOf("pages and keys", [
  { name: "a page of sets of 1 MB", path: "/v1/toolsets?limit=100", ...GET },
  { name: "a page of 10^15", path: "/v1/toolsets?limit=1000000000000000", ...GET },
  { name: "a cursor of 15,000 characters", path: `/v1/toolsets?cursor=${"a".repeat(15_000)}`, ...GET },
  { name: "15,000 characters of parameters", path: `/v1/toolsets?${"a&".repeat(7_400)}`, ...GET },
  { name: "the reference", path: "/openapi.json", ...GET },
  {
    name: "a key of 15,000 characters",
    path,
    body: () => ({ query: "x", toolsets: [KNOWN_SET] }),
    headers: { "Idempotency-Key": "k".repeat(15_000) },
  },
  {
    name: "a late mistake under a key",
    path: "/v1/resolve-quick",
    body: () => lateMistake(1),
    headers: { "Idempotency-Key": "late" },
    isBulk: true,
  },
  {
    name: "the same again",
    path: "/v1/resolve-quick",
    body: () => lateMistake(1),
    headers: { "Idempotency-Key": "late" },
    isBulk: true,
  },
  { name: "many faults under a key", path, body: manyFaults, headers: { "Idempotency-Key": "many" } },
  {
    name: "feedback on a name of 900 kB",
    path: "/v1/feedback",
    body: () => ({ request_id: "r".repeat(900_000), correct: true }),
  },
]);
