import { isJsonObject, type JsonObject } from "../../json.ts";
import { isList, listOr, objectOr, textOr, textsOr } from "../json-fields.ts";
import { counted, type Notes } from "../notes.ts";
import type { Assistant, Entity, ExportFile, Intent, SaidValue, Utterance } from "./assistant.ts";
import { builtInEntity, patternEntity, ValueList } from "./entity-kinds.ts";
import { addTo } from "./groups.ts";
import { type Counting, wordsAt } from "./marked-words.ts";
import { chosenLanguage } from "./other-languages.ts";

const NONE = "None";

/** How `stringIndexType` says that positions count, in lower case without punctuation. */
const COUNTINGS: Readonly<Record<string, Counting>> = {
  utf16codeunit: "utf-16",
  unicodecodepoint: "code points",
  textelementsv8: "graphemes",
  textelementv8: "graphemes",
};

/** Whether a file is a project of Azure's conversational language understanding. */
export function isClu({ document }: ExportFile): boolean {
  if (!isJsonObject(document) || !isJsonObject(document.assets)) return false;
  return document.projectFileVersion !== undefined || document.stringIndexType !== undefined;
}

/** A project; utterances of its test split are held back as tests. */
export function readClu(files: readonly ExportFile[], notes: Notes, asked: string | null): Assistant {
  const documents = files.map(({ document }) => objectOr(document));
  const assets = documents.map(({ assets: given }) => objectOr(given));
  const metadata = objectOr(documents[0]?.metadata);
  const own = base(textOr(metadata.language));
  const utterances = assets.flatMap((given) => listOr(given.utterances).map(objectOr));
  const spoken = utterances.map(({ language }) => base(textOr(language)) || own);
  const reader = new UtteranceReader(own, chosenLanguage(spoken, own, asked === null ? null : base(asked), notes));
  for (const document of documents) {
    const counting = countingOf(document, notes);
    for (const given of listOr(objectOr(document.assets).utterances)) reader.take(objectOr(given), counting);
  }
  reader.note(notes);
  const declared = assets.flatMap(({ intents }) => listOr(intents).map(objectOr));
  const routed = declared.filter(({ orchestration }) => isJsonObject(orchestration)).length;
  if (routed > 0)
    notes.dropped(
      `\`orchestration\` of ${counted(routed, "intent")}`,
      "where a request goes on to is your program's to say",
    );
  const descriptions = new Map(declared.map(({ category, description }) => [textOr(category), textOr(description)]));
  const names = new Set([...descriptions.keys(), ...reader.utterances.keys(), ...reader.tests.keys()]);
  return {
    title: textOr(metadata.projectName),
    description: textOr(metadata.description),
    intents: [...names]
      .filter((name) => name !== "")
      .map((name): Intent => {
        const said = { utterances: reader.utterances.get(name) ?? [], tests: reader.tests.get(name) ?? [] };
        return { name, description: descriptions.get(name) ?? "", ...said, slots: [], isFallback: name === NONE };
      }),
    entities: new Map(assets.flatMap(({ entities }) => listOr(entities).map((entity) => entityOf(objectOr(entity))))),
  };
}

function countingOf({ stringIndexType }: JsonObject, notes: Notes): Counting {
  const given = textOr(stringIndexType);
  const key = given.toLowerCase().replace(/[^a-z0-9]/g, "");
  const known = Object.hasOwn(COUNTINGS, key) ? COUNTINGS[key] : undefined;
  if (known === undefined && given !== "")
    notes.changed("`stringIndexType`", `"${given}" is not known: positions are read as UTF-16`);
  return known ?? "utf-16";
}

class UtteranceReader {
  readonly utterances = new Map<string, Utterance[]>();
  readonly tests = new Map<string, Utterance[]>();
  readonly #own: string;
  readonly #language: string;
  #outside = 0;

  /** `own`: of utterances that do not say theirs; `language`: the one that is read. */
  constructor(own: string, language: string) {
    this.#own = own;
    this.#language = language;
  }

  take({ text, intent, language, dataset, entities }: JsonObject, counting: Counting): void {
    if (typeof text !== "string" || typeof intent !== "string") return;
    if ((base(textOr(language)) || this.#own) !== this.#language) return;
    const target = textOr(dataset).toLowerCase() === "test" ? this.tests : this.utterances;
    addTo(target, intent, {
      text,
      values: isList(entities) ? entities.flatMap((mark) => this.#value(text, objectOr(mark), counting)) : null,
    });
  }

  note(notes: Notes): void {
    if (this.#outside > 0)
      notes.dropped(
        counted(this.#outside, "annotation"),
        "points at no words of its utterance, which stays an example",
      );
  }

  #value(text: string, { category, offset, length }: JsonObject, counting: Counting): readonly SaidValue[] {
    const end = typeof offset === "number" && typeof length === "number" ? offset + length : null;
    const words = wordsAt(text, offset, end, counting);
    const entity = textOr(category);
    if (words !== null && entity !== "") return [{ slot: entity, entity, words, value: null }];
    this.#outside += 1;
    return [];
  }
}

/** A list with its synonyms, an expression, or a kind that comes with the platform, whichever of them it is made of first. */
function entityOf({ category, list, regex, prebuilts }: JsonObject): [string, Entity] {
  const name = textOr(category);
  const values = new ValueList();
  for (const { listKey, synonyms } of listOr(objectOr(list).sublists).map(objectOr)) {
    values.add(
      textOr(listKey),
      listOr(synonyms).flatMap((one) => textsOr(objectOr(one).values)),
    );
  }
  const builtIns = listOr(prebuilts).flatMap((one) => builtInEntity(textOr(objectOr(one).category)) ?? []);
  const expressions = listOr(objectOr(regex).expressions).flatMap((one) => textOr(objectOr(one).regexPattern) || []);
  const [builtIn] = builtIns;
  const components = [values.size, expressions.length, builtIns.length].filter((count) => count > 0).length;
  // What is learned beside a list takes more than the list has.
  if (values.size > 0) return [name, { schema: { type: "string" }, values: values.all(), isClosed: components === 1 }];
  if (components === 1 && expressions.length > 0) return [name, patternEntity(expressions)];
  if (components === 1 && builtIn) return [name, builtIn];
  return [name, { schema: { type: "string" }, values: new Map(), isClosed: false }];
}

/** "en-us" and "en-gb" are both "en". */
function base(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? "";
}
