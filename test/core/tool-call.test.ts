import { describe, expect, test } from "bun:test";
import { checkParameters } from "#core/answering/tool-call.ts";
import type { JsonObject } from "#core/json.ts";

const toolWith = (parameters: JsonObject) => ({ name: "order", description: "Order something", parameters });

describe("what a model proposed is made to fit", () => {
  test("one wrong value after the other goes, also where only that makes the next one wrong", () => {
    const names = ["a", "b", "c"];
    const goesWith = names.slice(1).map((name, at) => ({
      if: { required: [names[at] as string] },
      else: { properties: { [name]: false } },
    }));
    const properties = { a: { const: 1 }, b: { type: "integer" }, c: { type: "integer" } };
    const tool = toolWith({ type: "object", properties, required: ["c"], allOf: goesWith });
    expect(checkParameters(tool, { a: 1, b: 2, c: 3 }).parameters).toEqual({ a: 1, b: 2, c: 3 });
    expect(checkParameters(tool, { a: 2, b: 2, c: 3 })).toEqual({
      parameters: {},
      missing: ["c"],
      defaultsApplied: [],
    });
  });

  test("and a schema that makes each of many wrong only after the one before takes no longer than any other", () => {
    const names = Array.from({ length: 150 }, (_, at) => `p${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string", default: "x" }]));
    const chain = names.slice(1).map((name, at) => ({
      if: { required: [names[at] as string] },
      else: { properties: { [name]: false } },
    }));
    const rules = Array.from({ length: 700 }, () => ({ minProperties: 0 }));
    const tool = toolWith({
      type: "object",
      properties: { ...properties, p0: { const: "y", default: "x" } },
      allOf: [...chain, ...rules],
    });
    expect(() => checkParameters(tool, {})).toThrow("takes too long to check");
  });
});
