/** What people write in the place of a keyword's value, and what to write instead: other languages, other drafts, slips. */
import { isJsonObject, isText, type JsonObject, type JsonValue } from "../json.ts";
import { nearMiss } from "../near-miss.ts";
import { shownValue } from "../shown-value.ts";
import { TYPES } from "./keywords.ts";

/** A longer word is no slip for a type, and would take long to compare. */
const TYPE_CHARACTERS_MAX = 40;
/** Options that a hint writes out. */
const OPTIONS_SHOWN_MAX = 4;

const asType = (type: string) => `did you mean "${type}"?`;
const asFormat = (format: string) => `write "type": "string", "format": "${format}"`;

/** What other languages and other notations call a type, in small letters. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  ...given(["int", "int32", "int64", "long", "short", "whole number", "bigint", "uint"], asType("integer")),
  ...given(["double", "decimal", "num", "numeric", "real", "currency", "money"], asType("number")),
  ...given(["str", "text", "varchar", "char", "word", "any string"], asType("string")),
  ...given(["bool", "bit", "flag", "yes/no"], asType("boolean")),
  ...given(["list", "set", "array[string]", "string[]", "list[str]"], 'write "type": "array" with "items"'),
  ...given(["map", "hash", "record", "struct", "json", "dictionary"], asType("object")),
  ...given(["none", "nil", "undefined", "void"], asType("null")),
  ...Object.fromEntries(
    ["date", "date-time", "time", "email", "uri", "uuid"].map((format) => [format, asFormat(format)]),
  ),
  ...given(["datetime", "timestamp"], asFormat("date-time")),
  ...given(["url", "link"], asFormat("uri")),
  ...given(["enum", "choice", "select"], 'write "type": "string" with "enum": ["…", "…"]'),
  ...given(["file", "binary", "bytes", "image"], 'write "type": "string"'),
};

function given(words: readonly string[], advice: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.map((word) => [word, advice]));
}

/** What to write in the place of the value of a keyword that may not have it; null where nothing is known. */
export function formAdvice(keyword: string, value: JsonValue, schema: JsonObject, path: string): string | null {
  const known = BY_KEYWORD[keyword]?.(value, schema, path) ?? null;
  if (known !== null) return known;
  if (value === null) return "leave it out where there is none";
  if (isText(value) && /^(true|false|-?\d+(\.\d+)?)$/.test(value)) return `write ${value}, without the quotes`;
  return null;
}

type Advises = (value: JsonValue, schema: JsonObject, path: string) => string | null;

const BY_KEYWORD: Readonly<Record<string, Advises>> = {
  type: (value) => (isText(value) ? meantType(value) : Array.isArray(value) ? meantAmong(value) : null),
  required: requiredOfItself,
  properties: (value) => (Array.isArray(value) ? propertiesAsList(value) : null),
  enum: (value) => (isText(value) ? optionsIn(value) : null),
  items: (value) =>
    Array.isArray(value) ? "one schema stands for every item; for items by their places, write prefixItems" : null,
  exclusiveMinimum: (value, { minimum }) => limitOfItself("exclusiveMinimum", "minimum", value, minimum),
  exclusiveMaximum: (value, { maximum }) => limitOfItself("exclusiveMaximum", "maximum", value, maximum),
  examples: (value) => (isText(value) ? `write [${shownValue(value)}]` : null),
};

/** Of a schema that stands as one word, as in `"city": "string"`. */
export function schemaAdvice(value: JsonValue): string | null {
  if (!isText(value)) return null;
  const type = TYPES.find((one) => one === value.toLowerCase());
  if (type !== undefined) return `write {"type": "${type}"}`;
  return `write {"type": "string", "description": ${shownValue(value)}}`;
}

function meantType(word: string): string | null {
  const small = word.trim().toLowerCase();
  if (small.length > TYPE_CHARACTERS_MAX) return null;
  if (Object.hasOwn(OTHER_TYPES, small)) return OTHER_TYPES[small] ?? null;
  const either = small.split(/ or |[|,/]/).map((part) => part.trim());
  if (either.length > 1 && either.every((part) => TYPES.some((type) => type === part)))
    return `write ${JSON.stringify(either)}`;
  const near = nearMiss(small, TYPES);
  return near === undefined ? null : asType(near);
}

/** Of a list of types, its first word that is none. */
function meantAmong(types: readonly JsonValue[]): string | null {
  const wrong = types.find((type) => isText(type) && !TYPES.some((one) => one === type));
  return isText(wrong) ? meantType(wrong) : null;
}

/** Draft 3, and many people, say it of the property itself. */
function requiredOfItself(value: JsonValue, _schema: JsonObject, path: string): string | null {
  if (isText(value)) return `write [${shownValue(value)}]`;
  if (typeof value !== "boolean") return null;
  const name = /\/properties\/([^/]+)$/.exec(path)?.[1];
  if (name === undefined) return 'write the names of the properties, as in ["city"]';
  if (!value) return "leave it out: what the object around it does not name in its own `required` may be missing";
  return `the object around it names what is required, beside its properties: "required": ["${name}"]`;
}

function propertiesAsList(list: readonly JsonValue[]): string {
  const named = list.find((one) => isJsonObject(one) && isText(one.name));
  const name = isJsonObject(named) ? (named.name as string) : list.find(isText);
  return `write each under its name, as in {${shownValue(name ?? "city")}: {"type": "string"}}`;
}

function optionsIn(text: string): string {
  const options = text.split(/[|,;]/).map((option) => option.trim());
  const shown = options.slice(0, OPTIONS_SHOWN_MAX).map(shownValue).join(", ");
  return `write [${shown}${options.length > OPTIONS_SHOWN_MAX ? ", …" : ""}]`;
}

/** Draft 4 has it as a flag beside the limit. */
function limitOfItself(keyword: string, other: string, value: JsonValue, limit: JsonValue | undefined): string | null {
  if (typeof value !== "boolean" || typeof limit !== "number") return null;
  return value ? `write "${keyword}": ${limit} in the place of "${other}"` : "leave it out";
}
