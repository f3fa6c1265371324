import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { mapSchemas } from "../schema/keywords.ts";
import { isList } from "./json-fields.ts";

/**
 * A schema of an older draft, or of OpenAPI 3.0, with what is written differently in draft 2020-12 written as there:
 * `nullable`, `exclusiveMinimum: true`, `items` as a list.
 */
export function modernSchema(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (value === undefined) return [keyword, value];
    // A list of schemas, one for each place: mapSchemas knows it only by its newer name.
    if (keyword === "items" && isList(value)) return [keyword, mapSchemas("prefixItems", value, modernSchema)];
    return [keyword, mapSchemas(keyword, value, modernSchema)];
  });
  return modernKeywords(Object.fromEntries(entries));
}

/** The same for the schema's own keywords alone. */
export function modernKeywords(schema: JsonObject): JsonObject {
  const bounded = withNumericBound(
    withNumericBound(schema, "exclusiveMinimum", "minimum"),
    "exclusiveMaximum",
    "maximum",
  );
  return withNull(withPrefixItems(bounded));
}

function withNumericBound(schema: JsonObject, exclusive: string, inclusive: string): JsonObject {
  if (typeof schema[exclusive] !== "boolean") return schema;
  const { [exclusive]: isExclusive, [inclusive]: bound, ...rest } = schema;
  if (bound === undefined) return rest;
  return { ...rest, [isExclusive === true ? exclusive : inclusive]: bound };
}

function withPrefixItems(schema: JsonObject): JsonObject {
  if (!isList(schema.items)) return schema;
  const { items, additionalItems, ...rest } = schema;
  return { ...rest, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) };
}

function withNull(schema: JsonObject): JsonObject {
  const { nullable, ...rest } = schema;
  if (typeof nullable !== "boolean") return schema;
  if (!nullable) return rest;
  const { type, enum: choices } = rest;
  const choicesWithNull = isList(choices) && !choices.includes(null) ? { enum: [...choices, null] } : {};
  if (typeof type === "string") return { ...rest, type: type === "null" ? type : [type, "null"], ...choicesWithNull };
  if (isList(type)) return { ...rest, type: type.includes("null") ? type : [...type, "null"], ...choicesWithNull };
  if (isList(choices)) return { ...rest, ...choicesWithNull };
  return withNullBeside(rest);
}

/** Where no type says what else there is, null becomes an alternative to all of it. */
function withNullBeside(schema: JsonObject): JsonObject {
  const { title, description, default: fallback, ...rest } = schema;
  if (Object.keys(rest).length === 0) return schema;
  const words = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
  return { ...words, anyOf: [rest, { type: "null" }] };
}

/** The patterns of a schema, wherever they stand. */
export function patternsIn(schema: JsonValue | undefined): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = isJsonObject(schema) && typeof schema.pattern === "string" ? [schema.pattern] : [];
  return [...own, ...Object.values(schema).flatMap((value: JsonValue | undefined) => patternsIn(value))];
}

/** The schema without those of its patterns that are in `unusable`. */
export function withoutPatterns(schema: JsonObject, unusable: ReadonlySet<string>): JsonObject {
  const entries = Object.entries(schema).filter(
    ([keyword, value]) => !(keyword === "pattern" && typeof value === "string" && unusable.has(value)),
  );
  return Object.fromEntries(
    entries.map(([keyword, value]) => {
      return [
        keyword,
        value === undefined ? value : mapSchemas(keyword, value, (inner) => withoutPatterns(inner, unusable)),
      ];
    }),
  );
}
