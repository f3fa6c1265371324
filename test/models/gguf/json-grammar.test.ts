import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { jsonGrammar } from "#models/gguf/json-grammar.ts";
import { callFrame } from "#models/language/prompts/call-frame.ts";
import { timerTool, weatherTool } from "../providers/served.ts";
import { allows } from "./gbnf.ts";
import { allowedValues } from "./schemas.ts";

const takes = (schema: JsonObject, value: JsonValue) => allows(jsonGrammar(schema), JSON.stringify(value));
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: "object", properties, ...rest });

test("what a schema allows, its grammar allows", () => {
  fc.assert(
    fc.property(allowedValues, ({ schema, value }) => {
      expect(takes(schema, value)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("a text with a space after colons and commas is the same value", () => {
  const schema = object({ city: { type: "string" }, days: { type: "array", items: { type: "integer" } } });
  expect(allows(jsonGrammar(schema), '{ "city": "Rome", "days": [ 1, 2 ] }')).toBe(true);
});

describe("a grammar refuses", () => {
  const lamp = object(
    { room: { enum: ["kitchen", "hall"] }, level: { type: "integer" }, on: { type: "boolean" } },
    { required: ["room"], additionalProperties: false },
  );
  test.each([
    ["a property that the schema does not have", { room: "hall", colour: "red" }],
    ["an object without what is required", { level: 1 }],
    ["a value that is not among those of an enum", { room: "cellar" }],
    ["a value of another type", { room: "hall", on: "yes" }],
    ["a fraction for a whole number", { room: "hall", level: 1.5 }],
    ["a value that is no object", ["hall"]],
  ])("%s", (_, value) => {
    expect(takes(lamp, { room: "hall", level: 3, on: true })).toBe(true);
    expect(takes(lamp, { room: "kitchen" })).toBe(true);
    expect(takes(lamp, value as JsonValue)).toBe(false);
  });

  test("fewer and more items than are allowed", () => {
    const schema: JsonObject = { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 3 };
    const sizes = [0, 1, 2, 3, 4].filter((size) => takes(schema, Array(size).fill(7)));
    expect(sizes).toEqual([2, 3]);
  });

  test("items that are not those of their places", () => {
    const schema: JsonObject = { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], items: false };
    expect([[1, "a"], [1], []].map((value) => takes(schema, value))).toEqual([true, true, true]);
    expect(
      [
        ["a", 1],
        [1, "a", 2],
      ].map((value) => takes(schema, value)),
    ).toEqual([false, false]);
  });
});

describe("a grammar follows", () => {
  test("a reference, also one that leads back to itself", () => {
    const tree = object({ name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/tree" } } });
    const schema: JsonObject = { $ref: "#/$defs/tree", $defs: { tree: { ...tree, additionalProperties: false } } };
    expect(takes(schema, { name: "a", children: [{ name: "b", children: [] }, {}] })).toBe(true);
    expect(takes(schema, { name: "a", children: [{ title: "b" }] })).toBe(false);
  });

  test("what all parts say together", () => {
    const base = { $ref: "#/$defs/base" };
    const $defs = { base: object({ id: { type: "integer" } }) };
    const schema: JsonObject = { allOf: [base, object({ name: { type: "string" } })], $defs };
    expect(takes(schema, { id: 1, name: "a" })).toBe(true);
    expect(takes(schema, { id: "1" })).toBe(false);
  });

  test("properties of any name where the schema is open", () => {
    const schema: JsonObject = { type: "object", additionalProperties: { type: "integer" } };
    expect(takes(schema, { a: 1, b: 2 })).toBe(true);
    expect(takes(schema, { a: "1" })).toBe(false);
    expect(takes({}, { anything: [1, { goes: null }] })).toBe(true);
  });
});

test("a schema that counts to a million has a grammar of ordinary size", () => {
  const long = { type: "string", maxLength: 1_000_000 };
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`text_${index}`, { ...long, minLength: 50 }]),
  );
  const grammar = jsonGrammar(object({ ...many, long, list: { type: "array", minItems: 1_000_000 } }));
  const counts = [...grammar.matchAll(/\{(\d+),(\d*)\}/g)].map(([, min, max]) => Math.max(Number(min), Number(max)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(2_100);
  expect(grammar.length).toBeLessThan(60_000);
});

test("the answer of several calls, as many as may be made", () => {
  const form = { mode: "schema", wantsText: true, mustCall: false, callsMax: 2 } as const;
  const { schema } = callFrame([weatherTool, timerTool], form);
  const rome = { tool: "weather_get_now", parameters: { city: "Rome" } };
  const stop = { tool: "stop_timer", parameters: {} };
  const takesCalls = (calls: readonly JsonObject[], more: JsonObject = {}) =>
    takes(schema, { calls, text: "Done.", ...more });
  expect([takesCalls([]), takesCalls([stop]), takesCalls([rome, stop], { more: true })]).toEqual([true, true, true]);
  expect([takesCalls([rome, stop, rome]), takesCalls([{ tool: "launch", parameters: {} }])]).toEqual([false, false]);
});
