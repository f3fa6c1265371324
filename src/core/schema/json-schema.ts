import { invalid, messageOf } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { nearMiss } from "../near-miss.ts";
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
    if (fault !== null) throw invalid(field, fault);
  }
  if (dangling !== null) {
    const { path, reference } = dangling;
    const meant = meantReference(reference, root);
    const hint = meant === null ? "nothing is fetched" : `did you mean "${meant}"?`;
    throw invalid(field, `has a $ref at ${path} to "${shortened(reference)}", which is not in it; ${hint}`);
  }
  const endless = endlessReferenceIn(references);
  if (endless !== null) throw invalid(field, `refers to itself without end at ${endless}`);
  const asksForEvaluated = schemas.some(
    ({ schema }) => schema.unevaluatedItems !== undefined || schema.unevaluatedProperties !== undefined,
  );
  return { root, references, patterns: patternsOf(used, field), asksForEvaluated };
}

/** A longer name is no slip for another, and would take long to compare. */
const COMPARED_CHARACTERS_MAX = 60;
/** Definitions that a reference is compared with. */
const COMPARED_NAMES_MAX = 200;

/** The definition whose name is that at the end of a reference that leads nowhere, or nearly; null without one. */
function meantReference(reference: string, root: JsonObject): string | null {
  const name = reference.slice(reference.lastIndexOf("/") + 1).replace(/^#/, "");
  if (name === "" || name.length > COMPARED_CHARACTERS_MAX) return null;
  for (const holder of ["$defs", "definitions"]) {
    const definitions = root[holder];
    if (!isJsonObject(definitions)) continue;
    const names = Object.keys(definitions).filter(({ length }) => length <= COMPARED_CHARACTERS_MAX);
    const meant = nearMiss(name, names.slice(0, COMPARED_NAMES_MAX));
    if (meant !== undefined) return `#/${holder}/${meant}`;
  }
  return null;
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
        throw invalid(field, `at ${path}, ${messageOf(cause)}`);
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
