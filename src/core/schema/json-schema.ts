import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { invalid, messageOf } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { TooMuchToMatch } from "./linear-regexp.ts";
import { checkedSize, unforeseeableKeywordIn } from "./schema-bounds.ts";
import { endlessReferenceIn } from "./schema-loops.ts";
import { TooMuchToCheck, ValidationWork, WorkMeter } from "./validation-work.ts";

/** Type names that Python programs write. `any` is no restriction at all. */
const PYTHON_TYPES: Readonly<Record<string, string | null>> = {
  dict: "object",
  float: "number",
  tuple: "array",
  any: null,
};

/** Keywords whose value is a schema, a list of schemas, or a map from names to schemas. Everything else is data. */
const SCHEMA_KEYWORDS = new Set([
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const LIST_KEYWORDS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const MAP_KEYWORDS = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]);

/** The schema with Python's type names read as JSON Schema's, wherever a schema stands. */
export function readSchema(schema: JsonObject): JsonObject {
  const read: Record<string, JsonValue | undefined> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    if (keyword === "type" && typeof value === "string" && Object.hasOwn(PYTHON_TYPES, value)) {
      const type = PYTHON_TYPES[value];
      if (typeof type === "string") read[keyword] = type;
    } else {
      read[keyword] = mapSchemas(keyword, value, readSchema);
    }
  }
  return read;
}

/** The value of a keyword, with the schemas that stand in it, one level down, put through `read`. */
export function mapSchemas(keyword: string, value: JsonValue, read: (schema: JsonObject) => JsonValue): JsonValue {
  if (SCHEMA_KEYWORDS.has(keyword) && isJsonObject(value)) return read(value);
  if (LIST_KEYWORDS.has(keyword) && Array.isArray(value)) {
    return value.map((item: JsonValue) => (isJsonObject(item) ? read(item) : item));
  }
  if (MAP_KEYWORDS.has(keyword) && isJsonObject(value)) {
    const map: Record<string, JsonValue | undefined> = {};
    for (const [name, item] of Object.entries(value)) map[name] = isJsonObject(item) ? read(item) : item;
    return map;
  }
  return value;
}

/**
 * What contradicts the schema in a value; nothing when all is well. Throws `validation_error` when finding out would take
 * more than is left of `work`, which is some 0.2 s for a new one.
 */
export type Validator = (value: unknown, work?: ValidationWork) => readonly ErrorObject[];

/**
 * Compiled schemas by their identity, about 10 kB each: sets that are in use are the same objects from request to request.
 * Equal schemas of two apps are compiled twice: that one comes back sooner would tell either what the other has.
 */
const compiled = new WeakMap<JsonObject, Validator>();

/**
 * The engine keeps what it made of a source text, for as long as it likes: equal schemas of two apps would become equal
 * functions, and the second one be there sooner.
 */
let written = 0;
const unlikeAnyOther = (code: string) => {
  written += 1;
  return `/* ${written} */${code}`;
};

/** Knows the draft's own schema; made once, since compiling that takes tens of milliseconds. */
let draft: Ajv2020 | undefined;

/**
 * A validator for the schema. Throws `validation_error` naming `field` for one that does not compile: an unknown type,
 * a `$ref` that points outside (nothing is ever fetched), a regular expression that is none; and for one that is too large.
 */
export function compileSchema(schema: JsonObject, field: string): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const validate = compileAnew(schema, field);
  compiled.set(schema, validate);
  return validate;
}

function compileAnew(schema: JsonObject, field: string): Validator {
  checkBounds(schema, field);
  // Schemas of tools come with whatever `$schema` their writers had; they are all read as the one draft that we know.
  const { $schema: _, ...read } = schema;
  draft ??= new Ajv2020({ logger: false });
  if (!draft.validateSchema(read)) {
    throw invalid(field, `is no JSON Schema (draft 2020-12): ${draft.errorsText(draft.errors, { dataVar: "it" })}`);
  }
  const endless = endlessReferenceIn(read);
  if (endless !== null) throw invalid(field, `refers to itself without end at ${endless}`);
  // One instance per schema: `$id`s of different owners must not meet, and nothing is kept of a dropped set.
  const meter = new WorkMeter();
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    allErrors: true,
    // Nobody reads them. With them, and with its optimiser, ajv takes ten times as long to compile some schemas.
    messages: false,
    meta: false,
    validateSchema: false,
    // What many references point at would be compiled as often.
    inlineRefs: false,
    code: { regExp: regExpOf(meter), optimize: false, process: unlikeAnyOther },
  });
  addFormats.default(ajv);
  meter.watch(ajv);
  try {
    return bounded(ajv.compile(read), meter, field);
  } catch (cause) {
    throw invalid(field, `is no JSON Schema that can be used: ${messageOf(cause)}`);
  }
}

function checkBounds(schema: JsonObject, field: string): void {
  checkedSize(schema, field);
  const unforeseeable = unforeseeableKeywordIn(schema);
  if (unforeseeable !== null) throw invalid(field, `has ${unforeseeable}, which is not supported: use $ref`);
}

function bounded(validate: ValidateFunction, meter: WorkMeter, field: string): Validator {
  return (value, work = new ValidationWork()) => {
    meter.use(work);
    try {
      return validate(value) ? [] : (validate.errors ?? []);
    } catch (failure) {
      if (failure instanceof TooMuchToMatch) throw invalid(field, failure.message);
      if (!(failure instanceof TooMuchToCheck)) throw failure;
      throw invalid(
        field,
        "has a schema that takes too long to check a value against: it has too many rules for too many items, or " +
          "references that branch so often",
      );
    }
  };
}

/** Ajv asks for a name to write standalone code, which we never do. */
function regExpOf(meter: WorkMeter) {
  return Object.assign((source: string) => meter.pattern(source), { code: "linearRegExp" });
}
