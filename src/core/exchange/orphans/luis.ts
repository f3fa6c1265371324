import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { isList, listOr, objectOr, textOr, textsOr } from "../json-fields.ts";
import { counted, type Notes } from "../notes.ts";
import type { Assistant, Entity, ExportFile, Intent, SaidValue, Utterance } from "./assistant.ts";
import { builtInEntity, patternEntity, ValueList } from "./entity-kinds.ts";
import { addTo } from "./groups.ts";
import { wordsAt } from "./marked-words.ts";

/** The intent that every app has for what is none of its business. */
const NONE = "None";

/** Whether a file is an app of LUIS, or a batch of tests for one. */
export function isLuis({ document }: ExportFile): boolean {
  return isApp(document) || batchIn(document) !== null;
}

function isApp(document: JsonValue): boolean {
  if (!isJsonObject(document)) return false;
  if (document.luis_schema_version !== undefined) return true;
  return isList(document.utterances) && isList(document.intents) && isList(document.closedLists);
}

/** The utterances of a batch test, which is a list of them, in newer ones under a name. */
function batchIn(document: JsonValue): readonly JsonObject[] | null {
  const list = isJsonObject(document) ? document.LabeledTestSetUtterances : document;
  if (!isList(list) || list.length === 0) return null;
  const items = list.filter(isJsonObject);
  return items.length > 0 && items.every(({ text, intent }) => typeof text === "string" && typeof intent === "string")
    ? items
    : null;
}

/** An app with its utterances; those of batch tests are held back as tests. */
export function readLuis(files: readonly ExportFile[], notes: Notes): Assistant {
  const apps = files.filter(({ document }) => isApp(document)).map(({ document }) => objectOr(document));
  const batches = files.flatMap(({ document }) => (isApp(document) ? [] : (batchIn(document) ?? [])));
  const marks = new Marks();
  const utterances = byIntent(
    apps.flatMap((app) => listOr(app.utterances).map(objectOr)),
    marks,
  );
  const tests = byIntent(batches, marks);
  const declared = apps.flatMap(({ intents }) => listOr(intents).map((intent) => textOr(objectOr(intent).name)));
  const names = new Set([...declared.filter((name) => name !== ""), ...utterances.keys(), ...tests.keys()]);
  marks.note(notes);
  noteParts(apps, notes);
  const [app] = apps;
  return {
    title: textOr(app?.name),
    description: textOr(app?.desc),
    intents: [...names].map((name): Intent => {
      const said = { utterances: utterances.get(name) ?? [], tests: tests.get(name) ?? [] };
      return { name, description: "", ...said, slots: [], isFallback: name === NONE };
    }),
    entities: new Map(apps.flatMap(entitiesOf)),
  };
}

function byIntent(given: readonly JsonObject[], marks: Marks): ReadonlyMap<string, readonly Utterance[]> {
  const found = new Map<string, Utterance[]>();
  for (const { text, intent, entities } of given) {
    if (typeof text !== "string" || typeof intent !== "string") continue;
    addTo(found, intent, { text, values: isList(entities) ? marks.valuesOf(text, entities) : null });
  }
  return found;
}

/** What utterances mark. Positions count in UTF-16, and `endPos` is that of the last character. */
class Marks {
  #outside = 0;

  valuesOf(text: string, entities: readonly JsonValue[]): readonly SaidValue[] {
    return entities.flatMap((given): readonly SaidValue[] => {
      const { entity, startPos, endPos, role, children } = objectOr(given);
      // What is made of parts is said by them.
      const parts = isList(children) ? this.valuesOf(text, children) : [];
      if (parts.length > 0) return parts;
      const words = wordsAt(text, startPos, typeof endPos === "number" ? endPos + 1 : null);
      const name = textOr(entity);
      if (words === null || name === "") {
        this.#outside += 1;
        return [];
      }
      return [{ slot: slotOf(name, textOr(role)), entity: name, words, value: null }];
    });
  }

  note(notes: Notes): void {
    if (this.#outside > 0)
      notes.dropped(
        counted(this.#outside, "annotation"),
        "points at no words of its utterance, which stays an example",
      );
  }
}

/** Roles, and the parts of older hierarchical entities (`Place::From`), tell two values of a kind apart. */
function slotOf(entity: string, role: string): string {
  const [kind = "", part = ""] = entity.split("::");
  const told = role.trim() === "" ? part : role.trim();
  return told === "" ? kind : `${told}_${kind}`;
}

function entitiesOf(app: JsonObject): readonly [string, Entity][] {
  const lists = listOr(app.closedLists)
    .map(objectOr)
    .map(({ name, subLists }): [string, Entity] => {
      const values = new ValueList();
      for (const { canonicalForm, list } of listOr(subLists).map(objectOr))
        values.add(textOr(canonicalForm), textsOr(list));
      return [textOr(name), { schema: { type: "string" }, values: values.all(), isClosed: true }];
    });
  const expressions = [...listOr(app.regex_entities), ...listOr(app.regexEntities)].map(objectOr);
  const patterns = expressions
    .filter(({ regexPattern }) => textOr(regexPattern) !== "")
    .map(({ name, regexPattern }): [string, Entity] => [textOr(name), patternEntity([textOr(regexPattern)])]);
  // Older apps list their names alone.
  const known = [
    ...textsOr(app.bing_entities),
    ...listOr(app.prebuiltEntities).map((one) => textOr(objectOr(one).name)),
  ];
  const builtIn = known.flatMap((name): [string, Entity][] => {
    const entity = builtInEntity(name);
    return entity ? [[name, entity]] : [];
  });
  return [...builtIn, ...patterns, ...lists];
}

function noteParts(apps: readonly JsonObject[], notes: Notes): void {
  const told = [
    ["patterns", "a template is no sentence: write the sentences that it stands for into the examples"],
    ["phraselists", "they are hints for its training"],
    ["composites", "their parts are parameters by themselves"],
    ["patternAnyEntities", "what they take stands in patterns alone"],
  ] as const;
  for (const [part, why] of told) {
    const count = apps.reduce((sum, { [part]: value }) => sum + listOr(value).length, 0);
    if (count > 0) notes.dropped(`\`${part}\` (${count})`, why);
  }
}
