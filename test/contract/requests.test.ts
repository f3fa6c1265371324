import { expect } from "bun:test";
import { banking, getWeather, weather } from "../http/samples.ts";
import { type Scenario, type Stage, scenarios } from "../kit.ts";
import type { ClauseId } from "./clauses.ts";

const tool = (change: object) => ({ ...weather, tools: [{ ...getWeather, ...change }] });
const klass = (change: object) => ({ ...banking, classes: [{ label: "balance", ...change }] });
const registered = ({ owner }: Stage) => owner.request("POST", "/v1/toolsets", weather);
const ask = { query: "weather", toolsets: ["weather-v1"] };
const refused = (clause: ClauseId, name: string, body: unknown, field: string): Scenario => ({
  clause,
  name,
  body,
  expect: 400,
  error: "validation_error",
  details: [field],
});
const taken = (clause: ClauseId, name: string, body: object, json: object): Scenario => ({
  clause,
  name,
  body,
  expect: 201,
  json,
});

scenarios("POST /v1/toolsets", [
  {
    clause: "E-1",
    name: "an error is one object",
    body: { ...weather, name: 1 },
    expect: 400,
    error: "validation_error",
    afterwards: ({ json }) =>
      expect(json).toEqual({
        error: "validation_error",
        message: expect.any(String),
        code: 400,
        details: { name: expect.stringMatching(/^is .*, and must be a string$/) },
      }),
  },
  {
    clause: "E-2",
    name: "no tools",
    body: { signature: "a", name: "A" },
    expect: 400,
    error: "bad_request",
    says: "`tools`",
  },
  refused("E-3", "a wrong type", { ...weather, tools: "many" }, "tools"),
  { clause: "E-5", name: "no JSON", body: "{", expect: 400, error: "bad_request" },
  {
    clause: "E-5",
    name: "another content type",
    body: JSON.stringify(weather),
    headers: { "Content-Type": "text/plain" },
    expect: 400,
    error: "bad_request",
  },
  {
    clause: "E-13",
    name: "an id of the client's",
    body: weather,
    headers: { "X-Request-Id": "order-7" },
    expect: 201,
    replyHeaders: { "X-Request-Id": "order-7" },
  },
  {
    clause: "E-13",
    name: "an id that nobody could trust",
    body: weather,
    headers: { "X-Request-Id": "a b" },
    expect: 201,
    replyHeaders: { "X-Request-Id": /^[0-9a-f-]{36}$/ },
  },
  taken("F-1", "a signature at its limit", { ...weather, signature: `A${"x".repeat(127)}` }, { name: "Weather" }),
  refused("F-1", "a signature over it", { ...weather, signature: "x".repeat(129) }, "signature"),
  refused("F-1", "a signature that begins with a dot", { ...weather, signature: ".weather" }, "signature"),
  taken("F-2", "a signature without a version", { ...weather, signature: "weather" }, { signature: "weather" }),
  refused("F-3", "no character in a name", { ...weather, name: "" }, "name"),
  refused("F-3", "129 characters in a name", { ...weather, name: "n".repeat(129) }, "name"),
  refused("F-3", "2,049 in a description", { ...weather, description: "d".repeat(2_049) }, "description"),
  taken("F-4", "every character that a tool's name may have", tool({ name: "a.B:c/d-e_9" }), {}),
  refused("F-4", "a space in a tool's name", tool({ name: "get weather" }), "tools.0.name"),
  refused("F-4", "the reserved name", tool({ name: "none" }), "tools.0.name"),
  refused("F-4", "a name twice", { ...weather, tools: [getWeather, getWeather] }, "tools.1.name"),
  refused("F-5", "a schema that does not compile", tool({ parameters: { type: "objekt" } }), "tools.0.parameters"),
  taken(
    "F-6",
    "types as Python has them",
    tool({
      parameters: { type: "dict", properties: { a: { type: "float" }, b: { type: "any" }, c: { type: "tuple" } } },
    }),
    { tools: [{ parameters: { type: "object", properties: { a: { type: "number" }, c: { type: "array" } } } }] },
  ),
  refused("F-8", "51 examples", tool({ examples: Array.from({ length: 51 }, () => "x") }), "tools.0.examples"),
  refused("F-8", "501 characters in an example", tool({ examples: ["x".repeat(501)] }), "tools.0.examples.0"),
  refused("F-9", "an unknown field of a tool", tool({ color: "red" }), "tools.0.color"),
  taken("F-9", "an unknown field in a schema", tool({ parameters: { type: "object", "x-color": "red" } }), {}),
  refused("F-10", "a control character", { ...weather, name: "a\u0007" }, "name"),
  taken("F-10", "tab and newline", { ...weather, name: "a\t\nb" }, { name: "a\t\nb" }),
  taken(
    "F-11",
    "128 characters after normalising",
    { ...weather, name: "e\u0301".repeat(128) },
    { name: "é".repeat(128) },
  ),
  taken("F-11", "128 characters outside of the basic plane", { ...weather, name: "🌧".repeat(128) }, {}),
]);

scenarios("POST /v1/classification-sets", [
  refused("F-7", "the reserved label", klass({ label: "none" }), "classes.0.label"),
  refused("F-7", "129 characters in a label", klass({ label: "l".repeat(129) }), "classes.0.label"),
  refused("F-7", "a label twice", { ...banking, classes: [{ label: "a" }, { label: "a" }] }, "classes.1.label"),
]);

scenarios("POST /v1/resolve", [
  {
    ...refused("E-4", "a query that is too long", { ...ask, query: "q".repeat(612) }, "query"),
    afterwards: ({ json }) => expect(json.details.query).toBe("query exceeds the limit: 612/500 characters"),
  },
  { clause: "E-8", name: "an unknown path", path: "/v1/nope", body: ask, expect: 404, error: "not_found" },
  {
    clause: "E-8",
    name: "a method that the path does not take",
    method: "GET",
    expect: 405,
    error: "method_not_allowed",
    replyHeaders: { Allow: "POST" },
  },
  {
    clause: "E-9",
    name: "no token and an unknown path: 401",
    as: "anonymous",
    path: "/v1/nope",
    expect: 401,
    error: "unauthorized",
  },
  {
    clause: "E-9",
    name: "no balance and no JSON: 402",
    plan: "poor",
    given: spentBy(2),
    body: "{",
    expect: 402,
    error: "payment_required",
  },
  {
    clause: "E-9",
    name: "a bad field and a missing set: 400",
    body: { query: "", toolsets: ["nope"] },
    expect: 400,
    error: "validation_error",
  },
]);

scenarios(
  "PUT /v1/toolsets/weather-v1",
  [
    {
      clause: "E-9",
      name: "a missing set and a stale version: 404",
      path: "/v1/toolsets/nope",
      body: { ...weather, signature: undefined },
      headers: { "If-Match": '"r0"' },
      expect: 404,
      error: "not_found",
    },
  ],
  { given: registered },
);

function spentBy(calls: number) {
  return async ({ owner }: Stage) => {
    for (let call = 0; call < calls; call += 1) await owner.request("GET", "/v1/toolsets");
  };
}
