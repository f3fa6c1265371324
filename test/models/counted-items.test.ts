import { describe, expect, test } from "bun:test";
import { assembled, type ParameterValue } from "#models/embedded/parameter-value.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { withCountedItems, withOwnCounts } from "#models/embedded/values/counted-items.ts";

const PARAMETERS = parametersOf({
  type: "object",
  properties: {
    restaurant: { type: "string" },
    items: {
      type: "array",
      items: { type: "object", properties: { dish: { type: "string" }, quantity: { type: "integer" } } },
    },
  },
});
const [, dish] = PARAMETERS;

/** What the beam finds of a list: one thing of it. */
function order(text: string, thing: string): unknown {
  if (!dish) throw new Error("the schema has a dish");
  const start = text.indexOf(thing);
  const found: ParameterValue = {
    parameter: dish,
    value: thing,
    span: { start, end: start + thing.length },
    dependsOnClock: false,
  };
  return assembled(withCountedItems(text, [found], PARAMETERS)).items;
}

describe("a list of things with their numbers", () => {
  test.each([
    [
      "order five burgers and six chicken wings",
      "chicken wings",
      [
        ["burgers", 5],
        ["chicken wings", 6],
      ],
    ],
    [
      "2 'fish tacos', 3 cokes and 1 large salad, please",
      "cokes",
      [
        ["fish tacos", 2],
        ["cokes", 3],
        ["large salad", 1],
      ],
    ],
    [
      "two margheritas and a cola from Pizza Roma",
      "cola",
      [
        ["margheritas", 2],
        ["cola", 1],
      ],
    ],
    [
      "a dozen eggs and 2 milks from the shop",
      "eggs",
      [
        ["eggs", 12],
        ["milks", 2],
      ],
    ],
  ])("%p", (text, thing, expected) => {
    expect(order(text, thing)).toEqual(expected.map(([name, quantity]) => ({ dish: name, quantity })));
  });

  test.each([
    ["one thing is no list", "order five burgers", "burgers"],
    ["the thing stands elsewhere", "in 5 minutes and 6 seconds I want soup", "soup"],
  ])("%s", (_, text, thing) => {
    expect(order(text, thing)).toEqual([{ dish: thing }]);
  });

  test("objects with more than one text are left as they are", () => {
    const more = parametersOf({
      type: "object",
      properties: {
        items: {
          type: "array",
          items: {
            type: "object",
            properties: { dish: { type: "string" }, size: { type: "string" }, quantity: { type: "integer" } },
          },
        },
      },
    });
    expect(withCountedItems("five burgers and six wings", [], more)).toEqual([]);
  });
});

describe("one thing and one number have what belongs together", () => {
  const [item, quantity] = parametersOf({
    type: "object",
    properties: { item: { type: "string" }, quantity: { type: "integer" } },
  });

  test.each([
    ["two lattes and a tea for table 3", "tea", "two", "lattes"],
    ["three burgers and 2 cokes", "burgers and 2 cokes", "three", "burgers"],
    ["three burgers and 2 cokes", "cokes", "2", "cokes"],
    ["two bacon and egg rolls", "bacon and egg rolls", "two", "bacon and egg rolls"],
  ])("%s: %p and %p", (text, thing, count, expected) => {
    if (!item || !quantity) throw new Error("the schema has both");
    const spanOf = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });
    const read: readonly ParameterValue[] = [
      { parameter: item, value: thing, span: spanOf(thing), dependsOnClock: false },
      { parameter: quantity, value: 2, span: spanOf(count), dependsOnClock: false },
    ];
    expect(withOwnCounts(text, read)[0]?.value).toBe(expected);
  });
});
