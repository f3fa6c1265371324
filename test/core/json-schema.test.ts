import { describe, expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import { LIMITS } from "#core/limits.ts";
import { compileSchema, readSchema } from "#core/schema/json-schema.ts";
import { patternSize } from "#core/schema/pattern-size.ts";

const refusal = (schema: JsonObject): string => {
  try {
    compileSchema(schema, "parameters");
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
    expect(compileSchema({ $schema, type: "object", required: ["a"] }, "parameters")({})).not.toEqual([]);
  });
});

describe("a schema is refused", () => {
  test.each<[string, JsonObject, string]>([
    ["an unknown type", { type: "strnig" }, "no JSON Schema"],
    [
      "a remote reference, which is never fetched",
      { $ref: "https://example.com/schema.json" },
      "can't resolve reference",
    ],
    ["a reference that points nowhere", { $ref: "#/$defs/none" }, "can't resolve reference"],
    ["a regular expression that is none", { properties: { a: { pattern: "(" } } }, "cannot be used"],
    ["lookaround, which has no linear engine", { properties: { a: { pattern: "a(?=b)" } } }, "not supported"],
    ["itself, at once", { $ref: "#" }, "without end at #"],
    [
      "itself, by turns",
      { $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } }, $ref: "#/$defs/a" },
      "without end",
    ],
    ["itself, below a property", { properties: { a: { not: { $ref: "#/properties/a" } } } }, "without end"],
  ])("%s", (_, schema, reason) => {
    expect(refusal(schema)).toContain(reason);
  });

  test("but not for describing a tree", () => {
    const tree = { type: "object", properties: { left: { $ref: "#" }, value: { type: "integer" } } };
    const validate = compileSchema(tree, "parameters");
    expect(validate({ left: { left: { value: 1 } } })).toEqual([]);
    expect(validate({ left: { left: { value: "one" } } })).not.toEqual([]);
  });
});

test("a pattern that explodes elsewhere takes linear time", () => {
  const validate = compileSchema({ type: "string", pattern: "^(a+)+$" }, "parameters");
  const started = performance.now();
  expect(validate(`${"a".repeat(50_000)}!`)).not.toEqual([]);
  expect(performance.now() - started).toBeLessThan(2_000);
});

describe("a pattern has a bound of its own", () => {
  test.each([
    ["repeated a thousand times", "(.?){1000}"],
    ["of many repetitions", ".{0,1000}".repeat(600)],
    ["with repetitions in repetitions", "(((abc){10}d){10}e){10}"],
    ["that is long", "[a-z]{2,4}-".repeat(500)],
    ["that is no pattern, and long", `(${"x".repeat(7_000)}`],
  ])("one %s is refused at once", (_, pattern) => {
    const startedAt = performance.now();
    const said = refusal({ properties: { a: { type: "string", pattern } } });
    expect(said).toMatch(/has a pattern of \d+\/2000 steps at #\/properties\/a/);
    expect(said.length).toBeLessThan(200);
    expect(performance.now() - startedAt).toBeLessThan(200);
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
    const validate = compileSchema({ type: "string", pattern: "(x?){300}" }, "parameters");
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
    const started = performance.now();
    const validate = compileSchema(branching(40), "parameters");
    expect(() => validate("x")).toThrow("branch so often");
    // Each validation counts by itself.
    const fine = compileSchema(branching(10), "parameters");
    for (let count = 0; count < 20; count += 1) expect(fine("x")).toEqual([]);
    expect(fine(1)).not.toEqual([]);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test("to validate, when they branch with every level of the value", () => {
    const deeper = { properties: { x: { $ref: "#" } } };
    const validate = compileSchema({ allOf: [deeper, deeper] }, "parameters");
    const value = Array.from({ length: 60 }).reduce<object>((inner) => ({ x: inner }), {});
    expect(() => validate(value)).toThrow("branch so often");
  });

  const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);
  const failing = { minimum: 5, multipleOf: 7, exclusiveMinimum: 5, maximum: -1, exclusiveMaximum: -1, const: 3 };
  const ones = { items: { allOf: times(10, { $ref: "#/$defs/a" }) }, $defs: { a: { allOf: times(400, failing) } } };

  test.each<[string, JsonObject, unknown]>([
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
    const validate = compileSchema(schema, "parameters");
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
    const validate = compileSchema({ $defs, type: "array", items: { $ref: "#/$defs/item" }, uniqueItems: true }, "x");
    const value = Array.from({ length: 200 }, (_, n) => ({ sku: `AB-${10_000 + n}`, size: "M", count: 3, note: "x" }));
    expect(validate(value)).toEqual([]);
  });

  test("to compile, since it is only so large", () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ type: "string" }));
    expect(refusal({ oneOf: many(2_000) })).toContain("2002/2000");
    expect(refusal({ enum: Array.from({ length: 2_000 }, (_, n) => n) })).toContain("2002/2000");
    expect(refusal({ default: many(2_000) })).toContain("2002/2000");
    const started = performance.now();
    expect(refusal({ oneOf: many(1_900) })).toBe("accepted");
    const referring = Array.from({ length: 900 }, () => ({ $ref: "#/$defs/all" }));
    expect(refusal({ $defs: { all: { anyOf: many(900) } }, allOf: referring })).toBe("accepted");
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  test.each(["$dynamicRef", "$recursiveRef"])("without %s", (keyword) => {
    expect(refusal({ properties: { a: { [keyword]: "#" } } })).toContain("not supported");
  });
});
