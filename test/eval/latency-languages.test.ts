import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languageOutcome, languageTests, readLanguages } from "../../scripts/eval/languages.ts";
import { latencyLines, loadsOf } from "../../scripts/eval/latency.ts";
import { figureIn, resolved } from "./answers.ts";

describe("the load for latency", () => {
  const testsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${index}`,
      query: `query ${index}`,
      context: null,
      functions: [
        { name: `tool.${index}`, description: "", parameters: {} },
        { name: "other", description: "", parameters: {} },
      ],
      groundTruth: [{ [`tool.${index}`]: {} }],
    }));
  const parts = [
    { name: "many", tests: testsOf(30) },
    { name: "again", tests: testsOf(3) },
    { name: "none fits", tests: testsOf(5).map((test) => ({ ...test, groundTruth: [] })) },
  ];

  test("has exactly so many tools, all different, and asks for one of them each time", () => {
    const loads = loadsOf(parts, 8, 100);
    expect(loads.map(({ tools }) => tools.length)).toEqual([8, 8, 8]);
    for (const { tools, queries } of loads) {
      const names = new Set(tools.map(({ name }) => name));
      expect(names.size).toBe(8);
      expect(queries.every((query) => names.has(query.replace("query ", "tool.")))).toBe(true);
      expect(queries.length).toBeGreaterThanOrEqual(8);
    }
  });

  test("never asks for several calls", () => {
    const several = testsOf(4).map((test) => ({ ...test, groundTruth: [...test.groundTruth, { other: {} }] }));
    expect(loadsOf([{ name: "several", tests: several }], 1, 10)).toEqual([]);
  });

  test("has no more queries than asked for, and the same each time", () => {
    const loads = loadsOf(parts, 1, 10);
    expect(loads.flatMap(({ queries }) => queries)).toHaveLength(10);
    expect(loadsOf(parts, 1, 10)).toEqual(loads);
  });

  test("is none when there are too few tools", () => {
    expect(loadsOf(parts, 31, 10)).toEqual([]);
  });

  test("gives the middle and the slowest", () => {
    const times = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(latencyLines(8, times).map(({ part, measure, value }) => [part, measure, value])).toEqual([
      ["latency, 8 tools", "p50", 50],
      ["latency, 8 tools", "p99", 99],
    ]);
  });
});

describe("queries in other languages", () => {
  const tools = [
    {
      name: "lamp",
      description: "Switches a lamp",
      parameters: { type: "object", properties: { room: { type: "string" } } },
    },
  ];
  const lines = [
    { toolset: "home", tools },
    { toolset: "home", lang: "de", query: "Licht in der Küche", gold: { lamp: { room: ["Küche"] } } },
    { toolset: "home", lang: "de", query: "Wie alt ist der Mond?", gold: null },
    { toolset: "home", lang: "fr", query: "La lampe du salon", gold: { lamp: { room: ["salon"] } } },
  ];

  test("have the tools of the toolset they name", () => {
    const tests = languageTests(lines);
    expect(tests.map(({ lang, functions, groundTruth }) => [lang, functions.length, groundTruth.length])).toEqual([
      ["de", 1, 1],
      ["de", 1, 0],
      ["fr", 1, 1],
    ]);
  });

  test("without gold, or of an unknown toolset, are refused by their line", () => {
    expect(() => languageTests([...lines, { toolset: "home", lang: "de", query: "?" }])).toThrow("line 5");
    expect(() => languageTests([{ toolset: "car", lang: "de", query: "?", gold: null }])).toThrow('"car"');
  });

  test("tell guesses from none, and sure from unsure", () => {
    const tests = languageTests([...lines.slice(0, 2), ...lines.slice(1, 2), ...lines.slice(1, 2)]);
    const answers = [
      resolved("lamp", { room: "Küche" }),
      resolved("none", {}, { confidence: 0.3 }),
      resolved("radio", {}, { confidence: 0.8 }),
    ];
    const { lines: figures } = languageOutcome("language de", tests, answers);
    expect(figureIn(figures, "exact call")).toBeCloseTo(1 / 3);
    expect(figureIn(figures, "none where the tool is not right")).toBe(1 / 2);
    expect(figureIn(figures, "confidence under 0.5 where the tool is not right")).toBe(1 / 2);
  });

  test("of our own are as many in each language, and every gold call names a tool and its parameters", () => {
    const path = join(import.meta.dir, "../../scripts/eval/languages.jsonl");
    expect(existsSync(path)).toBe(true);
    const tests = readLanguages(path);
    const sizes = [...Map.groupBy(tests, ({ lang }) => lang)].map(([lang, own]) => [lang, own.length]);
    expect(sizes).toEqual([
      ["de", 66],
      ["fr", 66],
      ["es", 66],
    ]);
    for (const { query, functions, groundTruth } of tests) {
      for (const [name, parameters] of Object.entries(groundTruth[0] ?? {})) {
        const properties = functions.find((tool) => tool.name === name)?.parameters.properties;
        expect([query, Object.keys(parameters).filter((key) => !(key in (properties as object)))]).toEqual([query, []]);
      }
    }
  });
});

test("docs/how-to/measure.md shows lines that are read", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/how-to/measure.md"), "utf8");
  const [, lines = ""] = /```json\n(\{"toolset"[\s\S]*?)```/.exec(page) ?? [];
  const read = languageTests(
    lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
  expect(read).toMatchObject([{ lang: "de", toolset: "home", functions: [{ name: "start_timer" }] }]);
});
