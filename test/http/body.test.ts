import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ClauseId } from "../contract/clauses.ts";
import { openTestApp, type Scenario, scenarios, type Tenant, type TestApp } from "../kit.ts";
import { openRaw } from "./raw.ts";
import { setAlarm, weather } from "./samples.ts";

const json = JSON.stringify(weather);
const typed = (type: string) => ({ "Content-Type": type });

const refused = (
  clause: ClauseId,
  name: string,
  body: string | Uint8Array,
  more: Partial<Scenario> = {},
): Scenario => ({
  clause,
  name,
  body,
  expect: 400,
  error: "bad_request",
  unchanged: true,
  ...more,
});

scenarios("POST /v1/toolsets", [
  {
    clause: "E-5",
    name: "application/json with a charset",
    body: json,
    headers: typed("Application/JSON; charset=UTF-8"),
    expect: 201,
  },
  {
    clause: "E-5",
    name: "a quoted charset",
    body: json,
    headers: typed('application/json;charset="utf-8"'),
    expect: 201,
  },
  {
    clause: "E-14",
    name: "an identity encoding",
    body: json,
    headers: { "Content-Encoding": "identity" },
    expect: 201,
  },
  { clause: "E-14", name: "a byte order mark", body: `\ufeff${json}`, expect: 201 },
  {
    clause: "E-14",
    name: "the same key twice: the last one counts",
    body: json.replace("{", '{"name":"first",'),
    expect: 201,
    json: { name: "Weather" },
  },
  refused("E-14", "another charset", json, { headers: typed("application/json; charset=latin1") }),
  refused("E-5", "text/plain", json, { headers: typed("text/plain") }),
  refused("E-5", "a form", "name=Weather", { headers: typed("application/x-www-form-urlencoded") }),
  refused("E-5", "JSON of another kind", json, { headers: typed("application/json-patch+json") }),
  refused("E-5", "a type that only begins so", json, { headers: typed("application/jsonx") }),
  refused("E-14", "a compressed body", Bun.gzipSync(Buffer.from(json)), {
    headers: { "Content-Encoding": "gzip" },
    says: "gzip",
  }),
  refused("E-14", "a body that says it is compressed", json, { headers: { "Content-Encoding": "br" }, says: "br" }),
  refused("E-5", "no body at all", ""),
  refused("E-5", "half of one", json.slice(0, -1), {
    says: /is not JSON: line 1, column \d+: it ends before }: the { of line 1, column 1/,
  }),
  refused("E-5", "one with a comma too many, on its second line", `${json.slice(0, -1)},\n}`, {
    says: /line 1, column \d+: the comma before } has nothing behind it: take it out \(near `…/,
  }),
  refused("E-5", "two of them", `${json}${json}`),
  refused("E-5", "JSON with a comment", `${json} // weather`),
  refused("E-14", "bytes that are no UTF-8", Buffer.from(json.replace("Weather", "Wett\xe9r"), "latin1"), {
    says: "UTF-8",
  }),
  refused("E-14", "a list", "[]", { says: "JSON object" }),
  refused("E-14", "a string", '"{}"', { says: "JSON object" }),
  refused("E-14", "null", "null", { says: "JSON object" }),
  refused("E-14", "a field __proto__", json.replace("{", '{"__proto__":{"name":"x"},')),
  refused(
    "E-14",
    "a field __proto__ deep inside",
    json.replace('"type":"object"', '"type":"object","__proto__":{"a":1}'),
  ),
  refused("E-14", "a hundred thousand brackets", "[".repeat(100_000)),
  { clause: "E-14", name: "nested 64 deep", body: nested(60), expect: 201 },
  refused("E-14", "nested 65 deep", nested(61), { says: "64 levels" }),
  refused("E-14", "nested ten thousand deep", nested(10_000), { says: "64 levels" }),
  refused("F-12", "a number that no one can hold", withDefault("1e999"), {
    error: "validation_error",
    details: ["tools.0.parameters.default"],
  }),
  refused("F-12", "half a surrogate pair in a schema", withDefault('"\\ud800"'), {
    error: "validation_error",
    details: ["tools.0.parameters.default"],
  }),
]);

/** Below `tools.0.parameters.default`, which is four deep, as many lists as are asked for. */
function nested(levels: number): string {
  return withDefault("[".repeat(levels) + "]".repeat(levels));
}

function withDefault(text: string): string {
  const parameters = { type: "object", default: "HERE" };
  return JSON.stringify({ ...weather, tools: [{ ...setAlarm, parameters }] }).replace('"HERE"', text);
}

describe("a body over the limit is 413", () => {
  const limit = 4_000;
  let server: TestApp;
  let owner: Tenant;
  beforeAll(async () => {
    server = await openTestApp({ bodyBytesMax: limit });
    owner = await server.tenant();
  });
  afterAll(() => server.close());

  const head = (more: string) =>
    `POST /v1/toolsets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  test("at once, when Content-Length says so: nothing of it has to come", async () => {
    const raw = await openRaw(server.app.server.port);
    raw.write(head(`Content-Length: ${limit + 1}`));
    const reply = await raw.until();
    expect(reply.status).toBe(413);
    expect(reply.head).toContain("Connection: close");
    expect(JSON.parse(reply.body)).toEqual({ error: "payload_too_large", message: expect.any(String), code: 413 });
  });

  test("while it comes, when it has no declared length", async () => {
    const raw = await openRaw(server.app.server.port);
    raw.write(head("Transfer-Encoding: chunked"));
    raw.write(chunk("x".repeat(limit)));
    raw.write(chunk("x"));
    // The end of the body never comes.
    const reply = await raw.until();
    expect(reply.status).toBe(413);
    expect(await owner.balance()).toBe(1_000_000);
  });

  test("even of many megabytes", async () => {
    const reply = await owner.request("POST", "/v1/toolsets", "x".repeat(5_000_000));
    expect(reply.json).toMatchObject({ error: "payload_too_large", code: 413 });
  });

  test("but not at the limit, chunked or not", async () => {
    const body = JSON.stringify(weather).padEnd(limit);
    expect((await owner.request("POST", "/v1/toolsets", body)).status).toBe(201);
    const raw = await openRaw(server.app.server.port);
    raw.write(head("Transfer-Encoding: chunked\r\nConnection: close"));
    raw.write(`${chunk(body.slice(0, 10))}${chunk(body.slice(10))}0\r\n\r\n`);
    expect((await raw.until()).status).toBe(409);
  });

  test("and a refusal before the body is read leaves the connection usable", async () => {
    const raw = await openRaw(server.app.server.port);
    const body = "x".repeat(3_000);
    raw.write(`POST /v1/toolsets HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect((await raw.until('"code":401}')).status).toBe(401);
    raw.write("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect((await raw.until()).status).toBe(200);
  });
});
