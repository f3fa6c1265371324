/** What a known call says about a sentence that says its values by their synonyms. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { Partition } from "./partition.ts";

describe("values with synonyms", () => {
  test.each<[string, string, string, JsonObject | null]>([
    [
      "a synonym in the place of a value",
      "Get me a room in [city:NYC]",
      "Get me a room in city of angels",
      { city: "Los Angeles" },
    ],
    [
      "a synonym in the place of any text",
      "Get me a room in [city:Rome]",
      "Get me a room in Big Apple",
      { city: "Manhattan" },
    ],
    [
      "any text in the place of a synonym",
      "Get me a room in [city=Manhattan:big apple]",
      "Get me a room in Rome",
      { city: "Rome" },
    ],
    [
      "a synonym in the place of another",
      "Get me a room in [city=Manhattan:big apple]",
      "Get me a room in city of angels",
      { city: "Los Angeles" },
    ],
    ["an option", "Book a [room:single] room", "Book a twin beds room", { room: "double" }],
    ["never with a word around it", "Get me a room in [city:Rome]", "Get me a room in the big apple", null],
    ["never with a slip", "Get me a room in [city:Rome]", "Get me a room in big appel", null],
    ["never in another form", "Get me a room in [city:Rome]", "Get me a room in big apples", null],
  ])("%s", async (_, known, asked, call) => {
    const partition = new Partition();
    await partition.know("stay", known);
    expect(await partition.proposed(asked)).toEqual(call && { tool: "stay", ...call });
  });
});
