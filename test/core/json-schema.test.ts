import { describe, expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { LIMITS } from "#core/limits.ts";
import { preparedSchema, readSchema } from "#core/schema/json-schema.ts";
import { patternSize } from "#core/schema/pattern-size.ts";
import { cpuMs } from "../cpu-time.ts";

const refusal = (schema: JsonObject): string => {
  try {
    preparedSchema(schema, "parameters");
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "validation_error") return failure.message;
    throw failure;
  }
  return "accepted";
};

describe("a schema is read", () => {
  test("with the type names of Python, wherever a schema stands, and nowhere else", () => {
    const given = {
      type: "dict",
      properties: {
        type: { type: "float", enum: ["dict"], default: "any" },
        pair: { type: "tuple", items: { type: "any", description: "any" } },
        either: { anyOf: [{ type: "dict" }, { type: "string" }] },
      },
      required: ["type"],
    };
    expect(readSchema(given)).toEqual({
      type: "object",
      properties: {
        type: { type: "number", enum: ["dict"], default: "any" },
        pair: { type: "array", items: { description: "any" } },
        either: { anyOf: [{ type: "object" }, { type: "string" }] },
      },
      required: ["type"],
    });
  });

  test("whatever draft it names", () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    expect(preparedSchema({ $schema, type: "object", required: ["a"] }, "parameters")({})).not.toEqual([]);
  });
});

describe("a schema is refused", () => {
  test.each<[string, JsonObject, string]>([
    ["an unknown type", { type: "strnig" }, '#/type is "strnig"'],
    ["a remote reference, which is never fetched", { $ref: "https://example.com/schema.json" }, "which is not in it"],
    ["a reference that points nowhere", { $ref: "#/$defs/none" }, "which is not in it"],
    ["a regular expression that is none", { properties: { a: { pattern: "(" } } }, "cannot be used"],
    ["lookaround, which has no linear engine", { properties: { a: { pattern: "a(?=b)" } } }, "not supported"],
    ["itself, at once", { $ref: "#" }, "without end at #"],
    [
      "itself, by turns",
      { $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } }, $ref: "#/$defs/a" },
      "without end",
    ],
    ["itself, below a property", { properties: { a: { not: { $ref: "#/properties/a" } } } }, "without end"],
    ["itself, by an anchor", { allOf: [{ $anchor: "here", $ref: "#here" }] }, "without end at #"],
    [
      "itself, by an address",
      { $id: "https://a.example/b", $defs: { c: { $id: "c", $ref: "c" } }, $ref: "c" },
      "without end",
    ],
    ["itself, where a property is there", { dependentSchemas: { a: { $ref: "#" } } }, "without end at #"],
    ["a pattern of names that is none", { patternProperties: { "(": {} } }, "cannot be used"],
  ])("%s", (_, schema, reason) => {
    expect(refusal(schema)).toContain(reason);
  });

  test("but not for definitions that nothing refers to", () => {
    const unused = { $ref: "#/$defs/gone", pattern: "a(?=b)" };
    expect(refusal({ $defs: { unused }, definitions: { unused }, type: "object" })).toBe("accepted");
    expect(refusal({ $defs: { unused }, $ref: "#/$defs/unused" })).toContain("which is not in it");
  });

  test("and not for describing a tree", () => {
    const tree = { type: "object", properties: { left: { $ref: "#" }, value: { type: "integer" } } };
    const validate = preparedSchema(tree, "parameters");
    expect(validate({ left: { left: { value: 1 } } })).toEqual([]);
    expect(validate({ left: { left: { value: "one" } } })).not.toEqual([]);
  });
});

