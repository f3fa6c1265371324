import { describe, expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { countErrors, errorClassesOf, errorsMarkdown } from "../../scripts/eval/errors.ts";
import type { SavedAnswer } from "../../scripts/eval/outcome.ts";

const SCHEMA = {
  type: "dict",
  properties: {
    city: { type: "string" },
    days: { type: "integer" },
    unit: { type: "string", enum: ["C", "F"] },
    detailed: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    place: { type: "dict", properties: { lat: { type: "float" } } },
    stops: { type: "array", items: { type: "dict" } },
  },
  required: ["city"],
};
const WANTED = {
  city: ["New York", "New York City"],
  days: ["", 3],
  unit: ["", "C"],
  detailed: ["", true],
  tags: ["", ["rain"]],
  place: ["", { lat: [1] }],
  stops: ["", [{ lat: [1] }]],
};

function called(parameters: JsonObject, tool = "weather"): SavedAnswer {
  return {
    part: "weather calls",
    query: "…",
    wanted: [{ weather: WANTED as Readonly<Record<string, JsonValue>> }],
    schema: SCHEMA,
    given: { tool, parameters },
    refused: null,
    confidence: 0.9,
    right: false,
  };
}

describe("a wrong call", () => {
  test.each([
    { name: "another tool", answer: called({ city: "New York" }, "forecast"), classes: ["wrong tool"] },
    { name: "none", answer: { ...called({}), given: null }, classes: ["said none"] },
    {
      name: "none, since the contract refuses it",
      answer: { ...called({}), given: null, refused: "validation_error" },
      classes: ["refused"],
    },
    {
      name: "one too many",
      answer: { ...called({ city: "New York" }), wanted: [], schema: null },
      classes: ["called though none fits"],
    },
    {
      name: "one of two",
      answer: { ...called({ city: "New York" }), wanted: [{ weather: { city: ["New York"] } }, { alarm: {} }] },
      classes: ["not all of several"],
    },
    { name: "nothing given", answer: called({}), classes: ["missing parameter"] },
    { name: "one made up", answer: called({ city: "New York", zip: "1" }), classes: ["extra parameter"] },
    { name: "too short a text", answer: called({ city: "York" }), classes: ["wrong span borders"] },
    { name: "too long a text", answer: called({ city: "New York tomorrow" }), classes: ["wrong span borders"] },
    { name: "a shared word", answer: called({ city: "in York" }), classes: ["wrong span borders"] },
    { name: "another text", answer: called({ city: "Rome" }), classes: ["other text"] },
    { name: "another number", answer: called({ city: "New York", days: 4 }), classes: ["wrong number"] },
    { name: "another option", answer: called({ city: "New York", unit: "F" }), classes: ["wrong option"] },
    { name: "the opposite", answer: called({ city: "New York", detailed: false }), classes: ["wrong boolean"] },
    { name: "another list", answer: called({ city: "New York", tags: [] }), classes: ["wrong list"] },
    { name: "another object", answer: called({ city: "New York", place: { lat: 2 } }), classes: ["wrong nested"] },
    { name: "another list of objects", answer: called({ city: "New York", stops: [] }), classes: ["wrong nested"] },
    {
      name: "several things",
      answer: called({ days: 4, zip: "1" }),
      classes: ["missing parameter", "wrong number", "extra parameter"],
    },
  ])("$name", ({ answer, classes }) => {
    expect(errorClassesOf(answer)).toEqual(classes as ReturnType<typeof errorClassesOf>);
  });

  test("is not one that is right", () => {
    expect(errorClassesOf({ ...called({ city: "Rome" }), right: true })).toEqual([]);
  });
});

describe("the count", () => {
  const answers = [
    { ...called({ city: "New York" }), right: true },
    called({ days: 4 }),
    called({ city: "New York", days: 4 }),
  ];

  test("has each wrong call once by its first problem, and by every problem", () => {
    expect(countErrors(answers)).toEqual([
      {
        part: "weather calls",
        calls: 3,
        wrong: 2,
        first: { "missing parameter": 1, "wrong number": 1 },
        any: { "missing parameter": 1, "wrong number": 2 },
      },
    ]);
  });

  test("is a table with a column for each part", () => {
    const table = errorsMarkdown(answers);
    expect(table).toContain("| first problem (any problem) | weather calls |");
    expect(table).toContain("| wrong number | 1 (2) |");
    expect(table).toContain("| wrong tool |  |");
  });
});
