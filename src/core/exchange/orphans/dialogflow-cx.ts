import { isJsonObject, type JsonObject } from "../../json.ts";
import { isList, listOr, objectOr, textOr, textsOr } from "../json-fields.ts";
import { counted, type Notes } from "../notes.ts";
import type { Assistant, Entity, ExportFile, Intent, SaidValue, Slot, Utterance } from "./assistant.ts";
import { builtInEntity, patternEntity, ValueList } from "./entity-kinds.ts";
import { addTo } from "./groups.ts";
import { chosenLanguage } from "./other-languages.ts";
import { notePhrasesAlone } from "./phrases-alone.ts";

const INTENT = /(^|\/)intents\/([^/]+)\/([^/]+)\.json$/;
const PHRASES = /(^|\/)intents\/([^/]+)\/trainingPhrases\/([^/]+)\.json$/;
const ENTITY = /(^|\/)entityTypes\/([^/]+)\/([^/]+)\.json$/;
const ENTRIES = /(^|\/)entityTypes\/([^/]+)\/entities\/([^/]+)\.json$/;
const TEST = /(^|\/)testCases\/[^/]+\.json$/;
const PARTS = [
  [/(^|\/)flows\//, "flows", "they say what is done next, and a set says what people mean"],
  [/(^|\/)(playbooks|agentTransitions|tools)\//, "playbooks", "they are instructions for a language model"],
  [
    /(^|\/)(webhooks|generators|environments)\//,
    "webhooks, generators and environments",
    "they are your program's part",
  ],
] as const;

/** Whether a file is of an agent of Dialogflow CX in its JSON form, which are told by where they lie. */
export function isDialogflowCx({ path, document }: ExportFile): boolean {
  if (!isJsonObject(document)) return false;
  if (PHRASES.test(path)) return isList(document.trainingPhrases);
  return (INTENT.test(path) || ENTITY.test(path)) && typeof document.displayName === "string";
}

/** An agent: its intents with the phrases of its own language, and what its test cases say as tests. */
export function readDialogflowCx(files: readonly ExportFile[], notes: Notes, asked: string | null): Assistant {
  const agent = objectOr(files.find(({ path }) => /(^|\/)agent\.json$/.test(path))?.document);
  const spoken = files.flatMap(({ path }) => PHRASES.exec(path)?.[3] ?? []);
  const language = chosenLanguage(spoken, textOr(agent.defaultLanguageCode) || "en", asked, notes);
  for (const [where, what, why] of PARTS) {
    const count = files.filter(({ path }) => where.test(path)).length;
    if (count > 0) notes.dropped(`${what} (${counted(count, "file")})`, why);
  }
  const entities = entitiesIn(files, language);
  const phrases = new Map(
    files.flatMap(({ path, document }): [string, readonly JsonObject[]][] => {
      const [, , folder = "", spoken] = PHRASES.exec(path) ?? [];
      return spoken === language ? [[folder, listOr(objectOr(document).trainingPhrases).map(objectOr)]] : [];
    }),
  );
  const documents = files.flatMap(({ path, document }) => {
    const folder = INTENT.exec(path)?.[2];
    return folder === undefined || !isJsonObject(document) ? [] : [{ folder, document }];
  });
  notePhrasesAlone(
    phrases,
    documents.map(({ folder }) => folder),
    notes,
  );
  const tests = testsIn(
    files,
    documents.map(({ document }) => document),
    notes,
  );
  const intents = documents.map(({ folder, document }): Intent => {
    const name = textOr(document.displayName) || folder;
    const slots = listOr(document.parameters).flatMap((given) => slotOf(objectOr(given)));
    const utterances = (phrases.get(folder) ?? []).flatMap((phrase) => utteranceOf(phrase, slots));
    const description = textOr(document.description);
    return {
      name,
      description,
      utterances,
      tests: tests.get(name) ?? [],
      slots,
      isFallback: document.isFallback === true,
    };
  });
  for (const { entity } of intents.flatMap(({ slots }) => slots)) {
    const builtIn = entity.startsWith("@sys.") ? builtInEntity(entity) : null;
    if (builtIn) entities.set(entity, builtIn);
  }
  return { title: textOr(agent.displayName), description: textOr(agent.description), intents, entities };
}

function slotOf({ id, entityType, isList: several }: JsonObject): readonly Slot[] {
  if (textOr(id) === "") return [];
  return [{ name: textOr(id), entity: entityName(textOr(entityType)), isRequired: false, isList: several === true }];
}

/** `@size`, also where it stands as the whole name of a resource. */
function entityName(given: string): string {
  const last = given.split("/").at(-1) ?? given;
  return last.startsWith("@") ? last : `@${last}`;
}

function utteranceOf({ parts }: JsonObject, slots: readonly Slot[]): readonly Utterance[] {
  const given = listOr(parts).map(objectOr);
  const text = given.map((part) => textOr(part.text)).join("");
  const values = given.flatMap((part): readonly SaidValue[] => {
    const [slot, words] = [textOr(part.parameterId), textOr(part.text)];
    if (slot === "" || words.trim() === "") return [];
    return [{ slot, entity: slots.find(({ name }) => name === slot)?.entity ?? "", words, value: null }];
  });
  return text.trim() === "" ? [] : [{ text, values }];
}

function entitiesIn(files: readonly ExportFile[], language: string): Map<string, Entity> {
  const settings = new Map(
    files.flatMap(({ path, document }): [string, JsonObject][] => {
      const folder = ENTITY.exec(path)?.[2];
      return folder === undefined ? [] : [[folder, objectOr(document)]];
    }),
  );
  return new Map(
    files.flatMap(({ path, document }): [string, Entity][] => {
      const [, , folder = "", spoken] = ENTRIES.exec(path) ?? [];
      if (spoken !== language) return [];
      const own = settings.get(folder) ?? {};
      return [
        [`@${textOr(own.displayName) || folder}`, entityOf(listOr(objectOr(document).entities).map(objectOr), own)],
      ];
    }),
  );
}

function entityOf(entries: readonly JsonObject[], { kind, autoExpansionMode }: JsonObject): Entity {
  if (kind === "KIND_REGEXP") return patternEntity(entries.flatMap(({ value }) => textOr(value) || []));
  const values = new ValueList();
  for (const { value, synonyms } of entries)
    if (!textOr(value).includes("@")) values.add(textOr(value), textsOr(synonyms));
  const isExpanded = autoExpansionMode === "AUTO_EXPANSION_MODE_DEFAULT";
  const isClosed = !isExpanded && values.size === entries.length && values.size > 0;
  return { schema: { type: "string" }, values: values.all(), isClosed };
}

/** What somebody says in a test case, where the intent that it has to bring about is named. */
function testsIn(
  files: readonly ExportFile[],
  intents: readonly JsonObject[],
  notes: Notes,
): ReadonlyMap<string, readonly Utterance[]> {
  const names = new Map(
    intents.flatMap(({ name, displayName }): [string, string][] => {
      return [name, displayName].flatMap((key): [string, string][] =>
        textOr(key) === "" ? [] : [[textOr(key), textOr(displayName)]],
      );
    }),
  );
  const tests = new Map<string, Utterance[]>();
  let left = 0;
  const turns = files
    .filter(({ path }) => TEST.test(path))
    .flatMap(({ document }) => listOr(objectOr(document).testCaseConversationTurns).map(objectOr));
  for (const { userInput, virtualAgentOutput } of turns) {
    const text = textOr(objectOr(objectOr(objectOr(userInput).input).text).text);
    const { name, displayName } = objectOr(objectOr(virtualAgentOutput).triggeredIntent);
    const intent = names.get(textOr(displayName)) ?? names.get(textOr(name).split("/").at(-1) ?? "");
    if (text.trim() === "" || intent === undefined) left += 1;
    else addTo(tests, intent, { text, values: null });
  }
  if (left > 0) notes.dropped(`${counted(left, "turn")} of test cases`, "it names no intent of these files");
  return tests;
}
