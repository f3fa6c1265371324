import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { LIMITS } from "../../limits.ts";
import { isList, listOr, objectOr, textOr, textsOr } from "../json-fields.ts";
import { counted, type Notes } from "../notes.ts";
import { Unusable } from "../unusable.ts";
import type { Assistant, Entity, ExportFile, Intent, SaidValue, Slot, Utterance } from "./assistant.ts";
import { chosenLanguage } from "./other-languages.ts";
import { entitiesOfLists, SentenceLists } from "./sentence-lists.ts";
import { type Sentence, SentenceTemplate } from "./sentence-templates.ts";

const LANGUAGE_PREFERRED = "en";
/** Sentences of one template. */
const SENTENCES_MAX = 10;
/** What all templates come to with their rules. */
const PARTS_MAX = 2_000_000;
/** What depends on the house, and not on what is said. */
const CONDITIONS = ["requires_context", "excludes_context", "response", "metadata", "required_keywords"] as const;

/** Whether a file holds sentences for Home Assistant, what they share, or tests of them. */
export function isHomeAssistant({ document }: ExportFile): boolean {
  if (!isJsonObject(document)) return false;
  const { language, intents, lists, expansion_rules, sentences, tests } = document;
  if (isJsonObject(intents)) return Object.values(intents).some((intent) => isList(objectOr(intent).data));
  if (typeof language !== "string") return false;
  return isJsonObject(lists) || isJsonObject(expansion_rules) || isList(tests) || isList(sentences);
}

/** Intents with sentences that their templates stand for, and with those of test files as tests. */
export function readHomeAssistant(files: readonly ExportFile[], notes: Notes, asked: string | null): Assistant {
  const documents = inOneLanguage(files.map(spelledOut), asked, notes);
  const lists = new SentenceLists(documents);
  const rules = new Map(documents.flatMap(({ expansion_rules }) => textEntries(expansion_rules)));
  const intents = new Map<string, IntentSentences>();
  const left = new LeftTemplates();
  const own: [string, Entity][] = [];
  let parts = 0;
  for (const [name, intent] of documents.flatMap(({ intents: given }) => Object.entries(objectOr(given)))) {
    const known = intents.get(name) ?? new IntentSentences(name);
    intents.set(name, known);
    for (const block of listOr(objectOr(intent).data).map(objectOr)) {
      const ownRules = textEntries(block.expansion_rules);
      const hasOwn = ownRules.length > 0 || isJsonObject(block.lists);
      // What is copied for a block is counted with what its sentences come to.
      if (hasOwn) parts += rules.size + lists.size;
      const isTooMuch = parts > PARTS_MAX;
      const local = isTooMuch ? lists : lists.with(block.lists);
      if (!isTooMuch) for (const entity of entitiesOfLists(block.lists)) own.push(entity);
      const sources = {
        wordsOf: (list: string) => local.wordsOf(list),
        rules: ownRules.length > 0 && !isTooMuch ? new Map([...rules, ...ownRules]) : rules,
      };
      for (const template of textsOr(block.sentences)) {
        if (parts > PARTS_MAX)
          left.add(`those before come to more than ${PARTS_MAX} parts: import fewer files at once`);
        else parts += known.take(template, sources, objectOr(block.slots), left);
      }
    }
  }
  const tests = testsIn(documents);
  const made = [...intents.values()].map((intent) => intent.finished(tests.get(intent.name) ?? [], notes));
  // Which lists are missing is known once sentences are made.
  noteParts(documents, lists, left, notes);
  return {
    title: "",
    description: "",
    intents: made.map(({ intent }) => intent),
    entities: new Map([...own, ...lists.entities(), ...made.flatMap(({ fixed }) => fixed)]),
  };
}

/**
 * A file in the newer of the two layouts as it stands in the older one: its sentences and tests are those of the intent that
 * the folder is called by.
 */
function spelledOut({ path, document: given }: ExportFile): JsonObject {
  const document = objectOr(given);
  const name = path.split("/").at(-2) ?? "";
  if (name === "" || isJsonObject(document.intents)) return document;
  const tests = listOr(document.tests).map((test) => ({
    intent: { name, slots: objectOr(test).slots },
    ...objectOr(test),
  }));
  return {
    ...document,
    ...(isList(document.sentences) && { intents: { [name]: { data: [document] } } }),
    ...(isList(document.tests) && { tests }),
  };
}

/** The templates of one intent, and what they take. */
class IntentSentences {
  readonly name: string;
  readonly #templates: { readonly template: SentenceTemplate; readonly fixed: readonly SaidValue[] }[] = [];
  readonly #slots = new Map<string, Slot>();
  /** Values that blocks of sentences give a slot, whatever is said. */
  readonly #fixed = new Map<string, Set<string>>();

  constructor(name: string) {
    this.name = name;
  }

  /** What it cost. One that cannot be read is left with the reason. */
  take(
    text: string,
    sources: ConstructorParameters<typeof SentenceTemplate>[1],
    slots: JsonObject,
    left: LeftTemplates,
  ): number {
    try {
      const template = new SentenceTemplate(text, sources);
      for (const { slot, list } of template.slots()) {
        if (!this.#slots.has(slot))
          this.#slots.set(slot, { name: slot, entity: list, isRequired: false, isList: false });
      }
      this.#templates.push({
        template,
        fixed: Object.entries(slots).flatMap(([slot, value]) => this.#fix(slot, value)),
      });
      return template.size;
    } catch (failure) {
      if (!(failure instanceof Unusable)) throw failure;
      left.add(failure.message);
      return text.length;
    }
  }

