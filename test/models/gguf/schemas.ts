/** Schemas as tools have them, each with values that it allows. */
import fc from "fast-check";
import type { JsonObject, JsonValue } from "#core/json.ts";

export interface Allowed {
  readonly schema: JsonObject;
  readonly value: JsonValue;
}

const allowed = (schema: JsonObject, value: fc.Arbitrary<unknown>): fc.Arbitrary<Allowed> =>
  value.map((made) => ({ schema, value: made as JsonValue }));

const name = fc.string({ minLength: 1, maxLength: 8, unit: "binary" });
const scalar = fc.oneof(
  allowed({ type: "string" }, fc.string({ unit: "binary" })),
  allowed({ type: "integer" }, fc.integer()),
  allowed(
    { type: "number" },
    fc.float({ noNaN: true, noDefaultInfinity: true }).map((made) => made + 0),
  ),
  allowed({ type: "boolean" }, fc.boolean()),
  allowed({ type: ["string", "null"] }, fc.option(fc.string())),
  allowed({ type: "string", format: "date" }, fc.constantFrom("2026-11-22", "1999-01-31")),
  allowed({ type: "string", minLength: 2, maxLength: 4 }, fc.stringMatching(/^[a-z]{2,4}$/)),
  fc
    .uniqueArray(fc.oneof(name, fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 1, maxLength: 5 })
    .chain((choices) => allowed({ enum: choices as JsonValue[] }, fc.constantFrom(...choices))),
  name.chain((only) => allowed({ const: only }, fc.constant(only))),
);

const { tree } = fc.letrec<{ tree: Allowed }>((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, scalar, anObject(tie("tree")), anArray(tie("tree")), aChoice(tie("tree"))),
}));

function anObject(inner: fc.Arbitrary<Allowed>): fc.Arbitrary<Allowed> {
  const member = fc.record({ name, inner, isRequired: fc.boolean(), isGiven: fc.boolean() });
  return fc.uniqueArray(member, { maxLength: 5, selector: (each) => each.name }).map((members) => {
    const given = members.filter(({ isGiven, isRequired }) => isGiven || isRequired);
    return {
      schema: {
        type: "object",
        properties: Object.fromEntries(members.map((each) => [each.name, each.inner.schema])),
        required: members.filter(({ isRequired }) => isRequired).map((each) => each.name),
        additionalProperties: false,
      },
      value: Object.fromEntries(given.map((each) => [each.name, each.inner.value])),
    };
  });
}

function anArray(inner: fc.Arbitrary<Allowed>): fc.Arbitrary<Allowed> {
  return fc.record({ inner, count: fc.nat(3), isCounted: fc.boolean() }).map(({ inner, count, isCounted }) => ({
    schema: { type: "array", items: inner.schema, ...(isCounted && { minItems: Math.min(1, count), maxItems: 3 }) },
    value: Array.from({ length: count }, () => inner.value),
  }));
}

function aChoice(inner: fc.Arbitrary<Allowed>): fc.Arbitrary<Allowed> {
  return fc
    .record({ first: inner, second: inner, keyword: fc.constantFrom("anyOf", "oneOf"), takesFirst: fc.boolean() })
    .map(({ first, second, keyword, takesFirst }) => ({
      schema: { [keyword]: [first.schema, second.schema] },
      value: takesFirst ? first.value : second.value,
    }));
}

export const allowedValues: fc.Arbitrary<Allowed> = tree;
