/** Keywords that are about lists and their items. */
import canonicalize from "canonicalize";
import type { JsonValue } from "../../json.ts";
import { all, type Check, limit, type Rules, rulesOn } from "./keyword-rule.ts";
import type { Application, Validation } from "./validation.ts";

type List = readonly JsonValue[];

const uniqueItems: Check = (validation, isWanted, { instance, place }) => {
  if (isWanted !== true) return true;
  const firstAt = new Map<string, number>();
  for (const [at, item] of (instance as List).entries()) {
    const text = canonicalize(item) ?? "";
    const before = firstAt.get(text);
    if (before !== undefined) return validation.fails("uniqueItems", place, { i: at, j: before });
    firstAt.set(text, at);
  }
  return true;
};

const prefixItems: Check = (validation, schemas, application) =>
  fitAll(validation, application, 0, (schemas as List).length, (at) => (schemas as List)[at]);

const items: Check = (validation, schema, application) => {
  const { prefixItems: before } = application.schema;
  const from = Array.isArray(before) ? before.length : 0;
  return fitAll(validation, application, from, Number.POSITIVE_INFINITY, () => schema);
};

const contains: Check = (validation, schema, { schema: { minContains, maxContains }, instance, place, evaluated }) => {
  const matchingAt = (instance as List).flatMap((item, at) =>
    validation.fitsSilently(() => validation.fits(schema, item, { within: place, key: at })) ? [at] : [],
  );
  for (const at of matchingAt) evaluated?.itemsAt.add(at);
  const [least, most] = [Number(minContains ?? 1), Number(maxContains ?? Number.POSITIVE_INFINITY)];
  const isMet = matchingAt.length >= least && matchingAt.length <= most;
  return (
    isMet ||
    validation.fails("contains", place, { minContains: least, ...(maxContains !== undefined && { maxContains }) })
  );
};

const unevaluatedItems: Check = (validation, schema, application) => {
  const { instance, place, evaluated } = application;
  const left = (instance as List).flatMap((_, at) =>
    evaluated !== null && (at < evaluated.items || evaluated.itemsAt.has(at)) ? [] : [at],
  );
  if (schema === false && left.length > 0) return validation.fails("unevaluatedItems", place, { len: left[0] ?? 0 });
  const fits = all(left, (at) =>
    validation.fits(schema, (instance as List)[at] as JsonValue, { within: place, key: at }),
  );
  if (evaluated !== null) evaluated.items = Number.POSITIVE_INFINITY;
  return fits;
};

export const ARRAY_RULES: Rules = rulesOn("array", {
  maxItems: limit<List>("maxItems", (instance, most) => instance.length <= most),
  minItems: limit<List>("minItems", (instance, least) => instance.length >= least),
  uniqueItems,
  prefixItems,
  items,
  contains,
  unevaluatedItems,
});

function fitAll(
  validation: Validation,
  { instance, place, evaluated }: Application,
  from: number,
  until: number,
  schemaOf: (at: number) => JsonValue | undefined,
): boolean {
  let fits = true;
  const list = instance as List;
  const end = Math.min(until, list.length);
  for (let at = from; at < end; at += 1) {
    if (!validation.fits(schemaOf(at), list[at] as JsonValue, { within: place, key: at })) fits = false;
  }
  if (evaluated !== null) evaluated.items = Math.max(evaluated.items, end);
  return fits;
}
