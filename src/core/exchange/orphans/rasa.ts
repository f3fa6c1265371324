import { isJsonObject, type JsonObject } from "../../json.ts";
import { isList, listOr, objectOr } from "../json-fields.ts";
import { counted, type Notes } from "../notes.ts";
import type { Assistant, Entity, ExportFile, Intent, Utterance } from "./assistant.ts";
import { ValueList } from "./entity-kinds.ts";
import { addTo } from "./groups.ts";
import { RasaDomain } from "./rasa-domain.ts";
import { annotatedLine, exampleLines } from "./rasa-examples.ts";

/** What Rasa answers by itself when it is not sure, and what its guides call everything that is none of the assistant's business. */
const FALLBACKS = new Set(["nlu_fallback", "out_of_scope", "None", "none"]);
/** Parts of an assistant that say what is done, and not what is meant. */
const DOING = ["responses", "actions", "session_config", "e2e_actions", "flows"] as const;

/** Whether a file is training data, a domain, rules or stories of Rasa 2 or 3. */
export function isRasa({ document }: ExportFile): boolean {
  if (!isJsonObject(document)) return false;
  const { nlu, intents, rules, stories } = document;
  if (
    listOr(nlu).some(
      (item) => isJsonObject(item) && (item.intent ?? item.synonym ?? item.lookup ?? item.regex) !== undefined,
    )
  )
    return true;
  if (
    isList(intents) &&
    ["slots", "responses", "actions", "forms", "session_config", "entities"].some((key) => document[key] !== undefined)
  ) {
    return document.utterances === undefined;
  }
  return [...listOr(rules), ...listOr(stories)].some((item) => isJsonObject(item) && isList(item.steps));
}

/** An assistant out of the files of its training data, its domain, its rules and its test stories, as far as they are there. */
export function readRasa(files: readonly ExportFile[], notes: Notes): Assistant {
  const documents = files.map(({ document }) => objectOr(document));
  const domain = new RasaDomain(documents);
  const training = new Training();
  for (const document of documents) for (const item of listOr(document.nlu)) training.take(objectOr(item));
  const tests = testsIn(documents);
  training.note(notes);
  domain.note(notes);
  for (const part of DOING) {
    const count = documents.reduce(
      (sum, { [part]: value }) => sum + (isList(value) ? value.length : Object.keys(objectOr(value)).length),
      0,
    );
    if (count > 0)
      notes.dropped(`\`${part}\` (${count})`, "they say what your program does; a set says what people mean");
  }
  const names = [...new Set([...training.intents.keys(), ...domain.intents, ...tests.keys()])];
  return {
    title: "",
    description: "",
    intents: names.map((name): Intent => {
      return {
        name,
        description: "",
        utterances: training.intents.get(name) ?? [],
        tests: tests.get(name) ?? [],
        slots: domain.slotsOf(name),
        isFallback: FALLBACKS.has(name),
      };
    }),
    entities: entitiesOf(training, domain),
  };
}

/** What stands under `nlu:`. */
class Training {
  readonly intents = new Map<string, Utterance[]>();
  /** By the entity: what its lookup tables name. */
  readonly lookups = new Map<string, ValueList>();
  /** Other words by the value that they stand for. */
  readonly synonyms = new Map<string, string[]>();
  /** Values by the entity that utterances mark them as. */
  readonly marked = new Map<string, Set<string>>();
  #wrong = 0;
  #expressions = 0;

  take({ intent, synonym, lookup, regex, examples }: JsonObject): void {
    const lines = exampleLines(examples);
    if (typeof intent === "string") {
      const known = this.intents.get(intent.trim()) ?? [];
      this.intents.set(intent.trim(), known);
      for (const line of lines) known.push(this.#utterance(line));
    } else if (typeof synonym === "string") {
      this.synonyms.set(synonym, [...(this.synonyms.get(synonym) ?? []), ...lines]);
    } else if (typeof lookup === "string") {
      const list = this.lookups.get(lookup) ?? new ValueList();
      for (const line of lines) list.add(line, []);
      this.lookups.set(lookup, list);
    } else if (typeof regex === "string") this.#expressions += lines.length;
  }

  note(notes: Notes): void {
    if (this.#expressions > 0)
      notes.dropped(
        counted(this.#expressions, "regular expression"),
        "they are hints there, and no rule that a value has to keep",
      );
    if (this.#wrong > 0)
      notes.dropped(
        counted(this.#wrong, "annotation"),
        "is no JSON, or names no entity: its words stay in the example",
      );
  }

  #utterance(line: string): Utterance {
    const { text, values, wrong } = annotatedLine(line);
    this.#wrong += wrong;
    for (const { entity, words, value } of values) {
      const marked = this.marked.get(entity) ?? new Set<string>();
      marked.add(String(value ?? words));
      this.marked.set(entity, marked);
    }
    return { text, values };
  }
}

/**
 * Values of an entity are those of its slot or its lookup table, and marked ones that have synonyms. Synonyms belong to no
 * entity there: they count for each that has their value.
 */
function entitiesOf({ lookups, synonyms, marked }: Training, domain: RasaDomain): ReadonlyMap<string, Entity> {
  const names = new Set([...lookups.keys(), ...marked.keys(), ...domain.entities, ...domain.filling]);
  const others = new Set([...synonyms.values()].flat().map((word) => word.toLowerCase()));
  return new Map(
    [...names].map((name): [string, Entity] => {
      const declared = domain.kindOf(name);
      const list = new ValueList();
      const listed = lookups.get(name)?.all();
      const isClosed = declared?.isClosed ?? false;
      const own = isClosed ? [] : [...(listed?.keys() ?? []), ...(marked.get(name) ?? [])];
      for (const value of [...(declared?.values.keys() ?? []), ...own]) {
        const isValue = isClosed || synonyms.has(value) || (listed?.has(value) && !others.has(value.toLowerCase()));
        if (isValue) list.add(value, synonyms.get(value) ?? []);
      }
      return [name, { schema: declared?.schema ?? { type: "string" }, values: list.all(), isClosed }];
    }),
  );
}

/** Sentences of test stories, by their intent: `user:` says what was said, and `intent:` what it means. */
function testsIn(documents: readonly JsonObject[]): ReadonlyMap<string, readonly Utterance[]> {
  const tests = new Map<string, Utterance[]>();
  for (const story of documents.flatMap(({ stories }) => listOr(stories))) {
    for (const step of listOr(objectOr(story).steps)) {
      const { user, intent } = objectOr(step);
      if (typeof user !== "string" || typeof intent !== "string") continue;
      const { text, values } = annotatedLine(user.trim());
      addTo(tests, intent, { text, values });
    }
  }
  return tests;
}
