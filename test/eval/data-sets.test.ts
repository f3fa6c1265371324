import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { divide, functionsKey, readBfcl, readLabelled, readNlupp, readSnips } from "../../scripts/eval/data-sets.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-data-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LAMP = {
  name: "lamp",
  description: "Switches a lamp",
  parameters: { type: "dict", properties: { on: { type: "boolean" } } },
};

describe("BFCL", () => {
  test("gives the last message as the query, what came before as context, parts in the order of their names", () => {
    mkdirSync(join(folder, "bfcl"));
    const lines = [
      {
        id: "a",
        question: [[{ role: "user", content: "Light!" }]],
        function: [LAMP],
        ground_truth: [{ lamp: { on: [true] } }],
      },
      {
        id: "b",
        question: [
          [
            { role: "system", content: "You are a house." },
            { role: "user", content: "Dark!" },
          ],
        ],
        function: [{ name: "lamp", parameters: LAMP.parameters }],
        ground_truth: [],
      },
    ];
    writeFileSync(join(folder, "bfcl/simple.jsonl"), `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
    writeFileSync(join(folder, "bfcl/multiple.jsonl"), "");
    const [multiple, simple] = readBfcl(folder);
    expect([multiple?.name, multiple?.tests.length]).toEqual(["multiple", 0]);
    expect(simple?.tests.map(({ query, context }) => ({ query, context }))).toEqual([
      { query: "Light!", context: null },
      { query: "Dark!", context: "system: You are a house." },
    ]);
    expect(simple?.tests[0]?.groundTruth).toEqual([{ lamp: { on: [true] } }]);
    expect(simple?.tests[1]?.functions[0]?.description).toBe("");
  });

  test("says which folder is missing", () => {
    expect(() => readBfcl(join(folder, "nowhere"))).toThrow("nowhere");
    expect(() => readLabelled(join(folder, "nowhere.jsonl"))).toThrow("nowhere.jsonl");
  });

  test("knows equal lists of functions by content, whatever the order of their keys", () => {
    const { name, description, parameters } = LAMP;
    expect(functionsKey([{ parameters, description, name }])).toBe(functionsKey([LAMP]));
    expect(functionsKey([{ ...LAMP, description: "Breaks a lamp" }])).not.toBe(functionsKey([LAMP]));
  });
});

describe("labelled texts", () => {
  test("that occur twice count once", () => {
    const lines = ["one", "two", "one", " one "].map((text) => JSON.stringify({ text, label: "number" }));
    writeFileSync(join(folder, "labels.jsonl"), lines.join("\n"));
    expect(readLabelled(join(folder, "labels.jsonl"))).toEqual([
      { text: "one", label: "number" },
      { text: "two", label: "number" },
    ]);
  });

  const texts = ["cat", "dog", "bird"].flatMap((label) =>
    Array.from({ length: 20 }, (_, index) => ({ label, text: `${label} ${index}` })),
  );

  test("are divided into examples and tested texts that have nothing in common", () => {
    const { examples, tested } = divide(texts, { examplesPerClassMax: 5, testedMax: 1_000 });
    expect([...examples.keys()]).toEqual(["bird", "cat", "dog"]);
    expect([...examples.values()].map(({ length }) => length)).toEqual([5, 5, 5]);
    const taught = new Set([...examples.values()].flat());
    expect(tested.filter(({ text }) => taught.has(text))).toEqual([]);
    expect(tested.length).toBe(45);
  });

  test("are tested evenly over the classes", () => {
    const { tested } = divide(texts, { examplesPerClassMax: 5, testedMax: 7 });
    const counts = ["bird", "cat", "dog"].map((label) => tested.filter((one) => one.label === label).length);
    expect(counts).toEqual([3, 2, 2]);
  });

  test("are divided alike whatever the order of the file", () => {
    const sizes = { examplesPerClassMax: 5, testedMax: 30 };
    fc.assert(
      fc.property(fc.shuffledSubarray(texts, { minLength: texts.length }), (shuffled) => {
        expect(divide(shuffled, sizes)).toEqual(divide(texts, sizes));
      }),
      { numRuns: 20 },
    );
  });

  test("leave half of a small class for testing", () => {
    const { examples, tested } = divide(texts.slice(0, 5), { examplesPerClassMax: 50, testedMax: 10 });
    expect(examples.get("cat")?.length).toBe(2);
    expect(tested.length).toBe(3);
  });
});

describe("SNIPS", () => {
  test("gives the texts of all files with their intent and slots", () => {
    mkdirSync(join(folder, "snips"));
    const line = { text: " rate it ", tool: "RateBook", slots: { object_select: "it" }, data: [] };
    writeFileSync(join(folder, "snips/RateBook.jsonl"), `${JSON.stringify(line)}\n`);
    writeFileSync(join(folder, "snips/GetWeather.jsonl"), `${JSON.stringify({ ...line, tool: "GetWeather" })}\n\n`);
    expect(readSnips(folder)).toEqual([
      { text: "rate it", intent: "GetWeather", slots: { object_select: "it" } },
      { text: "rate it", intent: "RateBook", slots: { object_select: "it" } },
    ]);
  });
});

describe("NLU++", () => {
  test("gives a domain its own intents and those of all, and texts without any", () => {
    mkdirSync(join(folder, "nlupp"));
    const intents = {
      greet: { description: "is it a greeting?", domain: ["general"] },
      card: { description: "is it about a card?", domain: ["banking"] },
      room: { description: "is it about a room?", domain: ["hotels"] },
    };
    writeFileSync(join(folder, "nlupp/ontology.json"), JSON.stringify({ intents }));
    const lines = [{ text: "hi, my card", intents: ["greet", "card"] }, { text: "tomorrow" }];
    writeFileSync(join(folder, "nlupp/banking.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(readNlupp(folder, "banking")).toEqual({
      name: "banking",
      intents: { greet: "is it a greeting?", card: "is it about a card?" },
      texts: [
        { text: "hi, my card", intents: ["greet", "card"] },
        { text: "tomorrow", intents: [] },
      ],
    });
  });
});
