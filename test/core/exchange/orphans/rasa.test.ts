import { describe, expect, test } from "bun:test";
import { annotatedLine } from "#core/exchange/orphans/rasa-examples.ts";
import { cpuMs } from "../../../cpu-time.ts";
import { classesOf, read, readFolder, told, toolsOf, yaml } from "../reading.ts";

const NLU = `
version: "3.1"
nlu:
- intent: book_table
  examples: |
    - a table for [two](people:2) at [Da Mario](place)
    - book [Da Mario](place) for [3](people)
    - from [noon]{"entity": "time", "role": "from"} to [two]{"entity": "time", "role": "to", "value": "14:00"}
- intent: faq/opening_hours
  examples:
  - text: |
      - when do you open
    metadata: {sentiment: neutral}
  - text: are you open on Sunday
- intent: nlu_fallback
  examples: |
    - asdf
- synonym: Da Mario
  examples: |
    - mario's
    - the Italian
- lookup: place
  examples: |
    - Da Mario
    - Green Door
- regex: people
  examples: |
    - \\d+
`;
const DOMAIN = `
version: "3.1"
intents: [book_table, goodbye, {faq: {use_entities: []}}]
entities: [place, people, {time: {roles: [from, to]}}, terrace]
slots:
  people: {type: float, min_value: 1, max_value: 12, mappings: [{type: from_entity, entity: people}]}
  terrace: {type: categorical, values: [inside, outside], mappings: [{type: from_entity, entity: terrace}]}
  asked: {type: bool, mappings: [{type: custom}]}
forms:
  table_form: {required_slots: [people, terrace]}
  lost_form: {required_slots: [place]}
responses: {utter_bye: [{text: Bye}]}
`;
const RULES = `
rules:
- rule: start the form
  steps:
  - intent: book_table
  - action: table_form
  - active_loop: table_form
`;
const TESTS = `
stories:
- story: books
  steps:
  - user: |
      please book [the Italian](place) for [4](people)
    intent: book_table
  - action: table_form
  - user: bye
    intent: goodbye
`;
const PROJECT = { "data/nlu.yml": NLU, "domain.yml": DOMAIN, "data/rules.yml": RULES, "tests/test_stories.yml": TESTS };

describe("training data of Rasa", () => {
  test("alone: a class for each intent, with what was marked left out of its sentences", () => {
    const reading = read(yaml(NLU), { fileName: "nlu" });
    expect(reading.called).toBe("training data of Rasa");
    expect(reading.resources[0]).toMatchObject({ signature: "nlu-v1", name: "nlu", allow_none: true });
    expect(classesOf(reading)).toEqual([
      { label: "book_table", examples: ["a table for two at Da Mario", "book Da Mario for 3", "from noon to two"] },
      { label: "faq/opening_hours", examples: ["when do you open", "are you open on Sunday"] },
    ]);
    expect(reading.cases).toEqual([{ query: "asdf", label: "none" }]);
    expect(told(reading)).toEqual([
      "kept book_table: 3 examples",
      "kept faq/opening_hours: 2 examples",
      "kept 1 test case: for the file that --cases names, and in no set",
      "changed nlu_fallback: stands for what fits no other intent: the set has `allow_none` for that; its 1 example became test cases of `none`",
      "dropped 1 regular expression: they are hints there, and no rule that a value has to keep",
    ]);
  });

  test("with its domain, rules and test stories: tools whose parameters are the slots, and test cases", () => {
    const reading = readFolder(PROJECT, { making: "tools", only: ["book_table", "goodbye"] });
    expect(toolsOf(reading)).toEqual([
      {
        name: "book_table",
        description: "",
        parameters: {
          type: "object",
          properties: {
            people: { type: "number", minimum: 1, maximum: 12 },
            terrace: { type: "string", enum: ["inside", "outside"] },
            place: {
              type: "string",
              description: "e.g. Da Mario, Green Door, the Italian",
              "x-synonyms": { "Da Mario": ["mario's", "the Italian"] },
            },
            from_time: { type: "string", description: "e.g. noon" },
            to_time: { type: "string", description: "e.g. two" },
          },
          required: ["people", "terrace"],
        },
        examples: ["a table for two at Da Mario", "book Da Mario for 3", "from noon to two"],
      },
      { name: "goodbye", description: "" },
    ]);
    expect(reading.cases).toEqual([
      {
        query: "please book the Italian for 4",
        tool: "book_table",
        parameters: { place: "Da Mario", people: 4 },
      },
      { query: "bye", tool: "goodbye", parameters: {} },
      { query: "asdf", tool: "none" },
    ]);
    const lines = told(reading);
    expect(lines).toContain("dropped the form lost_form: no rule or story of these files says which intent starts it");
    expect(lines).toContain("dropped 1 slot (asked): no entity fills it");
    expect(lines).toContain("dropped `responses` (1): they say what your program does; a set says what people mean");
    expect(lines).toContain("dropped 2 intents: not chosen by --only");
  });

  test("a domain alone names classes, and says that they have no examples", () => {
    const reading = read(yaml(DOMAIN));
    expect(classesOf(reading)).toEqual([{ label: "book_table" }, { label: "goodbye" }, { label: "faq" }]);
    expect(told(reading)).toContain(
      "changed goodbye: has no examples: a few sentences that mean it make answers better",
    );
  });
});

