/** What of the OpenAPI document the clients are made from. */
import { type OpenApiDocument, openApiDocument } from "#http/openapi/document.ts";
import { routesOf } from "#http/server.ts";
import manifest from "../../package.json";
import { nobodysServices } from "../nobodys-services.ts";

/** What the app's clients do beside `/v1`. Pages for people and the operator's routes are no part of them. */
const OTHER_PATHS = ["/livez", "/readyz"];
/** Made for OpenAI's own clients and those of frameworks, which have the streams and types that go with them. */
const OF_OTHER_CLIENTS = /^\/v1\/(chat|models)(\/|$)/;
const JSON_TYPE = "application/json";

type Json = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: Json }>>;

/** The whole document, as the server of this version gives it. */
export function wholeDocument(): OpenApiDocument {
  return openApiDocument(routesOf(nobodysServices()), { version: manifest.version });
}

/** Each operation that the clients have a method for, as `GET /v1/toolsets`. */
export function clientOperations(document = wholeDocument()): readonly string[] {
  return Object.entries(document.paths)
    .filter(([path]) => isForClients(path))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
}

/** The codes of all errors that are documented. */
export function errorCodes(document = wholeDocument()): readonly string[] {
  const schemas: readonly unknown[] = Object.values(document.components.schemas);
  return schemas.flatMap((schema) => {
    const code = (schema as { properties?: { error?: { const?: string } } }).properties?.error?.const;
    return code === undefined ? [] : [code];
  });
}

/**
 * What types are generated from: the operations of the clients with what goes in and what comes out when all is well. Errors and
 * headers are the business of the layer above. A schema that stands inside an operation gets a name: the operation's, with `Body`
 * or `Answer`.
 */
export function documentForTypes(document = wholeDocument()): Json {
  const named: Record<string, unknown> = {};
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => isForClients(path))
      .map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [
            method,
            typesOf(operation as unknown as Operation, named),
          ]),
        ),
      ]),
  );
  const schemas = { ...document.components.schemas, ...named };
  const parameters = document.components.parameters;
  // Without the version: a release changes no type.
  const info = { title: document.info.title, version: "1" };
  return withoutUnused({ openapi: document.openapi, info, paths, components: { schemas, parameters } });
}

function isForClients(path: string): boolean {
  return (path.startsWith("/v1/") && !OF_OTHER_CLIENTS.test(path)) || OTHER_PATHS.includes(path);
}

function typesOf(operation: Operation, named: Record<string, unknown>): Json {
  const name = `${operation.operationId.charAt(0).toUpperCase()}${operation.operationId.slice(1)}`;
  const reference = (schema: Json, suffix: string) => {
    if ("$ref" in schema) return schema;
    named[name + suffix] = schema;
    return { $ref: `#/components/schemas/${name}${suffix}` };
  };
  const contentOf = (content: Content, suffix: string) => ({
    content: Object.fromEntries(
      Object.entries(content)
        .filter(([type]) => type === JSON_TYPE)
        .map(([type, { schema }]) => [type, { schema: reference(schema, suffix) }]),
    ),
  });
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return {
    operationId,
    summary,
    parameters,
    ...(requestBody && { requestBody: { required: true, ...contentOf(requestBody.content, "Body") } }),
    responses: Object.fromEntries(
      good.map(([status, { description, content }]) => [
        status,
        { description, ...(content && contentOf(content, "Answer")) },
      ]),
    ),
  };
}

/** Without what nothing refers to, and without headers: those the transport sets. */
function withoutUnused(document: {
  readonly openapi: string;
  readonly info: Json;
  readonly paths: Json;
  readonly components: { readonly schemas: Json; readonly parameters: Json };
}): Json {
  const { schemas, parameters } = document.components;
  const inQuery = Object.entries(parameters).filter(([, parameter]) => (parameter as { in: string }).in === "query");
  const isKept = ({ $ref, in: place }: { $ref?: string; in?: string }) =>
    $ref === undefined ? place !== "header" : inQuery.some(([name]) => $ref === `#/components/parameters/${name}`);
  const paths = JSON.parse(JSON.stringify(document.paths), (key, value) =>
    key === "parameters" && Array.isArray(value) ? value.filter(isKept) : value,
  );
  const used = new Set<string>();
  const follow = (value: unknown) => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(paths);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return {
    ...document,
    paths,
    components: { schemas: Object.fromEntries(kept), parameters: Object.fromEntries(inQuery) },
  };
}
