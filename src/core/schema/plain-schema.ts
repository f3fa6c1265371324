import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** A schema of more references and alternatives, one behind the other, is taken as far as this. */
const HOPS_MAX = 4;

/** By the root and the schema: whoever keeps something of a schema keeps it by its identity. */
const followed = new WeakMap<JsonObject, WeakMap<JsonObject, JsonObject>>();

/** Follows references into the same schema, and takes the one real alternative of "this or null". */
export function plainSchema(schema: JsonObject, root: JsonObject): JsonObject {
  const ofRoot = followed.get(root) ?? new WeakMap<JsonObject, JsonObject>();
  followed.set(root, ofRoot);
  const known = ofRoot.get(schema) ?? resolved(schema, root);
  ofRoot.set(schema, known);
  return known;
}

function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  let current = schema;
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    const target = referenced(current.$ref, root) ?? onlyAlternative(current);
    if (!target) return current;
    const { $ref: _ref, anyOf: _anyOf, oneOf: _oneOf, allOf: _allOf, ...own } = current;
    current = { ...target, ...own };
  }
  return current;
}

function referenced(reference: JsonValue | undefined, root: JsonObject): JsonObject | null {
  if (typeof reference !== "string" || !reference.startsWith("#/")) return null;
  let at: JsonValue | undefined = root;
  for (const step of reference.slice(2).split("/")) {
    if (!isJsonObject(at)) return null;
    at = at[step.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return isJsonObject(at) ? at : null;
}

function onlyAlternative(schema: JsonObject): JsonObject | null {
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const alternatives = schema[keyword];
    if (!Array.isArray(alternatives)) continue;
    const real = alternatives.filter((item: JsonValue) => isJsonObject(item) && item.type !== "null");
    const [only] = real;
    if (real.length === 1 && isJsonObject(only)) return only;
  }
  return null;
}
