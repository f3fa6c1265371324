import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** Keywords whose schemas apply to the same value as the schema they stand in: following them gets no deeper into the data. */
const IN_PLACE = ["else", "if", "not", "then"];
const IN_PLACE_LISTS = ["allOf", "anyOf", "oneOf"];

/**
 * The path of a schema that refers to itself without getting any deeper into the data, as `{"$ref": "#"}` does: whoever
 * validates with it never comes to an end. Null for schemas without one; those that describe trees are fine.
 */
export function endlessReferenceIn(root: JsonObject): string | null {
  const known = new Map<JsonObject, "open" | "fine">();

  const isEndless = (schema: JsonValue | undefined): boolean => {
    if (!isJsonObject(schema)) return false;
    const state = known.get(schema);
    if (state !== undefined) return state === "open";
    known.set(schema, "open");
    const endless = sameValueSchemas(root, schema).some(isEndless);
    known.set(schema, "fine");
    return endless;
  };

  const search = (value: JsonValue | undefined, path: string): string | null => {
    if (isJsonObject(value)) {
      if (isEndless(value)) return path;
      for (const [key, inner] of Object.entries(value)) {
        const found = search(inner, `${path}/${key}`);
        if (found !== null) return found;
      }
    } else if (Array.isArray(value)) {
      for (const [index, inner] of (value as readonly JsonValue[]).entries()) {
        const found = search(inner, `${path}/${index}`);
        if (found !== null) return found;
      }
    }
    return null;
  };
  return search(root, "#");
}

function sameValueSchemas(root: JsonObject, schema: JsonObject): readonly (JsonValue | undefined)[] {
  const listed = IN_PLACE_LISTS.flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : []));
  const { $ref } = schema;
  const referred = typeof $ref === "string" && $ref.startsWith("#") ? [target(root, $ref)] : [];
  return [...IN_PLACE.map((keyword) => schema[keyword]), ...listed, ...referred];
}

/** What a local JSON pointer points at; undefined for one that points nowhere, which compiling reports. */
function target(root: JsonObject, reference: string): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const token of reference.slice(1).split("/").slice(1)) {
    const key = decoded(token).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(here)) here = (here as readonly JsonValue[])[Number(key)];
    else here = isJsonObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  }
  return here;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
