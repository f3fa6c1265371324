import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { ownersInOrder } from "#models/embedded/values/number-rows.ts";

function ownersIn(text: string, names: readonly string[]): Readonly<Record<string, number | undefined>> {
  const properties = Object.fromEntries(names.map((name) => [name, { type: "number" }]));
  const numbers = numbersIn(text, ENGLISH);
  const owners = ownersInOrder(text, numbers, parametersOf({ type: "object", properties }));
  return Object.fromEntries(
    numbers.flatMap(({ start, value }) => {
      const owner = owners.get(start);
      return owner ? [[owner.name, value] as const] : [];
    }),
  );
}

describe("numbers in a row", () => {
  test.each([
    ["a triangle with base and height as 6cm and 10cm", ["height", "base"], { base: 6, height: 10 }],
    ["its width, height and depth are 3, 4 and 5", ["width", "height", "depth"], { width: 3, height: 4, depth: 5 }],
    ["its base and its height of 6 and 10", ["base", "height"], { base: 6, height: 10 }],
    ["x, y and z = (1, 2, 3)", ["x", "y", "z"], { x: 1, y: 2, z: 3 }],
    ["three sides of 5 units, 4 units and 3 units", ["side1", "side2", "side3"], { side1: 5, side2: 4, side3: 3 }],
    ["move the point to 2,3,4", ["x", "y", "z"], { x: 2, y: 3, z: 4 }],
  ])("%p", (text, names, expected) => {
    expect(ownersIn(text, names)).toEqual(expected);
  });

  test.each([
    ["as many names as numbers", "base, height and depth of 6 and 10", ["base", "height", "depth"]],
    ["names that stand together", "the base is 6 and the height 10", ["base", "height"]],
    ["nothing but a link between them", "base and height of my garden for 6 and 10 people", ["base", "height"]],
    ["one row alone for numbered names", "from 1, 2 to 3, 4", ["side1", "side2"]],
    ["names that differ in their number alone", "3 and 4", ["side", "length"]],
  ])("takes %s", (_, text, names) => {
    expect(ownersIn(text, names)).toEqual({});
  });

  test("gives each of any numbers to the parameter at its place", () => {
    const names = ["alpha", "beta", "gamma", "delta"];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 2, maxLength: 4 }), (values) => {
        const own = names.slice(0, values.length);
        const joined = (items: readonly (string | number)[]) => `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
        const expected = Object.fromEntries(own.map((name, at) => [name, values[at]]));
        expect(ownersIn(`with ${joined(own)} of ${joined(values)}`, own.toReversed())).toEqual(expected);
      }),
    );
  });
});
