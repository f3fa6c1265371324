/** What a model server is told of synonyms, and what is made of its answer. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";
import { readCalls } from "#models/language/prompts/call-answer.ts";
import { callFrame } from "#models/language/prompts/call-frame.ts";

const WORDS = { NYC: ["new york", "big apple"], LA: ["city of angels"] };
const CITY = { type: "string", description: "Where to", "x-synonyms": WORDS, "x-examples": ["NYC", "Rome"] };
const go = (city: JsonObject): Tool => ({
  name: "go",
  description: "Goes to a city",
  parameters: { type: "object", properties: { city, also: { type: "array", items: CITY } } },
});
const FORM = { wantsText: false, mustCall: false, callsMax: 1 };

describe("what is sent", () => {
  const frame = callFrame([go(CITY)], { ...FORM, mode: "tools" });
  const inWords =
    'Where to. In other words: "new york" or "big apple" is "NYC"; "city of angels" is "LA". For example "NYC", "Rome".';

  test("has no keyword that a model server does not know", () => {
    for (const mode of ["schema", "tools"] as const) {
      expect(JSON.stringify(callFrame([go({ ...CITY, enum: ["NYC", "LA"] })], { ...FORM, mode }))).not.toContain("x-");
    }
  });

  test("says it in the description of a function", () => {
    expect(frame.functions[0]?.parameters).toMatchObject({
      properties: { city: { description: inWords }, also: { items: { description: inWords } } },
    });
  });

  test("says it where the tools are listed, and not in the schema that binds", () => {
    const { system, schema } = callFrame([go(CITY)], { ...FORM, mode: "schema" });
    expect(system).toContain(JSON.stringify(inWords).slice(1, -1));
    expect(JSON.stringify(schema)).not.toContain("big apple");
  });

  test("stays short", () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`value ${at}`, [`word ${at}`]]));
    const told = callFrame([go({ type: "string", "x-synonyms": many })], { ...FORM, mode: "tools" });
    const properties = (told.functions[0]?.parameters.properties ?? {}) as {
      readonly city?: { readonly description: string };
    };
    const description = properties.city?.description ?? "";
    expect(description.length).toBeLessThan(1_100);
    expect(description).toContain('"word 0" is "value 0"');
  });
});

describe("what is answered", () => {
  const asked = { aliases: ["go"], mustCall: false, callsMax: 1 };
  const answered = (city: JsonObject, parameters: JsonObject) => {
    const reply = { text: JSON.stringify({ call: { tool: "go", parameters } }), calls: [], finish: "stop" as const };
    const read = readCalls(reply as never, [go(city)], asked);
    return "answer" in read ? read.answer.calls[0]?.parameters : read.problem;
  };

  test.each<[string, JsonObject, JsonObject, unknown]>([
    ["a synonym of an option", { ...CITY, enum: ["NYC", "LA"] }, { city: "Big Apple" }, { city: "NYC" }],
    ["a synonym of a text", CITY, { city: "new york" }, { city: "NYC" }],
    ["of items", CITY, { also: ["city of angels", "Rome"] }, { also: ["LA", "Rome"] }],
    ["the value", CITY, { city: "NYC" }, { city: "NYC" }],
    ["another text", CITY, { city: "Rome" }, { city: "Rome" }],
  ])("%s", (_, city, parameters, expected) => {
    expect(answered(city, parameters)).toEqual(expected as JsonObject);
  });

  test("what is neither stays a problem", () => {
    expect(answered({ ...CITY, enum: ["NYC", "LA"] }, { city: "Rome" })).toContain("city breaks enum");
  });
});
