import { describe, expect, test } from "bun:test";
import { readSets } from "#core/exchange/formats.ts";
import type { JsonValue } from "#core/json.ts";
import { classesOf, readFolder, told, toolsOf } from "../reading.ts";

const phrase = (...data: object[]) => ({ id: "x", data, isTemplate: false, count: 0, lang: "en", updated: 0 });
const said = (text: string) => ({ text, userDefined: false });
const ES = {
  "agent.json": { description: "Fits a gym", language: "en", displayName: "Gym Desk", supportedLanguages: ["de"] },
  "package.json": { version: "1.0.0" },
  "intents/Book class.json": {
    id: "1",
    name: "Book class",
    contexts: ["awaiting"],
    events: [{ name: "BOOK" }],
    responses: [
      {
        action: "class.book",
        messages: [{ type: "0", speech: ["Done"] }],
        parameters: [
          { id: "a", name: "sport", dataType: "@sport", required: true, isList: false, value: "$sport" },
          { id: "b", name: "day", dataType: "@sys.date", required: true, isList: false, value: "$day" },
          { id: "c", name: "guests", dataType: "@sys.number-integer", isList: false, value: "$guests" },
          { id: "d", name: "club", dataType: "@sys.any", isList: false, value: "#awaiting.club" },
        ],
      },
    ],
    fallbackIntent: false,
  },
  "intents/Book class_usersays_en.json": [
    phrase(said("book "), { text: "yoga", meta: "@sport", alias: "sport", userDefined: true }, said(" for "), {
      text: "tomorrow",
      meta: "@sys.date",
      alias: "day",
      userDefined: true,
    }),
    phrase({ text: "spinning", meta: "@sport", alias: "sport" }, said(" please 🚴")),
    { id: "t", data: [said("book @sport:sport")], isTemplate: true },
  ],
  "intents/Book class_usersays_de.json": [phrase(said("Yoga buchen"))],
  "intents/Default Fallback Intent.json": { name: "Default Fallback Intent", fallbackIntent: true, responses: [{}] },
  "entities/sport.json": { name: "sport", isEnum: false, automatedExpansion: false },
  "entities/sport_entries_en.json": [
    { value: "yoga", synonyms: ["yoga", "stretching"] },
    { value: "spinning", synonyms: ["spinning"] },
  ],
  "entities/code.json": { name: "code", isRegexp: true },
  "entities/code_entries_en.json": [{ value: "G[0-9]{3}", synonyms: [] }],
};

describe("an agent of Dialogflow ES", () => {
  test("becomes classes of its own language", () => {
    const reading = readFolder(ES);
    expect(reading.called).toBe("an agent of Dialogflow ES");
    expect(reading.resources[0]).toMatchObject({
      signature: "gym-desk-v1",
      name: "Gym Desk",
      description: "Fits a gym",
      allow_none: true,
    });
    expect(classesOf(reading)).toEqual([
      { label: "Book class", examples: ["book yoga for tomorrow", "spinning please 🚴"] },
    ]);
    const lines = told(reading);
    expect(lines).toContain(
      "dropped what is in de (1 part): a set holds sentences of one language, here en: --language chooses another",
    );
    expect(lines).toContain("dropped the answers of 1 intent: a set says what people mean; your program answers");
    expect(lines).toContain("dropped 1 template: it has the names of kinds where a sentence has words");
  });

  test("tells of phrases whose intent has no file", () => {
    const lines = told(readFolder({ ...ES, "intents/Cancel_usersays_en.json": [phrase(said("cancel it"))] }));
    expect(lines).toContain(
      'dropped 1 phrase of "Cancel": the intent\'s own file is not there, or cannot be read: export the agent again',
    );
    expect(told(readFolder(ES)).filter((line) => line.includes("phrase of"))).toEqual([]);
  });

  test("becomes tools with the parameters of its intents", () => {
    const reading = readFolder(ES, { making: "tools" });
    expect(toolsOf(reading)).toEqual([
      {
        name: "Book_class",
        description: "",
        parameters: {
          type: "object",
          properties: {
            sport: { type: "string", enum: ["yoga", "spinning"], "x-synonyms": { yoga: ["stretching"] } },
            day: { type: "string", format: "date" },
            guests: { type: "integer" },
          },
          required: ["sport", "day"],
        },
        examples: ["book yoga for tomorrow", "spinning please 🚴"],
      },
    ]);
    expect(told(reading)).toContain(
      "dropped 1 parameter (club): its value comes out of a context or stands in the agent, and out of no sentence",
    );
  });

  test("is read in the language that is asked for, if it speaks it", () => {
    expect(classesOf(readFolder(ES, { language: "DE" }))).toEqual([{ label: "Book class", examples: ["Yoga buchen"] }]);
    expect(() => readFolder(ES, { language: "fr" })).toThrow('nothing in it is in "fr" (--language): it has en, de');
  });

  test("in a folder of the archive's name it is the same", () => {
    const inside = Object.fromEntries(Object.entries(ES).map(([path, content]) => [`gym-desk/${path}`, content]));
    expect(classesOf(readFolder(inside))).toEqual(classesOf(readFolder(ES)));
  });
});

