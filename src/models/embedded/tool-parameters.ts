/** A tool's schema as the joint model reads it: a flat list of parameters. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";

export type ParameterType = "string" | "integer" | "number" | "boolean" | "array" | "object";

/** One step from the parameters' object to a value; `isList` when the key holds a list whose objects are entered. */
export interface PathStep {
  readonly key: string;
  readonly isList: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly path: readonly PathStep[];
  readonly type: ParameterType;
  /** Of an array's items, or of a free object's values; "string" when unknown. */
  readonly itemType: ParameterType;
  readonly description: string;
  /** Values that the schema enumerates, for the parameter or its items; empty when it is open. */
  readonly choices: readonly JsonValue[];
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  /** Missing where there is none. */
  readonly defaultValue?: JsonValue;
  /** JSON Schema's `format`, or "". */
  readonly format: string;
  /** JSON Schema's `pattern`, or "". */
  readonly pattern: string;
  readonly minimum: number;
  readonly maximum: number;
}

const TYPES: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean", "array", "object"]);
const DEPTH_MAX = 4;
const PARAMETERS_MAX = 64;
/** A longer description says no more of what a value looks like. */
const DESCRIPTION_UNITS_MAX = 1_024;

/** The parameters in the schema's order; objects and lists of objects are replaced by what they hold. */
export function parametersOf(schema: JsonObject | undefined): readonly Parameter[] {
  const found: Parameter[] = [];
  if (schema) collect(schema, { root: schema, path: [], isRequired: true }, found);
  return found;
}

interface Place {
  readonly root: JsonObject;
  readonly path: readonly PathStep[];
  readonly isRequired: boolean;
}

function collect(schema: JsonObject, place: Place, found: Parameter[]): void {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [key, given] of Object.entries(properties)) {
    // Each of many references may lead to many more.
    if (found.length >= PARAMETERS_MAX) return;
    if (!isJsonObject(given)) continue;
    const property = resolved(given, place.root);
    const items = isJsonObject(property.items) ? resolved(property.items, place.root) : {};
    const isRequired = place.isRequired && required.includes(key);
    const type = typeOf(property);
    const deeper = (isList: boolean): Place => ({
      root: place.root,
      path: [...place.path, { key, isList }],
      isRequired,
    });
    const isDeep = place.path.length >= DEPTH_MAX;
    if (type === "object" && hasProperties(property) && !isDeep) collect(property, deeper(false), found);
    else if (type === "array" && hasProperties(items) && !isDeep) collect(items, deeper(true), found);
    else found.push(parameterOf(key, property, items, deeper(false)));
  }
}

function parameterOf(name: string, property: JsonObject, items: JsonObject, place: Place): Parameter {
  return {
    name,
    path: place.path,
    type: typeOf(property),
    itemType: typeOf(isJsonObject(property.additionalProperties) ? property.additionalProperties : items),
    description: (textOf(property.description) || textOf(items.description)).slice(0, DESCRIPTION_UNITS_MAX),
    choices: choicesOf(property) ?? choicesOf(items) ?? [],
    isRequired: place.isRequired,
    hasDefault: property.default !== undefined,
    ...(property.default !== undefined && { defaultValue: property.default }),
    format: textOf(property.format),
    pattern: textOf(property.pattern),
    minimum: typeof property.minimum === "number" ? property.minimum : Number.NEGATIVE_INFINITY,
    maximum: typeof property.maximum === "number" ? property.maximum : Number.POSITIVE_INFINITY,
  };
}

function hasProperties(schema: JsonObject): boolean {
  return isJsonObject(schema.properties) && Object.keys(schema.properties).length > 0;
}

/** Follows a reference into the same schema, and takes the one real alternative of "this or null". */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  let current = schema;
  for (let hops = 0; hops < DEPTH_MAX; hops += 1) {
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

function typeOf(schema: JsonObject): ParameterType {
  const given = Array.isArray(schema.type) ? schema.type.find((type) => type !== "null") : schema.type;
  if (typeof given === "string" && TYPES.has(given)) return given as ParameterType;
  if (hasProperties(schema)) return "object";
  const [choice] = choicesOf(schema) ?? [];
  if (typeof choice === "number") return "number";
  if (typeof choice === "boolean") return "boolean";
  return "string";
}

function choicesOf(schema: JsonObject): readonly JsonValue[] | null {
  if (Array.isArray(schema.enum)) return schema.enum.filter((value: JsonValue) => value !== null);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(alternatives)) return schema.const === undefined ? null : [schema.const];
  const constants = alternatives.flatMap((item: JsonValue) =>
    isJsonObject(item) && item.const !== undefined ? [item.const] : [],
  );
  return constants.length === alternatives.length ? constants : null;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
