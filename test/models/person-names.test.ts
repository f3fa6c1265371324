/** Parts of people's names. */
import { describe, expect, test } from "bun:test";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { partOfName } from "#models/embedded/values/person-names.ts";

describe("of a whole name a parameter has its part", () => {
  test.each([
    ["surname", "Thomas Edward Gallagher", "Gallagher"],
    ["given_names", "Thomas Edward Gallagher", "Thomas Edward"],
    ["lastName", "Ludwig van Beethoven", "van Beethoven"],
    ["first_name", "Ludwig van Beethoven", "Ludwig"],
    ["customer", "Ida Berg", "Ida Berg"],
    ["first_and_last_name", "Ida Berg", "Ida Berg"],
    ["surname", "Berg", "Berg"],
    ["surname", "the guest", "the guest"],
  ])("%s of %p is %p", (name, text, expected) => {
    const [parameter] = parametersOf({ type: "object", properties: { [name]: { type: "string" } } });
    const part = parameter && partOfName(text, { start: 0, end: text.length }, parameter);
    expect(part && text.slice(part.start, part.end)).toBe(expected);
  });
});
