import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { isList, listOr, objectOr, textOr, textsOr } from "../json-fields.ts";
import { counted, type Notes } from "../notes.ts";
import type { Assistant, Entity, ExportFile, Intent, SaidValue, Slot, Utterance } from "./assistant.ts";
import { builtInEntity, patternEntity, ValueList } from "./entity-kinds.ts";
import { chosenLanguage } from "./other-languages.ts";
import { notePhrasesAlone } from "./phrases-alone.ts";

const PHRASES = /(^|\/)intents\/(.+)_usersays_([A-Za-z-]+)\.json$/;
const INTENT = /(^|\/)intents\/([^/]+)\.json$/;
const ENTRIES = /(^|\/)entities\/(.+)_entries_([A-Za-z-]+)\.json$/;
const ENTITY = /(^|\/)entities\/([^/]+)\.json$/;

/** Whether a file is of an agent of Dialogflow ES, which are told by where they lie. */
export function isDialogflowEs({ path, document }: ExportFile): boolean {
  if (PHRASES.test(path) || ENTRIES.test(path)) return isList(document);
  return INTENT.test(path) && isJsonObject(document) && (isList(document.responses) || isList(document.userSays));
}

/** An agent: its intents with the phrases of its own language. */
export function readDialogflowEs(files: readonly ExportFile[], notes: Notes, asked: string | null): Assistant {
  const agent = objectOr(files.find(({ path }) => /(^|\/)agent\.json$/.test(path))?.document);
  const spoken = files.flatMap(({ path }) => PHRASES.exec(path)?.[3] ?? []);
  const language = chosenLanguage(spoken, textOr(agent.language) || "en", asked, notes);
  const phrases = new Map<string, readonly JsonValue[]>();
  for (const { path, document } of files) {
    const [, , name = "", spoken] = PHRASES.exec(path) ?? [];
    if (spoken === language) phrases.set(name, listOr(document));
  }
  const documents = files.flatMap(({ path, document }) => {
    const name = PHRASES.test(path) ? undefined : INTENT.exec(path)?.[2];
    return name === undefined || !isJsonObject(document) ? [] : [{ name, document }];
  });
  notePhrasesAlone(
    phrases,
    documents.map(({ name }) => name),
    notes,
  );
  noteParts(
    documents.map(({ document }) => document),
    notes,
  );
  const saidOf = ({ name, document }: (typeof documents)[number]) => phrases.get(name) ?? listOr(document.userSays);
  const templates = documents.flatMap(saidOf).filter((phrase) => objectOr(phrase).isTemplate === true).length;
  if (templates > 0)
    notes.dropped(counted(templates, "template"), "it has the names of kinds where a sentence has words");
  const intents = documents.map(({ name, document }): Intent => {
    const said = saidOf({ name, document });
    return {
      name: textOr(document.name) || name,
      description: "",
      utterances: said.flatMap((phrase) => utteranceOf(objectOr(phrase))),
      tests: [],
      slots: slotsIn(document),
      isFallback: document.fallbackIntent === true,
    };
  });
  const title = textOr(agent.displayName) || textOr(agent.googleAssistant && objectOr(agent.googleAssistant).project);
  return { title, description: textOr(agent.description), intents, entities: entitiesIn(files, language, intents) };
}

function utteranceOf({ data, isTemplate }: JsonObject): readonly Utterance[] {
  if (isTemplate === true) return [];
  const parts = listOr(data).map(objectOr);
  const text = parts.map((part) => textOr(part.text)).join("");
  const values = parts.flatMap((part): readonly SaidValue[] => {
    const [entity, words] = [textOr(part.meta), textOr(part.text)];
    if (entity === "" || entity === "@sys.ignore" || words.trim() === "") return [];
    return [{ slot: textOr(part.alias) || entity.replace(/^@(sys\.)?/, ""), entity, words, value: null }];
  });
  return text.trim() === "" ? [] : [{ text, values }];
}

