/**
 * What people say to the same tools and classes in six languages, out of `spoken/`: requests with the calls that are right, three
 * examples of each tool, and what customers write to a bank, to a shop and to a telephone company. The same things are said in each language, so that figures compare.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { Instant } from "#core/tenant.ts";
import type { BfclTest, LabelledText } from "./data-sets.ts";
import type { EverydayCase, EverydaySource, WantedCall } from "./everyday-data.ts";

/** In the order of the columns of the files. */
export const SPOKEN_LANGUAGES = ["en", "de", "fr", "es", "it", "nl"] as const;
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number];

const FOLDER = join(import.meta.dir, "spoken");
const SEPARATOR = " | ";
/** Of a line that names what the lines below it are said for. */
const HEADING = "= ";

type Tools = BfclTest["functions"];
/** English texts of tools, by which each has its own in a language. */
type Words = Readonly<Record<string, string>>;

interface Domain {
  readonly domain: string;
  readonly tools: Tools;
  /** Where the tools are in the speaker's language. */
  readonly words?: Readonly<Partial<Record<SpokenLanguage, Words>>>;
  readonly cases: readonly SaidCase[];
}

interface SaidCase extends Omit<EverydayCase, "query"> {
  /** By language; `{item:milk}` is what `"$item"` stands for in a call. */
  readonly said: Readonly<Record<SpokenLanguage, string>>;
}

interface RequestsFile {
  readonly now: string;
  readonly time_zone: string;
  readonly domains: readonly Domain[];
}

export interface SpokenSource extends EverydaySource {
  /** Whether its tools are in the speaker's language; English has no other. */
  readonly isInLanguage: boolean;
}

const FILE = JSON.parse(readFileSync(join(FOLDER, "requests.json"), "utf8")) as RequestsFile;
/** When the requests are made. */
export const SPOKEN_AT = Date.parse(FILE.now) as Instant;

/** 60 requests over six domains; the tools of three of them are in the language. `examplesPerTool`: 0–3. Throws for a text without a translation. */
export function spokenRequests(language: SpokenLanguage, examplesPerTool: number): readonly SpokenSource[] {
  const examples = examplesIn(language);
  return FILE.domains.map(({ domain, tools, words, cases }) => {
    const own = words?.[language];
    const translated = (text: string) => (own ? wordFor(own, text) : text);
    return {
      name: `${domain}-${language}-${examplesPerTool}`,
      now: SPOKEN_AT,
      timeZone: FILE.time_zone,
      tools: tools.map((tool) => ({
        ...toolIn(tool, translated),
        ...(examplesPerTool > 0 && { examples: examples.get(tool.name)?.slice(0, examplesPerTool) ?? [] }),
      })),
      cases: cases.map((one) => caseIn(one, language, tools, translated)),
      isInLanguage: words !== undefined,
    };
  });
}

function wordFor(words: Words, text: string): string {
  const word = words[text];
  if (word === undefined) throw new Error(`requests.json: "${text}" has no translation`);
  return word;
}

type Translated = (text: string) => string;

function toolIn({ name, description, parameters }: Tools[number], translated: Translated): Tools[number] {
  const properties = isJsonObject(parameters.properties) ? parameters.properties : {};
  const required: readonly JsonValue[] = Array.isArray(parameters.required) ? parameters.required : [];
  return {
    name: translated(name),
    description: translated(description),
    parameters: {
      ...parameters,
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [
          translated(key),
          propertyIn(property as JsonObject, translated),
        ]),
      ),
      required: required.map((key) => translated(String(key))),
    },
  };
}

function propertyIn(property: JsonObject, translated: Translated): JsonObject {
  const options: readonly JsonValue[] | null = Array.isArray(property.enum) ? property.enum : null;
  return {
    ...property,
    description: translated(String(property.description)),
    ...(options && { enum: options.map((option) => translated(String(option))) }),
  };
}

function caseIn(
  { said, calls = [], missing = [], ...rest }: SaidCase,
  language: SpokenLanguage,
  tools: Tools,
  translated: Translated,
): EverydayCase {
  const values = new Map<string, string>();
  const query = said[language].replace(/\{(\w+):([^}]*)\}/g, (_, name: string, words: string) => {
    values.set(name, words);
    return words;
  });
  return {
    ...rest,
    query,
    calls: calls.map((call) => callIn(call, values, tools, translated)),
    ...(missing.length > 0 && { missing: missing.map(translated) }),
  };
}

function callIn(
  { tool, parameters = {}, optional = [] }: WantedCall,
  values: ReadonlyMap<string, string>,
  tools: Tools,
  translated: Translated,
): WantedCall {
  const properties = tools.find(({ name }) => name === tool)?.parameters.properties;
  const wantedValue = (name: string, value: JsonValue): JsonValue => {
    if (typeof value !== "string") return value;
    if (value.startsWith("$")) return { contains: values.get(value.slice(1)) ?? "" };
    const property = isJsonObject(properties) ? properties[name] : undefined;
    return isJsonObject(property) && property.enum !== undefined ? translated(value) : value;
  };
  return {
    tool: translated(tool),
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [translated(name), wantedValue(name, value as JsonValue)]),
    ),
    ...(optional.length > 0 && { optional: optional.map(translated) }),
  };
}

/** By the tool's English name. */
function examplesIn(language: SpokenLanguage): ReadonlyMap<string, readonly string[]> {
  return new Map(linesUnder("examples.txt").map(({ heading, lines }) => [heading, lines.map(columnOf(language))]));
}

export interface SpokenLabels {
  readonly english: readonly string[];
  readonly inLanguage: readonly string[];
  /** Labelled in English. */
  readonly texts: readonly LabelledText[];
}

const LABEL_FILES = { bank: "labels.txt", "shop and telephone": "customers.txt" } as const;
export type SpokenLabelSet = keyof typeof LABEL_FILES;
export const SPOKEN_LABEL_SETS = Object.keys(LABEL_FILES) as readonly SpokenLabelSet[];

/** Of the bank 200 texts for 40 classes, of the others 84 for 28. */
export function spokenLabels(language: SpokenLanguage, set: SpokenLabelSet): SpokenLabels {
  const groups = linesUnder(LABEL_FILES[set]);
  const labelOf = (heading: string, of: SpokenLanguage) => columnOf(of)(heading);
  return {
    english: groups.map(({ heading }) => labelOf(heading, "en")),
    inLanguage: groups.map(({ heading }) => labelOf(heading, language)),
    texts: groups.flatMap(({ heading, lines }) =>
      lines.map((line) => ({ text: columnOf(language)(line), label: labelOf(heading, "en") })),
    ),
  };
}

function linesUnder(file: string): readonly { readonly heading: string; readonly lines: readonly string[] }[] {
  const groups: { heading: string; lines: string[] }[] = [];
  for (const line of readFileSync(join(FOLDER, file), "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith(HEADING)) groups.push({ heading: line.slice(HEADING.length), lines: [] });
    else groups.at(-1)?.lines.push(line);
  }
  return groups;
}

function columnOf(language: SpokenLanguage): (line: string) => string {
  const at = SPOKEN_LANGUAGES.indexOf(language);
  return (line) => {
    const column = line.split(SEPARATOR)[at];
    if (column === undefined) throw new Error(`"${line}" has no column for ${language}`);
    return column;
  };
}
