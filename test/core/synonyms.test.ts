/** `x-synonyms` and `x-examples` of a schema: what is taken, and what a call makes of them. */
import { describe, expect, test } from "bun:test";
import { evidenceOf } from "#core/answering/evidence.ts";
import { checkedCall } from "#core/answering/resolved-call.ts";
import { AppError } from "#core/errors.ts";
import { contentHashOf, type JsonObject, type JsonValue } from "#core/json.ts";
import { inUtc, UTC } from "#core/local-time.ts";
import { withoutSynonyms } from "#core/schema/synonyms.ts";
import { hashedPartOf } from "#core/sets/hashed-part.ts";
import { checkedTools, type Tool } from "#core/toolset.ts";

const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));
const CITY = { type: "string", "x-synonyms": { NYC: ["new york", "big apple"], LA: ["city of angels"] } };
const CITIES = { ...CITY, enum: ["NYC", "LA", "Rome"] };
const LEVEL = { type: "integer", enum: [1, 2, 3], "x-synonyms": { 1: ["gentle"], 3: ["full blast"] } };

const tool = (properties: JsonObject, more: JsonObject = {}): Tool => ({
  name: "go",
  description: "",
  parameters: { type: "object", properties, ...more },
});

function refusal(properties: JsonObject, more: JsonObject = {}): string {
  try {
    checkedTools([tool(properties, more)]);
  } catch (error) {
    if (error instanceof AppError && error.code === "validation_error") return error.message;
    throw error;
  }
  return "taken";
}

describe("what is taken", () => {
  test.each<[string, JsonObject]>([
    ["of a text", CITY],
    ["of an enumeration", CITIES],
    ["of numbers", LEVEL],
    ["of a list's items", { type: "array", items: CITIES }],
    ["deeper", { type: "object", properties: { city: CITY } }],
    ["of a text or nothing", { anyOf: [CITIES, { type: "null" }] }],
    [
      "the value itself, and a word twice",
      { type: "string", "x-synonyms": { NYC: ["nyc", "NYC", "big apple", "Big-Apple"] } },
    ],
    ["none of a value", { type: "string", "x-synonyms": { NYC: [] } }],
    [
      "in signs, in any script",
      { type: "string", "x-synonyms": { yes: ["👍", "да", "是"], "C++": ["c plus plus", "(.*)+$"] } },
    ],
    ["examples", { type: "string", "x-examples": ["AB-12", "纽约"] }],
  ])("%s", (_, property) => {
    expect(refusal({ property })).toBe("taken");
  });

  test("as much as the parts of a schema allow, in time", () => {
    const synonyms = Object.fromEntries(
      Array.from({ length: 190 }, (_, at) => [`v${at}`, Array.from({ length: 9 }, (_, n) => `word ${at} ${n}`)]),
    );
    expect(refusal({ property: { type: "string", "x-synonyms": synonyms } })).toBe("taken");
  });
});

describe("what is refused, with the place", () => {
  test.each<[JsonObject, string]>([
    [
      { type: "string", "x-synonyms": ["a"] },
      "#/properties/property x-synonyms that are no map from values to lists of texts",
    ],
    [{ type: "string", "x-synonyms": { NYC: "big apple" } }, 'x-synonyms of "NYC" that are no list of texts'],
    [{ type: "string", "x-synonyms": { NYC: [1] } }, 'x-synonyms of "NYC" that are no list of texts'],
    [{ type: "string", "x-synonyms": { NYC: [""] } }, "has no letter and no sign"],
    [{ type: "string", "x-synonyms": { NYC: ["…"] } }, "has no letter and no sign"],
    [{ type: "string", "x-synonyms": { "…": ["dots"] } }, "which has no letter and no sign"],
    [{ type: "string", "x-synonyms": { NYC: ["a".repeat(129)] } }, "has 129/128 characters"],
    [
      { ...CITIES, "x-synonyms": { NYCC: ["big apple"] } },
      'x-synonyms of "NYCC", which is no value of its enum (did you mean "NYC"?)',
    ],
    [
      { type: "string", "x-synonyms": { NYC: ["the city"], LA: ["THE  city"] } },
      '"THE  city" as a synonym of "LA", and as "NYC" or a synonym of it',
    ],
    [{ ...CITIES, "x-synonyms": { NYC: ["rome"] } }, '"rome" as a synonym of "NYC", and as "Rome" or a synonym of it'],
    [{ type: "string", "x-synonyms": { NYC: ["la"], LA: [] } }, '"la" as a synonym of "NYC", and as "LA"'],
    [{ type: "integer", "x-synonyms": { 1: ["one"] } }, "though its values are no texts"],
    [
      { type: "array", items: { type: "string" }, "x-synonyms": { a: ["b"] } },
      "they belong into the schema of its items",
    ],
    [{ type: "object", properties: {}, "x-synonyms": { a: ["b"] } }, "though its values are no texts"],
    [{ type: "string", "x-examples": "AB-12" }, "x-examples that are no list of texts"],
    [{ type: "string", "x-examples": Array.from({ length: 21 }, (_, n) => `AB-${n}`) }, "21/20 x-examples"],
    [{ type: "string", "x-examples": ["a".repeat(129)] }, "has 129/128 characters"],
    [
      { type: "array", items: { type: "string", "x-synonyms": 7 } },
      "#/properties/property/items x-synonyms that are no map",
    ],
    [{ type: "string", "x-synonyms": { NYC: Array.from({ length: 10_000 }, (_, n) => `word ${n}`) } }, "/2000 parts"],
  ])("%j", (property, says) => {
    expect(refusal({ property })).toContain(says);
  });

  test("wherever a reference leads", () => {
    const says = refusal(
      { property: { $ref: "#/$defs/city" } },
      { $defs: { city: { ...CITIES, "x-synonyms": { Bonn: [] } } } },
    );
    expect(says).toContain('#/$defs/city x-synonyms of "Bonn"');
  });
});

