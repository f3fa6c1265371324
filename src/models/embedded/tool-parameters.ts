/** A tool's schema as the joint model reads it: a flat list of parameters. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { plainSchema } from "#core/schema/plain-schema.ts";
import { examplesOf } from "#core/schema/said-values.ts";
import { SYNONYMS, type Synonyms, synonymsOf } from "#core/schema/synonyms.ts";

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
  /** What its tool is described with, where that may explain its options; missing where nothing may. */
  readonly toolDescription?: string;
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
  /** Other words for its values, or its items'; missing where the schema gives none. */
  readonly synonyms?: Synonyms;
  /** Texts like its values that its schema gives; missing for none. */
  readonly examples?: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
}

const TYPES: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean", "array", "object"]);
const DEPTH_MAX = 4;
const PARAMETERS_MAX = 64;
/** A longer description says no more of what a value looks like. */
const DESCRIPTION_UNITS_MAX = 1_024;

/** A parameter outlives many queries. */
const properties = new WeakMap<Parameter, JsonObject>();

/** The schema of a value of the parameter, or of an item of it: as far as it says where a text has one. */
export function propertyOf(parameter: Parameter): JsonObject {
  const known = properties.get(parameter);
  if (known) return known;
  const { format, description, choices, synonyms } = parameter;
  const given = synonyms && Object.fromEntries(synonyms.values().map((value) => [String(value), synonyms.of(value)]));
  const made = {
    format,
    description,
    ...(choices.length > 0 && { enum: choices }),
    ...(given && { [SYNONYMS]: given }),
  };
  properties.set(parameter, made);
  return made;
}

/** What its values are called: the options, and what else is said for any value. */
export function valueNamesOf({ choices, synonyms }: Parameter): readonly string[] {
  const others = synonyms?.values().flatMap((value) => [String(value), ...synonyms.of(value)]) ?? [];
  return [...choices.map(String), ...others];
}

/** Of examples in a description. */
const EXAMPLES_NAMED_MAX = 4;

/**
 * The parameters in the schema's order; objects and lists of objects are replaced by what they hold. `toolDescription`: of their tool, where
 * that may say what their options are.
 */
export function parametersOf(schema: JsonObject | undefined, toolDescription = ""): readonly Parameter[] {
  const found: Parameter[] = [];
  if (schema) collect(schema, { root: schema, path: [], isRequired: true }, found);
  if (toolDescription === "") return found;
  return found.map((parameter) => (parameter.choices.length > 0 ? { ...parameter, toolDescription } : parameter));
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
    const property = plainSchema(given, place.root);
    const items = isJsonObject(property.items) ? plainSchema(property.items, place.root) : {};
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
  const synonyms = synonymsOf(property) ?? synonymsOf(items);
  const examples = [...examplesOf(property), ...examplesOf(items)];
  return {
    name,
    path: place.path,
    type: typeOf(property),
    itemType: typeOf(isJsonObject(property.additionalProperties) ? property.additionalProperties : items),
    description: describedWith(textOf(property.description) || textOf(items.description), examples),
    choices: choicesOf(property) ?? choicesOf(items) ?? [],
    isRequired: place.isRequired,
    hasDefault: property.default !== undefined,
    ...(property.default !== undefined && { defaultValue: property.default }),
    format: textOf(property.format),
    pattern: textOf(property.pattern),
    ...(synonyms && { synonyms }),
    ...(examples.length > 0 && { examples }),
    minimum: typeof property.minimum === "number" ? property.minimum : Number.NEGATIVE_INFINITY,
    maximum: typeof property.maximum === "number" ? property.maximum : Number.POSITIVE_INFINITY,
  };
}

/** The network was taught on descriptions that give examples so. */
function describedWith(description: string, examples: readonly string[]): string {
  const quoted = examples.filter((example) => !example.includes('"')).slice(0, EXAMPLES_NAMED_MAX);
  const named = quoted.length === 0 ? "" : `e.g. ${quoted.map((example) => `"${example}"`).join(", ")}`;
  const room = DESCRIPTION_UNITS_MAX - named.length;
  return `${description.slice(0, room)}${description !== "" && named !== "" ? ", " : ""}${named}`;
}

function hasProperties(schema: JsonObject): boolean {
  return isJsonObject(schema.properties) && Object.keys(schema.properties).length > 0;
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
