import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import type { ParameterValue } from "#models/embedded/parameter-value.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { withLoneObject } from "#models/embedded/values/lone-object.ts";

function order(properties: JsonObject, required: readonly string[]) {
  return {
    name: "order_drink",
    description: "Orders a drink at the bar",
    parameters: parametersOf({ type: "object", properties, required: [...required] }),
  };
}

const BAR = order({ drink: { type: "string" }, table: { type: "integer" } }, ["drink"]);

function left(text: string, tool = BAR, values: readonly ParameterValue[] = []): unknown {
  const found = withLoneObject(text, tool, values).slice(values.length);
  return found.map(({ parameter, value, span }) => {
    expect(text.slice(span?.start, span?.end)).toBe(String(value));
    return [parameter.name, value];
  })[0];
}

describe("what a request leaves over", () => {
  test.each([
    ["order a coffee", "coffee"],
    ["Please order me two flat whites for table 4", "flat whites"],
    ["I'd like a lemonade, please", "lemonade"],
    ["can we get some tap water", "tap water"],
    ["can you order another beer now?", "beer"],
  ])("is what it wants: %s", (text, drink) => {
    expect(left(text)).toEqual(["drink", drink]);
  });

  test.each([
    ["is the tool's own word", "order a drink"],
    ["is known, not told", "order the usual"],
    ["is asked of another deed", "cancel a coffee"],
    ["is no request", "a coffee is what I like"],
    ["is nothing", "order"],
  ])("is no value where it %s", (_, text) => {
    expect(left(text)).toBeUndefined();
  });

  test("is nobody's where a value has it", () => {
    const [, table] = BAR.parameters;
    if (!table) throw new Error("the bar has tables");
    const taken = { parameter: table, value: 2, span: { start: 8, end: 18 }, dependsOnClock: false };
    expect(left("order a coffee two", BAR, [taken])).toBeUndefined();
  });

  test.each<[string, JsonObject, readonly string[]]>([
    ["an option", { drink: { type: "string", enum: ["tea"] } }, ["drink"]],
    ["a number", { drink: { type: "integer" } }, ["drink"]],
    ["an id", { drink_id: { type: "string" } }, ["drink_id"]],
    ["a date", { day: { type: "string", format: "date" } }, ["day"]],
    ["one of two texts", { drink: { type: "string" }, guest: { type: "string" } }, ["drink", "guest"]],
    ["not required", { drink: { type: "string" } }, []],
  ])("is no value for what is %s", (_, properties, required) => {
    expect(left("order a coffee", order(properties, required))).toBeUndefined();
  });
});