describe("what a keyword has to be is said where it is not", () => {
  test.each<[JsonObject, string]>([
    [
      { properties: { a: { type: "strng" } } },
      '#/properties/a/type is "strng", and must be one of array, boolean, integer, null, number, object, string, or a list of them; did you mean "string"?',
    ],
    [{ type: ["string", "string"] }, '#/type is ["string","string"], and must be one of'],
    [{ type: [] }, "#/type is [], and must be one of"],
    [{ required: "a" }, '#/required is "a", and must be a list of names, each once'],
    [{ required: ["a", "a"] }, "a list of names, each once"],
    [{ properties: { required: true, a: "string" } }, '#/properties/a is "string"'],
    [{ items: [{ type: "string" }] }, "#/items is [{"],
    [{ anyOf: [] }, "#/anyOf is [], and must be a list of one or more schemas"],
    [{ allOf: { type: "string" } }, "a list of one or more schemas"],
    [{ not: { minLength: -1 } }, "#/not/minLength is -1, and must be a whole number from 0"],
    [{ maximum: "7" }, '#/maximum is "7", and must be a number'],
    [{ multipleOf: 0 }, "#/multipleOf is 0, and must be a number over 0"],
    [{ uniqueItems: "yes" }, "true or false"],
    ...["properties", "$defs", "patternProperties", "dependentSchemas", "anyOf", "prefixItems", "items", "not"].flatMap(
      (keyword) => [null, "a", 7].map((value): [JsonObject, string] => [{ [keyword]: value }, `#/${keyword} is `]),
    ),
    [{ enum: { a: 1 } }, "#/enum is {"],
    [{ description: 7 }, "#/description is 7, and must be a text"],
    [{ $anchor: "#a" }, "#/$anchor is"],
    [{ $id: "https://a.example/#b" }, "a URI without a fragment"],
    [{ dependentRequired: { a: "b" } }, "a map from names to lists of names"],
    [{ dependencies: { a: 1 } }, "a map from names to schemas or lists of names"],
    [{ $ref: 7 }, "#/$ref is 7, and must be a text"],
    // Where nothing but a reference says that a schema stands.
    [{ $ref: "#/x/y", x: { y: { type: "nothing" } } }, "/type is"],
  ])("%j", (schema, said) => {
    expect(refusal(schema)).toContain(said);
  });

  test("and whatever else stands in it says nothing", () => {
    const annotated = { title: "A", examples: [1], "x-note": { type: "strng" }, const: { $ref: "#/none" }, default: 1 };
    expect(refusal(annotated)).toBe("accepted");
  });
});

describe("a reference leads", () => {
  test.each<[string, JsonObject]>([
    ["to an anchor", { $defs: { n: { $anchor: "number", type: "number" } }, $ref: "#number" }],
    [
      "to an address within",
      { $defs: { n: { $id: "https://a.example/n", type: "number" } }, $ref: "https://a.example/n" },
    ],
    ["to an address beside", { $id: "https://a.example/b", $defs: { n: { $id: "n", type: "number" } }, $ref: "n" }],
    ["to a place that is named oddly", { $defs: { "a/b~c d": { type: "number" } }, $ref: "#/$defs/a~1b~0c%20d" }],
    ["into a list", { prefixItems: [{}, { type: "number" }], $ref: "#/prefixItems/1" }],
    [
      "to where nobody looks for a schema",
      { "x-shared": { n: { $ref: "#/x-other" } }, "x-other": { type: "number" }, $ref: "#/x-shared/n" },
    ],
  ])("%s", (_, schema) => {
    const validate = preparedSchema(schema, "parameters");
    expect(validate(7)).toEqual([]);
    expect(validate("seven").map(({ keyword }) => keyword)).toEqual(["type"]);
  });
});

test("a number that is off by what numbers are off by is a multiple", () => {
  const validate = preparedSchema({ multipleOf: 0.01 }, "parameters");
  for (const fine of [4.35, 0.07, 19.99, 1_000_000.01, 0, -4.35]) expect(validate(fine)).toEqual([]);
  for (const wrong of [4.355, 0.001, 1e308 * 1.5]) expect(validate(wrong)).not.toEqual([]);
});

test("a pattern that explodes elsewhere takes linear time", () => {
  const validate = preparedSchema({ type: "string", pattern: "^(a+)+$" }, "parameters");
  const started = cpuMs();
  expect(validate(`${"a".repeat(50_000)}!`)).not.toEqual([]);
  expect(cpuMs() - started).toBeLessThan(2_000);
});

