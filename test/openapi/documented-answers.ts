import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { type OpenApiDocument, openApiDocument } from "#http/openapi/document.ts";
import type { JsonSchema } from "#http/openapi/json-schema.ts";
import { problemSchema } from "#http/openapi/problems.ts";
import type { Route } from "#http/route.ts";
import { routesOf } from "#http/server.ts";
import type { Services } from "#http/services.ts";
import { errorCodeOf } from "../answer-checks.ts";
import type { Observed } from "./recorder.ts";

const JSON_TYPE = "application/json";
/** Headers that an answer has only when the document says so. */
const OURS =
  /^(?:x-(?!content-type-options$).*|retry-after|etag|location|www-authenticate|allow|idempotency-replayed)$/;
/** The caller has to be known first, and some errors come up before that. */
const NOT_ON_EVERY_ERROR = /^x-ratelimit-/;
/** Only on a repetition. */
const SOMETIMES = /^idempotency-replayed$/;

/** An error's code: a text, or a field of an object. */
type Coded =
  | { readonly const: string; readonly properties?: never }
  | { readonly const?: never; readonly properties: { readonly code: { readonly const: string } } };

interface Place {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
}

/** What the document says can be answered, and what of it an answer is. */
export class DocumentedAnswers {
  readonly #document: OpenApiDocument;
  readonly #places: readonly Place[];
  readonly #ajv: Ajv2020;
  readonly #checks = new Map<string, ValidateFunction>();

