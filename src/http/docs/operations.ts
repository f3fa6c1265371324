import type { OpenApiDocument } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";
import { encoded } from "./curl-command.ts";
import { resolved } from "./schema-view.ts";

type Components = OpenApiDocument["components"];

export interface OperationEntry {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonSchema;
}

/** A parameter as it can be filled in. */
export interface FilledParameter {
  readonly name: string;
  readonly place: "header" | "path" | "query";
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description: string;
  /** The documented one; "" where there is none. */
  readonly example: string;
}

export interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** The operations of a tag, in the order of the document. */
export function entriesOf({ paths }: OpenApiDocument, tag: string): readonly OperationEntry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => (operation.tags as readonly string[]).includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

/** As in `access token`. */
export function whoMay(security: unknown): "access token" | "admin token" | "open" {
  const [first] = security as readonly JsonSchema[];
  if (!first) return "open";
  return "adminToken" in first ? "admin token" : "access token";
}

/** Those of its own: every route takes an `X-Request-Id`. */
export function parametersOf(components: Components, operation: JsonSchema): readonly FilledParameter[] {
  const all = (operation.parameters as readonly JsonSchema[]).map((one) => resolved(components, one));
  return all
    .filter(({ name }) => name !== "X-Request-Id")
    .map(({ name, in: place, required, schema, description, example }) => ({
      name: String(name),
      place: place as FilledParameter["place"],
      required: required === true,
      schema: schema as JsonSchema,
      description: String(description),
      example: String(example ?? ""),
    }));
}

/** What a request or an answer holds as JSON. */
export function jsonIn(holder: unknown): MediaType | undefined {
  const { content } = (holder ?? {}) as { readonly content?: Readonly<Record<string, MediaType>> };
  return content?.["application/json"];
}

/** Path and query of the documented example: what is required, and nothing else. */
export function exampleTarget(components: Components, { path, operation }: OperationEntry): string {
  const required = parametersOf(components, operation).filter((parameter) => parameter.required);
  const exampleOf = (wanted: string) => required.find(({ name }) => name === wanted)?.example ?? "";
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(exampleOf(name)));
  const query = required.filter(({ place }) => place === "query");
  return query.length === 0
    ? filled
    : `${filled}?${query.map(({ name, example }) => `${name}=${encoded(example)}`).join("&")}`;
}

/** The variable of a shell that the reference names for a token; null where none is asked for. */
export function tokenVariableOf(security: unknown): string | null {
  const who = whoMay(security);
  if (who === "open") return null;
  return who === "admin token" ? "$ADMIN_TOKEN" : "$TOKEN";
}
