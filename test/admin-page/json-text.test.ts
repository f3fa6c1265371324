import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readJson } from "../../src/admin-page/json-text.ts";

/** As `line:column found`; null for what is JSON. */
function breakIn(text: string): string | null {
  const read = readJson(text);
  return read.kind === "value" ? null : `${read.at.line}:${read.at.column} ${read.at.found}`;
}

describe("JSON that somebody typed", () => {
  test.each([
    ["", "1:1 "],
    ["  \n ", "2:2 "],
    ["{", "1:2 "],
    ["[1, 2", "1:6 "],
    ["[1 2]", "1:4 2]"],
    ["[1,]", "1:4 ]"],
    ['{"a": 1,}', "1:9 }"],
    ['{"a" 1}', "1:6 1}"],
    ['{"a": }', "1:7 }"],
    ["{a: 1}", "1:2 a: 1}"],
    ["{'a': 1}", "1:2 'a': 1}"],
    ['{"a": 1]', "1:8 ]"],
    ["[01]", "1:2 01]"],
    ["[tru]", "1:2 tru]"],
    ["{} {}", "1:4 {}"],
    ["]", "1:1 ]"],
    ['{\n  "a": "b\n  c"\n}', "2:10 "],
    ['{\r\n  "a": "\\x"\r\n}', '2:9 \\x"'],
    ['["a', "1:4 "],
    ["// no\n1", "1:1 // no"],
  ])("of %j the place is %j where it breaks", (text, place) => {
    expect(breakIn(text)).toBe(place);
  });

  test("is what the engine takes for JSON, and of anything else a place is told within the text", () => {
    const written = fc.json().chain((text) =>
      fc.record({
        text: fc.constant(text),
        at: fc.nat(text.length),
        put: fc.constantFrom("", ",", '"', "}", "x", "\n"),
      }),
    );
    fc.assert(
      fc.property(written, ({ text, at, put }) => {
        expect(breakIn(text)).toBeNull();
        const changed = text.slice(0, at) + put + text.slice(at + 1);
        const read = readJson(changed);
        if (read.kind === "value") return;
        const lines = changed.split("\n");
        expect(read.at.line).toBeLessThanOrEqual(lines.length);
        expect(read.at.column).toBeLessThanOrEqual((lines[read.at.line - 1] ?? "").length + 1);
        // Up to there it could have gone on: what was cut off at that place breaks at its end, and not before.
        const cut = readJson(
          changed
            .split("\n")
            .slice(0, read.at.line - 1)
            .concat((lines[read.at.line - 1] ?? "").slice(0, read.at.column - 1))
            .join("\n"),
        );
        if (cut.kind === "broken") expect({ ...cut.at, found: "" }).toEqual({ ...read.at, found: "" });
      }),
    );
  });
});
