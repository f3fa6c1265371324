import { describe, expect, test } from "bun:test";
import { bm25, coverage } from "#models/embedded/choosing/bm25.ts";
import { assembled, spansOf } from "#models/embedded/parameter-value.ts";
import { type Parameter, parametersOf } from "#models/embedded/tool-parameters.ts";

describe("a tool's schema as a list of parameters", () => {
  const schema = {
    type: "object",
    required: ["city", "guest"],
    properties: {
      city: { type: "string", description: "Where" },
      guest: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, age: { type: ["integer", "null"], minimum: 0 } },
      },
      rooms: { type: "array", items: { type: "object", properties: { beds: { type: "integer" } } } },
      tags: { type: "array", items: { type: "string", enum: ["quiet", "sea view"] } },
      unit: { $ref: "#/$defs/unit" },
      board: { anyOf: [{ enum: ["half", "full"] }, { type: "null" }], default: "half" },
    },
    $defs: { unit: { type: "string", enum: ["c", "f"] } },
  };
  const byName = new Map(
    parametersOf(schema).map((parameter) => [parameter.path.map(({ key }) => key).join("."), parameter]),
  );

  test("objects and lists of objects are replaced by what they hold", () => {
    expect([...byName.keys()]).toEqual(["city", "guest.name", "guest.age", "rooms.beds", "tags", "unit", "board"]);
  });

  test("a nested parameter is required only when everything above it is", () => {
    const required = [...byName].filter(([, parameter]) => parameter.isRequired).map(([name]) => name);
    expect(required).toEqual(["city", "guest.name"]);
  });

  test.each([
    ["guest.age", { type: "integer", minimum: 0 }],
    ["tags", { type: "array", itemType: "string", choices: ["quiet", "sea view"] }],
    ["unit", { type: "string", choices: ["c", "f"] }],
    ["board", { choices: ["half", "full"], hasDefault: true }],
  ])("%s", (name, expected) => {
    expect(byName.get(name)).toMatchObject(expected as Partial<Parameter>);
  });

  test("a schema that refers to itself ends", () => {
    const node = { type: "object", properties: { value: { type: "string" }, next: { $ref: "#" } } };
    expect(parametersOf(node).length).toBeGreaterThan(0);
  });

  test("values come together again in the shape of the schema", () => {
    const value = (name: string, given: string | number, start: number) => ({
      parameter: byName.get(name) as Parameter,
      value: given,
      span: { start, end: start + 1 },
      dependsOnClock: false,
    });
    const values = [value("guest.name", "Ann", 4), value("guest.age", 30, 9), value("rooms.beds", 2, 1)];
    expect(assembled(values)).toEqual({ guest: { name: "Ann", age: 30 }, rooms: [{ beds: 2 }] });
    expect(spansOf(values)).toEqual({ guest: { start: 4, end: 10 }, rooms: { start: 1, end: 2 } });
  });

  test("a parameter called __proto__ is a parameter like any other", () => {
    const [parameter] = parametersOf(JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'));
    const made = assembled([{ parameter: parameter as Parameter, value: "x", span: null, dependsOnClock: false }]);
    expect(JSON.stringify(made)).toBe('{"__proto__":"x"}');
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });
});

describe("BM25", () => {
  const tool = (name: string, description: string) => ({ name, description, parameters: [] });
  const tools = [
    tool("get_weather", "The weather forecast of a city"),
    tool("book_flight", "Books a flight between two cities"),
    tool("playMusic", "Plays a song"),
  ];

  test.each([
    ["weather in Rome", 0],
    ["booking flights to Rome", 1],
    ["play music", 2],
  ])("%p", (query, best) => {
    const scores = bm25(query, tools);
    expect(scores.indexOf(Math.max(...scores))).toBe(best);
  });

  test("a query without a shared word scores nothing anywhere", () => {
    expect(bm25("tell me about dinosaurs", tools)).toEqual([0, 0, 0]);
  });

  test("coverage is the share of the query's words that the tool has", () => {
    expect(coverage("weather dinosaurs", tools[0] as (typeof tools)[0])).toBe(0.5);
    expect(coverage("", tools[0] as (typeof tools)[0])).toBe(0);
  });
});
