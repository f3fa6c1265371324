import { describe, expect, test } from "bun:test";
import { wordsAt } from "#core/exchange/orphans/marked-words.ts";
import { classesOf, read, readFolder, told, toolsOf } from "../reading.ts";

const marked = (text: string, entity: string, words: string, more: object = {}) => {
  const startPos = text.indexOf(words);
  return { entity, startPos, endPos: startPos + words.length - 1, ...more };
};
const [freight, emoji] = ["send 40 pallets from Hull to Leith", "🚚🚚 bring it to Leith"];

const APP = {
  luis_schema_version: "7.0.0",
  versionId: "0.3",
  name: "Freight Desk",
  desc: "Orders lorries",
  culture: "en-us",
  intents: [{ name: "Ship" }, { name: "Track" }, { name: "None" }],
  entities: [{ name: "port", roles: ["from", "to"] }],
  closedLists: [
    {
      name: "load",
      subLists: [
        { canonicalForm: "pallet", list: ["pallets", "skids"] },
        { canonicalForm: "crate", list: [] },
      ],
    },
  ],
  prebuiltEntities: [{ name: "number", roles: [] }],
  regex_entities: [{ name: "waybill", regexPattern: "WB-[0-9]{4}", roles: [] }],
  patterns: [{ pattern: "where is {waybill}[?]", intent: "Track" }],
  phraselists: [{ name: "ports", words: "Hull,Leith" }],
  utterances: [
    {
      text: freight,
      intent: "Ship",
      entities: [
        marked(freight, "number", "40"),
        marked(freight, "load", "pallets"),
        marked(freight, "port", "Hull", { role: "from" }),
        marked(freight, "port", "Leith", { role: "to" }),
      ],
    },
    { text: emoji, intent: "Ship", entities: [marked(emoji, "port", "Leith", { role: "to" })] },
    { text: "where is WB-1234", intent: "Track", entities: [marked("where is WB-1234", "waybill", "WB-1234")] },
    { text: "tell me a joke", intent: "None", entities: [] },
  ],
};
const question = "take 12 skids to Oban";
const BATCH = {
  LabeledTestSetUtterances: [
    {
      text: question,
      intent: "Ship",
      entities: [
        marked(question, "number", "12"),
        marked(question, "load", "skids"),
        marked(question, "port", "Oban", { role: "to" }),
      ],
    },
  ],
};

describe("an app of LUIS", () => {
  test("becomes classes; what is none of its business becomes `allow_none`", () => {
    const reading = read(APP);
    expect(reading.called).toBe("an app of LUIS");
    expect(reading.resources[0]).toMatchObject({
      signature: "freight-desk-v1",
      name: "Freight Desk",
      description: "Orders lorries",
      allow_none: true,
    });
    expect(classesOf(reading)).toEqual([
      { label: "Ship", examples: [freight, emoji] },
      { label: "Track", examples: ["where is WB-1234"] },
    ]);
    expect(reading.cases).toEqual([{ query: "tell me a joke", label: "none" }]);
    expect(told(reading)).toContain(
      "dropped `patterns` (1): a template is no sentence: write the sentences that it stands for into the examples",
    );
  });

  test("becomes tools, with batch tests as cases", () => {
    const reading = readFolder({ "app.json": APP, "tests/batch.json": BATCH }, { making: "tools" });
    expect(toolsOf(reading).map(({ name, parameters }) => [name, parameters?.properties])).toEqual([
      [
        "Ship",
        {
          number: { type: "number" },
          load: { type: "string", enum: ["pallet", "crate"], "x-synonyms": { pallet: ["pallets", "skids"] } },
          from_port: { type: "string", description: "e.g. Hull" },
          to_port: { type: "string", description: "e.g. Leith, Oban" },
        },
      ],
      ["Track", { waybill: { type: "string", pattern: "^(?:WB-[0-9]{4})$", description: "e.g. WB-1234" } }],
    ]);
    expect(reading.cases).toEqual([
      { query: question, tool: "Ship", parameters: { number: 12, load: "pallet", to_port: "Oban" } },
      { query: "tell me a joke", tool: "none" },
    ]);
  });

  test("a test that says what is taught is told", () => {
    const batch = [{ text: freight, intent: "Ship", entities: [] }];
    expect(told(readFolder({ "app.json": APP, "batch.json": batch }))).toContain(
      "changed 1 test case: says what an example says: it tests nothing that is not taught",
    );
  });

  test("the older form of a batch test is a list", () => {
    const reading = readFolder({ "app.json": APP, "batch.json": BATCH.LabeledTestSetUtterances });
    expect(reading.cases).toContainEqual({ query: question, label: "Ship" });
  });

  test("parts of an entity are its values, and two of a kind make a list", () => {
    const text = "two crates and five pallets";
    const entities = [
      {
        ...marked(text, "item", "two crates"),
        children: [marked(text, "count", "two"), marked(text, "thing", "crates")],
      },
      {
        ...marked(text, "item", "five pallets"),
        children: [marked(text, "count", "five"), marked(text, "thing", "pallets")],
      },
    ];
    const app = { ...APP, utterances: [{ text, intent: "Ship", entities }] };
    expect(toolsOf(read(app, { making: "tools", only: ["Ship"] }))[0]?.parameters?.properties).toEqual({
      count: { type: "array", items: { type: "string" }, description: "e.g. two, five" },
      thing: { type: "array", items: { type: "string" }, description: "e.g. crates, pallets" },
    });
  });

  test("positions that lie nowhere, overlap or cut a character in two spoil no example", () => {
    const text = "🚚 to Hull";
    const entities = [
      { entity: "port", startPos: 6, endPos: 9 },
      { entity: "place", startPos: 3, endPos: 9 },
      { entity: "port", startPos: 0, endPos: 0 },
      { entity: "port", startPos: 1, endPos: 3 },
      { entity: "port", startPos: 9, endPos: 99 },
      { entity: "port", startPos: -1, endPos: 2 },
      { entity: "port", startPos: 5, endPos: 2 },
      { entity: "port", startPos: "0", endPos: 4 },
      { entity: "port" },
      null,
    ];
    const reading = read(
      { ...APP, utterances: [{ text, intent: "Ship", entities }] },
      { making: "tools", only: ["Ship"] },
    );
    expect(toolsOf(reading)[0]).toMatchObject({
      examples: [text],
      parameters: { properties: { port: { description: "e.g. Hull" }, place: { description: "e.g. to Hull" } } },
    });
    expect(told(reading)).toContain(
      "dropped 8 annotations: points at no words of its utterance, which stays an example",
    );
  });
});

