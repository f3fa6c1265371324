/** What a tool says of itself, word by word, and what of it is compared by meaning. */
import { ENGLISH } from "../english/english.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { stemOf, wordsOf } from "../reading/word-forms.ts";
import { plainSchema } from "../schema/plain-schema.ts";
import { SYNONYMS } from "../schema/synonyms.ts";
import type { Tool } from "../toolset.ts";

const { endings, littleWords } = ENGLISH;

/** Where a tool has its words, and how much one counts there. */
const FIELD_WEIGHTS = { name: 2, description: 1, example: 0.5, parameter: 0.5, option: 0.4, about: 0.3 } as const;
type Field = keyof typeof FIELD_WEIGHTS;

/** Parameters of a tool that are read, and how deep they stand; each of many references may lead to many more. */
const PARAMETERS_MAX = 64;
const DEPTH_MAX = 4;
/** Words of a tool that count. One that is described in more says no more of what it does. */
const WORDS_MAX = 1_000;
/** The first sentences say what a tool does; the rest is often about its parameters. In UTF-16 units. */
const DESCRIPTION_UNITS_MAX = 200;

/** What one word means to a tool. */
export interface WordUse {
  /** Occurrences, each by the weight of its field. */
  weight: number;
  isInName: boolean;
  /** Whether a value of a parameter is called so. */
  isOption: boolean;
}

export interface ToolWords {
  readonly uses: ReadonlyMap<string, WordUse>;
  /** The sum of all weights. */
  readonly length: number;
  readonly takesNothing: boolean;
}

/** The words of a text that carry meaning: stems, in order and with repetitions. */
export function searchWords(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => !littleWords.fillers.has(word))
    .map(searchStem);
}

/** A word, in small letters, as it is counted and looked up. */
export function searchStem(word: string): string {
  return stemOf(word, endings.ofNames);
}

interface Parameter {
  readonly name: string;
  readonly schema: JsonObject;
}

export function toolWords(tool: Tool): ToolWords {
  const uses = new Map<string, WordUse>();
  let length = 0;
  let words = 0;
  const add = (text: string, field: Field) => {
    for (const word of searchWords(text)) {
      if (words >= WORDS_MAX) return;
      words += 1;
      length += FIELD_WEIGHTS[field];
      const use = uses.get(word) ?? { weight: 0, isInName: false, isOption: false };
      use.weight += FIELD_WEIGHTS[field];
      use.isInName ||= field === "name";
      use.isOption ||= field === "option";
      uses.set(word, use);
    }
  };
  add(tool.name, "name");
  add(tool.description, "description");
  const parameters = parametersOf(tool.parameters);
  for (const { name } of parameters) add(name, "parameter");
  for (const example of tool.examples ?? []) add(example, "example");
  for (const { schema } of parameters) add(namesOfValues(schema).join(" "), "option");
  for (const { schema } of parameters) add(aboutOf(schema), "about");
  return { uses, length, takesNothing: parameters.length === 0 };
}

/** The text whose vector stands for the tool: what it does, and what it takes. */
export function summaryOf({ name, description, parameters }: Tool): string {
  const does = `${spelled(name)}: ${description.slice(0, DESCRIPTION_UNITS_MAX)}`;
  const taken = parametersOf(parameters).map((parameter) => spelled(parameter.name));
  return taken.length === 0 ? does : `${does} (${taken.join(", ")})`;
}

/** An identifier as people would write it. */
function spelled(identifier: string): string {
  return wordsOf(identifier).join(" ") || identifier;
}

/** In the schema's order; objects and lists of objects are replaced by what they hold. */
function parametersOf(schema: JsonObject | undefined): readonly Parameter[] {
  const found: Parameter[] = [];
  if (schema) collect(schema, schema, 1, found);
  return found;
}

function collect(schema: JsonObject, root: JsonObject, depth: number, found: Parameter[]): void {
  for (const [name, given] of Object.entries(propertiesOf(schema) ?? {})) {
    if (found.length >= PARAMETERS_MAX) return;
    if (!isJsonObject(given)) continue;
    const own = plainSchema(given, root);
    const items = isJsonObject(own.items) ? plainSchema(own.items, root) : null;
    const holder = [own, items].find((each) => each && propertiesOf(each));
    if (holder && depth <= DEPTH_MAX) collect(holder, root, depth + 1, found);
    else found.push({ name, schema: items ? { ...items, ...own } : own });
  }
}

function propertiesOf({ properties }: JsonObject): JsonObject | null {
  return isJsonObject(properties) && Object.keys(properties).length > 0 ? properties : null;
}

function aboutOf({ description }: JsonObject): string {
  return typeof description === "string" ? description : "";
}

/** What its values are called: the options, and what else is said for any value. */
function namesOfValues(schema: JsonObject): readonly string[] {
  const options = Array.isArray(schema.enum) ? schema.enum : [];
  const synonyms = schema[SYNONYMS];
  const others = isJsonObject(synonyms) ? Object.entries(synonyms).flat() : [];
  return [...options, ...others].flat().filter((name: JsonValue) => typeof name === "string");
}