  finished(
    tests: readonly Utterance[],
    notes: Notes,
  ): { readonly intent: Intent; readonly fixed: readonly [string, Entity][] } {
    const { examplesMax } = LIMITS;
    const each = Math.min(SENTENCES_MAX, Math.max(1, Math.ceil(examplesMax / Math.max(1, this.#templates.length))));
    const utterances = this.#templates.flatMap(({ template, fixed }) =>
      template.sentences(each).map((sentence) => utteranceOf(sentence, fixed)),
    );
    if (this.#templates.length > 0)
      notes.changed(
        this.name,
        `its ${counted(this.#templates.length, "template")} became ${counted(utterances.length, "sentence")}, ${each} of each at most`,
      );
    const fixed = [...this.#fixed]
      .filter(([slot]) => !this.#slots.has(slot))
      .map(([slot, values]) => ({ slot, entity: `${slot} of ${this.name}`, values: [...values] }));
    const slots = fixed.map(({ slot, entity }): Slot => ({ name: slot, entity, isRequired: false, isList: false }));
    return {
      intent: {
        name: this.name,
        description: "",
        utterances,
        tests,
        slots: [...this.#slots.values(), ...slots],
        isFallback: false,
      },
      fixed: fixed.map(({ entity, values }) => [entity, closed(values)]),
    };
  }

  #fix(slot: string, value: JsonValue | undefined): readonly SaidValue[] {
    if (typeof value !== "string") return [];
    const known = this.#fixed.get(slot) ?? new Set();
    this.#fixed.set(slot, known.add(value));
    return [{ slot, entity: `${slot} of ${this.name}`, words: "", value }];
  }
}

function utteranceOf({ text, values }: Sentence, fixed: readonly SaidValue[]): Utterance {
  const said = values.map(({ slot, list, words, value }) => ({
    slot,
    entity: list,
    words: value === null ? "" : words,
    value,
  }));
  return { text, values: [...said, ...fixed] };
}

function closed(values: readonly string[]): Entity {
  return { schema: { type: "string" }, values: new Map(values.map((value) => [value, []])), isClosed: true };
}

/** Templates that could not be read, by the reason. */
class LeftTemplates {
  readonly #counts = new Map<string, number>();

  add(why: string): void {
    this.#counts.set(why, (this.#counts.get(why) ?? 0) + 1);
  }

  note(notes: Notes): void {
    for (const [why, count] of this.#counts) notes.dropped(counted(count, "template"), why);
  }
}

function testsIn(documents: readonly JsonObject[]): ReadonlyMap<string, readonly Utterance[]> {
  const tests = new Map<string, Utterance[]>();
  for (const { sentences, intent } of documents.flatMap(({ tests: given }) => listOr(given).map(objectOr))) {
    const { name, slots } = objectOr(intent);
    if (typeof name !== "string") continue;
    const values = Object.entries(objectOr(slots)).map(([slot, value]): SaidValue => {
      const meant = typeof value === "string" || typeof value === "number" ? value : null;
      return { slot, entity: slot, words: "", value: meant };
    });
    const known = tests.get(name) ?? [];
    tests.set(name, known);
    for (const text of textsOr(sentences)) known.push({ text, values });
  }
  return tests;
}

/** English where it is there, otherwise the language of the first file. */
function inOneLanguage(documents: readonly JsonObject[], asked: string | null, notes: Notes): readonly JsonObject[] {
  const spoken = documents.map(({ language }) => textOr(language));
  const own = spoken.includes(LANGUAGE_PREFERRED) ? LANGUAGE_PREFERRED : (spoken.find((one) => one !== "") ?? "");
  const language = chosenLanguage(spoken, own, asked, notes);
  return documents.filter((_, index) => spoken[index] === "" || spoken[index] === language);
}

function noteParts(documents: readonly JsonObject[], lists: SentenceLists, left: LeftTemplates, notes: Notes): void {
  left.note(notes);
  for (const list of lists.unknown())
    notes.changed(
      `{${list}}`,
      "is no list of these files: sentences have its name where a value stands, and it takes any text",
    );
  const homeless = documents.filter(({ intents, sentences }) => isList(sentences) && !isJsonObject(intents)).length;
  if (homeless > 0)
    notes.dropped(
      `the sentences of ${counted(homeless, "file")}`,
      "its intent is what its folder is called: import that",
    );
  const blocks = documents.flatMap(({ intents }) =>
    Object.values(objectOr(intents)).flatMap((intent) => listOr(objectOr(intent).data).map(objectOr)),
  );
  for (const condition of CONDITIONS) {
    const count = blocks.filter(({ [condition]: value }) => value !== undefined).length;
    if (count > 0) notes.dropped(`\`${condition}\` of ${counted(count, "block")}`, "it is your program's part");
  }
  const skipped = documents.reduce((sum, { skip_words }) => sum + listOr(skip_words).length, 0);
  if (skipped > 0) notes.dropped(`\`skip_words\` (${skipped})`, "sentences here may be said in any words");
}

function textEntries(value: JsonValue | undefined): readonly (readonly [string, string])[] {
  return Object.entries(objectOr(value)).flatMap(([name, text]) =>
    typeof text === "string" ? [[name, text] as const] : [],
  );
}
