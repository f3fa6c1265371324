import { describe, expect, test } from "bun:test";
import { SentenceTemplate } from "#core/exchange/orphans/sentence-templates.ts";
import { cpuMs } from "../../../cpu-time.ts";
import { read, readFolder, told, toolsOf, yaml } from "../reading.ts";

const wordsOf = (list: string) =>
  list === "colour"
    ? [
        { words: "red", value: "red" },
        { words: "warm white", value: "white" },
      ]
    : [{ words: list, value: null }];
const sentencesOf = (template: string, rules: Readonly<Record<string, string>> = {}, most = 50) =>
  new SentenceTemplate(template, { wordsOf, rules: new Map(Object.entries(rules)) })
    .sentences(most)
    .map(({ text }) => text);

describe("templates of sentences", () => {
  test.each<[string, readonly string[]]>([
    ["stop", ["stop"]],
    ["stop [it] now", ["stop now", "stop it now"]],
    ["(turn|switch) on", ["turn on", "switch on"]],
    ["turn[ed] on", ["turn on", "turned on"]],
    ["[please|kindly] stop", ["stop", "please stop", "kindly stop"]],
    ["((a|b)|c)", ["a", "b", "c"]],
    ["(now;stop)", ["now stop", "stop now"]],
    ["make it {colour}", ["make it red", "make it warm white"]],
    ["at 7 o\\|clock \\[sharp\\]", ["at 7 o|clock [sharp]"]],
    ["a | b", ["a", "b"]],
    ["  a   b ", ["a b"]],
  ])("%s", (template, sentences) => {
    expect(sentencesOf(template).toSorted()).toEqual([...sentences].toSorted());
  });

  test("rules stand for what they say, also inside of each other", () => {
    expect(sentencesOf("<turn> off", { turn: "[please] <verb>", verb: "(turn|switch)" }).toSorted()).toEqual([
      "please switch off",
      "please turn off",
      "switch off",
      "turn off",
    ]);
  });

  test("a slot has the name that the template gives it", () => {
    const template = new SentenceTemplate("from {colour:old} to {colour:new}", { wordsOf, rules: new Map() });
    expect(template.slots()).toEqual([
      { slot: "old", list: "colour" },
      { slot: "new", list: "colour" },
    ]);
    expect(template.sentences(9)).toHaveLength(4);
  });

  test.each([
    ["a [b", 'has a bracket that is never closed with "]"'],
    ["a (b", 'has a bracket that is never closed with ")"'],
    ["a b)", 'has a ")" that nothing opens'],
    ["{list", 'has a bracket that is never closed with "}"'],
    ["<nowhere>", "needs the rule <nowhere>, which is in none of the files"],
    ["<self>", "has the rule <self>, which holds itself"],
    ["(".repeat(5_001), "is longer than 5000 characters"],
    ["(".repeat(4_000), "is nested more than 40 levels deep"],
    ["<bomb9>", "comes to more than 20000 parts with its rules"],
  ])("%p cannot be used", (template, why) => {
    const bombs = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`bomb${at}`, at === 0 ? "x" : `<bomb${at - 1}>`.repeat(10)]),
    );
    expect(() => sentencesOf(template, { self: "a <self>", ...bombs })).toThrow(why);
  });

  test("of astronomically many sentences some are made at once, each another, and the same each time", () => {
    const template = "(a|b|c) ".repeat(400);
    const started = cpuMs();
    const sentences = sentencesOf(template, {}, 10);
    expect(cpuMs() - started).toBeLessThan(1_000);
    expect(new Set(sentences).size).toBe(10);
    expect(sentencesOf(template, {}, 10)).toEqual(sentences);
  });
});

const LIGHTS = `
language: en
intents:
  LightSet:
    data:
      - sentences:
          - "<set> [the] {area} lights to {level} percent"
          - "<set> the lights to {colour}"
        slots: {domain: light}
        requires_context: {area: {slot: true}}
      - sentences: ["dim <missing>"]
        slots: {domain: light}
  CoverSet:
    data:
      - sentences: ["open the (blind|shutter)"]
        slots: {domain: cover}
`;
const COMMON = `
language: en
lists:
  level: {range: {from: 0, to: 100, step: 5, type: percentage}}
  colour:
    values:
      - red
      - {in: "(warm|soft) white", out: white}
expansion_rules:
  set: "(set|change)"
skip_words: [please]
`;
const TESTS = `
language: en
tests:
  - sentences: ["set the hall lights to 40 percent", "change hall lights to 40 percent"]
    intent: {name: LightSet, slots: {area: hall, level: 40, domain: light}}
  - sentences: ["open the blind"]
    intent: {name: CoverSet, slots: {domain: [cover, blind]}}
`;

