import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { checkErrorObject } from "../answer-checks.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { banking, getWeather, weather } from "./samples.ts";

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
});
afterAll(() => server.close());

const routes: Readonly<Record<string, object>> = {
  "POST /v1/auth": { api_key: "dgm_" },
  "POST /v1/toolsets": weather,
  "PUT /v1/toolsets/weather-v1": { name: "W", tools: [getWeather] },
  "POST /v1/classification-sets": banking,
  "POST /v1/resolve": { query: "weather", toolsets: ["weather-v1"], banks: [], context: "", history: [] },
  "POST /v1/resolve-quick": { query: "weather", tools: [getWeather] },
  "POST /v1/classify": { data: "balance", classes: banking.classes },
};

const keyword = fc.constantFrom(
  "type",
  "properties",
  "required",
  "items",
  "$ref",
  "$id",
  "$defs",
  "pattern",
  "enum",
  "const",
  "default",
  "anyOf",
  "not",
  "format",
  "additionalProperties",
  "constructor",
  "toString",
  "city",
  "",
);
const keywordValue = fc.oneof(
  fc.constantFrom(
    "object",
    "dict",
    "any",
    "string",
    "#",
    "#/$defs/x",
    "http://elsewhere.example/x",
    "(",
    "^a*$",
    "date",
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.dictionary(keyword, fc.oneof({ maxDepth: 3 }, keywordValue, tie("schema")), { maxKeys: 4 }),
}));

/** A good body with one thing in it put in the place of another, or a field more. */
const spoiled = fc
  .tuple(
    fc.constantFrom(...Object.keys(routes)),
    fc.nat(),
    fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: "binary" }),
      schema,
      schema.map((parameters) => [{ ...getWeather, parameters }]),
    ),
  )
  .map(([route, at, value]) => {
    const body: object = routes[route] ?? {};
    const fields = [...Object.keys(body), "extra"];
    return { route, body: { ...body, [fields[at % fields.length] as string]: value } };
  });

test("whatever a body holds, the server does not fail, and a refusal is an error object", async () => {
  await fc.assert(
    fc.asyncProperty(spoiled, async ({ route, body }) => {
      const [method = "", path = ""] = route.split(" ");
      const reply = await owner.request(method, path, body);
      expect(reply.status).toBeLessThan(500);
      if (reply.status >= 400) checkErrorObject(reply, {});
    }),
    { numRuns: 400 },
  );
  expect(server.logs).toEqual([]);
});
