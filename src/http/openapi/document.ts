import type { TSchema } from "@sinclair/typebox";
import type { Route } from "../route.ts";
import type { JsonSchema } from "./json-schema.ts";
import { operationOf, sharedResponses } from "./operation.ts";
import { PARAMETERS } from "./parameters.ts";
import { ERROR_CODES, problemName, problemSchema } from "./problems.ts";
import { ABOUT, TAGS } from "./prose.ts";
import { refusalsOf } from "./refusals.ts";
import { HEADERS } from "./response-headers.ts";
import { componentsOf } from "./wire-schemas.ts";

/** The parts of an OpenAPI 3.1 document that ours has. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: Readonly<Record<ComponentKind, Readonly<Record<string, JsonSchema>>>>;
}

type ComponentKind = "headers" | "parameters" | "responses" | "schemas" | "securitySchemes";

/** The contract as a document, made of the table of routes and of the shapes that validate. */
export function openApiDocument(routes: readonly Route[], { version }: { readonly version: string }): OpenApiDocument {
  const shapes = routes
    .flatMap(({ body, describes }) => [body, describes.success.schema])
    .filter((shape) => shape !== null);
  const used = new Set(routes.map(({ describes }) => describes.tag));
  return {
    openapi: "3.1.1",
    info: {
      title: "Dragoman",
      version,
      summary: "Sentences in, tool calls and labels out.",
      description: ABOUT,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/", description: "The server that this document came from." }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    security: [{ accessToken: [] }],
    paths: pathsOf(routes),
    components: {
      schemas: { ...componentsOf(shapes as readonly TSchema[]), ...problemSchemas(routes) },
      responses: sharedResponses(routes),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const SECURITY_SCHEMES = {
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "The `access_token` that `POST /v1/auth` gives for an API key. It lives 15 minutes unless the operator chose another time.",
  },
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "An app's API key as it is, for clients of OpenAI's API, which know one secret.",
  },
  adminToken: {
    type: "http",
    scheme: "bearer",
    description: "The operator's token, printed once when the server first started.",
  },
  adminSession: {
    type: "apiKey",
    in: "cookie",
    name: "dragoman_admin",
    description: "The cookie of somebody who is signed in on the admin page.",
  },
};

function pathsOf(routes: readonly Route[]): OpenApiDocument["paths"] {
  const byPath = Map.groupBy(routes, ({ path }) => templateOf(path));
  return Object.fromEntries(
    [...byPath].map(([path, here]) => [
      path,
      Object.fromEntries(here.map((route) => [route.method.toLowerCase(), operationOf(route)])),
    ]),
  );
}

/** `/v1/toolsets/:signature` as `/v1/toolsets/{signature}`. */
export function templateOf(path: string): string {
  return path.replace(/:([a-z_]+)/g, "{$1}");
}

/** The error objects that some route answers with, and the one that a path or method without a route does. */
function problemSchemas(routes: readonly Route[]): Readonly<Record<string, JsonSchema>> {
  const bySpoken = Map.groupBy(routes, ({ dialect }) => dialect);
  const schemas = [...bySpoken].flatMap(([dialect, spoken]) => {
    const answered = new Set(spoken.flatMap((route) => refusalsOf(route)));
    const way = dialect ? { dialect } : {};
    const codes = ERROR_CODES.filter((code) => answered.has(code));
    return codes.map((code) => [problemName(code, way), problemSchema(code, way)] as const);
  });
  return Object.fromEntries(schemas);
}