const CX = {
  "agent.json": { displayName: "Parcel Line", defaultLanguageCode: "en", description: "Finds parcels" },
  "intents/parcel.find/parcel.find.json": {
    name: "0001",
    displayName: "parcel.find",
    description: "Where a parcel is",
    parameters: [
      { id: "number", entityType: "@sys.number", isList: false },
      { id: "size", entityType: "@size", isList: true },
    ],
  },
  "intents/parcel.find/trainingPhrases/en.json": {
    trainingPhrases: [
      {
        id: "a",
        parts: [{ text: "where is " }, { text: "12345", parameterId: "number" }],
        repeatCount: 1,
        languageCode: "en",
      },
      { id: "b", parts: [{ text: "find my " }, { text: "tiny", parameterId: "size" }, { text: " parcel" }] },
    ],
  },
  "intents/parcel.find/trainingPhrases/fr.json": { trainingPhrases: [{ parts: [{ text: "où est mon colis" }] }] },
  "intents/Default Negative Intent/Default Negative Intent.json": {
    name: "0002",
    displayName: "Default Negative Intent",
    isFallback: true,
  },
  "intents/Default Negative Intent/trainingPhrases/en.json": {
    trainingPhrases: [{ parts: [{ text: "order a pizza" }] }],
  },
  "entityTypes/size/size.json": { name: "0003", displayName: "size", kind: "KIND_MAP" },
  "entityTypes/size/entities/en.json": {
    entities: [
      { value: "small", synonyms: ["small", "tiny"] },
      { value: "large", synonyms: ["large"] },
    ],
  },
  "flows/Default Start Flow/Default Start Flow.json": { name: "0004", displayName: "Default Start Flow" },
  "testCases/Finds it.json": {
    displayName: "Finds it",
    testCaseConversationTurns: [
      {
        userInput: { input: { text: { text: "has parcel 7 come" }, languageCode: "en" } },
        virtualAgentOutput: { triggeredIntent: { name: "projects/-/locations/-/agents/-/intents/0001" } },
      },
      { userInput: { input: { text: { text: "thanks" } } }, virtualAgentOutput: { currentPage: {} } },
    ],
  },
};

describe("an agent of Dialogflow CX", () => {
  test("tells of phrases whose intent has no file", () => {
    const alone = { trainingPhrases: [{ parts: [{ text: "cancel it" }], repeatCount: 1 }] };
    expect(told(readFolder({ ...CX, "intents/cancel/trainingPhrases/en.json": alone }))).toContain(
      'dropped 1 phrase of "cancel": the intent\'s own file is not there, or cannot be read: export the agent again',
    );
    expect(told(readFolder(CX)).filter((line) => line.includes("phrase of"))).toEqual([]);
  });

  test("becomes classes; its test cases and what it refuses become cases", () => {
    const reading = readFolder(CX);
    expect(reading.called).toBe("an agent of Dialogflow CX");
    expect(reading.resources[0]).toMatchObject({ signature: "parcel-line-v1", allow_none: true });
    expect(classesOf(reading)).toEqual([
      {
        label: "parcel.find",
        description: "Where a parcel is",
        examples: ["where is 12345", "find my tiny parcel"],
      },
    ]);
    expect(reading.cases).toEqual([
      { query: "has parcel 7 come", label: "parcel.find" },
      { query: "order a pizza", label: "none" },
    ]);
    const lines = told(reading);
    expect(lines).toContain(
      "dropped what is in fr (1 part): a set holds sentences of one language, here en: --language chooses another",
    );
    expect(lines).toContain("dropped flows (1 file): they say what is done next, and a set says what people mean");
    expect(lines).toContain("dropped 1 turn of test cases: it names no intent of these files");
  });

  test("becomes tools", () => {
    const reading = readFolder(CX, { making: "tools" });
    expect(toolsOf(reading)[0]?.parameters).toEqual({
      type: "object",
      properties: {
        number: { type: "number" },
        size: { type: "array", items: { type: "string", enum: ["small", "large"], "x-synonyms": { small: ["tiny"] } } },
      },
    });
    // A test case of the platform says which intent it is, and no values.
    expect(reading.cases).toEqual([
      { query: "has parcel 7 come", tool: "parcel.find" },
      { query: "order a pizza", tool: "none" },
    ]);
  });
});

test("a folder of which no intent can be read says which file, and what is wrong there", () => {
  const why = "is no JSON: line 3, column 1";
  const unread = [{ path: "intents/Book class.json", why }];
  const reading = (paths: readonly (keyof typeof ES)[], making: "classes" | "tools") => () => {
    const files = paths.map((path) => ({ path, document: ES[path] as JsonValue }));
    const asked = { signature: null, only: [], fileName: "gym", making };
    return readSets({ kind: "folder", files, unread }, { format: "dialogflow-es", ...asked });
  };
  for (const making of ["classes", "tools"] as const) {
    expect(reading(["agent.json", "intents/Book class_usersays_en.json"], making)).toThrow(
      `nothing in it says what sentences mean; intents/Book class.json: ${why}`,
    );
    expect(reading(["agent.json"], making)).toThrow(
      `the file is not an agent of Dialogflow ES; intents/Book class.json: ${why}`,
    );
  }
});

test("a folder of two platforms is refused until one is named", () => {
  const both = { ...Object.fromEntries(Object.entries(ES).map(([path, file]) => [`es/${path}`, file])), ...CX };
  expect(() => readFolder(both)).toThrow(
    "it has an agent of Dialogflow ES, and an agent of Dialogflow CX: choose with --format (dialogflow-es, dialogflow-cx)",
  );
  expect(classesOf(readFolder(both, { format: "dialogflow-cx" })).map(({ label }) => label)).toContain("parcel.find");
});

test("a folder without any of them is refused", () => {
  expect(() => readFolder({ "package.json": { name: "x" } })).toThrow(
    "none of its files is an export of another platform",
  );
  expect(() => readFolder(ES, { format: "rasa" })).toThrow("the file is not training data of Rasa");
});
