/** Tools as the networks read them: what is in another language with its English beside it, and what their words are. */
import { FairCache } from "#core/fair-cache.ts";
import type { Glossary } from "#core/glossing/glossary.ts";
import { glossed, type SetWords } from "#core/glossing/glosser.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { SYNONYMS, synonymsOf } from "#core/schema/synonyms.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import type { Tool } from "#core/toolset.ts";
import { turn } from "#core/turn.ts";
import { humanised } from "../name-words.ts";
import { parametersOf, valueNamesOf } from "../tool-parameters.ts";
import { toolsAsText } from "../worker/worker-protocol.ts";
import { DEFINITION_WORDS } from "./definition-words.ts";
import { glossedInSteps, inTurns } from "./gloss-steps.ts";
import { type GlossedLanguage, glossaryOf, isGlossed, openedFor } from "./glossaries.ts";
import { type ParameterName, ParameterNames, SAME_NAMES } from "./parameter-names.ts";
import { type WeighedText, WordsOfTools } from "./set-words.ts";

export interface OfferedInEnglish {
  /** As the networks read them; the request's own where all are in English. */
  readonly tools: readonly Tool[];
  /** `tools`, as `toolsAsText` writes them. */
  readonly text: string;
  /** Of each tool its parameters' names. */
  readonly names: readonly ParameterNames[];
  readonly isTranslated: boolean;
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

  /**
   * Of each app alone: how long it takes would tell what others have. Made once for the same tools, and told at once then; the first
   * time it takes a millisecond a tool, in steps between which whatever waits has its turn.
   */
  async of(tools: readonly Tool[], app = ""): Promise<OfferedInEnglish> {
    const key = toolsAsText(tools);
    const known = this.#remembered.get(app, key);
    if (known) return known;
    const made = await offeredInEnglish(tools, key);
    this.#remembered.set(app, key, made);
    return made;
  }
}

async function offeredInEnglish(tools: readonly Tool[], ownText: string): Promise<OfferedInEnglish> {
  const ofAll = languageOfAll(tools);
  const offered: ToolInEnglish[] = [];
  for (const tool of tools) {
    const language = languageIn(tool, ofAll);
    if (language === null) offered.push({ tool, names: SAME_NAMES });
    else {
      await openedFor(language);
      await turn();
      offered.push(await inTurns(inEnglish(tool, language)));
    }
  }
  const isTranslated = offered.some((one, index) => one.tool !== tools[index]);
  const english = isTranslated ? offered.map(({ tool }) => tool) : tools;
  let words: SetWords | null = null;
  return {
    tools: english,
    text: isTranslated ? toolsAsText(english) : ownText,
    names: offered.map(({ names }) => names),
    isTranslated,
    words: () => {
      words ??= new WordsOfTools(english.map(wordsOf));
      return words;
    },
  };
}

