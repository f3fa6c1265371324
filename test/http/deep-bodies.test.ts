/** Brackets are counted before a large body is read, and texts are no brackets. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseJson } from "#http/request/body.ts";

const HEADERS = new Headers({ "content-type": "application/json" });
const read = (text: string) => parseJson(HEADERS, Buffer.from(text));
/** So that a body is large enough to be looked at. */
const PADDING = " ".repeat(20_000);

test("too many levels are named, whether or not they end", () => {
  for (const text of ["[".repeat(100_000), `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, '{"":'.repeat(30_000)]) {
    expect(() => read(text)).toThrow("nested deeper than 64 levels");
  }
});

test("what stands in a text opens nothing", () => {
  const quoted = JSON.stringify({ text: `${"[{".repeat(5_000)}\\"\\`, more: '\\"["'.repeat(4_000) });
  expect(read(quoted)).toEqual(JSON.parse(quoted));
  const wide = `[${"[],{},".repeat(20_000)}[]]`;
  expect(read(wide)).toEqual(JSON.parse(wide));
});

test("a large body is read as a small one is", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, stringUnit: "binary-ascii" }), (text) => {
      if (text.includes("__proto__")) return;
      expect(read(text + PADDING)).toEqual(read(text));
    }),
  );
});

test("a text that does not end is no JSON", () => {
  expect(() => read(`{"a":"${"[".repeat(20_000)}`)).toThrow("not JSON");
  expect(() => read(`{"a":"${"\\".repeat(20_000)}`)).toThrow("not JSON");
});
