import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { checkedClasses } from "#core/classification-set.ts";
import { AppError } from "#core/errors.ts";
import { ORPHANS, type OrphanFormat } from "#core/exchange/orphans/orphan-formats.ts";
import type { JsonValue } from "#core/json.ts";
import { checkedTools } from "#core/toolset.ts";
import { cpuMs } from "../../../cpu-time.ts";
import { classesOf, read, readFolder, told, toolsOf } from "../reading.ts";

/** Keys that the readers look for, so that what is made up goes as deep as a real file. */
const KEYS = [
  ..."nlu intent synonym lookup regex examples text metadata intents entities slots forms rules stories steps action user".split(
    " ",
  ),
  ..."luis_schema_version utterances closedLists subLists canonicalForm list startPos endPos role children regex_entities".split(
    " ",
  ),
  ..."projectFileVersion stringIndexType assets category offset length dataset prebuilts sublists listKey synonyms values".split(
    " ",
  ),
  ..."responses parameters name dataType required isList value data meta alias displayName trainingPhrases parts parameterId".split(
    " ",
  ),
  ..."language lists expansion_rules sentences tests in out range from to step tools description type mappings entity".split(
    " ",
  ),
  "__proto__",
  "constructor",
  "",
];
const words = fc.oneof(
  fc.constantFrom(
    "a",
    "None",
    "none",
    "en",
    "Test",
    "@sys.number",
    "from_entity",
    "categorical",
    "[x](y)",
    "(a|b",
    "<r>",
    "{l}",
    "😀",
    "\ud800",
    "\u0000",
    "",
  ),
  fc.string({ maxLength: 6 }),
);
const { document } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    words,
    fc.constantFrom(0, -1, 1.5, true, null, 1e300),
    fc.array(tie("document"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("document"), { maxKeys: 5 }),
  ),
}));
const FORMATS = Object.keys(ORPHANS) as OrphanFormat[];
/** A file by which a folder is told to be in the format, whatever else is in it. */
const SEEDS: Readonly<Record<OrphanFormat, Readonly<Record<string, JsonValue>>>> = {
  rasa: { "seed.yml": { nlu: [{ intent: "seed", examples: "- a [b](c)" }] } },
  luis: { "seed.json": { luis_schema_version: "7.0.0", utterances: [{ text: "a", intent: "seed" }] } },
  clu: { "seed.json": { projectFileVersion: "1", assets: { utterances: [{ text: "a", intent: "seed" }] } } },
  "dialogflow-es": { "intents/seed.json": { name: "seed", responses: [] } },
  "dialogflow-cx": { "intents/seed/seed.json": { displayName: "seed" } },
  "home-assistant": { "seed.yaml": { language: "en", intents: { Seed: { data: [{ sentences: ["a [b]"] }] } } } },
  tensorzero: { "seed.toml": { tools: { seed: { parameters: "nlu.yml" } } } },
};
const paths = fc.constantFrom(
  "agent.json",
  "intents/a.json",
  "intents/a_usersays_en.json",
  "entities/e.json",
  "entities/e_entries_en.json",
  "intents/a/a.json",
  "intents/a/trainingPhrases/en.json",
  "entityTypes/e/e.json",
  "entityTypes/e/entities/en.json",
  "testCases/t.json",
  "tensorzero.toml",
  "nlu.yml",
);

