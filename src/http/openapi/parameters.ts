import { LIMITS } from "#core/limits.ts";
import { type Route, takesIdempotencyKey } from "../route.ts";
import type { JsonSchema } from "./json-schema.ts";
import { isPage } from "./operation-id.ts";

/** Shared by reference. */
export const PARAMETERS = {
  Limit: {
    name: "limit",
    in: "query",
    description: "How many items the page holds at most.",
    schema: { type: "integer", minimum: 1, maximum: LIMITS.pageItemsMax, default: LIMITS.pageItemsDefault },
    example: LIMITS.pageItemsDefault,
  },
  Cursor: {
    name: "cursor",
    in: "query",
    description: "The `next_cursor` of the page before, as it came. Items made meanwhile disturb nothing.",
    schema: { type: "string", pattern: "^[A-Za-z0-9_-]{1,24}$" },
    example: "NDI",
  },
  ModelLimit: {
    name: "limit",
    in: "query",
    description: "How many models at most.",
    schema: { type: "integer", minimum: 1, maximum: LIMITS.listedModelsMax, default: LIMITS.listedModelsMax },
    example: 100,
  },
  ModelAfter: {
    name: "after",
    in: "query",
    description: "The id of a model: those that come behind it.",
    schema: { type: "string" },
    example: "dragoman/weather-v1",
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The `ETag` that was read last: the call is refused with 412 when the resource has changed since. `*`, or none at all, asks nothing.",
    schema: { type: "string" },
    example: '"r12"',
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A new key for each new request. Sent again within 24 hours under the same key, the first answer comes again and nothing is charged twice; duplicates that run at the same time wait for the first. What is kept are answers 2xx, 400, 404 and 409. The same key with another body or route is 400.",
    schema: { type: "string", minLength: 1, maxLength: LIMITS.idempotencyKeyCharactersMax },
    example: "7a1c2b9e-order-4711",
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description:
      "Your own id for the call: up to 128 letters, digits and `._:+/=@-`. It comes back in the answer; without a sane one the server makes one. Feedback names it.",
    schema: { type: "string" },
    example: "checkout-2026-03-10-0042",
  },
  CacheControl: {
    name: "Cache-Control",
    in: "header",
    description:
      "`no-store`: the cache is neither read nor written. `no-cache`: answered anew, and the new answer kept.",
    schema: { type: "string" },
    example: "no-cache",
  },
  Explain: {
    name: "X-Dragoman-Explain",
    in: "header",
    description: "`cache`: `metadata.explain` says why the cache did or did not answer.",
    schema: { type: "string", enum: ["cache"] },
    example: "cache",
  },
  Search: {
    name: "q",
    in: "query",
    description: "The words to look for.",
    schema: { type: "string" },
    example: "reverse proxy",
  },
  With: {
    name: "with",
    in: "query",
    description:
      "Other toolsets that requests name beside this one, by commas: what collides between them is found, too.",
    schema: { type: "string" },
    example: "alarms-v1",
  },
  Before: {
    name: "before",
    in: "query",
    description: "A day or a moment, RFC 3339: only what was last asked before it goes. Left out, all of it.",
    schema: { type: "string" },
    example: "2026-03-01",
  },
  Said: {
    name: "q",
    in: "query",
    required: true,
    description: "The words that the values are to be like.",
    schema: { type: "string", minLength: 1, maxLength: LIMITS.listedValueCharactersMax },
    example: "ibuprofin",
  },
  NearestLimit: {
    name: "limit",
    in: "query",
    description: "How many values at most.",
    schema: { type: "integer", minimum: 1, maximum: LIMITS.nearestValuesMax, default: LIMITS.nearestValuesDefault },
    example: LIMITS.nearestValuesDefault,
  },
  AcceptStream: {
    name: "Accept",
    in: "header",
    description:
      "`application/x-ndjson` streams each result as soon as it is done, one line each, and closes with a line that holds `metadata`.",
    schema: { type: "string", enum: ["application/json", "application/x-ndjson"], default: "application/json" },
    example: "application/x-ndjson",
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** Answers that the cache may give. */
const CACHED = new Set(["/v1/classify", "/v1/resolve", "/v1/resolve-respond"]);

/** What a call of the route may carry besides its body. */
export function parametersOf(route: Route): readonly JsonSchema[] {
  const names: (keyof typeof PARAMETERS)[] = [];
  if (isPage(route.describes.success.schema)) names.push("Limit", "Cursor");
  if (route.path === "/v1/models") names.push("ModelLimit", "ModelAfter");
  if (route.path === "/docs/search") names.push("Search");
  if (route.path === "/v1/misses") names.push("Limit");
  if (route.method === "DELETE" && route.path === "/v1/query-log/entries") names.push("Before");
  if (route.path === "/v1/toolsets/:signature/lint") names.push("With");
  if (route.path.endsWith("/nearest")) names.push("Said", "NearestLimit");
  if (route.describes.refuses.includes("precondition_failed")) names.push("IfMatch");
  if (takesIdempotencyKey(route)) names.push("IdempotencyKey");
  if (CACHED.has(route.path)) names.push("CacheControl", "Explain");
  // Its toolsets are asked as /v1/resolve asks them; its answers have no place for an explanation.
  if (route.path === "/v1/chat/completions") names.push("CacheControl");
  if (route.cost === "items") names.push("AcceptStream");
  names.push("RequestId");
  return [...pathParametersOf(route), ...names.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

const PATH_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  signature: {
    description: "The set's signature, case-sensitive.",
    schema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$" },
    example: "weather-v1",
  },
  "value-lists.name": {
    description: "The list's name, as parameters refer to it.",
    schema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$" },
    example: "medicines",
  },
  name: {
    description: "The persona's name.",
    schema: { type: "string", minLength: 1, maxLength: LIMITS.nameCharactersMax },
    example: "concierge",
  },
  alias: {
    description: "The alias's name, case-sensitive.",
    schema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$" },
    example: "weather-live",
  },
  model: {
    description: "The model's id; the `/` in that of a toolset as `%2F`.",
    schema: { type: "string" },
    example: "dragoman/weather-v1",
  },
  page: {
    description: "The page's name, as in its address.",
    schema: { type: "string" },
    example: "tutorial",
  },
};

function pathParametersOf({ path }: Route): readonly JsonSchema[] {
  return [...path.matchAll(/([a-z-]+)\/:([a-z_]+)/g)].map(([, noun = "", name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...(PATH_PARAMETERS[`${noun}.${name}`] ?? PATH_PARAMETERS[name] ?? idParameter(noun)),
  }));
}

const ID_PREFIXES: Readonly<Record<string, string>> = { apps: "app_", banks: "bank_", keys: "", memories: "mem_" };

function idParameter(noun: string): JsonSchema {
  const prefix = ID_PREFIXES[noun] ?? "";
  return {
    description: `The id of one of the ${noun}.`,
    schema: { type: "string" },
    example: `${prefix}4fK9sQ2mTzX7bLr0WcVe`,
  };
}