describe("sentences of Home Assistant", () => {
  test("become tools, with sentences that the templates stand for", () => {
    const reading = readFolder({ "en/light.yaml": LIGHTS, "en/_common.yaml": COMMON, "tests/en/light.yaml": TESTS });
    expect(reading.called).toBe("sentences of Home Assistant");
    const [light, cover] = toolsOf(reading);
    expect(light?.parameters).toEqual({
      type: "object",
      properties: {
        area: { type: "string" },
        level: { type: "integer", minimum: 0, maximum: 100 },
        colour: { type: "string", enum: ["red", "white"], "x-synonyms": { white: ["warm white", "soft white"] } },
        domain: { type: "string", enum: ["light"] },
      },
    });
    expect(light?.examples).toContain("set the lights to red");
    expect(light?.examples).toContain("change the lights to warm white");
    expect(light?.examples?.every((text) => /^(set|change) /.test(text))).toBeTrue();
    expect(cover).toEqual({
      name: "CoverSet",
      description: "",
      parameters: { type: "object", properties: { domain: { type: "string", enum: ["cover"] } } },
      examples: ["open the blind", "open the shutter"],
    });
    expect(reading.cases).toEqual([
      {
        query: "set the hall lights to 40 percent",
        tool: "LightSet",
        parameters: { area: "hall", level: 40, domain: "light" },
      },
      {
        query: "change hall lights to 40 percent",
        tool: "LightSet",
        parameters: { area: "hall", level: 40, domain: "light" },
      },
      { query: "open the blind", tool: "CoverSet" },
    ]);
    const lines = told(reading);
    expect(lines).toContain("dropped 1 template: needs the rule <missing>, which is in none of the files");
    expect(lines).toContain("dropped `requires_context` of 1 block: it is your program's part");
    expect(lines).toContain(
      "changed {area}: is no list of these files: sentences have its name where a value stands, and it takes any text",
    );
  });

  test("become classes with --as classes, and one language is taken", () => {
    const german = LIGHTS.replace("language: en", "language: de");
    const reading = readFolder({ "en.yaml": LIGHTS, "de.yaml": german, "common.yaml": COMMON }, { making: "classes" });
    expect(reading.resources[0]).toMatchObject({ classes: [{ label: "LightSet" }, { label: "CoverSet" }] });
    expect(told(reading)).toContain(
      "dropped what is in de (1 part): a set holds sentences of one language, here en: --language chooses another",
    );
  });

  test("in the newer layout, the folder is called by the intent", () => {
    const sentences = 'language: en\nsentences: ["dim {name} [now]"]\nlists: {name: {values: [lamp]}}\n';
    const tests = "language: en\ntests:\n  - sentences: [dim lamp]\n    slots: {name: lamp}\n";
    const reading = readFolder({ "sentences/en/LightDim/name.yaml": sentences, "tests/en/LightDim/name.yaml": tests });
    expect(toolsOf(reading)).toEqual([
      {
        name: "LightDim",
        description: "",
        parameters: { type: "object", properties: { name: { type: "string", enum: ["lamp"] } } },
        examples: ["dim lamp", "dim lamp now"],
      },
    ]);
    expect(reading.cases).toEqual([{ query: "dim lamp", tool: "LightDim", parameters: { name: "lamp" } }]);
    expect(() => read(yaml(sentences))).toThrow("the file has no intent");
  });

  test("a block may have lists and rules of its own", () => {
    const block = {
      sentences: ["<go> {sort}"],
      lists: { sort: { values: ["tea", { in: "java", out: "coffee" }] } },
      expansion_rules: { go: "(brew|make)" },
    };
    const reading = read({ language: "en", intents: { Brew: { data: [block] } } });
    expect(toolsOf(reading)[0]).toMatchObject({
      parameters: { properties: { sort: { enum: ["tea", "coffee"] } } },
      examples: expect.arrayContaining(["brew tea", "make java"]),
    });
  });

  test("a file alone is enough", () => {
    const alone = yaml("language: en\nintents:\n  Feed:\n    data:\n      - sentences: [feed the (cat|dog)]\n");
    expect(toolsOf(read(alone))).toEqual([
      { name: "Feed", description: "", examples: ["feed the cat", "feed the dog"] },
    ]);
  });

  test("twenty thousand templates with large rules are bounded, and that is said", () => {
    const rules = { big: "(a|b) ".repeat(800), huge: "<big><big><big>" };
    const sentences = Array.from({ length: 20_000 }, (_, at) => `<huge> ${at}`);
    const started = cpuMs();
    const reading = read({ language: "en", intents: { Go: { data: [{ sentences }] } }, expansion_rules: rules });
    expect(cpuMs() - started).toBeLessThan(10_000);
    expect(told(reading).join("\n")).toContain(
      "those before come to more than 2000000 parts: import fewer files at once",
    );
  });
});
