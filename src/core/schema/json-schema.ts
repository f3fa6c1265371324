import { invalid, messageOf } from "../errors.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { mapSchemas } from "./keywords.ts";
import { type LinearRegExp, linearRegExp, TooMuchToMatch } from "./linear-regexp.ts";
import { checkedSize, unforeseeableKeywordIn } from "./schema-bounds.ts";
import { formFaultIn } from "./schema-form.ts";
import { endlessReferenceIn } from "./schema-loops.ts";
import { type PlacedSchema, SchemaReferences } from "./schema-references.ts";
import { type SchemaPlan, Validation, type Violation } from "./validating/validation.ts";
import { TooMuchToCheck, ValidationWork } from "./validating/validation-work.ts";

/** Type names that Python programs write. `any` is no restriction at all. */
const PYTHON_TYPES: Readonly<Record<string, string | null>> = {
  dict: "object",
  float: "number",
  tuple: "array",
  any: null,
};

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

/**
 * What contradicts the schema in a value; nothing when all is well. Throws `validation_error` when finding out would take
 * more than is left of `work`, which is some 0.2 s for a new one.
 */
export type Validator = (value: JsonValue, work?: ValidationWork) => readonly Violation[];

/**
 * Schemas that were read, by their identity: sets that are in use are the same objects from request to request. Equal schemas
 * of two apps are read twice: that one comes back sooner would tell either what the other has.
 */
const prepared = new WeakMap<JsonObject, Validator>();

/**
 * A validator for the schema (draft 2020-12, whatever `$schema` says), some microseconds for each of its parts. Throws
 * `validation_error` naming `field` for one that is none: an unknown type, a `$ref` that points outside (nothing is ever fetched), a
 * regular expression that is none; and for one that is too large.
 */
export function preparedSchema(schema: JsonObject, field: string): Validator {
  const known = prepared.get(schema);
  if (known) return known;
  const validate = validatorOf(planOf(schema, field), field);
  prepared.set(schema, validate);
  return validate;
}

function planOf(root: JsonObject, field: string): SchemaPlan {
  checkedSize(root, field);
  const unforeseeable = unforeseeableKeywordIn(root);
  if (unforeseeable !== null) throw invalid(field, `has ${unforeseeable}, which is not supported: use $ref`);
  const references = new SchemaReferences(root);
  const { schemas, used, dangling } = references;
  for (const { schema, path } of schemas) {
    const fault = formFaultIn(schema, path);
    if (fault !== null) throw invalid(field, `is no JSON Schema (draft 2020-12): ${fault}`);
  }
  if (dangling !== null) {
    const { path, reference } = dangling;
    throw invalid(field, `has a $ref at ${path} to "${shortened(reference)}", which is not in it; nothing is fetched`);
  }
  const endless = endlessReferenceIn(references);
  if (endless !== null) throw invalid(field, `refers to itself without end at ${endless}`);
  const asksForEvaluated = schemas.some(
    ({ schema }) => schema.unevaluatedItems !== undefined || schema.unevaluatedProperties !== undefined,
  );
  return { root, references, patterns: patternsOf(used, field), asksForEvaluated };
}

/** Of a reference in what an error says. */
const SHOWN_CHARACTERS_MAX = 100;

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}…` : text;
}

function patternsOf(schemas: readonly PlacedSchema[], field: string): ReadonlyMap<string, LinearRegExp> {
  const patterns = new Map<string, LinearRegExp>();
  for (const { schema, path } of schemas) {
    const sources = [schema.pattern, ...Object.keys(schema.patternProperties ?? {})];
    for (const source of sources) {
      if (typeof source !== "string" || patterns.has(source)) continue;
      try {
        patterns.set(source, linearRegExp(source));
      } catch (cause) {
        throw invalid(field, `is no JSON Schema that can be used: at ${path}, ${messageOf(cause)}`);
      }
    }
  }
  return patterns;
}

function validatorOf(plan: SchemaPlan, field: string): Validator {
  return (value, work = new ValidationWork()) => {
    const validation = new Validation(plan, work);
    try {
      validation.fits(plan.root, value, null);
      return validation.violations;
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
