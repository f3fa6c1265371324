import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { SchemaReferences } from "./schema-references.ts";

/** Keywords whose schemas apply to the same value as the schema they stand in: following them gets no deeper into the data. */
const IN_PLACE = ["else", "if", "not", "then"];
const IN_PLACE_LISTS = ["allOf", "anyOf", "oneOf"];
const IN_PLACE_MAPS = ["dependencies", "dependentSchemas"];

/**
 * The path of a schema that refers to itself without getting any deeper into the data, as `{"$ref": "#"}` does: whoever
 * validates with it never comes to an end. Null for schemas without one; those that describe trees are fine.
 */
export function endlessReferenceIn(references: SchemaReferences): string | null {
  const known = new Map<JsonObject, "open" | "fine">();

  const isEndless = (schema: JsonValue | undefined): boolean => {
    if (!isJsonObject(schema)) return false;
    const state = known.get(schema);
    if (state !== undefined) return state === "open";
    known.set(schema, "open");
    const endless = sameValueSchemas(schema).some(isEndless) || isEndless(references.targetOf(schema));
    known.set(schema, "fine");
    return endless;
  };

  return references.schemas.find(({ schema }) => isEndless(schema))?.path ?? null;
}

function sameValueSchemas(schema: JsonObject): readonly (JsonValue | undefined)[] {
  const listed = IN_PLACE_LISTS.flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : []));
  const named = IN_PLACE_MAPS.flatMap((keyword) => {
    const map = schema[keyword];
    return isJsonObject(map) ? Object.values(map) : [];
  });
  return [...IN_PLACE.map((keyword) => schema[keyword]), ...listed, ...named];
}