test("they are a part of what a set's hash is of", () => {
  const hashOf = (property: JsonObject) => {
    const tools = [tool({ property })];
    const definition = { name: "", description: "", tools, requireEvidence: false };
    return contentHashOf(hashedPartOf("toolset", definition as never));
  };
  const one = hashOf(CITY);
  expect(hashOf({ type: "string", "x-synonyms": { NYC: ["big apple"] } })).not.toBe(one);
  expect(hashOf({ ...CITY, "x-examples": ["Rome"] })).not.toBe(one);
  expect(hashOf({ ...CITY })).toBe(one);
});

describe("a synonym that a model gives is the value", () => {
  const schema: JsonObject = {
    type: "object",
    properties: {
      city: CITIES,
      free: CITY,
      level: LEVEL,
      many: { type: "array", items: CITIES },
      trip: { type: "object", properties: { to: { $ref: "#/$defs/city" } } },
      maybe: { anyOf: [CITIES, { type: "null" }] },
    },
    $defs: { city: CITIES },
  };

  test.each<[JsonObject, JsonObject]>([
    [{ city: "Big Apple" }, { city: "NYC" }],
    [{ city: "rome" }, { city: "Rome" }],
    [{ free: "the big apple" }, { free: "the big apple" }],
    [{ free: "big-apple" }, { free: "NYC" }],
    [{ free: "Boston" }, { free: "Boston" }],
    [{ level: "full blast" }, { level: 3 }],
    [{ many: ["big apple", "Rome", "city of angels"] }, { many: ["NYC", "Rome", "LA"] }],
    [{ trip: { to: "new york" } }, { trip: { to: "NYC" } }],
    [{ maybe: "new york" }, { maybe: "NYC" }],
    [
      { maybe: null, unknown: "new york" },
      { maybe: null, unknown: "new york" },
    ],
  ])("%j", (given, meant) => {
    expect(withoutSynonyms(given, schema)).toEqual(meant);
  });

  test("with its place, and nothing unfilled", () => {
    const query = "a hotel in the Big Apple at full blast";
    const offered = { tool: tool({ city: CITIES, level: LEVEL }), toolset: null, requireEvidence: true };
    const request = { query, context: null, history: [], timeZone: UTC } as never;
    const call = checkedCall(
      offered,
      { parameters: { city: "Big Apple", level: "full blast" }, spans: {} },
      request,
      [],
      NOW,
    );
    expect(call.parameters).toEqual({ city: "NYC", level: 3 });
    expect(call.unfilled).toBeUndefined();
    const said = Object.values(call.evidence).map(({ start, end }) => query.slice(start, end));
    expect(said).toEqual(["Big Apple", "full blast"]);
  });
});

describe("where a text says a value", () => {
  const placeOf = (text: string, value: JsonValue, property: JsonObject) => {
    const sources = { query: text, context: null, history: [], answered: [], memories: [], spans: {}, now: NOW };
    const source = evidenceOf({ value }, { type: "object", properties: { value: property } }, [], sources).value;
    return source?.kind === "query" ? text.slice(source.start, source.end) : null;
  };

  test.each<[string, string, JsonValue, JsonObject, string | null]>([
    ["a synonym", "off to new york", "NYC", CITIES, "new york"],
    ["the value itself", "off to NYC", "NYC", CITIES, "NYC"],
    ["a slip", "off to the city of anglels", "LA", CITIES, "city of anglels"],
    ["another ending", "two big apples", "NYC", CITY, "big apples"],
    ["a number by its word", "at full blast", 3, LEVEL, "full blast"],
    ["not within a longer word", "a big pineapple", "NYC", CITIES, null],
    ["not another value's", "off to new york", "LA", CITIES, null],
    [
      "not a part of what means another",
      "off to new york",
      "York",
      { type: "string", "x-synonyms": { NYC: ["new york"], York: [] } },
      null,
    ],
  ])("%s", (_, text, value, property, said) => {
    expect(placeOf(text, value, property)).toBe(said);
  });
});
