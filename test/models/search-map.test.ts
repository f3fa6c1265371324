/** The maps that ship: what they make of vectors, and that they bring requests nearer to the tools that they mean. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { TOOL_SEARCH_MAPS_PATH } from "#models/embedded/networks/network-files.ts";
import { searchMaps } from "#models/embedded/tool-search/search-map.ts";

const file = await Bun.file(TOOL_SEARCH_MAPS_PATH).arrayBuffer();
const maps = searchMaps(file);
const WIDTH_IN = 768;
const aVector = fc
  .array(fc.integer({ min: -127, max: 127 }), { minLength: WIDTH_IN, maxLength: WIDTH_IN })
  .filter((numbers) => numbers.some((number) => number !== 0))
  .map((numbers) => {
    const length = Math.hypot(...numbers);
    return Float32Array.from(numbers, (number) => number / length);
  });

describe("the maps of the tool search", () => {
  test("give unit vectors of 384 numbers, the same ones of the same vector", () => {
    fc.assert(
      fc.property(aVector, fc.constantFrom("tool" as const, "request" as const), (vector, text) => {
        const given = vector.slice();
        const mapped = maps[text].mapped(vector);
        expect(mapped).toHaveLength(384);
        expect(Math.hypot(...mapped)).toBeCloseTo(1, 4);
        expect(maps[text].mapped(given)).toEqual(mapped);
        expect(vector).toEqual(given);
      }),
      { numRuns: 30 },
    );
  });

  test("of tools and of requests are two", () => {
    const vector = new Float32Array(WIDTH_IN).fill(1 / Math.sqrt(WIDTH_IN));
    expect(maps.tool.mapped(vector)).not.toEqual(maps.request.mapped(vector));
  });

  test("a file that is cut short is none", () => {
    expect(() => searchMaps(file.slice(2))).toThrow("data/models/README.md");
  });
});
