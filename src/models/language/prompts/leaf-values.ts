import { isJsonObject, type JsonValue } from "#core/json.ts";

/** Every text and number that the value holds, however deep, as text. */
export function leafValues(value: JsonValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => leafValues(item));
  if (isJsonObject(value)) return Object.values(value).flatMap(leafValues);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
