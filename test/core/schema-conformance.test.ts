/** Our reading of JSON Schema beside ajv's, on schemas and values that nobody chose. */
import { expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { preparedSchema } from "#core/schema/json-schema.ts";

const NAMES = ["a", "b", "ab", "c"];
const name = fc.constantFrom(...NAMES);
const scalar = fc.constantFrom<JsonValue[]>(
  null,
  true,
  false,
  0,
  1,
  2,
  2.5,
  -3,
  "",
  "a",
  "ab",
  "é😀",
  "2026-11-25",
  "[1]",
);
const value = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const count = fc.integer({ min: 0, max: 3 });
const names = fc.uniqueArray(name, { maxLength: 3 });
const type = fc.constantFrom("array", "boolean", "integer", "null", "number", "object", "string");

const keywords = (schema: fc.Arbitrary<JsonValue>): fc.Arbitrary<readonly [string, JsonValue]> => {
  const schemas = fc.array(schema, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(name, schema, { maxKeys: 3, noNullPrototype: true });
  const entry = <Value extends JsonValue>(keyword: string, of: fc.Arbitrary<Value>) =>
    of.map((one) => [keyword, one] as const);
  const oneOf = (keywordsOf: readonly string[], of: fc.Arbitrary<JsonValue>) =>
    fc.constantFrom(...keywordsOf).chain((keyword) => entry(keyword, of));
  return fc.oneof(
    { weight: 3, arbitrary: entry("type", fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))) },
    entry("enum", fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (one) => JSON.stringify(one) })),
    entry("const", value),
    oneOf(["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum"], fc.constantFrom(0, 1, 2, 2.5)),
    entry("multipleOf", fc.constantFrom(1, 2, 0.5)),
    oneOf(["maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"], count),
    entry("pattern", fc.constantFrom("^a", "b$", "^$", "\\d+", "^.$")),
    entry("format", fc.constantFrom("date", "int32", "email", "nobody-knows")),
    entry("uniqueItems", fc.boolean()),
    oneOf(["allOf", "anyOf", "oneOf", "prefixItems"], schemas),
    oneOf(["not", "if", "then", "else", "items", "additionalProperties", "propertyNames"], schema),
    fc.tuple(schema, count, count).chain(([one]) => entry("contains", fc.constant(one))),
    oneOf(["unevaluatedItems", "unevaluatedProperties"], schema),
    { weight: 3, arbitrary: oneOf(["properties", "dependentSchemas"], map) },
    entry(
      "patternProperties",
      fc.dictionary(fc.constantFrom("^a", "b", "c$"), schema, { maxKeys: 2, noNullPrototype: true }),
    ),
    entry("required", names),
    entry("dependentRequired", fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true })),
    entry("$ref", fc.constantFrom("#/$defs/a", "#/$defs/b", "#named")),
  );
};

const written = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(true, false),
    fc.array(keywords(tie("schema")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).schema;

/** With something for each reference to lead to. */
const schema = fc.tuple(written, written, written, written).map(
  ([root, a, b, named]): JsonObject => ({
    ...(root as JsonObject),
    $defs: { a, b, c: { $anchor: "named", allOf: [named] } },
  }),
);

/**
 * Beside `unevaluatedItems` and `unevaluatedProperties` ajv leaves the draft: it takes all items for looked at by `contains`,
 * where those that match are, passes over an `if` that leads to nothing, and forgets what stood beside a `dependentSchemas`
 * that does not apply.
 */
const READ_OTHERWISE = ['"contains"', '"if"', '"dependentSchemas"'];
const isReadAlike = (text: string) =>
  !text.includes('"unevaluated') || !READ_OTHERWISE.some((keyword) => text.includes(keyword));

/** What ajv says; null where the code that it made fails, as it does on what is not looked at in a schema that does not fit. */
function ajvFits(validate: (value: unknown) => unknown, value: JsonValue): boolean | null {
  try {
    return validate(value) === true;
  } catch (failure) {
    expect(failure).toBeInstanceOf(TypeError);
    return null;
  }
}

test("what fits a schema for one fits it for the other", () => {
  let [fitting, failing] = [0, 0];
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 8 }), (given, values) => {
      fc.pre(isReadAlike(JSON.stringify(given)));
      let ours: ReturnType<typeof preparedSchema>;
      try {
        ours = preparedSchema(given, "parameters");
      } catch (failure) {
        // Ajv takes it, and never comes back.
        expect(String(failure)).toContain("without end");
        return;
      }
      const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, inlineRefs: false });
      addFormats(ajv);
      const theirs = ajv.compile(given);
      for (const one of values) {
        const fits = ajvFits(theirs, one);
        if (fits === null) continue;
        expect(ours(one).length === 0).toBe(fits);
        if (fits) fitting += 1;
        else failing += 1;
      }
    }),
    { numRuns: 400 },
  );
  expect(Math.min(fitting, failing)).toBeGreaterThan(100);
}, 60_000);

test("and what fails is told of in the same places", () => {
  const given: JsonObject = {
    type: "object",
    properties: {
      room: { enum: ["kitchen", "hall"] },
      level: { type: "integer", minimum: 0, maximum: 100 },
      who: {
        type: "object",
        properties: { name: { type: "string" } },
        required: ["name"],
        additionalProperties: false,
      },
      at: { type: "array", items: { type: "string", format: "date" }, uniqueItems: true },
    },
    required: ["room"],
    additionalProperties: false,
  };
  const value = { level: 101.5, who: { age: 3 }, at: ["2026-11-25", "soon", "soon"], colour: "red", "a/b~": 1 };
  const ajv = new Ajv2020({ allErrors: true });
  addFormats(ajv);
  const theirs = ajv.compile(given);
  theirs(value);
  const placeOf = ({ keyword, instancePath, params }: { keyword: string; instancePath: string; params: object }) =>
    `${keyword} ${instancePath} ${(params as { additionalProperty?: string }).additionalProperty ?? ""}`;
  expect(preparedSchema(given, "x")(value).map(placeOf).sort()).toEqual((theirs.errors ?? []).map(placeOf).sort());
});
