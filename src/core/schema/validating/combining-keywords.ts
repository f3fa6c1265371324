/** Keywords whose schemas are about the same instance as the one they stand in. */
import type { JsonValue } from "../../json.ts";
import { all, type Check, type Rules, rulesOn } from "./keyword-rule.ts";

const reference: Check = (validation, _, application) =>
  validation.fitsInPlace(validation.targetOf(application.schema), application);

const allOf: Check = (validation, schemas, application) =>
  all(schemas as readonly JsonValue[], (schema) => validation.fitsInPlace(schema, application));

const anyOf: Check = (validation, schemas, application) => {
  const before = validation.violations.length;
  // All of them are looked at: each that holds says what it looked at.
  const fitting = (schemas as readonly JsonValue[]).filter((schema) => validation.fitsInPlace(schema, application));
  if (fitting.length === 0) return validation.fails("anyOf", application.place, {});
  validation.violations.length = before;
  return true;
};

const oneOf: Check = (validation, schemas, application) => {
  const before = validation.violations.length;
  const passingSchemas = (schemas as readonly JsonValue[]).flatMap((schema, at) =>
    validation.fitsInPlace(schema, application) ? [at] : [],
  );
  if (passingSchemas.length !== 1) return validation.fails("oneOf", application.place, { passingSchemas });
  validation.violations.length = before;
  return true;
};

const not: Check = (validation, schema, { instance, place }) =>
  !validation.fitsSilently(() => validation.fits(schema, instance, place)) || validation.fails("not", place, {});

const ifThenElse: Check = (validation, condition, application) => {
  const holds = validation.fitsSilently(() => validation.fitsInPlace(condition, application));
  const failingKeyword = holds ? "then" : "else";
  return (
    validation.fitsInPlace(application.schema[failingKeyword], application) ||
    validation.fails("if", application.place, { failingKeyword })
  );
};

export const COMBINING_RULES: Rules = rulesOn("any", { $ref: reference, allOf, anyOf, oneOf, not, if: ifThenElse });
