/** Where a text stops being JSON, and what is said of it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { jsonBreakIn, whyNoJson, whyNoJsonLine } from "#core/broken-json.ts";
import { cpuMs } from "../cpu-time.ts";

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test.each<[text: string, line: number, column: number, problem: RegExp]>([
  ["", 1, 1, /there is nothing in it/],
  [" \n", 2, 1, /there is nothing in it/],
  ['{"a": 1,}', 1, 8, /the comma before } has nothing behind it: take it out/],
  ["[1, 2,\n]", 1, 6, /the comma before ]/],
  ["[1,,2]", 1, 4, /a value is missing before ,/],
  ['{"a": }', 1, 7, /a value is missing before }/],
  ["{,}", 1, 2, /a name is missing before ,/],
  ["{'a': 1}", 1, 2, /double quotes: write " in the place of '/],
  ["{“a”: 1}", 1, 2, /straight quotes: write " in the place of “/],
  ["{a: 1}", 1, 2, /write "a"/],
  ['{"a" 1}', 1, 6, /a colon is missing/],
  ['{"a": 1 "b": 2}', 1, 9, /a comma or } is missing before this/],
  ['{"a": 1; "b": 2}', 1, 8, /a semicolon stands where a comma should/],
  ['{"a": "say "hi" now"}', 1, 13, /within a text a quote is written \\"/],
  ['{"a": "one\ntwo"}', 1, 11, /the line ends within a text: write \\n/],
  ['{"a": "C:\\data"}', 1, 10, /a backslash stands in a text: write it twice/],
  ['{"a": "tab\there"}', 1, 11, /a control character/],
  ['{"a": "open}', 1, 7, /a text begins here and has no "/],
  ['{"a": [1, 2}', 1, 12, /} stands where ] should: the \[ of line 1, column 7 is still open/],
  ['{"a": {\n"b": 1\n', 3, 1, /it ends before }: the { of line 1, column 7 is still open/],
  ["[True]", 1, 2, /write true, in small letters/],
  ["[None]", 1, 2, /write null/],
  ["[undefined]", 1, 2, /leave the field out/],
  ["[NaN]", 1, 2, /JSON has no such number/],
  ["[hello]", 1, 2, /hello is no value of JSON: a text stands in double quotes/],
  ["[01]", 1, 2, /01 is no number of JSON/],
  ["[.5]", 1, 2, /\.5 is no number of JSON/],
  ["[+1]", 1, 2, /\+1 is no number/],
  ["[1] // one", 1, 5, /no comments/],
  ["# one\n[1]", 1, 1, /no comments/],
  ['{"a":1}\n{"a":2}', 2, 1, /has ended before this/],
  ["[1]]", 1, 4, /one ] too many/],
  ["tru", 1, 1, /tru is no value/],
  ['["😀", x]', 1, 7, /x is no value/],
])("%j breaks at line %d, column %d", (text, line, column, problem) => {
  const found = jsonBreakIn(text);
  expect(found).toMatchObject({ line, column });
  expect(found?.problem).toMatch(problem);
});

test("the text around it is shown on one line, and not for ever", () => {
  const text = `{"a": "${"x".repeat(100_000)}",\n\n 'b': 1, "c": "${"y".repeat(100_000)}"}`;
  const found = jsonBreakIn(text);
  expect(found).toMatchObject({ line: 3, column: 2 });
  expect(found?.around).toMatch(/^…x+", 'b': 1, "c": "y+…$/);
  expect(found?.around.length).toBeLessThan(70);
  expect(whyNoJson('{"a"}', null)).toBe(
    'line 1, column 5: a colon is missing between the name and its value (near `{"a"}`)',
  );
  expect(whyNoJsonLine('{"a"}', null)).toStartWith("column 5: ");
});

test("a word of any length is cut", () => {
  expect(jsonBreakIn(`[${"z".repeat(1_000)}]`)?.problem.length).toBeLessThan(100);
});

describe("[property] it finds a break in just what the engine refuses", () => {
  test("in JSON, none", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (text, indent) => {
        expect(jsonBreakIn(JSON.stringify(JSON.parse(text), null, indent))).toBeNull();
      }),
    );
  });

  test("in JSON that was changed in one place, and in anything of its signs", () => {
    const signs = fc.string({ unit: fc.constantFrom(..."{}[]:,\"'\\ \n\t01-.eEtruefalsn/#\u0001é"), maxLength: 12 });
    const changed = fc
      .tuple(fc.json(), fc.nat(), fc.nat(2), signs)
      .map(
        ([text, at, gone, put]) =>
          text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + gone),
      );
    fc.assert(
      fc.property(fc.oneof(changed, signs), (text) => {
        expect({ text, isJson: jsonBreakIn(text) === null }).toEqual({ text, isJson: isJson(text) });
      }),
      { numRuns: 2_000 },
    );
  });
});

test("a megabyte that breaks at its end takes no longer than a look at each character", () => {
  const text = `[${'{"a": [1, 2, "three"]},\n'.repeat(45_000)}`;
  const started = cpuMs();
  expect(jsonBreakIn(text)?.line).toBe(45_001);
  expect(cpuMs() - started).toBeLessThan(2_000);
});
