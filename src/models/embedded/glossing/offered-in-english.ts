/** Tools as the networks read them: what is in another language with its English beside it, and what their words are. */
import { FairCache } from "#core/fair-cache.ts";
import { glossed, type SetWords } from "#core/glossing/glosser.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { SYNONYMS, synonymsOf } from "#core/schema/synonyms.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import type { Tool } from "#core/toolset.ts";
import { humanised } from "../name-words.ts";
import { parametersOf, valueNamesOf } from "../tool-parameters.ts";
import { toolsAsText } from "../worker/worker-protocol.ts";
import { type GlossedLanguage, glossaryOf, isGlossed } from "./glossaries.ts";
import { NO_SET, type WeighedText, WeighedWords } from "./set-words.ts";

export interface OfferedInEnglish {
  /** As `toolsAsText` writes them. */
  readonly text: string;
  /** Their English words, for a query in another language. */
  readonly words: () => SetWords;
}

/** Characters of all remembered lists together, with what is made of them. */
const REMEMBERED_UNITS_MAX = 8_000_000;
/** How much a word of a set counts by where it stands. */
const WEIGHTS = { toolName: 3, value: 2.5, parameterName: 2, description: 1.5, parameterDescription: 1 };
const DEPTH_MAX = 8;

export class ToolsInEnglish {
  readonly #remembered = new FairCache<OfferedInEnglish>({
    weightMax: REMEMBERED_UNITS_MAX,
    weigh: ({ text }, key) => 2 * (text.length + key.length),
    monotonicMs: () => performance.now(),
  });

  /** Of each app alone: how long it takes would tell what others have. */
  of(tools: readonly Tool[], app = ""): OfferedInEnglish {
    const key = toolsAsText(tools);
    const known = this.#remembered.get(app, key);
    if (known) return known;
    const ofAll = languageOf(tools.map(({ description }) => description).join(" "));
    const english = tools.map((tool) => inEnglish(tool, ofAll));
    const text = english.every((tool, index) => tool === tools[index]) ? key : toolsAsText(english);
    let words: SetWords | null = null;
    const made = {
      text,
      words: () => {
        words ??= new WeighedWords(english.flatMap(wordsOf));
        return words;
      },
    };
    this.#remembered.set(app, key, made);
    return made;
  }
}

function wordsOf({ name, description, parameters }: Tool): readonly WeighedText[] {
  return [
    { text: name, weight: WEIGHTS.toolName },
    { text: description, weight: WEIGHTS.description },
    ...parametersOf(parameters).flatMap((parameter) => [
      { text: parameter.name, weight: WEIGHTS.parameterName },
      { text: parameter.description, weight: WEIGHTS.parameterDescription },
      ...valueNamesOf(parameter).map((text) => ({ text, weight: WEIGHTS.value })),
    ]),
  ];
}

/** "Comment or uncomment lines" may be French: fewer words tell no language unless all tools together tell the same. */
const TELLING_WORDS_MIN = 10;

/** Null for English, and for a language that is not glossed. */
function languageIn(text: string, ofAll: string): GlossedLanguage | null {
  const language = languageOf(text);
  const isTold = language === ofAll || text.split(/\s+/).length >= TELLING_WORDS_MIN;
  return isTold && isGlossed(language) ? language : null;
}

function textOf({ name, description, parameters }: Tool): string {
  return [humanised(name), description, ...parametersOf(parameters).map((one) => one.description)].join(". ");
}

/** The same tool where its texts are in English. */
function inEnglish(tool: Tool, ofAll: string): Tool {
  const { name, description, parameters } = tool;
  const language = languageIn(textOf(tool), ofAll);
  if (language === null) return tool;
  const english = (text: string) => glossed(text, glossaryOf(language), NO_SET).text;
  return {
    name: english(humanised(name).toLowerCase()).replace(/\s+/g, "_"),
    description: english(description),
    ...(parameters && { parameters: schemaInEnglish(parameters, english, language, 0) }),
  };
}

/** What is to be filled in keeps its name, which answers are given by. */
function schemaInEnglish(
  schema: JsonObject,
  english: (text: string) => string,
  language: GlossedLanguage,
  depth: number,
): JsonObject {
  if (depth > DEPTH_MAX) return schema;
  const deeper = (value: JsonValue | undefined): JsonValue | undefined =>
    isJsonObject(value) ? schemaInEnglish(value, english, language, depth + 1) : value;
  const properties =
    isJsonObject(schema.properties) &&
    Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [
        key,
        isJsonObject(value) ? namedInEnglish(key, deeper(value) as JsonObject, english) : value,
      ]),
    );
  const choices = Array.isArray(schema.enum) ? schema.enum : null;
  return {
    ...schema,
    ...(typeof schema.description === "string" && { description: english(schema.description) }),
    ...(properties && { properties }),
    ...(schema.items !== undefined && { items: deeper(schema.items) as JsonValue }),
    ...(choices && { [SYNONYMS]: synonymsInEnglish(schema, choices, english) }),
  };
}

function namedInEnglish(key: string, property: JsonObject, english: (text: string) => string): JsonObject {
  const name = english(humanised(key).toLowerCase());
  const described = typeof property.description === "string" ? property.description : "";
  if (name === humanised(key).toLowerCase()) return property;
  return { ...property, description: described === "" ? name : `${name}: ${described}` };
}

function synonymsInEnglish(
  schema: JsonObject,
  choices: readonly JsonValue[],
  english: (text: string) => string,
): JsonObject {
  const known = synonymsOf(schema);
  return Object.fromEntries(
    choices.flatMap((choice): [string, JsonValue][] => {
      if (typeof choice !== "string") return [];
      const plain = humanised(choice).toLowerCase();
      const own = known?.of(choice) ?? [];
      const glosses = [english(plain), ...own.map(english)].filter((gloss) => gloss !== "" && gloss !== plain);
      const all = [...new Set([...own, ...glosses])];
      return all.length === 0 ? [] : [[choice, all]];
    }),
  );
}
