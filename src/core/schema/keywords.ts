import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** How schemas stand in the value of a keyword: it is one, a list of them, or a map from names to them. */
export type Holding = "schema" | "list" | "map";

/** The keywords of draft 2020-12 that hold schemas. Everything else is data. */
const HOLDINGS: ReadonlyMap<string, Holding> = new Map([
  ...["additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames"].map(
    (keyword) => [keyword, "schema"] as const,
  ),
  ...["then", "unevaluatedItems", "unevaluatedProperties"].map((keyword) => [keyword, "schema"] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, "list"] as const),
  ...["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"].map(
    (keyword) => [keyword, "map"] as const,
  ),
]);

/** Null for a keyword that holds none. */
export function holdingOf(keyword: string): Holding | null {
  return HOLDINGS.get(keyword) ?? null;
}

/** The value of a keyword, with the schemas that stand in it, one level down, put through `read`. */
export function mapSchemas(keyword: string, value: JsonValue, read: (schema: JsonObject) => JsonValue): JsonValue {
  const holding = holdingOf(keyword);
  if (holding === "schema" && isJsonObject(value)) return read(value);
  if (holding === "list" && Array.isArray(value)) {
    return value.map((item: JsonValue) => (isJsonObject(item) ? read(item) : item));
  }
  if (holding === "map" && isJsonObject(value)) {
    const map: Record<string, JsonValue | undefined> = {};
    for (const [name, item] of Object.entries(value)) map[name] = isJsonObject(item) ? read(item) : item;
    return map;
  }
  return value;
}

export const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"] as const;

/** What else a schema may say: of draft 2020-12, of OpenAPI, and of earlier drafts what still means something. */
const OTHERS = [
  ...["$id", "$schema", "$ref", "$anchor", "$comment", "$dynamicAnchor", "$vocabulary", "id"],
  ...["type", "enum", "const", "default", "examples", "example", "title", "description", "format", "pattern"],
  ...["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf", "maxLength", "minLength"],
  ...["maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties"],
  ...["required", "dependentRequired", "contentEncoding", "contentMediaType", "deprecated", "readOnly", "writeOnly"],
  ...["nullable", "discriminator", "externalDocs", "xml"],
] as const;

/** Every keyword that somebody reads. */
export const KEYWORDS: readonly string[] = [...HOLDINGS.keys(), ...OTHERS];
const KNOWN: ReadonlySet<string> = new Set(KEYWORDS);

export function isKeyword(word: string): boolean {
  return KNOWN.has(word);
}