describe("a pattern has a bound of its own", () => {
  test.each([
    ["repeated a thousand times", "(.?){1000}"],
    ["of many repetitions", ".{0,1000}".repeat(600)],
    ["with repetitions in repetitions", "(((abc){10}d){10}e){10}"],
    ["that is long", "[a-z]{2,4}-".repeat(500)],
    ["that is no pattern, and long", `(${"x".repeat(7_000)}`],
  ])("one %s is refused at once", (_, pattern) => {
    const startedAt = cpuMs();
    const said = refusal({ properties: { a: { type: "string", pattern } } });
    expect(said).toMatch(/has a pattern of \d+\/2000 steps at #\/properties\/a/);
    expect(said.length).toBeLessThan(200);
    expect(cpuMs() - startedAt).toBeLessThan(200);
  });

  test("as have all patterns of a tool together, names of properties included", () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => [`p${n}`, { pattern: "a{0,800}" }]);
    expect(refusal({ properties: Object.fromEntries(many(4)) })).toBe("accepted");
    expect(refusal({ properties: Object.fromEntries(many(6)) })).toContain("steps in all");
    const named = Array.from({ length: 6 }, (_, n) => [`^${n}b{0,800}`, { type: "string" }]);
    expect(refusal({ patternProperties: Object.fromEntries(named) })).toContain("steps in all");
  });

  test("people's patterns are far under it", () => {
    const patterns = [
      "^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$",
      "^\\+?[1-9]\\d{1,14}$",
      "^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$",
      "^(?:a|b|c){1,64}$",
    ];
    for (const pattern of patterns) expect(patternSize(pattern)).toBeLessThan(LIMITS.patternStepsMax / 2);
  });

  test("a text that would take long to look through is refused in words", () => {
    const validate = preparedSchema({ type: "string", pattern: "(x?){300}" }, "parameters");
    expect(() => validate("y".repeat(9_000))).toThrow("too many for the pattern");
  });
});

test("every text of a schema is bounded, and the place is named", () => {
  const long = { properties: { a: { description: "x".repeat(9_000) } } };
  expect(refusal(long)).toContain("9000/8192 characters at #/properties/a/description");
  expect(refusal({ properties: { ["n".repeat(500_000)]: {} } })).toContain("500022/131072 bytes as JSON");
  expect(refusal({ properties: { ["n".repeat(300)]: {} } })).toContain("300/256 characters at #/properties");
  expect(refusal({ enum: [`a${"\u0323\u0301".repeat(40)}`] })).toContain("combining marks");
});