/** What most is in that they say of themselves. */
export function languageOfAll(tools: readonly Tool[]): string {
  return languageOf(tools.map(textOf).join(". "));
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

/** Null for English, and for a language that is not glossed. `ofAll`: as `languageOfAll`. */
export function languageIn(tool: Tool, ofAll: string): GlossedLanguage | null {
  if (isGlossed(ofAll) && languageOf(textOf(tool)) === ofAll) return ofAll;
  const described = descriptionsOf(tool).join(". ");
  const language = languageOf(described);
  return described.split(/\s+/).length >= TELLING_WORDS_MIN && isGlossed(language) ? language : null;
}

function descriptionsOf({ name, description, parameters }: Tool): readonly string[] {
  return [humanised(name), description, ...parametersOf(parameters).map((one) => one.description)];
}

/** Its names, too: who describes nothing tells the language by them alone. */
function textOf(tool: Tool): string {
  const names = parametersOf(tool.parameters).map(({ name }) => humanised(name));
  return [...descriptionsOf(tool), ...names].join(". ");
}

interface ToolInEnglish {
  readonly tool: Tool;
  readonly names: ParameterNames;
}

/** Glosses of what a set itself says, as far as `unitsMax` goes; what is behind that stays as it is. */
class SetGlosser {
  readonly #glossary: Glossary;
  #unitsLeft: number;

  constructor(language: GlossedLanguage, unitsMax: number) {
    this.#glossary = glossaryOf(language);
    this.#unitsLeft = unitsMax;
  }

  /** Of a description, or a name in words; in steps. */
  *description(said: string): Generator<void, string> {
    return yield* glossedInSteps(said, (piece) => this.text(piece));
  }

  /** Of a few words. */
  text(said: string): string {
    this.#unitsLeft -= said.length;
    return this.#unitsLeft < 0 ? said : glossed(said, this.#glossary, DEFINITION_WORDS).text;
  }

  /** Of a parameter; the name itself where nothing of it is known. */
  name(key: string): string {
    const plain = humanised(key).toLowerCase();
    const words = plain.split(/\s+/);
    const isTold = words.some((word) => this.#glossary.nameOf(word) !== null);
    const english = isTold
      ? words.map((word) => this.#glossary.nameOf(word) ?? this.text(word)).join(" ")
      : this.text(plain);
    return english === plain ? key : asIdentifier(english) || key;
  }
}

function asIdentifier(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
}

/**
 * Without its examples, in steps. The language is opened before. `unitsMax`: UTF-16 code units of it that are glossed; without it, all.
 */
export function* inEnglish(
  { name, description, parameters }: Tool,
  language: GlossedLanguage,
  unitsMax = Number.POSITIVE_INFINITY,
): Generator<void, ToolInEnglish> {
  const glosser = new SetGlosser(language, unitsMax);
  const english = asIdentifier(glosser.text(humanised(name).toLowerCase())) || name;
  const does = yield* glosser.description(description);
  const schema = parameters && (yield* schemaInEnglish(parameters, glosser, 0));
  return {
    tool: { name: english, description: does, ...(schema && { parameters: schema.schema }) },
    names: schema?.names ?? SAME_NAMES,
  };
}

interface SchemaInEnglish {
  readonly schema: JsonObject;
  readonly names: ParameterNames;
}

function* schemaInEnglish(schema: JsonObject, glosser: SetGlosser, depth: number): Generator<void, SchemaInEnglish> {
  if (depth > DEPTH_MAX) return { schema, names: SAME_NAMES };
  const description = typeof schema.description === "string" ? yield* glosser.description(schema.description) : null;
  const items = isJsonObject(schema.items) ? yield* schemaInEnglish(schema.items, glosser, depth + 1) : null;
  const properties = isJsonObject(schema.properties)
    ? yield* propertiesInEnglish(schema.properties, glosser, depth)
    : null;
  const synonyms = Array.isArray(schema.enum) ? yield* synonymsInEnglish(schema, schema.enum, glosser) : null;
  const required = Array.isArray(schema.required) ? schema.required : null;
  return {
    schema: {
      ...schema,
      ...(description !== null && { description }),
      ...(properties && { properties: Object.fromEntries(properties.map((one) => [one.english, one.schema])) }),
      ...(properties && required && { required: requiredInEnglish(required, properties) }),
      ...(items && { items: items.schema }),
      ...(synonyms && { [SYNONYMS]: synonyms }),
    },
    names: properties ? new ParameterNames(properties) : (items?.names ?? SAME_NAMES),
  };
}

interface PropertyInEnglish extends ParameterName {
  readonly schema: JsonValue;
}

/** A name that two of them would have stays that of its own. */
function* propertiesInEnglish(
  properties: JsonObject,
  glosser: SetGlosser,
  depth: number,
): Generator<void, readonly PropertyInEnglish[]> {
  const taken = new Set(Object.keys(properties));
  const inEnglish: PropertyInEnglish[] = [];
  for (const [own, value] of Object.entries(properties)) {
    const name = glosser.name(own);
    yield;
    const english = taken.has(name) ? own : name;
    taken.add(english);
    const inner = isJsonObject(value) ? yield* schemaInEnglish(value, glosser, depth + 1) : null;
    inEnglish.push({ own, english, schema: inner?.schema ?? (value as JsonValue), inside: inner?.names ?? SAME_NAMES });
  }
  return inEnglish;
}

function requiredInEnglish(required: readonly JsonValue[], properties: readonly ParameterName[]): readonly JsonValue[] {
  return required.map((name) => properties.find(({ own }) => own === name)?.english ?? name);
}

function* synonymsInEnglish(
  schema: JsonObject,
  choices: readonly JsonValue[],
  glosser: SetGlosser,
): Generator<void, JsonObject> {
  const known = synonymsOf(schema);
  const synonyms: [string, JsonValue][] = [];
  for (const choice of choices) {
    if (typeof choice !== "string") continue;
    const plain = humanised(choice).toLowerCase();
    const own = known?.of(choice) ?? [];
    const glosses = [plain, ...own]
      .map((text) => glosser.text(text))
      .filter((gloss) => gloss !== "" && gloss !== plain);
    yield;
    const all = [...new Set([...own, ...glosses])];
    if (all.length > 0) synonyms.push([choice, all]);
  }
  return Object.fromEntries(synonyms);
}
