import { describe, expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import { compileSchema, readSchema } from "#core/json-schema.ts";

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
    expect(compileSchema({ $schema, type: "object", required: ["a"] }, "parameters")({})).toBe(false);
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
    expect(validate({ left: { left: { value: 1 } } })).toBe(true);
    expect(validate({ left: { left: { value: "one" } } })).toBe(false);
  });
});

test("a pattern that explodes elsewhere takes linear time", () => {
  const validate = compileSchema({ type: "string", pattern: "^(a+)+$" }, "parameters");
  const started = performance.now();
  expect(validate(`${"a".repeat(50_000)}!`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});
