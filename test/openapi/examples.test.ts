/** The examples of the reference are real: those of requests are sent, and all are checked against the schemas. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { OpenApiDocument } from "#http/openapi/document.ts";
import type { JsonSchema } from "#http/openapi/json-schema.ts";
import { openTestApp, type TestApp } from "../kit.ts";

interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Content = Readonly<Record<string, MediaType>>;

let server: TestApp;
let document: OpenApiDocument;

beforeAll(async () => {
  server = await openTestApp();
  document = (await server.request("GET", "/openapi.json")).json;
});
afterAll(() => server.close());

/** Bodies of requests and answers, by where they stand. */
function bodies(): readonly (readonly [string, MediaType])[] {
  const ofOperations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { requestBody, responses } = operation as {
        readonly requestBody?: { readonly content: Content };
        readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
      };
      const name = `${method.toUpperCase()} ${path}`;
      const request = Object.values(requestBody?.content ?? {}).map((body) => [`${name} request`, body] as const);
      const success = Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).flatMap(([type, body]) =>
          type === "application/json" ? [[`${name} ${status}`, body] as const] : [],
        ),
      );
      return [...request, ...success];
    }),
  );
  const shared = Object.entries(document.components.responses).map(([name, response]) => {
    const body = (response.content as Content)["application/json"];
    return [name, body as MediaType] as const;
  });
  return [...ofOperations, ...shared];
}

test("every body has an example, which has the shape", () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema(document, "openapi", false, false);
  const lacking: string[] = [];
  for (const [name, { schema, example, examples = {} }] of bodies()) {
    const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
    if (values.length === 0) lacking.push(name);
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'));
    const check = ajv.compile(rooted);
    for (const value of values) if (!check(value)) lacking.push(`${name}: ${ajv.errorsText(check.errors)}`);
  }
  // The document itself is the example of the route that answers it.
  expect(lacking).toEqual(["GET /openapi.json 200"]);
});

test("requests that are copied from the reference succeed", async () => {
  const { request, apiKey } = await server.tenant();
  const exampleOf = (path: string, method: "post" | "put") => {
    const operation = document.paths[path]?.[method] as { readonly requestBody: { readonly content: Content } };
    return operation.requestBody.content["application/json"]?.example as Record<string, unknown>;
  };
  const answers: [string, number][] = [];
  const send = async (method: "post" | "put", template: string, path = template, changed: object = {}, id?: string) => {
    const body = { ...exampleOf(template, method), ...changed };
    const reply = await request(method.toUpperCase(), path, body, id === undefined ? {} : { "X-Request-Id": id });
    answers.push([`${method} ${path}`, reply.status]);
    return reply.json;
  };
  await send("post", "/v1/auth", "/v1/auth", { api_key: apiKey });
  await send("post", "/v1/toolsets");
  await send("put", "/v1/toolsets/{signature}", "/v1/toolsets/weather-v1");
  await send("post", "/v1/classification-sets");
  await send("put", "/v1/classification-sets/{signature}", "/v1/classification-sets/banking-v1");
  await send("post", "/v1/personas");
  await send("put", "/v1/personas/{name}", "/v1/personas/concierge");
  await send("post", "/v1/value-lists");
  await send("put", "/v1/value-lists/{name}", "/v1/value-lists/medicines");
  const { id: bank } = await send("post", "/v1/banks");
  await send("put", "/v1/banks/{id}", `/v1/banks/${bank}`);
  await send("post", "/v1/banks/{id}/memories", `/v1/banks/${bank}/memories`);
  await send("put", "/v1/aliases/{alias}", "/v1/aliases/weather-live");
  await send("post", "/v1/toolsets/{signature}/cases", "/v1/toolsets/weather-v1/cases");
  await send("post", "/v1/toolsets/{signature}/diff", "/v1/toolsets/weather-v1/diff");
  const classes = "/v1/classification-sets/{signature}/diff";
  await send("post", classes, "/v1/classification-sets/banking-v1/diff");
  const labels = "/v1/classification-sets/{signature}/cases";
  await send("post", labels, "/v1/classification-sets/banking-v1/cases");
  await send("post", "/v1/resolve", "/v1/resolve", {}, "checkout-2026-03-10-0042");
  await send("post", "/v1/resolve-quick");
  await send("post", "/v1/resolve-respond");
  await send("post", "/v1/chat/completions");
  await send("post", "/v1/search-tools");
  await send("post", "/v1/classify");
  await send("post", "/v1/feedback", "/v1/feedback", { bank });
  await send("post", "/v1/toolsets/{signature}/test", "/v1/toolsets/weather-v1/test");
  await send("post", "/v1/classification-sets/{signature}/test", "/v1/classification-sets/banking-v1/test");
  await send("post", "/v1/bundles");
  await send("post", "/v1/bundles/import");
  await send("put", "/v1/query-log");
  const { metadata } = await send("post", "/v1/batch");
  const operator = { Authorization: `Bearer ${server.app.newAdminToken}` };
  const command = await server.request(
    "POST",
    "/admin/api/commands",
    exampleOf("/admin/api/commands", "post"),
    operator,
  );
  const token = { token: server.app.newAdminToken };
  const session = await server.request("POST", "/admin/api/session", {
    ...exampleOf("/admin/api/session", "post"),
    ...token,
  });
  answers.push(["post /admin/api/commands", command.status], ["post /admin/api/session", session.status]);
  expect(answers.filter(([, status]) => status !== 200 && status !== 201)).toEqual([]);
  expect(metadata).toMatchObject({ succeeded: 2, failed: 0 });
  const bodied = bodies().filter(([name]) => name.endsWith(" request"));
  expect(answers.length).toBe(bodied.length);
});
