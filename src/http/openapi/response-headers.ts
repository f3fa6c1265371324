import type { ErrorCode } from "#core/errors.ts";
import { statusOf } from "../errors.ts";
import type { Route } from "../route.ts";
import type { JsonSchema } from "./json-schema.ts";

const text = (description: string, example: string): JsonSchema => ({
  description,
  schema: { type: "string" },
  example,
});
const count = (description: string, example: number): JsonSchema => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example,
});

/** Shared by reference. */
export const HEADERS = {
  "X-Request-Id": text("The call's id: yours when it was a sane one, else a new one.", "checkout-2026-03-10-0042"),
  "X-RateLimit-Limit": count("Calls that the window of one UTC minute allows.", 60),
  "X-RateLimit-Remaining": count("Calls left in this window; 0 on a 429.", 43),
  "X-RateLimit-Reset": count("When the next window begins, as a Unix timestamp in seconds.", 1_773_144_060),
  "Retry-After": count("Seconds after which trying again makes sense.", 30),
  ETag: text("Names this version of the resource, for `If-Match`.", '"r12"'),
  Location: text("The path of what was created.", "/v1/toolsets/weather-v1"),
  "Idempotency-Replayed": text("`true` on an answer that was kept under the `Idempotency-Key`.", "true"),
  "WWW-Authenticate": text("What the server wants to see.", "Bearer"),
} as const satisfies Readonly<Record<string, JsonSchema>>;

export type HeaderName = keyof typeof HEADERS;

const WINDOW: readonly HeaderName[] = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

const REPLAYED: readonly HeaderName[] = ["Idempotency-Replayed"];
/** Errors that are answered again to the same request. */
const KEPT = new Set([400, 404, 409]);

/** Headers of a 2xx. */
export function successHeaders({ caller, describes, method }: Route): readonly HeaderName[] {
  const { status, schema } = describes.success;
  const properties = (schema?.properties ?? {}) as Readonly<Record<string, unknown>>;
  return [
    "X-Request-Id",
    ...(isCounted(caller) ? WINDOW : []),
    ...("updated_at" in properties ? (["ETag"] as const) : []),
    ...(status === 201 ? (["Location"] as const) : []),
    ...(method === "POST" && caller === "app" ? REPLAYED : []),
  ];
}

/** Headers of an error. The window is shown wherever the caller was counted before the error came up. */
export function errorHeaders(code: ErrorCode, caller: Route["caller"]): readonly HeaderName[] {
  const status = statusOf(code);
  return [
    "X-Request-Id",
    ...(isCounted(caller) ? WINDOW : []),
    ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(caller === "app" && KEPT.has(status) ? REPLAYED : []),
  ];
}

export function referencesTo(names: readonly HeaderName[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function isCounted(caller: Route["caller"]): boolean {
  return caller === "address" || caller === "app" || caller === "key";
}