const inbox = "👩‍🚀 mail Ana at 7";
const CLU = {
  projectFileVersion: "2023-04-01",
  stringIndexType: "Utf16CodeUnit",
  metadata: { projectKind: "Conversation", projectName: "Mail Room", language: "en-us", multilingual: true },
  assets: {
    projectKind: "Conversation",
    intents: [{ category: "Send", description: "Sends a mail" }, { category: "None" }],
    entities: [
      {
        category: "Contact",
        list: { sublists: [{ listKey: "Ana", synonyms: [{ language: "en-us", values: ["Ana Lima", "boss"] }] }] },
      },
      { category: "Count", prebuilts: [{ category: "Quantity.Number" }] },
      { category: "Ticket", regex: { expressions: [{ regexKey: "t", regexPattern: "T[0-9]+" }] } },
      { category: "Mixed", list: { sublists: [{ listKey: "a" }] }, prebuilts: [{ category: "General.Email" }] },
    ],
    utterances: [
      {
        text: inbox,
        dataset: "Train",
        intent: "Send",
        language: "en-us",
        entities: [
          { category: "Contact", offset: inbox.indexOf("Ana"), length: 3 },
          { category: "Count", offset: inbox.indexOf("7"), length: 1 },
        ],
      },
      {
        text: "mail the boss",
        dataset: "Test",
        intent: "Send",
        language: "en-gb",
        entities: [{ category: "Contact", offset: 9, length: 4 }],
      },
      { text: "schreib der Chefin", dataset: "Train", intent: "Send", language: "de", entities: [] },
      { text: "no language", intent: "Send" },
    ],
  },
};

describe("a project of CLU", () => {
  test("its test split becomes cases and no example; other languages are left", () => {
    const reading = read(CLU);
    expect(reading.called).toBe("a project of CLU");
    expect(classesOf(reading)).toEqual([
      { label: "Send", description: "Sends a mail", examples: [inbox, "no language"] },
    ]);
    expect(reading.cases).toEqual([{ query: "mail the boss", label: "Send" }]);
    expect(told(reading)).toContain(
      "dropped what is in de (1 part): a set holds sentences of one language, here en: --language chooses another",
    );
  });

  test("is read in the language that is asked for", () => {
    expect(classesOf(read(CLU, { language: "de-AT" }))[0]).toMatchObject({ examples: ["schreib der Chefin"] });
    expect(() => read(CLU, { language: "fr" })).toThrow('nothing in it is in "fr" (--language): it has en, de');
    expect(() => read(APP, { language: "en" })).toThrow(
      "--language chooses one of several, and an app of LUIS has one",
    );
  });

  test("as a tool, with a list, a number and the value that a synonym stands for", () => {
    const reading = read(CLU, { making: "tools" });
    expect(toolsOf(reading)).toEqual([
      {
        name: "Send",
        description: "Sends a mail",
        parameters: {
          type: "object",
          properties: {
            Contact: { type: "string", enum: ["Ana"], "x-synonyms": { Ana: ["Ana Lima", "boss"] } },
            Count: { type: "number" },
          },
        },
        examples: [inbox, "no language"],
      },
    ]);
    expect(reading.cases).toEqual([{ query: "mail the boss", tool: "Send", parameters: { Contact: "Ana" } }]);
  });

  test.each([
    ["Utf16CodeUnit", inbox.indexOf("Ana")],
    ["UnicodeCodePoint", [...inbox].join("|").split("|").indexOf("A")],
    ["TextElements_v8", 7],
  ])("positions may count in %s", (stringIndexType, offset) => {
    const utterances = [{ text: inbox, intent: "Send", entities: [{ category: "Who", offset, length: 3 }] }];
    const reading = read({ ...CLU, stringIndexType, assets: { ...CLU.assets, utterances } }, { making: "tools" });
    expect(toolsOf(reading)[0]?.parameters?.properties).toEqual({ Who: { type: "string", description: "e.g. Ana" } });
  });
});

test.each([
  ["abc", 0, 3, "abc"],
  ["a😀b", 1, 3, "😀"],
  ["a😀b", 1, 2, null],
  ["a😀b", 2, 4, null],
  ["abc", 2, 2, null],
  ["abc", 3, 4, null],
  ["a c", 1, 2, null],
  ["abc", 0.5, 2, null],
  ["abc", 0, Number.POSITIVE_INFINITY, null],
])("the words of %j from %p to %p", (text, start, end, words) => {
  expect(wordsAt(text, start, end)).toBe(words);
});