describe.each(FORMATS)("whatever is read as %s", (format) => {
  test.each(["classes", "tools"] as const)("and made into %s is a set or a refusal in words", (making) => {
    fc.assert(
      fc.property(fc.dictionary(paths, document, { minKeys: 1, maxKeys: 6 }), (files) => {
        try {
          const asked = format === "tensorzero" ? { format } : { format, making };
          const reading = readFolder({ ...asObjects(files), ...SEEDS[format] }, asked);
          if (format === "tensorzero" || making === "tools") checkedTools(toolsOf(reading));
          else checkedClasses(classesOf(reading));
          for (const one of reading.cases) expect(typeof one.query).toBe("string");
        } catch (failure) {
          if (!(failure instanceof AppError)) throw failure;
          expect(failure.message).not.toBe("");
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** Texts would be read as YAML. */
function asObjects(files: Readonly<Record<string, unknown>>): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, file]) => [path, (typeof file === "string" ? [file] : file) as JsonValue]),
  );
}

describe("sizes", () => {
  const app = (utterances: readonly object[], beside: object = {}) => ({
    luis_schema_version: "7",
    intents: [],
    utterances,
    ...beside,
  });

  test("more intents than a set holds are refused with words on how to choose", () => {
    const utterances = Array.from({ length: 501 }, (_, at) => ({
      text: `do ${at}`,
      intent: `intent_${at}`,
      entities: [],
    }));
    expect(() => read(app(utterances))).toThrow(
      'the file has 501 intents, and a set holds 500 classes: choose with --only, such as "intent_0"',
    );
    expect(() => read(app(utterances), { making: "tools" })).toThrow("501 tools are chosen, and a toolset holds 128");
    expect(classesOf(read(app(utterances), { only: ["intent_1*"] }))).toHaveLength(111);
  });

  test("lists that are too long for a schema are left open, the largest first", () => {
    const list = (name: string, count: number) => ({
      name,
      subLists: Array.from({ length: count }, (_, at) => ({ canonicalForm: `${name}${at}`, list: [] })),
    });
    const closedLists = [list("huge", 100_000), list("large", 500), list("b", 450), list("c", 400), list("d", 350)];
    const text = closedLists.map(({ name }) => name).join(" ");
    const entities = closedLists.map(({ name }) => {
      return { entity: name, startPos: text.indexOf(name), endPos: text.indexOf(name) + name.length - 1 };
    });
    const reading = read(app([{ text, intent: "go", entities }], { closedLists }), { making: "tools" });
    const properties = toolsOf(reading)[0]?.parameters?.properties as Readonly<
      Record<string, { readonly enum?: readonly string[] }>
    >;
    expect(Object.entries(properties).map(([name, schema]) => [name, schema.enum?.length ?? 0])).toEqual([
      ["huge", 0],
      ["large", 0],
      ["b", 450],
      ["c", 400],
      ["d", 350],
    ]);
    expect(told(reading)).toContain(
      "changed huge: takes any text: its list of 100000 values is more than the parameters may hold",
    );
  });

  test("a list that every tool takes is left open where the set would hold too much", () => {
    const closedLists = [
      { name: "city", subLists: Array.from({ length: 400 }, (_, at) => ({ canonicalForm: `c${at}` })) },
    ];
    const utterances = Array.from({ length: 100 }, (_, at) => {
      return { text: "city", intent: `go_${at}`, entities: [{ entity: "city", startPos: 0, endPos: 3 }] };
    });
    const reading = read(app(utterances, { closedLists }), { making: "tools" });
    expect(toolsOf(reading)).toHaveLength(100);
    expect(toolsOf(reading)[7]?.parameters?.properties).toMatchObject({ city: { type: "string" } });
  });

  test("a hundred thousand utterances with as many kinds of values are read in seconds", () => {
    const utterances = Array.from({ length: 100_000 }, (_, at) => {
      return { text: `say x${at}`, intent: `go_${at % 100}`, entities: [{ entity: `e${at}`, startPos: 4, endPos: 4 }] };
    });
    const started = cpuMs();
    expect(classesOf(read(app(utterances)))).toHaveLength(100);
    // A tool of a thousand parameters is more than a set takes, and refused as such.
    expect(() => read(app(utterances), { making: "tools" })).toThrow();
    expect(cpuMs() - started).toBeLessThan(20_000);
  });

  test("an expression that no safe engine knows is left out, and its tool stays", () => {
    const regex_entities = [{ name: "code", regexPattern: "(?<=x)[0-9]+" }];
    const utterances = [{ text: "code 7", intent: "go", entities: [{ entity: "code", startPos: 5, endPos: 5 }] }];
    const reading = read(app(utterances, { regex_entities }), { making: "tools" });
    expect(toolsOf(reading)[0]?.parameters?.properties).toEqual({ code: { type: "string", description: "e.g. 7" } });
  });

  test("the same sentence twice, one that is too long and an empty one are counted, not kept", () => {
    const texts = ["hello", "hello", "", "x".repeat(501)];
    const reading = read(app(texts.map((text) => ({ text, intent: "greet", entities: [] }))));
    expect(classesOf(reading)).toEqual([{ label: "greet", examples: ["hello"] }]);
    expect(told(reading)).toEqual([
      "kept greet: 1 example",
      "dropped 1 example: has no text",
      "dropped 1 example: is longer than 500 characters",
      "dropped 1 example: says what an earlier one of the same intent says",
    ]);
  });
});
