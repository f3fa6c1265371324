/** The executable by itself, out of an empty folder and without a server, brings in what other platforms export. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { zipped } from "../cli/zipped.ts";
import { ensureExecutable, type Place, publicPlace } from "./kit.ts";

type Files = Readonly<Record<string, string | object>>;

const LUIS = {
  luis_schema_version: "7.0.0",
  name: "Garage",
  intents: [{ name: "Repair" }, { name: "None" }],
  closedLists: [{ name: "part", subLists: [{ canonicalForm: "brake", list: ["brakes"] }] }],
  utterances: [
    { text: "🔧 fix the brakes", intent: "Repair", entities: [{ entity: "part", startPos: 11, endPos: 16 }] },
  ],
};
const CLU = {
  projectFileVersion: "2023-04-01",
  stringIndexType: "Utf16CodeUnit",
  metadata: { projectName: "Clinic", language: "en-us" },
  assets: {
    intents: [{ category: "Book" }],
    utterances: [
      { text: "book a visit", intent: "Book", dataset: "Train", language: "en-us", entities: [] },
      { text: "I need a visit", intent: "Book", dataset: "Test", language: "en-us", entities: [] },
    ],
  },
};
const ES = {
  "agent.json": { displayName: "Farm", language: "en" },
  "intents/Feed.json": {
    name: "Feed",
    responses: [{ parameters: [{ name: "animal", dataType: "@animal", required: true }] }],
  },
  "intents/Feed_usersays_en.json": [
    { data: [{ text: "feed the " }, { text: "goat", meta: "@animal", alias: "animal" }] },
  ],
  "entities/animal.json": { name: "animal" },
  "entities/animal_entries_en.json": [
    { value: "goat", synonyms: ["goat"] },
    { value: "cow", synonyms: ["cow"] },
  ],
};
const CX = {
  "agent.json": { displayName: "Library", defaultLanguageCode: "en" },
  "intents/lend/lend.json": { displayName: "lend" },
  "intents/lend/trainingPhrases/en.json": { trainingPhrases: [{ parts: [{ text: "lend me a book" }] }] },
};
const NLU = 'version: "3.1"\nnlu:\n- intent: sail\n  examples: |\n    - hoist the [main](sail)\n    - set sail\n';
const SENTENCES =
  "language: en\nintents:\n  WaterPlants:\n    data:\n      - sentences: ['water the (roses|beans) [now]']\n";
const TOML = '[tools.mow]\ndescription = "Mows the lawn"\nparameters = "tools/mow.json"\n';
const FORMS = {
  openapi: "3.1.0",
  info: { title: "Post", version: "1" },
  paths: {
    "/letters": {
      post: {
        operationId: "send_letter",
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": { schema: { type: "object", properties: { to: { type: "string" } } } },
          },
        },
      },
    },
  },
};

/** What is imported, how, what the set has to hold, and how many test cases come along. */
const IMPORTS: readonly (readonly [string, Files, readonly string[], object, number])[] = [
  [
    "rasa",
    { "nlu.yml": NLU },
    ["nlu.yml", "--as", "tools"],
    { tools: [{ name: "sail", parameters: { properties: { sail: { type: "string" } } } }] },
    0,
  ],
  [
    "luis",
    { "app.json": LUIS },
    ["app.json", "--as", "tools"],
    { tools: [{ name: "Repair", parameters: { properties: { part: { enum: ["brake"] } } } }] },
    0,
  ],
  ["clu", { "project.json": CLU }, ["project.json"], { classes: [{ label: "Book", examples: ["book a visit"] }] }, 1],
  [
    "dialogflow-es",
    ES,
    [".", "--signature", "farm-v1", "--as", "tools"],
    { tools: [{ name: "Feed", parameters: { required: ["animal"] } }] },
    0,
  ],
  [
    "dialogflow-cx",
    { "agent.zip": CX },
    ["agent.zip"],
    { classes: [{ label: "lend", examples: ["lend me a book"] }] },
    0,
  ],
  ["home-assistant", { "garden.yaml": SENTENCES }, ["garden.yaml"], { tools: [{ name: "WaterPlants" }] }, 0],
  [
    "tensorzero",
    { "tensorzero.toml": TOML, "tools/mow.json": { type: "object", properties: { side: { type: "string" } } } },
    ["tensorzero.toml"],
    { tools: [{ name: "mow", parameters: { properties: { side: {} } } }] },
    0,
  ],
  [
    "openapi",
    { "post.json": FORMS },
    ["post.json"],
    { tools: [{ name: "send_letter", parameters: { properties: { to: {} } } }] },
    0,
  ],
];

describe("alone in an empty folder", () => {
  beforeAll(() => {
    ensureExecutable();
  });

  test.each(IMPORTS)(
    "%s",
    (name, files, line, holds, cases) => {
      using here = publicPlace();
      for (const [path, content] of Object.entries(files)) write(here, `work/${path}`, content);
      const run = (...args: readonly string[]) =>
        Bun.spawnSync([here.at("dragoman"), ...args, "--data", here.at("data"), "--json"], {
          cwd: here.at("work"),
          env: { PATH: "/nowhere", HOME: here.path },
        });
      const app = (JSON.parse(run("app", "create", "Alone").stdout.toString()) as { readonly app_id: string }).app_id;
      const imported = run("import", ...line, "--app", app, "--cases", here.at("cases.jsonl"));
      expect({ name, status: imported.exitCode, err: imported.stderr.toString() }).toMatchObject({ name, status: 0 });
      expect(JSON.parse(imported.stdout.toString())).toMatchObject([holds]);
      const written = readdirSync(here.path).includes("cases.jsonl")
        ? readFileSync(here.at("cases.jsonl"), "utf8")
        : "";
      expect(written.split("\n").filter((one) => one !== "")).toHaveLength(cases);
    },
    60_000,
  );
});

/** An archive is given as what is in it. */
function write(place: Place, path: string, content: string | object): void {
  mkdirSync(dirname(place.at(path)), { recursive: true });
  const texts = (files: object) =>
    Object.fromEntries(Object.entries(files).map(([name, file]) => [name, JSON.stringify(file)]));
  if (typeof content === "string") writeFileSync(place.at(path), content);
  else writeFileSync(place.at(path), path.endsWith(".zip") ? zipped(texts(content)) : JSON.stringify(content));
}
