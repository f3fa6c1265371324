import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { isOfTwoKinds, placeKindsOf, placeKindWantedBy, placesNamed } from "#core/reading/place-kinds.ts";

describe("the kind of a place", () => {
  test.each([
    ["Palau", ["country"]],
    ["the Netherlands", ["country"]],
    ["Wallis and Futuna", ["country"]],
    ["south dakota", ["state"]],
    ["KY", ["state"]],
    ["ky", []],
    ["Georgia", ["country", "state"]],
    ["New York", ["state", "city"]],
    ["Singapore", ["country", "city"]],
    ["Faysville", []],
  ])("%p", (name, kinds) => {
    expect([...placeKindsOf(name, ENGLISH)].toSorted()).toEqual(kinds.toSorted() as never[]);
  });

  test.each([
    ["country", "country"],
    ["departureCity", "city"],
    ["billing_state", "state"],
    ["province", "state"],
    ["statement", null],
    ["velocity", null],
  ])("that %p asks for", (name, kind) => {
    expect(placeKindWantedBy(name, ENGLISH)).toBe(kind as never);
  });

  test("is in doubt only where a tool asks for both", () => {
    expect(isOfTwoKinds("georgia", ["country", "state"], ENGLISH)).toBe(true);
    expect(isOfTwoKinds("Georgia", ["country", "city"], ENGLISH)).toBe(false);
    expect(isOfTwoKinds("Palau", ["country", "state"], ENGLISH)).toBe(false);
    expect(isOfTwoKinds("Quebec", ["to_city", "from_state"], ENGLISH)).toBe(true);
  });
});

describe("countries and states in a sentence", () => {
  test.each([
    ["hotels in Saint Helens, South Dakota", ["South Dakota"]],
    ["from Papua New Guinea to guinea-bissau", ["Papua New Guinea", "guinea-bissau"]],
    ["weather in KY, or in Austin, TX", ["KY", "TX"]],
    ["turkey for dinner, then Turkey", ["Turkey"]],
    ["Georgia's weather", ["Georgia"]],
    ["IN a word: OK, the ID is OR", []],
    ["send ID 77", []],
    ["play Palauan music", []],
  ])("%p", (text, names) => {
    expect(placesNamed(text, ENGLISH).map(({ start, end }) => text.slice(start, end))).toEqual(names);
  });
});
