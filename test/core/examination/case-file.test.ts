import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { casesIn } from "#core/examination/case-file.ts";
import { CASES_PER_FILE_MAX } from "#core/examination/test-case.ts";

const read = (text: string) => casesIn(text, ["light-v1"]);
const line = (one: object) => JSON.stringify(one);
const ON = { query: "light on", tool: "light_on" };

describe("cases are read", () => {
  test("from JSON lines, with empty ones, a mark at the beginning and lines of any system", () => {
    const { cases, notes } = read(`\uFEFF${line(ON)}\r\n\r\n  ${line({ query: "x", tool: "none" })}\n`);
    expect(cases.map(({ place }) => place)).toEqual(["line 1", "line 3"]);
    expect(notes).toEqual([]);
  });

  test("from a JSON list, and a single object", () => {
    expect(read(JSON.stringify([ON, { query: "x", calls: [] }], null, 2)).cases[1]?.place).toBe("case 2");
    expect(read(JSON.stringify(ON, null, 2)).cases.length).toBe(1);
  });

  test("from CSV, whatever separates it, with the line where each row begins", () => {
    const { cases } = read('label;text\r\ncalm;"so\nquiet; here"\r\nnone;what?\r\n');
    expect(cases).toEqual([
      { json: { query: "so\nquiet; here", label: "calm" }, place: "line 2" },
      { json: { query: "what?", label: "none" }, place: "line 4" },
    ]);
  });

  test("with the language of each, where that is said", () => {
    const { cases } = read("text,label,language\nruhig,calm,de\nquiet,calm,\n");
    expect(cases.map(({ json }) => json)).toEqual([
      { query: "ruhig", label: "calm", language: "de" },
      { query: "quiet", label: "calm" },
    ]);
    const lines = [ON, { ...ON, language: "de-AT" }].map(line).join("\n");
    expect(read(lines)).toMatchObject({ cases: [{ json: ON }, { json: { language: "de-AT" } }], notes: [] });
  });

  test("from an export: the examples of the set that is tested", () => {
    const set = (signature: string, examples: readonly string[]) => ({
      signature,
      name: "Light",
      tools: [
        { name: "light_on", description: "turns it on", examples },
        { name: "light_off", description: "off" },
      ],
    });
    const file = JSON.stringify([set("light-v1", ["make it bright"]), set("light-v2", ["brighter"])]);
    expect(read(file).cases).toEqual([
      { json: { query: "make it bright", tool: "light_on" }, place: 'light-v1, example 1 of "light_on"' },
    ]);
    expect(() => casesIn(file, ["other-v1"])).toThrow(
      'the file has sets ("light-v1", "light-v2"), and none of them is other-v1',
    );
  });

  test("each once, and what contradicts itself is said", () => {
    const { cases, notes } = read([ON, { ...ON, id: 7, note: "again" }, { ...ON, tool: "none" }].map(line).join("\n"));
    expect(cases.length).toBe(2);
    expect(notes).toEqual([
      "line 3 expects something else of the sentence of line 1: one of the two will be wrong",
      "1 case left out: an earlier one says the same",
    ]);
  });

  test("the same words at another time, or after something else, are another case", () => {
    const { cases, notes } = read(
      [ON, { ...ON, now: "2026-03-02T09:00:00Z" }, { ...ON, context: "at home" }].map(line).join("\n"),
    );
    expect([cases.length, notes]).toEqual([3, []]);
  });
});

const REFUSED: readonly (readonly [string, string, string])[] = [
  ["nothing", "", "the file is empty"],
  ["white space", "\uFEFF \n\t", "the file is empty"],
  ["an empty list", "[]", "has no list|no sets|no case"],
  ["CSV without rows", "text,label\n", "the file has no case"],
  ["prose", "Turn the light on.\n", "line 1: neither a JSON object, nor the header of CSV"],
  ["a broken list", "[{}", "the file is no JSON"],
  ["a broken line", `${line(ON)}\n{"query":`, "line 2: is no JSON"],
  ["a line that is no object", `${line(ON)}\n7`, "line 2: is no JSON object"],
  ["a list with something else", `[${line(ON)}, 7]`, "case 2: is no JSON object"],
  [
    "a mistyped field",
    line({ ...ON, paramters: {} }),
    "line 1|case 1, `paramters`: is no field of a case: did you mean `parameters`?",
  ],
  ["a tool and a label", line({ ...ON, label: "a" }), "says both, a tool and a label"],
  ["neither", line({ query: "x" }), "does not say what is right"],
  ["a number as a sentence", line({ query: 7, tool: "a" }), "`query`: has to be a text"],
  ["a number as a tool", line({ query: "x", tool: 7 }), "`tool`: has to be the name of a tool"],
  ["a list of parameters", line({ ...ON, parameters: [] }), "`parameters`: has to be an object"],
  ["too long a sentence", line({ ...ON, query: "x".repeat(501) }), "501/500 characters"],
  ["a control character", line({ ...ON, query: "a\u0007" }), "U+0007"],
  [
    "nine calls",
    line({ query: "x", calls: Array.from({ length: 9 }, () => ({ tool: "a" })) }),
    "has 9 calls, and an answer has 8 at most",
  ],
  ["a call of another shape", line({ query: "x", calls: ["a"] }), "`calls.0`: has to be an object with `tool`"],
  ["an unknown time zone", line({ ...ON, time_zone: "Nowhere/At All" }), "time_zone"],
  ["a language by its name", line({ ...ON, language: "german" }), "`language`: language: must be a language tag"],
  [
    "a number as a language",
    line({ text: "x", label: "a", language: 7 }),
    '`language`: has to be a language tag, as "de"',
  ],
  ["a language by its name, in CSV", "text,label,language\nx,a,german\n", "line 2, `language`: "],
  ["labels beside none", line({ text: "x", labels: ["none", "a"] }), "stands beside others"],
  ["no labels", line({ text: "x", labels: [] }), "`labels`: has to be"],
  ["a row with too few fields", "text,label\nx\n", "line 2: has 1 field, and the header 2"],
  ["a row without a label", "text,label\nx,\n", 'line 2: has no label; where nothing fits, write "none"'],
  ["a quote that is never closed", 'text,label\n"x,a\n', "line 2: a quote is opened there and never closed"],
  [
    "half a character, of which the line is told",
    `${line(ON)}\n${line({ ...ON, query: "cancel \ud800" })}\n`,
    "line 2: has half a character",
  ],
  [
    "what is nested too deeply",
    `{"query":"x","tool":"a","parameters":${'{"a":'.repeat(300)}1${"}".repeat(300)}}`,
    "nested more than 200 levels deep",
  ],
];

describe("what is no file of cases is refused, and it is said where and why:", () => {
  test.each(REFUSED)("%s", (_, text, message) => {
    expect(() => read(text)).toThrow(new RegExp(message.replace(/[[\]().?+`]/g, "\\$&")));
  });

  test("more cases than are tested at a time", () => {
    const rows = Array.from({ length: CASES_PER_FILE_MAX + 1 }, (__, index) => `text ${index},a`).join("\n");
    expect(() => read(`text,label\n${rows}`)).toThrow("50001 cases, and at most 50000 are tested at a time: split it");
  });

  test("anything at all is read or refused with words of ours", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.json(),
      fc.string().map((text) => `text,label\n${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(read(text).cases.length).toBeGreaterThan(0);
        } catch (failure) {
          expect((failure as { readonly code?: string }).code).toMatch(/^(bad_request|validation_error)$/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
