/** Values that mean the right thing in the wrong type, made to fit before anybody complains about them. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";

/** Without parameters that the tool does not have, and with "5" as 5 where a number is wanted. */
export function fittingParameters(given: JsonObject, schema: JsonObject | undefined): JsonObject {
  if (schema === undefined) return {};
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const isOpen =
    schema.patternProperties !== undefined ||
    schema.additionalProperties === true ||
    isJsonObject(schema.additionalProperties) ||
    schema.properties === undefined;
  const entries = Object.entries(given).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) return isOpen && value !== undefined ? [[name, value] as const] : [];
    const fitting = isJsonObject(property) ? fittingValue(value ?? null, property) : (value ?? null);
    // "Not given", as models write it whose answers are bound to name every parameter.
    return fitting === null && !takesNull(property) ? [] : [[name, fitting] as const];
  });
  return Object.fromEntries(entries);
}

function fittingValue(value: JsonValue, schema: JsonObject): JsonValue {
  const { type } = schema;
  if (typeof value === "string") {
    if (type === "number" || type === "integer") return numberIn(value) ?? value;
    if (type === "boolean") return value === "true" ? true : value === "false" ? false : value;
    return optionLike(value, schema);
  }
  if (typeof value === "number" && type === "string") return String(value);
  if (isJsonObject(value) && type === "object") return fittingParameters(value, schema);
  if (type === "array") {
    const { items } = schema;
    const list = Array.isArray(value) ? (value as readonly JsonValue[]) : null;
    return list && isJsonObject(items) ? list.map((item) => fittingValue(item, items)) : value;
  }
  return value;
}

function numberIn(text: string): number | null {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text.trim()) ? Number(text) : null;
}

/** The option that differs in capitals only. */
function optionLike(value: string, schema: JsonObject): JsonValue {
  if (!Array.isArray(schema.enum) || schema.enum.includes(value)) return value;
  const lower = value.trim().toLowerCase();
  const like = schema.enum.filter((option) => typeof option === "string" && option.toLowerCase() === lower);
  return like.length === 1 ? (like[0] as JsonValue) : value;
}

function takesNull(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return true;
  const { type, nullable } = schema;
  if (nullable === true || type === "null" || type === undefined) return true;
  return Array.isArray(type) && type.includes("null");
}
