import { OptionalKind, type Static, type TObject, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { AppError } from "#core/errors.ts";
import { type Explanation, withExplanation } from "#core/exchange/other-forms.ts";
import { missingFields, unknownField, writtenFor, wrongOptional, wrongValue } from "#core/field-faults.ts";
import type { JsonValue } from "#core/json.ts";

/** A body can be wrong in a hundred thousand places; whoever mends these will see the next ones. */
const DETAILS_MAX = 20;
/** An error is looked for only so long: each may be one of many about the same field. */
const ERRORS_READ_MAX = 200;

/** What a value of the wrong shape was probably meant to be, in words; null where nobody can tell. */
export type Explains = (value: unknown) => Explanation;

/** Compiled on first use: a route that nobody calls costs no start-up time. */
const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

/**
 * The value, when it has the schema's shape exactly: nothing is coerced, nothing dropped. Throws `bad_request` naming the
 * missing fields, else `validation_error` for wrong types and unknown fields, named as in `tools.0.name`. What `explains`
 * recognises in a value of another shape is said before that.
 */
export function checkShape<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  explains: Explains | null = null,
): Static<Schema> {
  const check = checkOf(schema);
  if (check.Check(value)) return value;
  const failure = shapeError(check, value);
  const explanation = explains?.(value) ?? null;
  if (explanation === null) throw failure;
  throw withExplanation(failure, explanation);
}

function checkOf<Schema extends TSchema>(schema: Schema): TypeCheck<Schema> {
  const known = compiled.get(schema);
  if (known) return known as TypeCheck<Schema>;
  const check = TypeCompiler.Compile(schema);
  compiled.set(schema, check);
  return check;
}

function shapeError(check: TypeCheck<TSchema>, value: unknown): AppError {
  const missing = new Set<string>();
  const unknown = new Set<string>();
  const details = new Map<string, string>();
  let read = 0;
  for (const found of check.Errors(value)) {
    const error = innermost(found);
    const field = fieldOf(error.path);
    if (field === "") return new AppError("bad_request", `the body must be a JSON object, and ${kindOf(value)}`);
    if (error.type === ValueErrorType.ObjectAdditionalProperties) unknown.add(field);
    if (error.type === ValueErrorType.ObjectRequiredProperty) missing.add(field);
    else if (!details.has(field) && !missing.has(field)) details.set(field, problemOf(error, field));
    read += 1;
    if (read >= ERRORS_READ_MAX || missing.size >= DETAILS_MAX || details.size >= DETAILS_MAX) break;
  }
  if (missing.size > 0) {
    const told = missingFields([...missing].map((field) => ({ field, written: writtenBeside(field, unknown) })));
    return new AppError("bad_request", told);
  }
  const message = [...details].map(([field, problem]) => `${field}: ${problem}`).join("; ");
  return new AppError("validation_error", message, { details: Object.fromEntries(details) });
}

/** Where one of several kinds is allowed and the value is of one of them: what is wrong within it, and not that it is none. */
function innermost(error: ValueError): ValueError {
  if (error.type !== ValueErrorType.Union) return error;
  const within = error.errors.map((each) => each.First()).find((each) => each && each.path.length > error.path.length);
  return within ? innermost(within) : error;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "is an array";
  return value === null ? "is null" : `is a ${typeof value}`;
}

/** The unknown field of the same object that may have been meant to be the one that is missing. */
function writtenBeside(missing: string, unknown: ReadonlySet<string>): string | undefined {
  const [place, name] = splitAtLast(missing);
  const beside = [...unknown].map(splitAtLast).filter(([other]) => other === place);
  return writtenFor(
    name,
    beside.map(([, other]) => other),
  );
}

/** `tools.0.name` as `tools.0` and `name`. */
function splitAtLast(field: string): readonly [place: string, name: string] {
  const dot = field.lastIndexOf(".");
  return [field.slice(0, Math.max(0, dot)), field.slice(dot + 1)];
}

/** `/tools/0/name` as `tools.0.name`. */
function fieldOf(path: string): string {
  const segments = path.split("/").slice(1);
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}

function problemOf({ type, schema, value }: ValueError, field: string): string {
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    return unknownField(splitAtLast(field)[1], Object.keys((schema as TObject).properties ?? {}));
  }
  if (type === ValueErrorType.ArrayMinItems || type === ValueErrorType.ArrayMaxItems) return countOf(value, schema);
  const wrong = OptionalKind in schema ? wrongOptional : wrongValue;
  return wrong(value as JsonValue, expectedBy(schema));
}

/** Of a list of the right kind, too short or too long. */
function countOf(value: unknown, { minItems = 0, maxItems }: TSchema): string {
  const most = maxItems === undefined ? "more" : String(maxItems);
  const allowed = minItems === maxItems ? most : `${minItems} to ${most}`;
  return `has ${Array.isArray(value) ? value.length : 0} items, and must have ${allowed}`;
}

/** As in "a string", "a number from 0 to 1", or "true or false". */
function expectedBy({ type, anyOf, const: only, minimum, maximum }: TSchema): string {
  if (Array.isArray(anyOf)) return anyOf.map(expectedBy).join(" or ");
  if (only !== undefined) return JSON.stringify(only);
  if (typeof type !== "string") return "another value";
  const kind = type === "null" ? "null" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
  return minimum === undefined || maximum === undefined ? kind : `${kind} from ${minimum} to ${maximum}`;
}
