import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { axisWantedBy, coordinatesIn, placeOf, wantsCoordinates } from "#core/reading/coordinates.ts";
import { numbersIn } from "#core/reading/numbers.ts";

function said(text: string) {
  return coordinatesIn(text, numbersIn(text, ENGLISH)).map(({ axis, value }) => `${axis} ${value}`);
}

describe("the coordinates of a sentence", () => {
  test.each([
    ["for 10 days at 37.8651 N, 119.5383 W", ["latitude 37.8651", "longitude -119.5383"]],
    ["at 33.9° S and 18.4° E", ["latitude -33.9", "longitude 18.4"]],
    ["latitude 37.87 and longitude -122.27", ["latitude 37.87", "longitude -122.27"]],
    ["the longitude is approximately 80.27, lat: 13.08", ["longitude 80.27", "latitude 13.08"]],
    ["what is at 48.8584, 2.2945?", ["latitude 48.8584", "longitude 2.2945"]],
    ["between 48.8, 2.2", []],
    ["from 120.55, 80.25", []],
    ["move 5 north, 3 East of it", []],
    ["5 E's and 3 S-Bahn trains", []],
  ])("%p", (text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  test("a plain pair is a place wherever it lies on Earth", () => {
    const degrees = (most: number) =>
      fc.integer({ min: -most * 100, max: most * 100 }).map((at) => (at / 100).toFixed(2));
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        expect(said(`at ${latitude}, ${longitude} please`)).toEqual([
          `latitude ${Number(latitude)}`,
          `longitude ${Number(longitude)}`,
        ]);
      }),
    );
  });

  test("a place has one of each, in the order in which they are said", () => {
    const placeIn = (text: string) =>
      placeOf(coordinatesIn(text, numbersIn(text, ENGLISH)))?.map(({ value }) => value) ?? null;
    expect(placeIn("lon 2.29 and lat 48.85")).toEqual([2.29, 48.85]);
    expect(placeIn("lat 48.85")).toBeNull();
    expect(placeIn("lat 48.85 or lat 48.86")).toBeNull();
    expect(placeIn("from 48.85, 2.29 to 48.86, 2.30")).toBeNull();
  });
});

describe("a parameter that wants coordinates", () => {
  test.each([
    [["latitude"], "latitude"],
    [["start", "lng"], "longitude"],
    [["lon"], "longitude"],
    [["flat"], null],
    [["longest"], null],
  ] as const)("%p", (words, axis) => {
    expect(axisWantedBy(words)).toBe(axis);
  });

  test("as a list says so", () => {
    expect(wantsCoordinates("Latitude and longitude of the place")).toBe(true);
    expect(wantsCoordinates("GPS coordinates")).toBe(true);
    expect(wantsCoordinates("The scores of a game")).toBe(false);
  });
});
