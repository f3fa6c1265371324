/** Schemas that are slow to compile, to check with or to read with. */
import { largePatterns, lateMistake } from "./bodies.ts";
import { asked, askedOfMany, listOf, mapOf, object, rowsOf } from "./hostile-request.ts";

const path = "/v1/resolve-quick";
const patterned = (source: string, count = 1) => object(mapOf(count, { type: "string", pattern: source }));
const failing = { minimum: 5, multipleOf: 7, exclusiveMinimum: 5, maximum: -1, exclusiveMaximum: -1, const: 3 };
const ofNumbers = (items: object, more: object = {}) => ({
  ...object({ numbers: { type: "array", default: listOf(900, () => 1), items } }),
  ...more,
});

export const PATTERNS = rowsOf("patterns", [
  { name: "(.?){1000}", path, body: () => asked(patterned("(.?){1000}")) },
  { name: "(.?){1000}, sixty times in a row", path, body: () => asked(patterned("(.?){1000}".repeat(60))) },
  { name: "(.?){1000} in each of a hundred parameters", path, body: () => asked(patterned("(.?){1000}", 100)) },
  { name: ".{0,1000}, 600 times in a row", path, body: () => asked(patterned(".{0,1000}".repeat(600))) },
  { name: ".{0,1000}, 600 times, in three parameters", path, body: () => asked(patterned(".{0,1000}".repeat(330), 3)) },
  { name: "^(a+)+$ on 400 letters", path, body: () => asked(patterned("^(a+)+$"), `"${"a".repeat(400)}!"`) },
  { name: "65 kB of classes of letters", path, body: () => asked(patterned(`(${"\\p{L}".repeat(13_000)})`)) },
  { name: "900 kB in one", path, body: () => asked(patterned("a?".repeat(450_000))) },
  { name: "nested a thousand deep", path, body: () => asked(patterned(`${"(".repeat(1_000)}a${")*".repeat(1_000)}`)) },
  { name: "as large as they may be, in each tool of a set", path, body: () => largePatterns(0) },
  {
    name: "in names, as large as they may be",
    path,
    body: () => asked({ ...object(mapOf(900, {})), patternProperties: { "(a?){450}": {} } }),
  },
  { name: "1,900 small ones", path, body: () => asked(patterned("^[a-z]+$", 1_900)), isBulk: true },
  {
    name: "on a default of 8,000 characters",
    path,
    body: () => asked(object({ room: { type: "string", pattern: "(a?){240}", default: "a".repeat(8_000) } })),
  },
]);

export const SCHEMAS = rowsOf("schemas", [
  { name: "five of nearly 2,000 parts, then a last tool named none", path, body: () => lateMistake(0), isBulk: true },
  {
    name: "five of 1,900 parameters",
    path,
    body: () => askedOfMany(5, object(mapOf(1_900, { type: "string" }))),
    isBulk: true,
  },
  {
    name: "five of 1,900 options",
    path,
    body: () => askedOfMany(5, object({ room: { enum: listOf(1_900, (at) => `option ${at}`) } })),
    isBulk: true,
  },
  {
    name: "five of 1,700 references to 100 properties",
    path,
    body: () =>
      askedOfMany(5, {
        ...object(mapOf(1_700, { $ref: "#/$defs/many" })),
        $defs: { many: object(mapOf(100, { type: "string" })) },
      }),
    isBulk: true,
  },
  {
    name: "forty references that double",
    path,
    body: () => asked({ $defs: doubling(40), ...object({ room: { $ref: "#/$defs/d0" } }) }),
  },
  { name: "itself, at once", path, body: () => asked({ $ref: "#" }) },
  { name: "itself, one level down", path, body: () => asked({ ...object({ a: { $ref: "#" } }), required: ["a"] }) },
  {
    name: "itself, by unevaluatedProperties and if",
    path,
    body: () =>
      asked({
        type: "object",
        dependentSchemas: { a: { $ref: "#" } },
        if: { $ref: "#" },
        unevaluatedProperties: false,
      }),
  },
  {
    name: "2,000 times anyOf not",
    path,
    body: () => asked({ anyOf: listOf(1_900, () => ({ not: { type: "object" } })) }),
  },
  {
    name: "1,900 times oneOf",
    path,
    body: () => asked({ oneOf: listOf(1_900, () => ({ type: "object" })) }),
    isBulk: true,
  },
  {
    name: "1,900 required names",
    path,
    body: () => asked({ type: "object", required: listOf(1_900, (n) => `r${n}`) }),
    isBulk: true,
  },
  { name: "50,000 options", path, body: () => asked(object({ room: { enum: listOf(50_000, (n) => `value ${n}`) } })) },
  {
    name: "an enum of 900 kB in one option",
    path,
    body: () => asked(object({ room: { enum: ["v".repeat(900_000)] } })),
  },
  { name: "a name of 500 kB", path, body: () => asked(object({ ["n".repeat(500_000)]: {} })) },
  { name: "a name of 500 kB, required", path, body: () => asked({ type: "object", required: ["n".repeat(500_000)] }) },
  { name: "a keyword of 500 kB", path, body: () => asked({ ["k".repeat(500_000)]: 1 }) },
  { name: "a type of 500 kB", path, body: () => asked({ type: "t".repeat(500_000) }) },
  { name: "5,000 keywords that nobody knows", path, body: () => asked(mapOf(5_000, 1, "x-keyword-")) },
  { name: "900 levels deep", path, body: () => asked(nested(900)) },
  {
    name: "100,000 levels deep",
    path,
    body: () =>
      `{"query":"x","tools":[{"name":"a","description":"b","parameters":${'{"not":'.repeat(100_000)}{}${"}".repeat(100_000)}}]}`,
  },
  {
    name: "many rules for each of 900 items of a default",
    path,
    body: () => asked(ofNumbers({ allOf: listOf(900, () => failing) })),
  },
  {
    name: "references for each of 900 items of a default",
    path,
    body: () =>
      asked(
        ofNumbers(
          { allOf: listOf(10, () => ({ $ref: "#/$defs/a" })) },
          { $defs: { a: { allOf: listOf(900, () => ({ const: 2 })) } } },
        ),
      ),
  },
  {
    name: "a list of 1,900 that has to be unique",
    path,
    body: () => asked(object({ all: { type: "array", uniqueItems: true, default: listOf(1_900, (n) => ({ n })) } })),
  },
  {
    name: "numbers at the end of what there is",
    path,
    body: () => asked(object({ n: { type: "number", multipleOf: 5e-324, minimum: -1e308, maximum: 1e308 } })),
  },
  {
    name: "128 tools of 15 parameters",
    path,
    body: () =>
      askedOfMany(
        128,
        object(mapOf(15, { type: "string", description: "the room of the house that is meant, as in kitchen" })),
      ),
    isBulk: true,
  },
]);

function doubling(levels: number): object {
  const level = (at: number) => ({ allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] });
  return { ...Object.fromEntries(listOf(levels, (at) => [`d${at}`, level(at)])), [`d${levels}`]: { type: "string" } };
}

function nested(levels: number): object {
  return levels === 0 ? { type: "string" } : { type: "object", properties: { a: nested(levels - 1) } };
}
