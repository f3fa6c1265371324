import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { csvLine, csvRows } from "#core/exchange/csv-rows.ts";
import { readText, told } from "./reading.ts";

const fields = (text: string) => csvRows(text, ",").map((row) => row.fields);
const classes = (text: string) => readText(text).resources[0]?.classes;

describe("rows of CSV (RFC 4180)", () => {
  test.each([
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\rc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ['"a,b",c', [["a,b", "c"]]],
    ['"a ""b"" c",d', [['a "b" c', "d"]]],
    ['"two\r\nlines",x', [["two\r\nlines", "x"]]],
    ['"",""', [["", ""]]],
    ["a,,c", [["a", "", "c"]]],
    ["a,", [["a", ""]]],
    ["\n\na\n\n", [["a"]]],
    ["", []],
  ])("%j", (text, rows) => {
    expect(fields(text)).toEqual(rows);
  });

  test("are numbered by the line of the file that they begin in", () => {
    expect(csvRows('a\n"two\nlines"\n\nb\n', ",").map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test("a quote that is never closed is told with its line", () => {
    expect(() => csvRows('a,b\n"c,d\ne,f\n', ",")).toThrow("line 2: a quote is opened there and never closed");
  });

  test("come back as they were written", () => {
    const field = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", ";", "é"), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 6 }), (rows) => {
        expect(fields(rows.map(csvLine).join(""))).toEqual(rows);
      }),
    );
  });
});

describe("texts with labels", () => {
  test("make one classification set: labels in the order in which they first appear, texts as examples", () => {
    const reading = readText("text,label\nWhere is it?,delivery\nMoney back,refund\nNot here yet,delivery\n");
    expect(reading.called).toBe("CSV with texts and labels");
    expect(reading.resources).toEqual([
      {
        signature: "things-v1",
        name: "things",
        classes: [
          { label: "delivery", examples: ["Where is it?", "Not here yet"] },
          { label: "refund", examples: ["Money back"] },
        ],
        enable_extraction: false,
        allow_none: false,
      },
    ]);
    expect(told(reading)).toEqual(["kept delivery: 2 examples", "kept refund: 1 example"]);
  });

  test.each([
    ["the columns the other way round, and another", "id,Label,TEXT\n1,a,hello\n"],
    ["a byte order mark", "\uFEFFtext,label\nhello,a\n"],
    ["semicolons, as some spreadsheets write", "text;label\nhello;a\n"],
    ["tabs", "text\tlabel\nhello\ta\n"],
    ["a quoted header", '"text","label"\n"hello","a"\n'],
    ["spaces around", "text , label\n hello , a \n"],
  ])("are read with %s", (_, text) => {
    expect(classes(text)).toEqual([{ label: "a", examples: ["hello"] }]);
  });

  test.each([
    ["hello", "line 3: has 1 field, and the header 2"],
    ["a,b,c", "line 3: has 3 fields, and the header 2"],
    [",a", "line 3: has no text"],
    ["hello,", "line 3: has no label"],
    [
      "hello,none",
      'line 3: the label "none" is reserved for text that fits no class: give the set `allow_none` for that',
    ],
    [`${"x".repeat(501)},a`, "line 3: its text is longer than 500 characters"],
    [`hello,${"x".repeat(129)}`, "line 3: its label is longer than 128 characters"],
    ['he"llo,a', "line 3: has a quote inside a field that is not quoted"],
    ['"hello"x,a', "line 3: goes on after a closing quote"],
  ])("a row that cannot be used is dropped and named by its line: %s", (row, problem) => {
    const reading = readText(`text,label\nfine,ok\n${row}\nfine too,ok\n`);
    expect(told(reading)).toEqual(["kept ok: 2 examples", `dropped ${problem}`]);
  });

  test("of a class, the first 50 are kept, and that is said", () => {
    const rows = Array.from({ length: 60 }, (_, index) => `text ${index},a`);
    const reading = readText(["text,label", ...rows].join("\n"));
    expect(reading.resources[0]?.classes).toEqual([
      { label: "a", examples: Array.from({ length: 50 }, (_, index) => `text ${index}`) },
    ]);
    expect(told(reading)).toContain("changed a: the first 50 of its 60 examples are kept: a class holds no more");
  });

  test("repeated rows are kept once; a hundred bad ones are not told one by one", () => {
    const reading = readText(["text,label", "a,b", "a,b", ...Array.from({ length: 100 }, () => "bad")].join("\n"));
    const lines = told(reading);
    expect(lines).toContain("dropped 1 row: says what an earlier one says");
    expect(lines).toContain("dropped 50 more lines: cannot be used either");
    expect(lines.filter((line) => line.startsWith("dropped line"))).toHaveLength(50);
  });

  test("--only chooses labels", () => {
    const reading = readText("text,label\nx,card_lost\ny,card_new\nz,loan\n", { only: ["card_*"] });
    expect(reading.resources[0]?.classes).toEqual([
      { label: "card_lost", examples: ["x"] },
      { label: "card_new", examples: ["y"] },
    ]);
    expect(told(reading)).toContain("dropped 1 label: not chosen by --only");
  });

  test.each([
    ["no header", "hello,a\n", "no JSON and no YAML; if it is CSV, line 1 has to name the columns `text` and `label`"],
    ["no rows", "text,label\n", "no row with a text and a label"],
  ])("%s is refused", (_, text, words) => {
    expect(() => readText(text)).toThrow(words);
  });
});