  private constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#places = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => ({ method: method.toUpperCase(), path, pattern: patternOf(path) })),
    );
    this.#ajv = new Ajv2020({ strict: false, validateFormats: true });
    addFormats(this.#ajv);
    this.#ajv.addSchema(document, "openapi", false, false);
  }

  static of(services: Services): DocumentedAnswers {
    return new DocumentedAnswers(openApiDocument(routesOf(services), { version: "0.0.0" }));
  }

  /** What of an answer is not as documented. */
  problemsOf(answer: Observed): readonly string[] {
    const place = this.#placeOf(answer);
    if (!place) return this.#problemsOfUnmatched(answer);
    const response = this.#responseOf(place, answer.status);
    if (!response) return [`no status ${answer.status} is documented for ${place.method} ${place.path}`];
    return [...headerProblems(response, answer), ...this.#bodyProblems(place, response, answer)];
  }

  /** The keys that an answer stands for: its status and code, and each field that it has. */
  keysOf(answer: Observed): readonly string[] {
    const place = this.#placeOf(answer);
    if (!place) return [];
    const { status, json } = answer;
    const head = `${place.method} ${place.path} ${status}`;
    if (status >= 400) return [`${head} ${errorCodeOf(json)}`];
    const schema = this.#schemaOf(place, status);
    return [head, ...(schema ? this.#fieldsSeen(schema, json, "").map((field) => `${head} ${field}`) : [])];
  }

  /** Every key there is. */
  keys(): readonly string[] {
    return this.#places.flatMap((place) => {
      const responses = this.#operationOf(place).responses as Readonly<Record<string, JsonSchema>>;
      return Object.keys(responses).flatMap((status) => {
        const head = `${place.method} ${place.path} ${status}`;
        if (Number(status) >= 400) return this.#codesOf(place, Number(status)).map((code) => `${head} ${code}`);
        const schema = this.#schemaOf(place, Number(status));
        return [head, ...(schema ? this.#fields(schema, "").map((field) => `${head} ${field}`) : [])];
      });
    });
  }

  #placeOf({ method, path }: Observed): Place | undefined {
    const [bare = ""] = path.split("?");
    return this.#places.find((place) => place.method === method && place.pattern.test(bare));
  }

  #operationOf({ path, method }: Place): JsonSchema {
    return this.#document.paths[path]?.[method.toLowerCase()] as JsonSchema;
  }

  #responseOf(place: Place, status: number): JsonSchema | undefined {
    const responses = this.#operationOf(place).responses as Readonly<Record<string, JsonSchema>>;
    const response = responses[status];
    return response && this.#resolved(response);
  }

  #schemaOf(place: Place, status: number): JsonSchema | undefined {
    return schemaIn(this.#responseOf(place, status));
  }

  #codesOf(place: Place, status: number): readonly string[] {
    const schema = this.#schemaOf(place, status) ?? {};
    const options = ((schema.oneOf ?? schema.anyOf) as readonly JsonSchema[] | undefined) ?? [schema];
    return options.map((option) => {
      const { error } = this.#resolved(option).properties as { readonly error: Coded };
      return error.const ?? error.properties.code.const;
    });
  }

  /** Follows references into `components`. */
  #resolved(schema: JsonSchema): JsonSchema {
    const [, kind, name] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(String(schema.$ref ?? "")) ?? [];
    if (kind === undefined || name === undefined) return schema;
    return this.#document.components[kind as keyof OpenApiDocument["components"]][name] as JsonSchema;
  }

  #bodyProblems(place: Place, response: JsonSchema, { status, headers, json }: Observed): readonly string[] {
    const schema = schemaIn(response);
    if (!schema) return json === null ? [] : ["there is a body, and none is documented"];
    if (!headers.get("content-type")?.startsWith(JSON_TYPE)) return [];
    const name = `${place.method} ${place.path} ${status}`;
    const check = this.#checks.get(name) ?? this.#ajv.compile(rooted(schema));
    this.#checks.set(name, check);
    if (check(json)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** A path or method that no route takes. */
  #problemsOfUnmatched({ method, status, json, headers }: Observed): readonly string[] {
    if (method === "HEAD" || method === "OPTIONS") return [];
    const code = errorCodeOf(json);
    const allowed = [
      "bad_request",
      "forbidden",
      "internal_error",
      "method_not_allowed",
      "not_found",
      "service_unavailable",
      "unauthorized",
    ];
    const known = allowed.find((name) => name === code);
    if (known === undefined) return [`a request that no route takes is not answered ${status} ${code}`];
    const check = this.#ajv.compile(problemSchema(known as Parameters<typeof problemSchema>[0], wayOf(json)));
    const lacksAllow = status === 405 && !headers.has("allow") ? ["the header Allow is missing"] : [];
    return [...(check(json) ? [] : [this.#ajv.errorsText(check.errors)]), ...lacksAllow];
  }

  /** Every field of a schema, as in `data[].tools[].name`. */
  #fields(given: JsonSchema, path: string): readonly string[] {
    const { properties, items, additionalProperties, anyOf } = this.#resolved(given);
    return [
      ...Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(([name, inner]) => {
        const field = path === "" ? name : `${path}.${name}`;
        return [field, ...this.#fields(inner, field)];
      }),
      ...(items ? this.#fields(items as JsonSchema, `${path}[]`) : []),
      ...(isSchema(additionalProperties) ? this.#fields(additionalProperties, `${path}.*`) : []),
      ...((anyOf ?? []) as readonly JsonSchema[]).flatMap((option) => this.#fields(option, path)),
    ];
  }

  /** Those fields of a schema that a value has. */
  #fieldsSeen(given: JsonSchema, value: unknown, path: string): readonly string[] {
    if (typeof value !== "object" || value === null) return [];
    const { properties, items, additionalProperties, anyOf } = this.#resolved(given);
    const known = (properties ?? {}) as Readonly<Record<string, JsonSchema>>;
    const options = (anyOf ?? []) as readonly JsonSchema[];
    const within = Array.isArray(value)
      ? value.flatMap((item: unknown) => (items ? this.#fieldsSeen(items as JsonSchema, item, `${path}[]`) : []))
      : Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
          const inner = Object.hasOwn(known, name) ? known[name] : undefined;
          const field = path === "" ? name : `${path}.${name}`;
          if (inner) return [field, ...this.#fieldsSeen(inner, item, field)];
          return isSchema(additionalProperties) ? this.#fieldsSeen(additionalProperties, item, `${path}.*`) : [];
        });
    return [...new Set([...within, ...options.flatMap((option) => this.#fieldsSeen(option, value, path))])];
  }
}

function headerProblems(response: JsonSchema, { status, headers }: Observed): readonly string[] {
  const documented = Object.keys((response.headers ?? {}) as object).map((name) => name.toLowerCase());
  const unknown = [...headers.keys()].filter((name) => OURS.test(name) && !documented.includes(name));
  const missing = documented.filter(
    (name) => !headers.has(name) && !SOMETIMES.test(name) && !(status >= 400 && NOT_ON_EVERY_ERROR.test(name)),
  );
  return [
    ...unknown.map((name) => `the header ${name} is not documented`),
    ...missing.map((name) => `the header ${name} is documented, and missing`),
  ];
}

function schemaIn(response: JsonSchema | undefined): JsonSchema | undefined {
  const content = response?.content as Readonly<Record<string, { readonly schema: JsonSchema }>> | undefined;
  return content?.[JSON_TYPE]?.schema;
}

/** The same schema, outside the document that its references point into. */
function rooted(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as JsonSchema;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{[a-z_]+\}/g, "[^/]+")}$`);
}

/** How an error is spoken. */
function wayOf(json: unknown): Pick<Route, "dialect"> {
  const { error } = (json ?? {}) as { readonly error?: unknown };
  return typeof error === "object" ? { dialect: "openai" } : {};
}