function slotsIn({ responses }: JsonObject): readonly Slot[] {
  return listOr(responses).flatMap((response) =>
    listOr(objectOr(response).parameters).flatMap((given): readonly Slot[] => {
      const { name, dataType, required, isList: several } = objectOr(given);
      if (textOr(name) === "" || !isSaid(objectOr(given))) return [];
      return [
        { name: textOr(name), entity: textOr(dataType), isRequired: required === true, isList: several === true },
      ];
    }),
  );
}

/** One whose value comes out of a context, or is always the same, is filled by nobody's words. */
function isSaid({ value }: JsonObject): boolean {
  return value === undefined || value === "" || /^\$[^#]+$/.test(textOr(value));
}

function entitiesIn(
  files: readonly ExportFile[],
  language: string,
  intents: readonly Intent[],
): ReadonlyMap<string, Entity> {
  const settings = new Map(
    files.flatMap(({ path, document }): [string, JsonObject][] => {
      const name = ENTRIES.test(path) ? undefined : ENTITY.exec(path)?.[2];
      return name === undefined ? [] : [[name, objectOr(document)]];
    }),
  );
  const own = files.flatMap(({ path, document }): [string, Entity][] => {
    const [, , name = "", spoken] = ENTRIES.exec(path) ?? [];
    return spoken === language ? [[`@${name}`, entityOf(listOr(document), settings.get(name) ?? {})]] : [];
  });
  // Older exports have the entries in the entity's own file.
  const inline = [...settings].flatMap(([name, setting]): [string, Entity][] => {
    return isList(setting.entries) ? [[`@${name}`, entityOf(setting.entries, setting)]] : [];
  });
  const used = intents.flatMap(({ slots, utterances }) => [
    ...slots.map(({ entity }) => entity),
    ...utterances.flatMap(({ values }) => (values ?? []).map(({ entity }) => entity)),
  ]);
  const builtIn = [...new Set(used)].flatMap((name): [string, Entity][] => {
    const entity = name.startsWith("@sys.") ? builtInEntity(name) : null;
    return entity ? [[name, entity]] : [];
  });
  return new Map([...builtIn, ...inline, ...own]);
}

/** Entries that name other entities make a composite, which is no list of values. */
function entityOf(entries: readonly JsonValue[], { isRegexp, automatedExpansion }: JsonObject): Entity {
  const given = entries.map(objectOr);
  if (isRegexp === true) return patternEntity(given.flatMap(({ value }) => textOr(value) || []));
  const values = new ValueList();
  for (const { value, synonyms } of given) {
    if (!textOr(value).includes("@")) values.add(textOr(value), textsOr(synonyms));
  }
  const isClosed = automatedExpansion !== true && values.size === given.length && values.size > 0;
  return { schema: { type: "string" }, values: values.all(), isClosed };
}

function noteParts(intents: readonly JsonObject[], notes: Notes): void {
  const answers = intents.flatMap(({ responses }) => listOr(responses).map(objectOr));
  const talking = answers.filter(
    ({ messages, speech }) => listOr(messages).length > 0 || listOr(speech).length > 0,
  ).length;
  if (talking > 0)
    notes.dropped(`the answers of ${counted(talking, "intent")}`, "a set says what people mean; your program answers");
  const bound = intents.filter(({ contexts }) => listOr(contexts).length > 0).length;
  if (bound > 0)
    notes.dropped(
      `the contexts of ${counted(bound, "intent")}`,
      "which intents count at a moment is your program's to say: make a set for each",
    );
  const unsaid = answers.flatMap(({ parameters }) => listOr(parameters).map(objectOr)).filter((one) => !isSaid(one));
  if (unsaid.length > 0) {
    const names = unsaid.slice(0, 5).map(({ name }) => textOr(name));
    notes.dropped(
      `${counted(unsaid.length, "parameter")} (${names.join(", ")})`,
      "its value comes out of a context or stands in the agent, and out of no sentence",
    );
  }
  const called = intents.filter(({ events }) => listOr(events).length > 0).length;
  if (called > 0) notes.dropped(`the events of ${counted(called, "intent")}`, "no sentence brings them about");
}