describe("annotations of Rasa", () => {
  test.each([
    ["[Berlin](city)", "Berlin", [["city", "city", "Berlin", null]]],
    ["to [Berlin](city:BER) now", "to Berlin now", [["city", "city", "Berlin", "BER"]]],
    ['[NY]{"entity": "city", "value": "New York", "role": "to"}', "NY", [["to_city", "city", "NY", "New York"]]],
    [
      '[x][{"entity":"a"},{"entity":"b"}]',
      "x",
      [
        ["a", "a", "x", null],
        ["b", "b", "x", null],
      ],
    ],
    ["a [note] in brackets", "a [note] in brackets", []],
    ["[one][two](three)", "[one]two", [["three", "three", "two", null]]],
    ["an open [ bracket", "an open [ bracket", []],
    ["[never closed](", "[never closed](", []],
    ["[](empty)", "[](empty)", []],
    [
      "[🏨 hotel](kind) in [Zürich](city)",
      "🏨 hotel in Zürich",
      [
        ["kind", "kind", "🏨 hotel", null],
        ["city", "city", "Zürich", null],
      ],
    ],
  ])("%s", (line, text, values) => {
    const read = annotatedLine(line);
    expect(read.text).toBe(text);
    expect(read.values.map(({ slot, entity, words, value }) => [slot, entity, words, value])).toEqual(values as never);
  });

  test("of broken JSON are dropped, and their words stay", () => {
    const nlu = 'nlu:\n- intent: go\n  examples: |\n    - to [Rome]{entity: city}\n    - to [Oslo]{"role": "to"}\n';
    const reading = read(yaml(nlu));
    expect(classesOf(reading)).toEqual([{ label: "go", examples: ["to Rome", "to Oslo"] }]);
    expect(told(reading)).toContain(
      "dropped 2 annotations: is no JSON, or names no entity: its words stay in the example",
    );
  });
});

test("lines may end as Windows ends them, and a byte order mark changes nothing", () => {
  expect(classesOf(read(yaml(NLU.trim().replaceAll("\n", "\r\n"))))).toHaveLength(2);
});

test("a hundred thousand sentences are read, and 50 of each intent are kept from all over it", () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `    - say [${index}](number) times`);
  const started = cpuMs();
  const reading = read(yaml(`nlu:\n- intent: repeat\n  examples: |\n${lines.join("\n")}\n`), { making: "tools" });
  expect(cpuMs() - started).toBeLessThan(10_000);
  const [tool] = toolsOf(reading);
  expect(tool?.examples).toHaveLength(50);
  expect(tool?.examples?.at(-1)).toBe("say 98000 times");
  expect(told(reading)).toContain(
    "changed repeat: 50 of its 100000 examples are kept, evenly spread: it holds no more",
  );
});
