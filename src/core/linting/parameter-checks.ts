/** What is wrong with the parameters of a tool: each by itself, as deep as the embedded model reads. */
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { nearMiss } from "../near-miss.ts";
import { type Place, quoted, within } from "./findings.ts";
import { LINT_RULES } from "./lint-rules.ts";
import { codesAmong } from "./option-codes.ts";
import { checkKeywords, checkValues, isOfType, type SchemaContext } from "./schema-checks.ts";
import { isTelling, saysMore } from "./telling-words.ts";

/** Objects in objects. What lies deeper is read by no model that is inside, and would make paths of any length. */
const DEPTH_MAX = 4;
/** Of a tool so many names are looked for among so many others: each with each is quadratic in their letters. */
const LOOKED_FOR_MAX = 4;
const COMPARED_NAMES_MAX = 32;
const COMPARED_CHARACTERS_MAX = 24;
/** Codes that a message names. */
const CODES_NAMED_MAX = 5;

export interface ParameterContext extends SchemaContext {
  readonly tool: string;
  /** Null: what only hints are made of is not looked at. */
  readonly isCommonWord: IsCommonWord | null;
  /** Names that were looked for so far. */
  lookedFor: number;
}

/** Of a word in small letters. */
export type IsCommonWord = (word: string) => boolean;

/** With one of these, what a schema means does not stand in it alone. */
const ELSEWHERE = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "not",
  "patternProperties",
  "const",
] as const;

/** A step for each parameter. */
export function* checkParameters(
  schema: JsonObject,
  place: Place,
  context: ParameterContext,
  depth = 0,
): Generator<void, void> {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? (schema.required as readonly JsonValue[]) : [];
  if (!isElsewhere(schema)) checkRequired(required, properties, within(place, "required"), context);
  const isRequired = new Set(required);
  for (const [name, property] of Object.entries(properties)) {
    if (context.findings.isFull) return;
    if (!isJsonObject(property)) continue;
    const here = within(place, "properties", name);
    checkDefault(property, name, isRequired.has(name), here, context);
    checkOptions(property, name, here, context);
    checkSchema(property, name, here, context);
    yield* checkContent(property, name, here, context, depth);
    yield;
  }
}

/** The parameter's own schema, and that of its items. */
function checkSchema(property: JsonObject, name: string, place: Place, context: ParameterContext): void {
  checkKeywords(property, place, context);
  checkValues(property, name, place, context);
  const { items } = property;
  if (!isJsonObject(items)) return;
  checkKeywords(items, within(place, "items"), context);
  checkValues(items, name, within(place, "items"), context);
}

function isElsewhere(schema: JsonObject): boolean {
  return ELSEWHERE.some((keyword) => schema[keyword] !== undefined);
}

function checkRequired(
  required: readonly JsonValue[],
  properties: JsonObject,
  place: Place,
  context: ParameterContext,
) {
  const { findings, tool } = context;
  for (const [index, name] of required.entries()) {
    if (findings.isFull) return;
    if (typeof name !== "string" || Object.hasOwn(properties, name)) continue;
    const short = (one: string) => one.length <= COMPARED_CHARACTERS_MAX;
    const isLookedFor = short(name) && context.lookedFor++ < LOOKED_FOR_MAX;
    const known = isLookedFor ? Object.keys(properties).slice(0, COMPARED_NAMES_MAX).filter(short) : [];
    const meant = nearMiss(name, known);
    const message = `${quoted(tool)} requires ${quoted(name)}, which is none of its properties`;
    const { instead } = LINT_RULES.required_unknown;
    const advice =
      meant === undefined ? instead : `${quoted(meant)}, which is a property; or leave it out of \`required\``;
    findings.add("required_unknown", within(place, index), message, advice);
  }
}

