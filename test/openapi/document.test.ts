import { afterAll, beforeAll, expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import type { OpenApiDocument } from "#http/openapi/document.ts";
import { EXAMPLES } from "#http/openapi/examples.ts";
import type { JsonSchema } from "#http/openapi/json-schema.ts";
import { NOTES } from "#http/openapi/notes.ts";
import { routesOf } from "#http/server.ts";
import manifest from "../../package.json" with { type: "json" };
import { openTestApp, type TestApp } from "../kit.ts";

let server: TestApp;
let document: OpenApiDocument;

beforeAll(async () => {
  server = await openTestApp();
  document = (await server.request("GET", "/openapi.json")).json;
});
afterAll(() => server.close());

interface Operation extends JsonSchema {
  readonly operationId: string;
  readonly tags: readonly string[];
}

function operations(): readonly Operation[] {
  return Object.values(document.paths).flatMap((item) => Object.values(item) as unknown as readonly Operation[]);
}

test("the document names the version and every route of the table", () => {
  expect(document.info).toMatchObject({ title: "Dragoman", version: manifest.version });
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const mounted = routesOf(server.app.services).map(
    ({ method, path }) => `${method} ${path.replace(/:([a-z_]+)/g, "{$1}")}`,
  );
  expect(documented.sort()).toEqual(mounted.sort());
});

/** Rules of the linter that are off, and why. */
const OFF = {
  // Health and reference take nothing that could be wrong: they have no 4xx.
  "operation-4xx-response": "off",
} as const;

test("the linter finds nothing", async () => {
  const config = await createConfig({ extends: ["recommended-strict"], rules: OFF });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test("the linter finds what is wrong", async () => {
  const config = await createConfig({ extends: ["recommended-strict"], rules: OFF });
  const source = JSON.stringify({ ...document, security: undefined, tags: [{}] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(problems.length).toBeGreaterThan(0);
});

test("operations have ids of their own, and a tag that the document describes", () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(ids.length).toBeGreaterThan(30);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = document.tags.map(({ name }) => name);
  expect(operations().filter(({ tags: [tag = ""] }) => !tags.includes(tag))).toEqual([]);
  expect(document.tags.filter(({ description }) => description.length < 10)).toEqual([]);
});

test("notes are about routes that there are, and commands can be pasted into a shell", () => {
  const routes = routesOf(server.app.services).map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys({ ...NOTES, ...EXAMPLES }).filter((name) => !routes.includes(name))).toEqual([]);
  const requests = Object.values(EXAMPLES).map(({ request }) => JSON.stringify(request ?? ""));
  expect(requests.filter((request) => request.includes("'"))).toEqual([]);
});

test("every parameter, header and field of a body is described", () => {
  const bare: string[] = [];
  const look = (schema: JsonSchema, path: string) => {
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>)) {
      if (field.description === undefined && field.$ref === undefined) bare.push(`${path}.${name}`);
      look(field, `${path}.${name}`);
    }
    if (schema.items) look(schema.items as JsonSchema, `${path}[]`);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name);
  for (const kind of ["parameters", "headers"] as const) {
    for (const [name, { description }] of Object.entries(document.components[kind]))
      if (description === undefined) bare.push(name);
  }
  expect(bare).toEqual([]);
});

test("limits of the core stand in the document", () => {
  const field = (component: string, name: string) =>
    ((document.components.schemas[component]?.properties ?? {}) as Readonly<Record<string, JsonSchema>>)[name];
  expect(field("ResolveBody", "query")).toMatchObject({ minLength: 1, maxLength: 500 });
  expect(field("ResolveBody", "toolsets")).toMatchObject({ minItems: 1, maxItems: 16 });
  expect(field("ToolsetBody", "tools")).toMatchObject({ minItems: 1, maxItems: 128 });
  expect(field("ToolBody", "name")).toMatchObject({ pattern: "^[A-Za-z0-9_.:/-]{1,128}$", not: { const: "none" } });
  expect(field("ToolBody", "examples")).toMatchObject({ maxItems: 50, items: { minLength: 1, maxLength: 500 } });
  expect(field("ClassifyBody", "data")).toMatchObject({ minLength: 1, maxLength: 4000 });
  expect(field("BatchBody", "requests")).toMatchObject({ minItems: 1, maxItems: 100 });
  expect(field("PersonaBody", "instructions")).toMatchObject({ maxLength: 2000 });
});
