import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** The keyword by which the schema of a text refers to a list of values that the app keeps. */
export const VALUES = "x-values";

const remembered = new WeakMap<JsonObject, readonly string[]>();

/** The lists that a schema refers to, anywhere in it. */
export function listNamesIn(schema: JsonObject): readonly string[] {
  const known = remembered.get(schema);
  if (known) return known;
  const names = [...new Set(namesIn(schema))];
  remembered.set(schema, names);
  return names;
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = isJsonObject(value) && typeof value[VALUES] === "string" ? [value[VALUES]] : [];
  return [...own, ...Object.values(value).flatMap(namesIn)];
}