function checkDefault(
  property: JsonObject,
  name: string,
  isRequired: boolean,
  place: Place,
  context: ParameterContext,
) {
  const { default: value } = property;
  // Null says that there is none, whatever the type: many programs write it so.
  if (value === undefined || value === null) return;
  const here = within(place, "default");
  const shown = quoted(typeof value === "string" ? value : JSON.stringify(value));
  if (!allowsDefault(property, value)) {
    context.findings.add(
      "default_not_allowed",
      here,
      `the default of ${quoted(name)} is ${shown}, which its schema does not allow`,
    );
  } else if (isRequired) {
    context.findings.add(
      "default_hides_choice",
      here,
      `${quoted(name)} is required and gets ${shown} when nobody says it`,
    );
  }
}

/** By what takes no time to look at; the rest is left to whoever validates. */
function allowsDefault({ type, enum: options }: JsonObject, value: JsonValue): boolean {
  if (Array.isArray(options) && typeof value !== "object" && !options.includes(value)) return false;
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
  return types.length === 0 || types.some((one) => isOfType(value, one));
}

/** The options of the parameter, or of the items of a list. */
function checkOptions(property: JsonObject, name: string, place: Place, context: ParameterContext): void {
  const { findings, isCommonWord } = context;
  if (isCommonWord === null) return;
  const items = isJsonObject(property.items) ? property.items : null;
  const isOfItems = !Array.isArray(property.enum) && items !== null && Array.isArray(items.enum);
  const options = isOfItems ? items?.enum : property.enum;
  if (!Array.isArray(options)) return;
  const holders = items ? [property, items] : [property];
  const synonyms = holders.flatMap((holder) => (isJsonObject(holder["x-synonyms"]) ? [holder["x-synonyms"]] : []));
  const description = holders.map((holder) => textOf(holder.description)).join("\n");
  const codes = codesAmong(options, { description, synonyms, isCommonWord });
  if (codes.length === 0) return;
  const here = isOfItems ? within(place, "items", "enum") : within(place, "enum");
  const named = codes.slice(0, CODES_NAMED_MAX).map(quoted).join(", ");
  const more = codes.length > CODES_NAMED_MAX ? ` and ${codes.length - CODES_NAMED_MAX} more` : "";
  findings.add("enum_of_codes", here, `${quoted(name)} takes ${named}${more}, and nothing tells what that stands for`);
}

function* checkContent(
  property: JsonObject,
  name: string,
  place: Place,
  context: ParameterContext,
  depth: number,
): Generator<void, void> {
  const items = isJsonObject(property.items) ? property.items : {};
  const held = property.type === "array" ? items : property;
  const heldPlace = property.type === "array" ? within(place, "items") : place;
  if (isElsewhere(property) || isElsewhere(held)) {
    checkTelling(property, items, name, place, context);
    return;
  }
  if (hasProperties(held)) {
    if (depth + 1 < DEPTH_MAX) yield* checkParameters(held, heldPlace, context, depth + 1);
    return;
  }
  const { additionalProperties } = held;
  if (held.type === "object" && !isJsonObject(additionalProperties)) {
    context.findings.add("free_object", heldPlace, `${quoted(name)} is an object of which nothing is known`);
    return;
  }
  checkTelling(property, items, name, place, context);
}

function hasProperties({ properties }: JsonObject): boolean {
  return isJsonObject(properties) && Object.keys(properties).length > 0;
}

/** Options and forms say by themselves what is meant, and so do examples. */
const SPEAKING = ["enum", "format", "pattern", "examples", "x-examples", "x-synonyms", "const"] as const;

function checkTelling(property: JsonObject, items: JsonObject, name: string, place: Place, context: ParameterContext) {
  // A number, or a yes or no, is mostly found by its type.
  if (![property.type, items.type].every((type) => type === undefined || type === "string" || type === "array")) return;
  if (isTelling(name)) return;
  const speaks = [property, items].some(
    (one) => SPEAKING.some((keyword) => one[keyword] !== undefined) || saysMore(textOf(one.description), name),
  );
  if (speaks) return;
  context.findings.add(
    "untelling_parameter",
    place,
    `${quoted(name)} could be anything: neither name nor description says what it holds`,
  );
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
