/** What is wrong with the fields of something that a person wrote, in the same words wherever it is read. */
import { isJsonObject, type JsonValue } from "./json.ts";
import { nearMiss } from "./near-miss.ts";
import { shownValue } from "./shown-value.ts";

/** Allowed names that an error lists. */
const LISTED_NAMES_MAX = 12;
/** A longer name is no slip for one of ours, and would take long to compare. */
const COMPARED_CHARACTERS_MAX = 40;

/** What other programs and other versions of this thought call a field of ours. It counts where ours is allowed. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  args: "parameters",
  arguments: "parameters",
  params: "parameters",
  schema: "parameters",
  inputs: "parameters",
  input_schema: "parameters",
  inputSchema: "parameters",
  desc: "description",
  summary: "description",
  functions: "tools",
  actions: "tools",
  id: "signature",
  slug: "signature",
  labels: "classes",
  categories: "classes",
  intents: "classes",
  class: "label",
  intent: "label",
  name: "label",
  title: "name",
  utterances: "examples",
  phrases: "examples",
  samples: "examples",
  text: "query",
  question: "query",
  input: "data",
};

/** The one of the allowed names that a name probably stands for; undefined where none is near. */
export function meantField(written: string, allowed: readonly string[]): string | undefined {
  const other = Object.hasOwn(OTHER_NAMES, written) ? OTHER_NAMES[written] : undefined;
  if (other !== undefined && allowed.includes(other)) return other;
  return written.length > COMPARED_CHARACTERS_MAX ? undefined : nearMiss(written, allowed);
}

/** Of a field that nobody knows, in words that go on from "tools.0.descripton: ". */
export function unknownField(written: string, allowed: readonly string[]): string {
  const meant = meantField(written, allowed);
  if (meant !== undefined) return `is not a known field: did you mean \`${meant}\`?`;
  if (allowed.length === 0 || allowed.length > LISTED_NAMES_MAX) return "is not a known field";
  return `is not a known field: allowed are ${allowed.join(", ")}`;
}

/** A field that is missing, with the unknown one of its object that may have been meant to be it. */
export interface MissingField {
  /** From the outside in, as in `tools.0.description`. */
  readonly field: string;
  readonly written?: string | undefined;
}

/** Which of the unknown names of an object was probably meant to be the field that is missing in it. */
export function writtenFor(missing: string, unknown: readonly string[]): string | undefined {
  return unknown.find((name) => meantField(name, [missing]) !== undefined);
}

export function missingFields(missing: readonly MissingField[]): string {
  const named = missing.map(({ field, written }) =>
    written === undefined ? `\`${field}\`` : `\`${field}\` (\`${written}\` is not a known field: is it meant?)`,
  );
  return `missing field${missing.length === 1 ? "" : "s"}: ${named.join(", ")}`;
}

/** Of a value of the wrong kind. `expected`: as in "a string". */
export function wrongValue(value: JsonValue | undefined, expected: string): string {
  return `${standing(value)}, and must be ${expected}${adviceFor(value, expected)}`;
}

/** The same of a field that may be left out, which is what many write null for. */
export function wrongOptional(value: JsonValue | undefined, expected: string): string {
  return `${wrongValue(value, expected)}${value === null ? "; leave it out where there is none" : ""}`;
}

/** What stands there, and not all that is in it. */
function standing(value: JsonValue | undefined): string {
  if (value === undefined) return "is missing";
  if (Array.isArray(value)) return value.length === 0 ? "is an empty array" : "is an array";
  return isJsonObject(value) ? "is an object" : `is ${shownValue(value)}`;
}

function adviceFor(value: JsonValue | undefined, expected: string): string {
  if (typeof value !== "string") return "";
  const isQuoted =
    (expected.startsWith("a boolean") && /^(true|false)$/.test(value)) ||
    (/^(a number|an integer)/.test(expected) && /^-?\d+(\.\d+)?$/.test(value));
  return isQuoted ? "; write it without the quotes" : "";
}
