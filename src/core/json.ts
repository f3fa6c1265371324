import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** `sha256:` and 64 hex digits. */
export type ContentHash = `sha256:${string}`;

/**
 * The hash of a definition over its RFC 8785 canonical JSON: the order of keys never changes it, the order of arrays does.
 * Throws a TypeError for what JSON cannot hold (NaN, a lone surrogate).
 */
export function contentHashOf(definition: unknown): ContentHash {
  const canonical = canonicalize(definition);
  if (canonical === undefined) throw new TypeError("undefined has no canonical JSON");
  return `sha256:${createHash("sha256").update(canonical).digest("hex")}`;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** As guards, to be handed on: what is read from a store is looked at part by part. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

/** A place in a list; null for none. */
export function isPosition(value: unknown): value is number | null {
  return value === null || isNumber(value);
}

export function isContentHash(value: unknown): value is ContentHash {
  return isText(value) && value.startsWith("sha256:");
}

/** Whether all of it is what `isItem` tells. */
export function isListOf<Item extends JsonValue>(
  value: JsonValue | undefined,
  isItem: (item: JsonValue) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}
