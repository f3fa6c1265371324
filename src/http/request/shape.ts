import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { AppError } from "#core/errors.ts";

/** A body can be wrong in a hundred thousand places; whoever mends these will see the next ones. */
const DETAILS_MAX = 20;
/** An error is looked for only so long: each may be one of many about the same field. */
const ERRORS_READ_MAX = 200;

/** What a value of the wrong shape was probably meant to be, in words; null where nobody can tell. */
export type Explains = (value: unknown) => string | null;

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
  const { code, message, details } = failure;
  throw new AppError(code, `${explanation}; ${message}`, details && { details });
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
  const details = new Map<string, string>();
  let read = 0;
  for (const error of check.Errors(value)) {
    const field = fieldOf(error.path);
    if (field === "") return new AppError("bad_request", "the body must be a JSON object");
    if (error.type === ValueErrorType.ObjectRequiredProperty) missing.add(field);
    else if (!details.has(field) && !missing.has(field)) details.set(field, problemOf(error));
    read += 1;
    if (read >= ERRORS_READ_MAX || missing.size >= DETAILS_MAX || details.size >= DETAILS_MAX) break;
  }
  if (missing.size > 0) {
    const fields = [...missing].map((field) => `\`${field}\``).join(", ");
    return new AppError("bad_request", `missing field${missing.size === 1 ? "" : "s"}: ${fields}`);
  }
  const message = [...details].map(([field, problem]) => `${field}: ${problem}`).join("; ");
  return new AppError("validation_error", message, { details: Object.fromEntries(details) });
}

/** `/tools/0/name` as `tools.0.name`. */
function fieldOf(path: string): string {
  const segments = path.split("/").slice(1);
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}

function problemOf(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return "is not a known field";
  const { type } = error.schema as { readonly type?: string };
  return type === undefined ? "has a value that is not allowed" : `must be ${article(type)}`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
