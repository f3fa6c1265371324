/** The schema of a tool's parameters as a language model is shown it, and as its answer is bound to it. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { withoutKeywords, withToldSynonyms } from "./told-synonyms.ts";

/** Keywords whose value is a schema, a list of schemas, or a map from names to schemas. */
const SCHEMAS = new Set(["additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const MAPS = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]);

export const NO_PARAMETERS: JsonObject = { type: "object", properties: {}, additionalProperties: false };

/**
 * What the model reads: without defaults, since the server fills those and says so, and the model had better leave out what
 * nobody said.
 */
export function shownSchema(schema: JsonObject | undefined): JsonObject {
  return schema === undefined ? NO_PARAMETERS : (changed(schema, withoutDefault) as JsonObject);
}

/** With what it says of the words of its values in its descriptions, where the model reads no other schema than the one that binds it. */
export function toldSchema(schema: JsonObject | undefined): JsonObject | undefined {
  return schema && (changed(schema, withToldSynonyms) as JsonObject);
}

/**
 * What the model's answer is bound to, as it stands at `pointer` in a larger schema. Nothing is required: a model that has
 * to write a value that the query does not give invents one.
 */
export function boundSchema(schema: JsonObject | undefined, pointer: string): JsonObject {
  if (schema === undefined) return NO_PARAMETERS;
  const bound = changed(schema, (part) => boundPart(part, pointer)) as JsonObject;
  const { $schema: _, ...rest } = bound;
  const isOpen = rest.additionalProperties !== undefined || rest.patternProperties !== undefined;
  return {
    ...rest,
    type: "object",
    ...(isOpen || rest.properties === undefined ? {} : { additionalProperties: false }),
  };
}

function withoutDefault(schema: JsonObject): JsonObject {
  const { default: _, ...rest } = schema;
  return withToldSynonyms(rest);
}

function boundPart(schema: JsonObject, pointer: string): JsonObject {
  // Examples and texts do not bind; `$id` would give the part a root of its own.
  const { default: _, required: _required, $id: _id, examples: _examples, ...rest } = withoutKeywords(schema);
  const { $ref } = rest;
  return typeof $ref === "string" && $ref.startsWith("#") ? { ...rest, $ref: pointer + $ref.slice(1) } : rest;
}

function changed(schema: JsonValue, change: (schema: JsonObject) => JsonObject): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const parts = Object.entries(change(schema)).map(([keyword, value]) => {
    if (SCHEMAS.has(keyword)) return [keyword, changed(value ?? null, change)] as const;
    if (LISTS.has(keyword) && Array.isArray(value)) {
      return [keyword, value.map((item: JsonValue) => changed(item, change))] as const;
    }
    if (MAPS.has(keyword) && isJsonObject(value)) {
      const items = Object.entries(value).map(([name, item]) => [name, changed(item ?? null, change)] as const);
      return [keyword, Object.fromEntries(items)] as const;
    }
    return [keyword, value] as const;
  });
  return Object.fromEntries(parts);
}
