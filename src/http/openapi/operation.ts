import type { ErrorCode } from "#core/errors.ts";
import { statusOf } from "../errors.ts";
import type { Route } from "../route.ts";
import { EXAMPLES } from "./examples.ts";
import type { JsonSchema } from "./json-schema.ts";
import { NOTES } from "./notes.ts";
import { operationIdOf } from "./operation-id.ts";
import { parametersOf } from "./parameters.ts";
import { exampleOf, meaningOf, problemName } from "./problems.ts";
import { refusalsOf } from "./refusals.ts";
import { errorHeaders, referencesTo, successHeaders } from "./response-headers.ts";
import { used } from "./wire-schemas.ts";

/** One route as the document has it. */
export function operationOf(route: Route): JsonSchema {
  const { describes, body, method, path } = route;
  const examples = EXAMPLES[`${method} ${path}`];
  const security = securityOf(route);
  return {
    operationId: operationIdOf(route),
    tags: [describes.tag],
    summary: describes.summary,
    description: [describes.description, NOTES[`${method} ${path}`], costOf(route)]
      .filter((line) => line !== undefined)
      .join("\n\n"),
    security,
    parameters: parametersOf(route),
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: used(body), ...exampled(examples?.request) } },
      },
    }),
    responses: { [describes.success.status]: successOf(route), ...refusalResponses(route) },
  };
}

const SETTINGS: Readonly<
  Record<Exclude<Route["cost"], "free" | "items">, { readonly key: string; readonly requests: string }>
> = {
  manage: { key: "costs.manage", requests: "1 request" },
  resolve: { key: "costs.resolve", requests: "1 request" },
  classify: { key: "costs.classify", requests: "1 request" },
  resolveRespond: { key: "costs.resolve_respond", requests: "2 requests" },
};

function costOf({ cost, caller }: Route): string {
  if (cost === "items") return "Costs what its successful items cost, and counts once in the rate window.";
  if (cost === "free") return caller === "address" ? "Free, and counted by client address." : "Free, and not counted.";
  const { key, requests } = SETTINGS[cost];
  return `A success costs ${requests} (setting \`${key}\`); a failure costs nothing.`;
}

function securityOf({ caller, dialect }: Route): readonly JsonSchema[] {
  if (caller === "app") return dialect === "openai" ? [{ apiKey: [] }, { accessToken: [] }] : [{ accessToken: [] }];
  return caller === "admin" ? [{ adminToken: [] }, { adminSession: [] }] : [];
}

function successOf(route: Route): JsonSchema {
  const { schema, status } = route.describes.success;
  const headers = referencesTo(successHeaders(route));
  if (!schema) return { description: SUCCESS[status], headers };
  const example = EXAMPLES[`${route.method} ${route.path}`]?.response;
  const { contentMediaType = "application/json" } = schema as { readonly contentMediaType?: string };
  const content = { [contentMediaType]: { schema: used(schema), ...exampled(example) } };
  return {
    description: SUCCESS[status],
    headers,
    content: { ...content, ...(route.cost === "items" && LINES), ...(isStreamed(route) && EVENTS) },
  };
}

/** Whether a request can ask for its answer in events. */
function isStreamed({ body }: Route): boolean {
  return Object.hasOwn(body?.properties ?? {}, "stream");
}

/** What a chat answers when it is asked to stream. */
const EVENTS = {
  "text/event-stream": {
    schema: {
      type: "string",
      description:
        "The completion in pieces, each as `data: {…}`, with `dragoman` in the last one, then `data: [DONE]`.",
    },
  },
};

/** What a batch answers when it is asked for lines. */
const LINES = {
  "application/x-ndjson": {
    schema: { type: "string", description: "One result of `results` a line, then a line that holds `metadata`." },
  },
};

const SUCCESS = { 200: "Done.", 201: "Created.", 204: "Done; there is no body." } as const;

function exampled(value: unknown): JsonSchema {
  return value === undefined ? {} : { example: value };
}

function refusalResponses(route: Route): JsonSchema {
  return Object.fromEntries(
    groups(route).map(([status, codes]) => [status, { $ref: `#/components/responses/${responseName(codes, route)}` }]),
  );
}

/** The error answers of these routes, each once. */
export function sharedResponses(routes: readonly Route[]): Readonly<Record<string, JsonSchema>> {
  const named = routes.flatMap((route) =>
    groups(route).map(([, codes]) => [responseName(codes, route), refusalOf(codes, route)] as const),
  );
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function groups(route: Route): readonly (readonly [number, readonly ErrorCode[]])[] {
  const byStatus = Map.groupBy([...refusalsOf(route)].sort(), statusOf);
  return [...byStatus].sort(([one], [other]) => one - other);
}

function responseName(codes: readonly ErrorCode[], { caller, dialect }: Pick<Route, "caller" | "dialect">): string {
  const counted = caller === "app" || caller === "address" ? "" : "Uncounted";
  const spoken = dialect === "openai" ? "OpenAi" : "";
  return spoken + codes.map((code) => problemName(code).replace(/Error$/, "")).join("Or") + counted;
}

/** What tells OpenAI's errors apart lies too deep for whoever reads a `oneOf`. */
function eitherOf(schemas: readonly JsonSchema[], { dialect }: Pick<Route, "dialect">): JsonSchema {
  return dialect === "openai" ? { anyOf: schemas } : { oneOf: schemas };
}

function refusalOf(codes: readonly ErrorCode[], route: Pick<Route, "caller" | "dialect">): JsonSchema {
  const [first = "internal_error"] = codes;
  const schemas = codes.map((code) => ({ $ref: `#/components/schemas/${problemName(code, route)}` }));
  return {
    description: codes.map((code) => `\`${code}\`: ${meaningOf(code)}`).join("\n\n"),
    headers: referencesTo(errorHeaders(first, route.caller)),
    content: {
      "application/json": {
        schema: schemas.length === 1 ? schemas[0] : eitherOf(schemas, route),
        examples: Object.fromEntries(codes.map((code) => [code, { summary: code, value: exampleOf(code, route) }])),
      },
    },
  };
}
