import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { allowedNames, OUR_TOOL_NAMES, signatureFrom } from "#core/exchange/names.ts";
import { checkedSignature } from "#core/text.ts";
import { checkedTools } from "#core/toolset.ts";

const named = (...names: string[]) => allowedNames(names, OUR_TOOL_NAMES);

describe("names of tools", () => {
  test.each([
    [
      ["get_weather", "a.b:c/d-e"],
      ["get_weather", "a.b:c/d-e"],
    ],
    [["get weather!"], ["get_weather"]],
    [["Größe ändern"], ["Grosse_andern"]],
    [["天気"], ["tool"]],
    [
      ["", "  "],
      ["tool", "tool_2"],
    ],
    [["none"], ["none_2"]],
    [
      ["get", "get", "get"],
      ["get", "get_2", "get_3"],
    ],
    [
      ["get", "get", "get_2"],
      ["get", "get_3", "get_2"],
    ],
    [
      ["a b", "a_b"],
      ["a_b_2", "a_b"],
    ],
    [["x".repeat(129)], ["x".repeat(128)]],
    [
      ["x".repeat(129), "x".repeat(128)],
      [`${"x".repeat(126)}_2`, "x".repeat(128)],
    ],
  ])("%j become %j", (given, expected) => {
    expect(named(...given)).toEqual(expected);
  });

  test("are always allowed and never the same, and one that was allowed stays where it stands first", () => {
    const name = fc.oneof(
      fc.constantFrom("none", "a", "a_2", "a b", "a-b", "", "x".repeat(128), "x".repeat(200), "é"),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), (given) => {
        const names = named(...given);
        expect(names).toHaveLength(given.length);
        // Throws for a name that is not allowed, and for one that is there twice.
        checkedTools(names.map((one) => ({ name: one, description: "" })));
        for (const [index, one] of given.entries()) {
          if (OUR_TOOL_NAMES.isAllowed(one) && given.indexOf(one) === index) expect(names[index]).toBe(one);
        }
      }),
    );
  });
});

describe("a signature from a title", () => {
  test.each([
    ["Pet Store API", "pet-store-api-v1"],
    ["weather-v3", "weather-v3"],
    ["  Größe & Maß  ", "gro-e-ma-v1"],
    ["../../etc/passwd", "etc-passwd-v1"],
    ["天気", null],
    ["", null],
  ])("%j is %j", (title, signature) => {
    expect(signatureFrom(title)).toBe(signature);
  });

  test("is always one that the server takes", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (title) => {
        const signature = signatureFrom(title);
        if (signature !== null) expect(checkedSignature("signature", signature)).toBe(signature);
      }),
    );
  });
});