describe("a schema takes bounded time", () => {
  /** Every level refers twice to the next. */
  const branching = (levels: number) => ({
    $defs: {
      ...Object.fromEntries(
        Array.from({ length: levels }, (_, level) => {
          const next = { $ref: `#/$defs/d${level + 1}` };
          return [`d${level}`, { allOf: [next, next] }];
        }),
      ),
      [`d${levels}`]: { type: "string" },
    },
    $ref: "#/$defs/d0",
  });

  test("to validate, when its references branch", () => {
    const started = cpuMs();
    const validate = preparedSchema(branching(40), "parameters");
    expect(() => validate("x")).toThrow("branch so often");
    // Each validation counts by itself.
    const fine = preparedSchema(branching(10), "parameters");
    for (let count = 0; count < 20; count += 1) expect(fine("x")).toEqual([]);
    expect(fine(1)).not.toEqual([]);
    expect(cpuMs() - started).toBeLessThan(2_000);
  });

  test("to validate, when they branch with every level of the value", () => {
    const deeper = { properties: { x: { $ref: "#" } } };
    const validate = preparedSchema({ allOf: [deeper, deeper] }, "parameters");
    const value = Array.from({ length: 60 }).reduce<JsonObject>((inner) => ({ x: inner }), {});
    expect(() => validate(value)).toThrow("branch so often");
  });

  test("to validate, when each level of the value goes through many references", () => {
    const chained = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }]),
    );
    const $defs = { ...chained, d900: { properties: { x: { $ref: "#/$defs/d0" } } } };
    const validate = preparedSchema({ $defs, $ref: "#/$defs/d0" }, "parameters");
    const deep = (levels: number) => Array.from({ length: levels }).reduce<JsonObject>((inner) => ({ x: inner }), {});
    expect(validate(deep(1))).toEqual([]);
    expect(() => validate(deep(30))).toThrow("takes too long to check");
  });

  const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);
  const failing = { minimum: 5, multipleOf: 7, exclusiveMinimum: 5, maximum: -1, exclusiveMaximum: -1, const: 3 };
  const ones = { items: { allOf: times(10, { $ref: "#/$defs/a" }) }, $defs: { a: { allOf: times(400, failing) } } };

  test.each<[string, JsonObject, JsonValue]>([
    ["with many rules that fail for many items, behind references", ones, times(400, 1)],
    ["with many rules that fail for many items", { items: { allOf: times(900, failing) } }, times(900, 1)],
    ["with many types for many items", { items: { allOf: times(900, { type: "string" }) } }, times(900, 1)],
    ["that compares all items with each other", { allOf: times(900, { uniqueItems: true }) }, [...Array(900).keys()]],
    [
      "with many patterns for many texts",
      { items: { allOf: times(16, { pattern: "(x?){50}" }) } },
      times(15, "y".repeat(8_000)),
    ],
    ["that measures long texts", { items: { allOf: times(1_800, { maxLength: 3 }) } }, times(30, "é".repeat(4_000))],
    ["that reads long texts", { items: { allOf: times(1_500, { format: "uri" }) } }, times(30, "a.".repeat(4_000))],
    ["with a long list of values", { items: { enum: times(1_000, "x") } }, times(1_000, "y")],
    [
      "for the names of many properties",
      { allOf: times(1_000, { additionalProperties: false }) },
      { ...times(1_000, 1) },
    ],
  ])("to validate one %s", (_, schema, value) => {
    const validate = preparedSchema(schema, "parameters");
    const { user } = process.cpuUsage();
    expect(() => validate(value)).toThrow("takes too long to check");
    expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(1_000);
  });

  test("and what people write is far from it", () => {
    const item = {
      type: "object",
      properties: {
        sku: { type: "string", pattern: "^[A-Z]{2}-\\d{4,8}$" },
        size: { enum: ["S", "M", "L", "XL"] },
        count: { type: "integer", minimum: 1, maximum: 99 },
        note: { type: "string", maxLength: 200 },
      },
      required: ["sku", "size", "count"],
      additionalProperties: false,
    };
    const $defs = { item };
    const validate = preparedSchema({ $defs, type: "array", items: { $ref: "#/$defs/item" }, uniqueItems: true }, "x");
    const value = Array.from({ length: 200 }, (_, n) => ({ sku: `AB-${10_000 + n}`, size: "M", count: 3, note: "x" }));
    expect(validate(value)).toEqual([]);
  });

  test("to read, since it is only so large", () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ type: "string" }));
    expect(refusal({ oneOf: many(2_000) })).toContain("2002/2000");
    expect(refusal({ enum: Array.from({ length: 2_000 }, (_, n) => n) })).toContain("2002/2000");
    expect(refusal({ default: many(2_000) })).toContain("2002/2000");
    const started = cpuMs();
    expect(refusal({ oneOf: many(1_900) })).toBe("accepted");
    const referring = Array.from({ length: 900 }, () => ({ $ref: "#/$defs/all" }));
    expect(refusal({ $defs: { all: { anyOf: many(900) } }, allOf: referring })).toBe("accepted");
    expect(cpuMs() - started).toBeLessThan(500);
  });

  test.each(["$dynamicRef", "$recursiveRef"])("without %s", (keyword) => {
    expect(refusal({ properties: { a: { [keyword]: "#" } } })).toContain("not supported");
  });
});
