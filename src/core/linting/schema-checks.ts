/** What stands in a schema, is allowed there, and does not do what was meant. */
import formats from "ajv-formats/dist/formats.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { nearMiss } from "../near-miss.ts";
import { isKeyword, KEYWORDS } from "../schema/keywords.ts";
import { type Findings, type Place, quoted, within } from "./findings.ts";

/** Words of a tool that are looked for among all that there are, and characters of one: each is compared with each. */
const LOOKED_FOR_MAX = 8;
const COMPARED_CHARACTERS_MAX = 24;

/** What of a tool's schema is looked at. */
export interface SchemaContext {
  readonly findings: Findings;
  /** Words that were looked for so far. */
  wordsLookedFor: number;
}

/** What people write that no slip explains. */
const OTHER_KEYWORDS: Readonly<Record<string, string>> = {
  options: "enum",
  choices: "enum",
  values: "enum",
  allowed: "enum",
  desc: "description",
  min: "minimum",
  max: "maximum",
  min_length: "minLength",
  max_length: "maxLength",
  regex: "pattern",
  fields: "properties",
  params: "properties",
  parameters: "properties",
};

/** Parameters that stand beside the keywords: the map around them was forgotten. */
export function checkPropertiesAround(schema: JsonObject, place: Place, { findings }: SchemaContext): void {
  if (schema.properties !== undefined) return;
  const stray = Object.entries(schema).find(([keyword, value]) => !isKeyword(keyword) && isParameter(value));
  if (stray === undefined) return;
  const [name] = stray;
  const message = `${quoted(name)} stands where keywords do: no parameter is looked for there`;
  findings.add("keyword_unknown", within(place, name), message, `"properties": {${quoted(name)}: …}`);
}

/** Keywords of a schema that nobody reads, and that were meant to be others. */
export function checkKeywords(schema: JsonObject, place: Place, context: SchemaContext): void {
  for (const keyword of Object.keys(schema)) {
    if (context.findings.isFull) return;
    if (isKeyword(keyword)) continue;
    const meant = meantKeyword(keyword, context);
    if (meant === undefined || schema[meant] !== undefined) continue;
    const message = `${quoted(keyword)} is no keyword of a schema, and nobody reads it`;
    context.findings.add("keyword_unknown", within(place, keyword), message, quoted(meant));
  }
}

function isParameter(value: JsonValue | undefined): boolean {
  return (
    isJsonObject(value) && (value.type !== undefined || value.description !== undefined || value.enum !== undefined)
  );
}

function meantKeyword(written: string, context: SchemaContext): string | undefined {
  if (Object.hasOwn(OTHER_KEYWORDS, written)) return OTHER_KEYWORDS[written];
  // What begins so belongs to somebody.
  if (written.length > COMPARED_CHARACTERS_MAX || /^[x$_]-?/i.test(written)) return undefined;
  const plain = written.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return looked(plain, KEYWORDS, context);
}

function looked(word: string, among: readonly string[], context: SchemaContext): string | undefined {
  if (context.wordsLookedFor >= LOOKED_FOR_MAX) return undefined;
  context.wordsLookedFor += 1;
  return nearMiss(word, among);
}

/** What a parameter says of its values, and what contradicts that. */
export function checkValues(property: JsonObject, name: string, place: Place, context: SchemaContext): void {
  const { findings } = context;
  checkEnum(property, name, within(place, "enum"), findings);
  checkFormat(property, name, within(place, "format"), context);
  checkRange(property, name, place, findings);
  const { type, items, prefixItems, contains } = property;
  if (type === "array" && items === undefined && prefixItems === undefined && contains === undefined)
    findings.add("list_of_anything", place, `${quoted(name)} is a list, and nothing says of what`);
}

function checkEnum({ type, enum: options }: JsonObject, name: string, place: Place, findings: Findings): void {
  if (!Array.isArray(options) || type === undefined) return;
  const types = Array.isArray(type) ? (type as readonly JsonValue[]) : [type];
  const wrong = (options as readonly JsonValue[]).find((option) => !types.some((one) => isOfType(option, one)));
  if (wrong === undefined) return;
  const shown = quoted(typeof wrong === "string" ? wrong : JSON.stringify(wrong));
  const message = `the enum of ${quoted(name)} has ${shown}, which is not of its type`;
  if (type === "array")
    findings.add("enum_not_allowed", place, message, '`"items": {"enum": […]}`: the values of its items');
  else findings.add("enum_not_allowed", place, message);
}

/** Whether a value has a type of JSON Schema, or may have it where that is a word that is none. */
export function isOfType(value: JsonValue, type: JsonValue): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    default:
      // What is no type of JSON Schema is refused when the set is registered.
      return !["string", "number", "boolean"].includes(String(type)) || typeof value === type;
  }
}

const FORMATS = Object.keys(formats.fullFormats);
/** Formats of other notations, which say no more than the type does or what `format` has another word for. */
const OTHER_FORMATS: Readonly<Record<string, string>> = {
  datetime: "date-time",
  timestamp: "date-time",
  url: "uri",
  ip: "ipv4",
  guid: "uuid",
  mail: "email",
};

function checkFormat({ format }: JsonObject, name: string, place: Place, context: SchemaContext): void {
  if (typeof format !== "string" || FORMATS.includes(format) || format.length > COMPARED_CHARACTERS_MAX) return;
  const small = format.toLowerCase();
  const meant = Object.hasOwn(OTHER_FORMATS, small) ? OTHER_FORMATS[small] : looked(small, FORMATS, context);
  const message = `the format of ${quoted(name)} is ${quoted(format)}, which nobody checks`;
  if (meant !== undefined) context.findings.add("format_unknown", place, message, quoted(meant));
}

const RANGES = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

function checkRange(property: JsonObject, name: string, place: Place, findings: Findings): void {
  for (const [low, high] of RANGES) {
    const [from, to] = [property[low], property[high]];
    if (typeof from !== "number" || typeof to !== "number" || from <= to) continue;
    const message = `${quoted(name)} has ${low} ${from} and ${high} ${to}: no value is between them`;
    findings.add("range_empty", within(place, low), message);
  }
}
